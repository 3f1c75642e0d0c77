"""Tables as rows of cells, and rows as CSV that a spreadsheet may open without harm (RFC 4180)."""

import csv
import io
from collections.abc import Iterable, Sequence

from core.tournament.standings import TieBreakValue, standings
from core.tournament.state import Tournament
from core.tournament.tiebreaks import tie_break_of

Cell = str | int | bool | None

STANDINGS = (
    "rank", "shared", "player_id", "name", "played", "wins", "losses", "games_won", "games_lost", "points_won",
    "points_lost",
)  # fmt: skip
"""The columns of standings.csv before its tie-breaks."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def standings_rows(tournament: Tournament) -> list[list[Cell]]:
    """The table's header and lines: `STANDINGS`, two columns for each tie-break, and `active` or `withdrawn`.

    A tie-break that was asked more than once shows its numbers once for each time: `1 2 6; 0 -2 -4`.
    """
    codes = tournament.tie_breaks
    columns = [f"tb{number}_{part}" for number in range(1, len(codes) + 1) for part in ("code", "value")]
    rows: list[list[Cell]] = [[*STANDINGS, *columns, "status"]]
    for line in standings(tournament):
        cells: list[Cell] = [getattr(line, column) for column in STANDINGS]
        for each in line.tie_breaks:
            cells += [each.code, _value(each)]
        rows.append([*cells, "withdrawn" if line.withdrawn else "active"])
    return rows


def csv_text(rows: Iterable[Sequence[Cell]]) -> str:
    r"""Rows as CSV text: lines end with CRLF, quotes are doubled. Encode it as UTF-8; a BOM is the caller's choice.

    Text that a spreadsheet would take for a formula gets an apostrophe before it; numbers stay numbers.

    >>> csv_text([["name", "points"], ["=1+1", -3]])
    "name,points\r\n'=1+1,-3\r\n"
    """
    text = io.StringIO()
    csv.writer(text).writerows([_written(cell) for cell in row] for row in rows)
    return text.getvalue()


def standings_csv(tournament: Tournament) -> str:
    """The table as standings.csv."""
    return csv_text(standings_rows(tournament))


def _value(said: TieBreakValue) -> Cell:
    if not isinstance(said.value, tuple) or len(said.value) == 1:
        return said.value[0] if isinstance(said.value, tuple) else said.value
    numbers = tie_break_of(said.code).numbers
    times = [said.value[place : place + numbers] for place in range(0, len(said.value), numbers)]
    return "; ".join(" ".join(map(str, each)) for each in times)


def _written(cell: Cell) -> str | int:
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, str):
        return f"'{cell}" if cell.startswith(_FORMULA) else cell
    return "" if cell is None else cell
