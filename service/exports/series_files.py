"""Files of a series for spreadsheets: the table with a column for each evening, the parts of every cell, the rule."""

from collections.abc import Mapping
from typing import Any

from core.csv_text import Cell
from core.series.announcement import Announcement, stored_announcement
from core.series.evening_points import score_sentence
from core.series.exact import exact_text
from core.series.table import Evening, Table
from core.tournament.details import prize_line
from service.exports.xlsx import workbook

TABLE = ("rank", "shared", "player_id", "name", "points", "exact", "evenings")
"""The columns of the table before those of the evenings, whose headings are their numbers and names."""
CELLS = (
    "evening",
    "tournament_id",
    "tournament",
    "starts",
    "status",
    "factor",
    "player_id",
    "name",
    "rank",
    "sharing",
    "players",
    "part",
    "key",
    "number",
    "each",
    "part_points",
    "points",
    "counts",
    "why",
)
"""The columns of the cells: a line for each part of the points of an evening, and one without a part where it is 0.

`part_points` are before the factor. `each`, `part_points` and `points` are exact.
"""


def table_rows(table: Table) -> list[list[Cell]]:
    """The table with its heading; points to two decimals. A missed evening is empty."""
    headings = [f"{number} {evening.result.name}" for number, evening in enumerate(table.evenings, 1)]
    rows: list[list[Cell]] = [[*TABLE, *headings]]
    for row in table.rows:
        cells = [round(float(cell.points), 2) if cell.score else None for cell in row.cells]
        points = round(float(row.points), 2)
        exact = exact_text(row.points)
        about: list[Cell] = [row.rank, row.shared, row.player, row.name, points, exact, row.evenings]
        rows.append([*about, *cells])
    return rows


def cell_rows(table: Table) -> list[list[Cell]]:
    """Every part of every cell with the heading, evening by evening."""
    rows: list[list[Cell]] = [list(CELLS)]
    for number, evening in enumerate(table.evenings, 1):
        for row in table.rows:
            cell = row.cells[number - 1]
            if cell.score is None:
                continue
            score = cell.score
            before: list[Cell] = [
                *_evening(number, evening),
                row.player,
                row.name,
                score.rank,
                score.sharing,
                score.players,
            ]
            after: list[Cell] = [exact_text(score.points), cell.counts, score_sentence(table.announcement, score)]
            parts: list[list[Cell]] = [
                [part.kind, part.key or None, part.number, exact_text(part.each), exact_text(part.points)]
                for part in score.parts
            ]
            rows += [[*before, *part, *after] for part in parts or [[None] * 5]]
    return rows


def rule_rows(announcement: Announcement) -> list[list[Cell]]:
    """The announcement with the heading, a line for each value."""
    rows: list[list[Cell]] = [["setting", "value"]]
    for name, value in stored_announcement(announcement).items():
        rows += [[name, text] for text in _texts(value)]
    return rows


def series_xlsx(table: Table) -> bytes:
    """The table, the parts of every cell, and the rule, a sheet each."""
    sheets = {"Table": table_rows(table), "Cells": cell_rows(table), "Rule": rule_rows(table.announcement)}
    return workbook(sheets, table.announcement.name)


def _evening(number: int, evening: Evening) -> list[Cell]:
    result = evening.result
    factor = exact_text(evening.factor)
    return [number, result.tournament, result.name, result.starts or None, result.status, factor]


def _texts(value: Any) -> list[Cell]:
    """The cells of a value: a text, or one for each table of places and for each prize."""
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return [
            f"{item['players']}+: {', '.join(item['points'])}" if "points" in item else prize_line(item)
            for item in value
        ]
    if isinstance(value, list):
        return [", ".join(value)]
    if isinstance(value, Mapping):
        return [", ".join(f"{key}: {item}" for key, item in value.items())]
    return [value]
