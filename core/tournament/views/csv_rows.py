"""Tables of a tournament as rows of cells.

The tournament is written as given: for a reader who may not see its drafts, pass one without them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.csv_text import Cell
from core.games import game_of
from core.timestamps import rfc3339
from core.tournament.brackets.view import BracketView, SlotView
from core.tournament.handicap import start_of
from core.tournament.model.byes import resting
from core.tournament.model.reasons import with_reason
from core.tournament.model.state import Tournament
from core.tournament.model.values import Pairing, Round
from core.tournament.standings.crosstable import OPPONENTS, Row, crosstables
from core.tournament.standings.scoring import penalty_of
from core.tournament.standings.standings import TieBreakValue, standings
from core.tournament.standings.tie_breaks import tie_break_of
from core.tournament.teams.meeting_scores import Line, in_meetings
from core.tournament.terms import terms_of

STANDINGS = (
    "rank",
    "shared",
    "player_id",
    "name",
    "played",
    "wins",
    "losses",
    "games_won",
    "games_lost",
    "points_won",
    "points_lost",
)
"""The columns of standings.csv before its tie-breaks."""
ALL_STANDINGS = (
    "rank",
    "shared",
    "player_id",
    "name",
    "group",
    "rating",
    "seed",
    "played",
    "wins",
    "losses",
    "walkovers",
    "byes",
    "points",
    "games_won",
    "games_lost",
    "points_won",
    "points_lost",
)
"""The same columns with all that is known of a player. `points` is the score by the tournament's scoring."""
MATCHES = (
    "match_id",
    "stage",
    "round",
    "slot",
    "table",
    "player1_id",
    "player1_name",
    "player2_id",
    "player2_name",
    "games1",
    "games2",
    "points1",
    "points2",
    "result_code",
    "winner_id",
    "winner_name",
    "decided_by",
    "reason",
    "finished_at",
    "event_version",
)
"""The columns of matches.csv. A player who sits a round out has a line without a match."""
STARTS = ("start1", "start2")
"""Further columns of matches and pairings in a tournament with a handicap: the points with which the players begin."""
PAIRINGS = (
    "round",
    "stage",
    "table",
    "match_id",
    "player1_id",
    "player1_name",
    "player2_id",
    "player2_name",
    "result_code",
    "points1",
    "points2",
    "winner_id",
)
"""The columns of a round's pairings.csv."""
BRACKET = (
    "stage",
    "round",
    "round_name",
    "slot",
    "match_id",
    "table",
    "player1_seed",
    "player1_id",
    "player1_name",
    "player1_from",
    "player2_seed",
    "player2_id",
    "player2_name",
    "player2_from",
    "points1",
    "points2",
    "winner_id",
    "result_code",
    "status",
)
"""The columns of bracket.csv: a line for each slot."""
_BEFORE_RESULTS = ("section", "number", "rank", "shared", "player_id", "name")
_BEHIND_RESULTS = ("played", "wins", "losses", "points_won", "points_lost", "status")
"""The columns of a cross-table around those of its results."""

Settled = Mapping[str, tuple[int, int]]
"""By match id the version of the event that gave its result, and when that was recorded (Unix ms)."""


def standings_rows(tournament: Tournament, columns: Sequence[str] = STANDINGS) -> list[list[Cell]]:
    """The table's header and lines: the columns, two for each tie-break, and `active` or `withdrawn`.

    `penalty` follows the columns where the table counts penalties.

    A tie-break that was asked more than once shows its numbers once for each time: `1 2 6; 0 -2 -4`.
    """
    codes = tournament.tie_breaks
    tie_breaks = [f"tb{number}_{part}" for number in range(1, len(codes) + 1) for part in ("code", "value")]
    columns = (*columns, "penalty") if penalty_of(tournament) else columns
    rows: list[list[Cell]] = [[*columns, *tie_breaks, "status"]]
    seeds = {player: number for number, player in enumerate(tournament.starters, 1)}
    for line in standings(tournament):
        entry = tournament.entry(line.player_id)
        columns_of = {**line._asdict(), "group": entry.group, "rating": entry.rating, "seed": seeds.get(line.player_id)}
        cells: list[Cell] = [columns_of[column] for column in columns]
        for tie_break in line.tie_breaks:
            cells += [tie_break.code, tie_break_cell(tie_break)]
        rows.append([*cells, "withdrawn" if line.withdrawn else "active"])
    return rows


