"""Rows of cells as CSV that a spreadsheet may open without harm (RFC 4180), and the text of such cells."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

Cell = str | int | float | bool | None

_BEGINS = r"=+\-@\uff1d\uff0b\uff0d\uff20|"
_FORMULA = re.compile(rf"\A(?='*[{_BEGINS};,\t\r\n])|(?<=[;,\t\r\n])(?='*[{_BEGINS}])")
"""The start of a formula: at the beginning of a cell, or behind what another spreadsheet takes for a separator.

Apostrophes before it are a part of it, so that the one that is written before it can be taken off again.
"""
_QUOTED = re.compile(rf"\A'(?='*[{_BEGINS};,\t\r\n])|(?<=[;,\t\r\n])'(?='*[{_BEGINS}])")
_BEGINS_FORMULA = re.compile(rf"[{_BEGINS}\t\r]")


COMMA, SEMICOLON = ",", ";"
SEPARATORS = (COMMA, SEMICOLON)


class CsvForm(NamedTuple):
    """The form of a CSV file: its separator, and if it begins with the byte order mark by which Excel knows å, ä and ö.

    Where people write 2,5 for two and a half, spreadsheets separate cells by semicolons.
    """

    bom: bool = False
    separator: str = COMMA

    def encoded(self, rows: Iterable[Sequence[Cell]]) -> bytes:
        """The rows as the bytes of a file."""
        return csv_text(rows, self.separator).encode("utf-8-sig" if self.bom else "utf-8")


def csv_text(rows: Iterable[Sequence[Cell]], separator: str = COMMA) -> str:
    r"""Rows as CSV text: lines end with CRLF, quotes are doubled. Encode it as UTF-8; a BOM is the caller's choice.

    Text that a spreadsheet would take for a formula gets an apostrophe before it. That holds behind semicolons and
    commas, too, since some spreadsheets separate cells by the other of the two. Numbers stay numbers. Between
    semicolons they have a decimal comma.

    >>> csv_text([["name", "points"], ["=1+1", -3], ["Bo;=1+1", 0]])
    "name,points\r\n'=1+1,-3\r\nBo;'=1+1,0\r\n"
    >>> csv_text([["name", "points"], ["Berg, Anna", 2.5]], ";")
    'name;points\r\nBerg, Anna;2,5\r\n'
    """
    text = io.StringIO()
    csv.writer(text, delimiter=separator).writerows([_written(cell, separator) for cell in row] for row in rows)
    return text.getvalue()


def read_text(cell: str) -> str:
    """The text of a cell that `csv_text` wrote: without the apostrophes before formulas.

    >>> read_text("'=1+1"), read_text("Bo;'=1+1"), read_text("'Alla"), read_text("''=1")
    ('=1+1', 'Bo;=1+1', "'Alla", "'=1")
    """
    return _QUOTED.sub("", cell)


def is_formula(text: str) -> bool:
    """True if a spreadsheet would take a text for a formula.

    >>> is_formula("=1+1"), is_formula("\uff1d1"), is_formula("Bo")
    (True, True, False)
    """
    return _BEGINS_FORMULA.match(text) is not None


def _written(cell: Cell, separator: str) -> str | int | float:
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, str):
        return _FORMULA.sub("'", cell)
    if isinstance(cell, float) and separator == SEMICOLON:
        return str(cell).replace(".", ",")
    return "" if cell is None else cell
