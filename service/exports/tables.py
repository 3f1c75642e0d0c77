"""Tables of a tournament as values: the texts of standings, cross-tables and rounds as pages and prints show them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from core.games import game_of
from core.tournament import Tournament
from core.tournament.amendment_text import changed_after
from core.tournament.groups.draw import group_of
from core.tournament.model.byes import resting
from core.tournament.model.values import OWN_SCORE
from core.tournament.standings.crosstable import OPPONENTS, Cell, CrossTable
from core.tournament.standings.scoring import penalty_of
from core.tournament.standings.standings import Standing, sections, standings
from core.tournament.teams.meeting_scores import Line
from core.tournament.views.csv_rows import by_table, tie_break_cell
from service.exports.svg.grids import meeting_heading, score
from service.exports.svg.text_metrics import alphabetical
from service.local_times import local
from service.translations import translated
from service.translations.export_words import Language
from service.translations.round_reached import CODE, reached_labels, tells
from service.translations.round_titles import numbered_round, short_title

WON, LOST, BYE = "won", "lost", "bye"


class Place(NamedTuple):
    """A line of standings: the rank, the name, and a text for each column."""

    rank: int
    shared: bool
    name: str
    withdrawn: bool
    cells: Sequence[object]


class StandingsTable(NamedTuple):
    """Standings of the whole field or of a part of it, with the headings of the columns behind the name."""

    name: str
    columns: Sequence[str]
    rows: Sequence[Place]


class Shown(NamedTuple):
    """A text and its look: `won`, `lost` or `bye`."""

    text: str
    look: str


class Crossed(NamedTuple):
    """A cell of a cross-table: the results of a row; `own` where the row meets itself."""

    own: bool
    results: Sequence[Shown]


class CrossLine(NamedTuple):
    """A line of a cross-table."""

    number: int
    line: Standing
    cells: Sequence[Crossed]


class CrossTableShown(NamedTuple):
    """A cross-table with the headings of its results."""

    name: str
    columns: Sequence[str]
    rows: Sequence[CrossLine]


class Board(NamedTuple):
    """A match of a round, or a player who sits it out, in the order of the tables; `looks` are those of the names.

    `group` is empty where the round is not played in groups. `meeting` is the heading above the first board of a
    meeting of teams: who meets, and how it stands.
    """

    table: str
    names: tuple[str, str]
    looks: tuple[str, str]
    result: str
    bye: bool
    group: str = ""
    meeting: str = ""


class Guest(NamedTuple):
    """A player of a round: where they play and whom."""

    name: str
    table: str
    opponent: str
    bye: bool
    group: str


# ── standings ────────────────────────────────────────────────────────────────────────────────────────────────────────
def standings_tables(tournament: Tournament, language: Language) -> list[StandingsTable]:
    """The table, and before it those of groups that have their own, behind it that of a Swiss."""
    groups = sections(tournament)
    whole = (language.word("standings") if groups else "", standings(tournament))
    named = [*groups, whole] if tournament.format.table_stage is None else [whole, *groups]
    came = reached_labels(tournament, language)
    return [_standings(tournament, name, lines, came, language) for name, lines in named]


def legend(tournament: Tournament, language: Language) -> str:
    """The tie-breaks that head a column of the standings, with their names, and what else was announced of them."""
    came = reached_labels(tournament, language)
    named = [*(lines for _, lines in sections(tournament)), standings(tournament)]
    listed = sorted({place for lines in named for place in _telling(tournament, lines, came)})
    codes = [tournament.tie_breaks[place] for place in listed]
    named_codes = [f"{language.heading(code)} = {language.tie_break(code)}" for code in codes]
    return " · ".join([*named_codes, *announced_rules(tournament, language)])


def announced_rules(tournament: Tournament, language: Language) -> list[str]:
    """Sentences of the announcement on the table beside its order: rounds not played, and penalties that count.

    What was changed after the start is told with the round after which it was.
    """
    rule, penalty = tournament.format.unplayed(tournament), penalty_of(tournament)
    unplayed = [] if rule == OWN_SCORE else [language.word(f"unplayed_{rule}")]
    changed = [
        translated(changed_after(amendment.rounds, amendment.changed, amendment.reason), language.key)
        for amendment in tournament.amended
    ]
    return [*unplayed, *([language.word("penalties_count", penalty)] if penalty else []), *changed]


def _telling(tournament: Tournament, lines: Sequence[Standing], came: Mapping[str, str]) -> list[int]:
    """The places of the tie-breaks that say more than the wins, and say it of anybody."""
    values = {place: [line.tie_breaks[place].value for line in lines] for place, _ in enumerate(tournament.tie_breaks)}
    known = [[line.wins for line in lines], [line.points for line in lines], [None for _ in lines], [0 for _ in lines]]
    return [
        place
        for place, values_ in values.items()
        if values_ not in known and (tournament.tie_breaks[place] != CODE or tells(came, lines, place))
    ]


def _standings(
    tournament: Tournament, name: str, lines: Sequence[Standing], came: Mapping[str, str], language: Language
) -> StandingsTable:
    shown: dict[str, list[object]] = {
        "played": [line.played for line in lines],
        "won": [line.wins for line in lines],
        "lost": [line.losses for line in lines],
        "byes": [line.byes or "" for line in lines],
        "walkovers": [line.walkovers or "" for line in lines],
        "score": [line.points if line.points != line.wins else "" for line in lines],
        "penalty": [-line.penalty if line.penalty else "" for line in lines],
        "games": [f"{line.games_won}–{line.games_lost}" for line in lines],
        "points": [f"{line.points_won}–{line.points_lost}" for line in lines],
    }
    columns = [(key, language.word(key), cells) for key, cells in shown.items() if any(cell != "" for cell in cells)]
    columns = [  # a player whose score differs is not the only one to have it
        (key, head, [line.points for line in lines] if key == "score" else cells) for key, head, cells in columns
    ]
    for place in _telling(tournament, lines, came):
        code = tournament.tie_breaks[place]
        column = [came[line.player_id] if code == CODE else tie_break_cell(line.tie_breaks[place]) for line in lines]
        columns.append((code, language.heading(code), ["" if cell is None else cell for cell in column]))
    rows = [
        Place(line.rank, line.shared, line.name, line.withdrawn, [cells[place] for _, _, cells in columns])
        for place, line in enumerate(lines)
    ]
    return StandingsTable(name, [head for _, head, _ in columns], rows)


# ── cross-tables ─────────────────────────────────────────────────────────────────────────────────────────────────────
def crossed(table: CrossTable, tournament: Tournament, language: Language) -> CrossTableShown:
    """A cross-table of a tournament as it is shown: its columns are opponents, or rounds by their names."""
    by_opponent = table.by == OPPONENTS
    rows = [
        CrossLine(
            row.number,
            row.line,
            [
                Crossed(by_opponent and place == row.number, [_result(cell, language, by_opponent) for cell in met])
                for place, met in enumerate(row.cells, 1)
            ],
        )
        for row in table.rows
    ]
    columns = [str(column) if by_opponent else short_title(language, tournament, column) for column in table.columns]
    return CrossTableShown(table.name, columns, rows)


def _result(cell: Cell, language: Language, by_opponent: bool) -> Shown:
    if cell.kind is None:
        return Shown("" if by_opponent else f"({cell.number})", LOST)
    if cell.is_bye:
        return Shown(language.cell(cell.kind), BYE)
    text = score(cell, language)
    return Shown(text if by_opponent else f"{cell.number}: {text}", WON if cell.won else LOST)


# ── rounds ───────────────────────────────────────────────────────────────────────────────────────────────────────────
def boards(tournament: Tournament, number: int, language: Language) -> list[Board]:
    """A round in the order of its tables, those who sit it out last. Raises `NotFound`."""
    round_ = tournament.round(number)
    rows = [_board(tournament, line, place, language) for place, line in enumerate(by_table(tournament, round_), 1)]
    sitting_out = resting(tournament, round_)
    return rows + [
        Board("", (tournament.label_of(player), language.cell(kind)), ("", BYE), "", True)
        for player, kind in sitting_out
    ]


def guests(rows: Sequence[Board]) -> list[Guest]:
    """The players of a round by their names."""
    return sorted(_guests(rows), key=lambda guest: alphabetical(guest.name))


def _guests(rows: Sequence[Board]) -> Iterator[Guest]:
    for row in rows:
        for side in (0,) if row.bye else (0, 1):
            yield Guest(row.names[side], row.table, row.names[1 - side], row.bye, row.group)


def seat_names(tournament: Tournament, language: Language) -> list[str]:
    """The names of the two seats of a match."""
    return [language.name(seat) for seat in game_of(tournament.created.game).seats[:2]]


def _board(tournament: Tournament, line: Line, place: int, language: Language) -> Board:
    pairing, meeting = line.pairing, meeting_heading(line.meeting) if line.meeting else ""
    seats, result = game_of(tournament.created.game).seats[:2], tournament.results.get(pairing.match)
    white = tournament.label_of(pairing.white)
    if pairing.is_bye:
        return Board("", (white, language.cell("bye")), ("", BYE), "", True, group_of(pairing), meeting)
    names = (white, tournament.label_of(pairing.black))
    result_text = ""
    if result is not None:
        points = [result.score.get(seat, 0) for seat in seats]
        result_text = (
            f"{points[0]}–{points[1]}" if any(points) or result.kind == "played" else language.cell(result.kind)
        )
    first, second = (WON if result and result.winner == seat else LOST if result else "" for seat in seats)
    table = tournament.seated.get(pairing.match) or str(place)
    return Board(table, names, (first, second), result_text, False, group_of(pairing), meeting)


def timed_round(tournament: Tournament, number: int, language: Language) -> str:
    """A round by its title, with the time of its start and end, if it has one; with days where these differ."""
    title, time = numbered_round(language, tournament, number), tournament.times.get(number)
    if time is None:
        return title
    starts, ends = (local(at, tournament.created.details) for at in time)
    form = "%H:%M" if starts.date() == ends.date() else "%Y-%m-%d %H:%M"
    return f"{title} · {starts.strftime(form)}–{ends.strftime(form)}"