def crosstable_rows(tournament: Tournament, round_names: Mapping[int, str] | None = None) -> list[list[Cell]]:
    """The cross-tables one below the other. Columns of results are named for a row's number, or `r` and the round.

    Rounds of `round_names` have these headings instead, each once: a heading that is there already keeps its number.

    `W5-2` was won by 5 points to 2; by rounds, `12W5-2` against the player of row 12.
    """
    tables = crosstables(tournament)
    by_opponent = all(table.by == OPPONENTS for table in tables)
    most = max((table.columns for table in tables), key=len, default=())
    named = list(map(str, most)) if by_opponent else _round_headings(most, round_names or {})
    rows: list[list[Cell]] = [[*_BEFORE_RESULTS, *named, *_BEHIND_RESULTS]]
    for table in tables:
        for row in table.rows:
            line, cells = row.line, crosstable_cells(row, by_opponent=by_opponent)
            rows.append(
                [
                    table.name,
                    row.number,
                    line.rank,
                    line.shared,
                    line.player_id,
                    line.name,
                    *cells,
                    *[None] * (len(most) - len(cells)),
                    line.played,
                    line.wins,
                    line.losses,
                    line.points_won,
                    line.points_lost,
                    "withdrawn" if line.withdrawn else "active",
                ]
            )
    return rows


def _round_headings(numbers: Sequence[int], names: Mapping[int, str]) -> list[str]:
    """The heading of each round: its name, if no other column is called so, else `r` and its number."""
    headings = [names.get(number) or f"r{number}" for number in numbers]
    taken = Counter(before_result.casefold() for before_result in (*_BEFORE_RESULTS, *headings, *_BEHIND_RESULTS))
    return [
        heading if taken[heading.casefold()] == 1 else f"r{number}"
        for number, heading in zip(numbers, headings, strict=True)
    ]


def crosstable_cells(row: Row, *, by_opponent: bool) -> list[Cell]:
    """A row's results, a text for each column."""
    return [
        " ".join(filter(None, (cell.text if by_opponent else f"{cell.number or ''}{cell.text}" for cell in cells)))
        for cells in row.cells
    ]


def matches_rows(tournament: Tournament, settled: Settled) -> list[list[Cell]]:
    """Every match, and every player who sat a round out, with what came of it."""
    columns = _with_teams(tournament, MATCHES)
    rows: list[list[Cell]] = [list(columns)]
    for round_ in tournament.rounds:
        for pairing in round_.pairings:
            result = with_reason(tournament.results.get(pairing.match), tournament.name_of)
            row = _match_cells(tournament, pairing)
            version, at = settled.get(pairing.match, (None, None)) if result else (None, None)
            row |= _start_cells(tournament, round_, pairing)
            row |= {
                "stage": round_.stage,
                "round": round_.number,
                "slot": pairing.slot,
                "decided_by": result and result.decided_by,
                "reason": result and result.reason,
                "finished_at": None if at is None else rfc3339(at),
                "event_version": version,
            }
            rows.append([row[column] for column in columns])
        rows += [[row.get(column) for column in columns] for row in _resting_cells(tournament, round_)]
    return rows


def pairings_rows(tournament: Tournament, number: int) -> list[list[Cell]]:
    """The pairings of a round, in the order of the tables. Raises `NotFound`."""
    round_ = tournament.round(number)
    columns = _with_teams(tournament, PAIRINGS)
    rows: list[list[Cell]] = [list(columns)]
    for pairing, *_ in by_table(tournament, round_):
        row = {**_match_cells(tournament, pairing), **_start_cells(tournament, round_, pairing)}
        row |= {"round": number, "stage": round_.stage}
        rows.append([row[column] for column in columns])
    return rows + [[row.get(column) for column in columns] for row in _resting_cells(tournament, round_)]


def _with_teams(tournament: Tournament, columns: Sequence[str]) -> tuple[str, ...]:
    """These columns, and in an event of teams a player's team behind the name; with a handicap the starts."""
    if tournament.created.handicap:
        return tuple(name for column in columns for name in (column, *(STARTS if column == "points2" else ())))
    if not tournament.format.teams:
        return tuple(columns)
    behind = {"player1_name": ("player1_team",), "player2_name": ("player2_team",)}
    return tuple(column for each in columns for column in (each, *behind.get(each, ())))


