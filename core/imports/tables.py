"""A table in a text: its separator, the line that names its columns, and its rows with the numbers of their lines."""

import csv
import io
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.imports.headings import BLACK, LAST_NAME, RESULT, WHITE, meaning_of, round_line, round_of
from core.imports.text import wrong_file
from core.imports.values import MOST_RESULTS, NAME, RATING, Column
from core.messages import say

MOST_COLUMNS, MOST_LINES, LONGEST_CELL = 120, 2 * MOST_RESULTS, 1000
_MOST_WITH_EMPTY = 4 * MOST_LINES
_ABOVE = 40
"""Lines above the heading at most: chess-results writes the tournament's name and its dates there."""
_SEPARATORS = ";\t,"


class TableRow(NamedTuple):
    """A row: the number of its line, its cells, and the round that a line above it names."""

    line: int
    cells: tuple[str, ...]
    round: int | None


class TextTable(NamedTuple):
    """A table with a heading. `meanings` and the cells of each row are by column; `is_list` is a list of pairings."""

    headings: tuple[str, ...]
    meanings: tuple[str, ...]
    rows: tuple[TableRow, ...]
    is_list: bool

    def cell(self, row: TableRow, meaning: str, nothing: Sequence[str] = ("",)) -> str:
        """The first cell of that meaning that says something."""
        places = (place for place, each in enumerate(self.meanings) if each == meaning and place < len(row.cells))
        return next((row.cells[place] for place in places if row.cells[place] not in nothing), "")

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns that have a heading."""
        pairs = zip(self.headings, self.meanings, strict=True)
        return tuple(Column(heading, meaning) for heading, meaning in pairs if heading)


def read_table(text: str) -> TextTable | None:
    """The table of a text, `None` where no line names the columns. Raises `Invalid` for too many lines or columns."""
    lines = list(_lines(text))
    place = next((place for place, (_, cells) in enumerate(lines[:_ABOVE]) if _is_heading(cells)), None)
    if place is None:
        return None
    headings = lines[place][1]
    is_list = _is_list(headings)
    rows, number = [], None
    for at, (line, cells) in enumerate(lines):
        alone = [cell for cell in cells if cell]
        if len(alone) <= 2 and (found := round_line(alone[0])) is not None:
            number = found
        elif at > place and cells != headings and not _is_remark(headings, cells):
            rows.append(TableRow(line, tuple(cells), number if is_list else None))
    meanings = _of_list(headings) if is_list else [_meaning(heading) for heading in headings]
    return TextTable(tuple(headings), tuple(meanings), tuple(rows), is_list)


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines that are not empty, with their numbers, as cells."""
    first = [line for line in text.splitlines()[:_ABOVE] if line.strip()]
    separator = max(_SEPARATORS, key=lambda each: max(line.count(each) for line in first))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    count = 0
    try:
        for row in reader:
            if len(row) > MOST_COLUMNS:
                raise wrong_file(
                    say("line {line} has more than {most} columns", line=reader.line_num, most=MOST_COLUMNS)
                )
            if reader.line_num > _MOST_WITH_EMPTY:
                raise wrong_file(say("the file has more than {most} lines", most=_MOST_WITH_EMPTY))
            cells = [" ".join(cell.split()) for cell in row]
            if any(len(cell) > LONGEST_CELL for cell in cells):
                raise wrong_file(
                    say("line {line} has a cell of more than {most} letters", line=reader.line_num, most=LONGEST_CELL)
                )
            if any(cells):
                count += 1
                if count > MOST_LINES:
                    raise wrong_file(say("the file has more than {most} lines", most=MOST_LINES))
                yield reader.line_num, cells
    except csv.Error as error:
        raise wrong_file(say("line {line} is no CSV: {error}", line=reader.line_num, error=str(error))) from None


def _meaning(heading: str) -> str:
    """The meaning of a column; those of a cross-table are `rounds` or `opponents`, with the number behind."""
    if meaning := meaning_of(heading):
        return meaning
    numbered = round_of(heading)
    return "" if numbered is None else f"{'rounds' if numbered[1] else 'opponents'} {numbered[0]}"


def _is_heading(cells: Sequence[str]) -> bool:
    meanings = {meaning_of(cell) for cell in cells}
    return bool(meanings & {NAME, LAST_NAME}) or {WHITE, BLACK} <= meanings


def _is_remark(headings: Sequence[str], cells: Sequence[str]) -> bool:
    """True for a line below the table: its only text stands in the first column, which is not that of the names."""
    first = cells[0]
    return (
        bool(first)
        and not any(cells[1:])
        and not first.isdecimal()
        and meaning_of(headings[0]) not in (NAME, LAST_NAME)
    )


def _is_list(headings: Sequence[str]) -> bool:
    """True for a list of pairings: two columns of names with the result between them."""
    meanings = [meaning_of(heading) for heading in headings]
    return RESULT in meanings and (meanings.count(NAME) == 2 or {WHITE, BLACK} <= set(meanings))


def _of_list(headings: Sequence[str]) -> list[str]:
    """The meanings of a list of pairings: of what stands twice only the names are needed."""
    found: list[str] = []
    for heading in headings:
        meaning = meaning_of(heading)
        if meaning == NAME:
            meaning = BLACK if WHITE in found else WHITE
        found.append("" if meaning == RATING else meaning)
    return found
