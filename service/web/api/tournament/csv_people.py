"""Lists of people as spreadsheets write them (CSV): a line is one person, a heading says what the columns hold."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from marshmallow import ValidationError

from core.csv_text import read_text as text_of_cell
from core.messages import say
from schemas.visible_text import quoted_value
from service.web.http.problems import Rejected
from service.web.http.request_body import read_text

PEOPLE = {
    "name": "name",
    "namn": "name",
    "player": "name",
    "spelare": "name",
    "rating": "rating",
    "ranking": "rating",
}
"""Possible headings of each column of a club's list, and its content."""
_ASIDE = {word: word for word in ("group", "grupp", "club", "klubb")}
"""Columns of a list of entries that a club's list leaves aside: the same file will do for both."""
ENTRIES = PEOPLE | {
    "team": "name",
    "lag": "name",
    "group": "group",
    "grupp": "group",
    "club": "group",
    "klubb": "group",
    "seed": "seed",
    "seedning": "seed",
    "members": "members",
    "medlemmar": "members",
}
"""The same of a list of entries."""
USUAL = "name", "rating", "group", "seed"
"""The columns of a list of entries without a heading."""
_NUMBERS = ("rating", "seed")
_LINE = "line"
"""The number of a row's line in the file, which is no column."""
_COLUMNS, _LINES = 100, 1001
"""The most columns of a line, and the most lines: a heading, and as many people as come at once."""
_EMPTY = 4 * _LINES
"""The most lines of a file, with those that are empty."""
Row = dict[str, Any]


def read_rows(data: bytes) -> list[Row]:
    """The people of a club's list, each with the number of its line: a name and perhaps a rating.

    There may be a heading line. Columns of a list of entries that name the player's club are ignored. Raises as
    `_read`.
    """
    rows = []
    for line, columns, row in _read(data, PEOPLE, ("name", "rating"), aside=_ASIDE):
        person = {column: cell for column, cell in _person(columns, row).items() if column not in _ASIDE}
        rows.append({**person, _LINE: line})
    return rows


def read_entries(data: bytes) -> Row:
    """The entries of a list, each with the number of its line: a name, and perhaps rating, group, seed and members."""
    rows = []
    for line, columns, row in _read(data, ENTRIES, USUAL):
        person = _person(columns, row)
        person["player"] = person.pop("name", "")
        if "members" in person:
            person["members"] = [each.strip() for each in person["members"].split("/") if each.strip()]
        rows.append({**person, _LINE: line})
    return {"players": rows}


def read_list(data: bytes, usual: Sequence[str] = USUAL) -> list[Row]:
    """The lines of a list that a person pasted, as `read_entries` but each cell as it was written.

    There may be a heading; a first line that is none is an entry. The separator is the one that most lines have.
    Raises `Rejected` for what is no CSV and for too many lines.
    """
    text = read_text(data, "malformed-csv")
    lines = [line for line in text.splitlines() if line.strip()]
    separator = max("\t;,", key=lambda each: sum(each in line for line in lines))
    rows = _cells(text, separator)
    columns = usual
    if rows and "name" in (heads := _heads(rows[0][1], ENTRIES)):
        columns, rows = heads, rows[1:]
    return [{_LINE: line, **dict(zip(columns, row, strict=False))} for line, row in rows]


def _read(
    data: bytes, known: Mapping[str, str], usual: Sequence[str], *, aside: Mapping[str, str] = MappingProxyType({})
) -> list[tuple[int, Sequence[str], list[str]]]:
    """Each line's number, what its columns hold, and its cells. The separator is a comma, a semicolon or a tab.

    Raises `Rejected`, and `ValidationError` for a heading that does not say where the names are.
    """
    text = read_text(data, "malformed-csv")
    first = text.split("\n", 1)[0]
    separator = max(",;\t", key=first.count)
    rows = _cells(text, separator)
    columns = usual
    if rows and "name" in (heads := _heads(rows[0][1], {**known, **aside})):
        columns, rows = heads, rows[1:]
    elif rows and _is_heading(rows[0][1], [row for _, row in rows[1:]], known):
        message = say(
            "the first line, {line}, names no column of names; known headings are {known}",
            line=quoted_value(separator.join(rows[0][1])),
            known=known,
        )
        raise ValidationError({"players": [message]})
    return [(line, columns, row) for line, row in rows]


def _cells(text: str, separator: str) -> list[tuple[int, list[str]]]:
    """Each line's number and its cells. Raises `Rejected`."""
    try:
        return list(_lines(csv.reader(io.StringIO(text), delimiter=separator)))
    except csv.Error as error:
        raise Rejected("malformed-csv", say("The body is no CSV: {error}.", error=str(error))) from None


def _lines(reader: Any) -> Iterator[tuple[int, list[str]]]:
    """The lines that are not empty, each with its number, without the apostrophes that our files have before formulas.

    Raises `Rejected` for too many lines and too wide ones.
    """
    count = 0
    for row in reader:
        if reader.line_num > _EMPTY:
            raise _too_many_lines(_EMPTY)
        if len(row) > _COLUMNS:
            message = say(
                "Line {line} has {count} columns; {most} is the most.",
                line=reader.line_num,
                count=len(row),
                most=_COLUMNS,
            )
            raise Rejected("malformed-csv", message)
        if any(cells := [text_of_cell(cell.strip()) for cell in row]):
            count += 1
            if count > _LINES:
                raise _too_many_lines(_LINES)
            yield reader.line_num, cells


def _too_many_lines(most: int) -> Rejected:
    return Rejected("too-large", say("There are more than {most} lines. Nothing was written.", most=most))


def _heads(row: list[str], known: Mapping[str, str]) -> list[str]:
    """The content of the columns of a heading, as far as it is known; of two with the same content the first counts.

    A column that has the name of what is not written in a list is told by its number.
    """
    heads: list[str] = []
    for place, cell in enumerate(row, 1):
        column = known.get(cell.casefold(), f"column {place}" if cell == _LINE else cell)
        heads.append(cell if column in heads else column)
    return heads


def _is_heading(first: list[str], others: list[list[str]], known: Mapping[str, str]) -> bool:
    """True if a line without a known column of names reads like a heading all the same."""
    if any(cell.casefold() in known or cell.casefold().endswith(("namn", "name")) for cell in first):
        return True
    is_text = len(first) > 1 and first[1] and not first[1].isdecimal()
    return bool(is_text) and any(len(row) > 1 and row[1].isdecimal() for row in others)


def _person(columns: Sequence[str], row: list[str]) -> Row:
    person: Row = {}
    for place, cell in enumerate(row):
        column = columns[place] if place < len(columns) else f"column {place + 1}"
        if cell or column == "name":
            person[column] = int(cell) if column in _NUMBERS and cell.isdecimal() and len(cell) < 9 else cell
    return person
