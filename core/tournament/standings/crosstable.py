"""Everybody's results at a glance: against each opponent where all meet all, else round by round."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from core.tournament.model.state import Tournament
from core.tournament.model.values import Meeting
from core.tournament.standings.meetings import meetings
from core.tournament.standings.standings import Standing, sections, standings

OPPONENTS, ROUNDS = "opponents", "rounds"


class Cell(NamedTuple):
    """One match, one meeting of teams, or one bye, as the row's player or team sees it.

    `number` is the opponent's row, `None` for a bye; `kind` that of the result, `None` while there is none.
    """

    round: int
    match: str
    opponent: str
    number: int | None
    kind: str | None
    won: bool
    points_won: int
    points_lost: int
    drawn: bool = False

    @property
    def text(self) -> str:
        """The result: `W5-2`, `Wwo` without play, `bye`, `half bye`, `full bye`, or empty while there is none.

        It begins with a letter, because a spreadsheet reads 5-2 as a day in February.
        """
        if self.kind is None:
            return ""
        if self.is_bye:
            return self.kind.replace("_", " ")
        letter = "W" if self.won else "D" if self.drawn else "L"
        return f"{letter}{self.points_won}-{self.points_lost}" if self.is_scored else f"{letter}wo"

    @property
    def is_bye(self) -> bool:
        """The round was sat out."""
        return self.kind is not None and self.kind.endswith("bye")

    @property
    def is_scored(self) -> bool:
        """There is a score to show."""
        return bool(self.points_won or self.points_lost)


class Row(NamedTuple):
    """A player and their cells, column by column. `number` counts the rows from 1, `line` is their table line."""

    number: int
    line: Standing
    cells: tuple[tuple[Cell, ...], ...]


class CrossTable(NamedTuple):
    """A cross-table. `by` says what its columns are: the rows' own numbers (`opponents`), or `rounds`."""

    name: str
    by: str
    columns: tuple[int, ...]
    rows: tuple[Row, ...]


class CrossTables(NamedTuple):
    """The cross-tables of a tournament at a version."""

    tournament: str
    version: int
    status: str
    crosstables: tuple[CrossTable, ...]


def crosstables(tournament: Tournament) -> tuple[CrossTable, ...]:
    """The cross-tables of a tournament: one for each group that has a table of its own, or one of the whole field.

    Rows stand in the order of the table. A format that pairs all of its rounds at the start lets all meet all. Rounds
    that are still drafts are left out.
    """
    if not tournament.format.on_command and (groups := sections(tournament)):
        stage = tournament.rounds[0].stage if tournament.rounds else None
        return tuple(
            _by_opponent(name, lines, _cells(tournament, {line.player_id for line in lines}, stage))
            for name, lines in groups
        )
    lines = standings(tournament)
    cells = _cells(tournament, {line.player_id for line in lines}, None)
    if tournament.format.reached is None and not tournament.format.on_command:
        return (_by_opponent("", lines, cells),)
    return (_by_round(tournament, lines, cells),)


Cells = Mapping[str, Sequence[Cell]]


def _by_opponent(name: str, lines: Sequence[Standing], seen: Cells) -> CrossTable:
    numbers = {line.player_id: number for number, line in enumerate(lines, 1)}
    rows = []
    for line in lines:
        mine = [cell._replace(number=numbers.get(cell.opponent)) for cell in seen[line.player_id]]
        cells = tuple(tuple(cell for cell in mine if cell.number == number) for number in numbers.values())
        rows.append(Row(numbers[line.player_id], line, cells))
    return CrossTable(name, OPPONENTS, tuple(numbers.values()), tuple(rows))


def _by_round(tournament: Tournament, lines: Sequence[Standing], seen: Cells) -> CrossTable:
    numbers = {line.player_id: number for number, line in enumerate(lines, 1)}
    columns = tuple(round_.number for round_ in tournament.rounds if not round_.draft)
    rows = []
    for line in lines:
        mine = [cell._replace(number=numbers.get(cell.opponent)) for cell in seen[line.player_id]]
        cells = tuple(tuple(cell for cell in mine if cell.round == column) for column in columns)
        rows.append(Row(numbers[line.player_id], line, cells))
    return CrossTable("", ROUNDS, columns, tuple(rows))


def _cells(tournament: Tournament, players: Collection[str], stage: str | None) -> dict[str, list[Cell]]:
    """Everybody's cells in the order of the rounds, with those of matches that are not played yet."""
    met = meetings(tournament, players, stage)
    cells = {player: [_settled(meeting) for meeting in each] for player, each in met.items()}
    done = {(player, meeting.match) for player, each in met.items() for meeting in each}
    for round_ in tournament.rounds:
        for pairing in () if round_.draft or stage not in (None, round_.stage) else round_.pairings:
            for player, other in ((pairing.white, pairing.black), (pairing.black, pairing.white)):
                if player in cells and other in cells and (player, pairing.match) not in done:
                    cells[player].append(Cell(round_.number, pairing.match, other, None, None, False, 0, 0))
    return {player: sorted(each, key=lambda cell: cell.round) for player, each in cells.items()}


def _settled(meeting: Meeting) -> Cell:
    return Cell(
        meeting.round,
        meeting.match,
        meeting.opponent,
        None,
        meeting.kind,
        meeting.won,
        meeting.points_won,
        meeting.points_lost,
        meeting.drawn,
    )
