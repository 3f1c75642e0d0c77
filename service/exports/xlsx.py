"""Workbooks for spreadsheets: every sheet is a table with a heading that stays in view. Equal input, equal bytes.

Text is written as text, even if it begins like a formula or a web address.
"""

import io
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from core.csv_text import Cell
from core.tournament.model.state import Tournament
from core.tournament.views.csv_rows import ALL_STANDINGS, Settled, crosstable_rows, matches_rows, standings_rows
from service.exports.svg.text_metrics import printable
from service.translations.export_words import Language
from service.translations.round_reached import CODE, reached_labels
from service.translations.round_titles import name_of

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

Rows = Sequence[Sequence[Cell]]
_MADE = datetime(2000, 1, 1, tzinfo=UTC)
"""The creation time of every workbook: the true one would make each of them another file."""
_NARROW, _WIDE = 6, 44
_OPTIONS = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}


def standings_xlsx(tournament: Tournament, settled: Settled, language: Language) -> bytes:
    """The table, the cross-tables, every result and the players, a sheet each, and one of the prizes if there are any.

    How far everybody came, and the rounds of brackets, are in words.
    """
    prizes = prize_rows(tournament)
    return workbook(
        {
            "Standings": _table(tournament, language),
            "Crosstable": _crosstable(tournament, language),
            "Results": matches_rows(tournament, settled),
            "Players": player_rows(tournament),
            **({"Prizes": prizes} if len(prizes) > 1 else {}),
        },
        tournament.created.name,
    )


def crosstable_xlsx(tournament: Tournament, language: Language) -> bytes:
    """The cross-tables alone."""
    return workbook({"Crosstable": _crosstable(tournament, language)}, tournament.created.name)


def _crosstable(tournament: Tournament, language: Language) -> Rows:
    """The cross-tables; rounds of brackets have their names."""
    names = {round_.number: name_of(language, tournament, round_.number) for round_ in tournament.rounds}
    return crosstable_rows(tournament, names)


def _table(tournament: Tournament, language: Language) -> Rows:
    rows = standings_rows(tournament, ALL_STANDINGS)
    if CODE in tournament.tie_breaks:
        came, player = reached_labels(tournament, language), rows[0].index("player_id")
        value = rows[0].index(f"tb{tournament.tie_breaks.index(CODE) + 1}_value")
        for row in rows[1:]:
            row[value] = came.get(str(row[player]))
    return rows


def player_rows(tournament: Tournament) -> list[list[Cell]]:
    """All entries, with seed, rating and status."""
    seeds = {player: number for number, player in enumerate(tournament.starters, 1)}
    rows: list[list[Cell]] = [["player_id", "name", "seed", "rating", "group", "checked_in", "status", "members"]]
    for entry in tournament.entries:
        members = ", ".join(name for _, name in entry.members)
        status = "withdrawn" if entry.withdrawn else "active"
        rows.append(
            [
                entry.player,
                entry.name,
                seeds.get(entry.player),
                entry.rating,
                entry.group,
                entry.checked_in,
                status,
                members or None,
            ]
        )
    return rows


def prize_rows(tournament: Tournament) -> list[list[Cell]]:
    """The prizes in their order, each with its place if it has one."""
    given = (tournament.created.details or {}).get("prizes", ())
    return [["place", "prize"], *([each.get("place"), each["text"]] for each in given)]


def workbook(sheets: Mapping[str, Rows], title: str) -> bytes:
    """A workbook of these sheets; the first row of each is its heading."""
    from xlsxwriter import Workbook  # loaded for a workbook only: it is the slowest import of a start

    file = io.BytesIO()
    book = Workbook(file, _OPTIONS)
    book.set_properties({"title": printable(title), "created": _MADE})
    heading = book.add_format({"bold": True, "bottom": 1})
    for name, rows in sheets.items():
        _fill(book.add_worksheet(name), name, rows, heading)
    book.close()
    return file.getvalue()


def _fill(sheet: "Worksheet", name: str, rows: Rows, heading: object) -> None:
    head, *lines = rows
    columns = [{"header": str(each), "header_format": heading} for each in head]
    # A table has one line at least; in an empty one it is blank.
    sheet.add_table(
        0,
        0,
        max(len(lines), 1),
        len(head) - 1,
        {
            "name": name,
            "columns": columns,
            "style": "Table Style Light 1",
            "banded_rows": False,
        },
    )
    for down, line in enumerate(lines, 1):
        for across, cell in enumerate(line):
            _write(sheet, down, across, cell)
    for across, _ in enumerate(head):
        longest = max(len(str(line[across])) for line in rows if line[across] is not None)
        sheet.set_column(across, across, min(max(longest + 2, _NARROW), _WIDE))
    sheet.freeze_panes(1, 0)
    sheet.set_landscape()
    sheet.set_paper(9)  # A4
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(0)


def _write(sheet: "Worksheet", down: int, across: int, cell: Cell) -> None:
    if isinstance(cell, bool):
        sheet.write_boolean(down, across, cell)
    elif isinstance(cell, str):
        sheet.write_string(down, across, printable(cell))
    elif cell is not None:
        sheet.write_number(down, across, cell)