def _resting_cells(tournament: Tournament, round_: Round) -> Iterator[dict[str, Cell]]:
    """The cells of everybody who sits out a round."""
    for player, kind in resting(tournament, round_):
        yield {
            "stage": round_.stage,
            "round": round_.number,
            "player1_id": player,
            "player1_name": tournament.name_of(player),
            "result_code": kind,
        }


def bracket_rows(brackets: Iterable[BracketView]) -> list[list[Cell]]:
    """Every slot of the brackets (`bracket_views`), round by round."""
    rows: list[list[Cell]] = [list(BRACKET)]
    for bracket in brackets:
        for round_ in bracket.rounds:
            for slot in round_.slots:
                row = _slot_cells(slot) | {"stage": bracket.bracket, "round": round_.round, "round_name": round_.name}
                rows.append([row[column] for column in BRACKET])
    return rows


def by_table(tournament: Tournament, round_: Round) -> list[Line]:
    """A round's pairings in the order of the hall's tables, those without a table after them, and last the byes.

    In an event of teams the boards of a meeting stand together.
    """
    places = {name: place for place, (name, _) in enumerate(tournament.tables)}

    def place(pairing: Pairing) -> tuple[bool, int]:
        return pairing.is_bye, places.get(tournament.seated.get(pairing.match, ""), len(places))

    return in_meetings(tournament, round_, sorted(round_.pairings, key=place))


def tie_break_cell(value: TieBreakValue) -> Cell:
    """The value of a tie-break as one cell."""
    if not isinstance(value.value, tuple) or len(value.value) == 1:
        return value.value[0] if isinstance(value.value, tuple) else value.value
    numbers = tie_break_of(value.code).numbers
    times = [value.value[place : place + numbers] for place in range(0, len(value.value), numbers)]
    return "; ".join(" ".join(map(str, time)) for time in times)


def _start_cells(tournament: Tournament, round_: Round, pairing: Pairing) -> dict[str, Cell]:
    if not tournament.created.handicap:
        return {}
    start = start_of(tournament, pairing, terms_of(tournament, round_, pairing).length)
    return {name: start.points if start and start.place == place else 0 for place, name in enumerate(STARTS)}


def _match_cells(tournament: Tournament, pairing: Pairing) -> dict[str, Cell]:
    seats, result = game_of(tournament.created.game).seats[:2], tournament.results.get(pairing.match)
    cells: dict[str, Cell] = {"match_id": pairing.match, "table": tournament.seated.get(pairing.match)}
    won = {game.winner for game in result.games} if result else set()
    for place, (seat, player) in enumerate(zip(seats, (pairing.white, pairing.black), strict=True), 1):
        cells |= {
            f"player{place}_id": player or None,
            f"player{place}_name": tournament.name_of(player) if player else None,
            f"player{place}_team": tournament.team_of(player) if player else None,
            f"games{place}": [game.winner for game in result.games].count(seat) if result and won else None,
            f"points{place}": result.score.get(seat) if result else None,
        }
    winner = dict(zip(seats, (pairing.white, pairing.black), strict=True)).get(result.winner or "") if result else None
    return cells | {
        "result_code": result.kind if result else None,
        "winner_id": winner,
        "winner_name": tournament.name_of(winner) if winner else None,
    }


def _slot_cells(slot: SlotView) -> dict[str, Cell]:
    cells: dict[str, Cell] = {
        "slot": slot.slot,
        "match_id": slot.match,
        "table": slot.table,
        "winner_id": slot.winner,
        "result_code": slot.result,
        "status": slot.status,
    }
    for place, seat in enumerate(slot.seats, 1):
        cells |= {
            f"player{place}_seed": seat.seed,
            f"player{place}_id": seat.player,
            f"player{place}_name": seat.name,
        }
        source = seat.source
        cells[f"player{place}_from"] = source.kind if source.of is None else f"{source.kind} {source.of}"
        cells[f"points{place}"] = slot.score.get(seat.seat) if slot.score else None
    return cells
