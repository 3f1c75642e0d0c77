"""Bodies of requests: which kinds are read, and how they become values."""

import csv
import io
import json
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from flask import request
from marshmallow import Schema, ValidationError

from schemas.fields import shown
from service.web.problems import Rejected

JSON, NDJSON, CSV = "application/json", "application/x-ndjson", "text/csv"
LIMIT = 1_000_000
"""Bytes of a body, except where an operation allows more."""

Reader = Callable[[bytes], Any]


class Body:
    """What an operation takes: a reader for each media type, and the schema that reads the value, if one does.

    `examples` has one for each media type; `named` several of JSON instead, each under what it is an example of.
    """

    def __init__(
        self, schema: Schema | None, readers: Mapping[str, Reader], *,
        documents: Mapping[str, Any] | None = None, required: bool = True, limit: int = LIMIT,
        examples: Mapping[str, Any] | None = None, named: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        self.schema, self.readers, self.required, self.limit = schema, readers, required, limit
        self.documents = documents or dict.fromkeys(readers, schema)
        self.examples, self.named = examples or {}, named or {}

    def read(self) -> Any:
        """The value of this request's body. Raises `Rejected`, `ValidationError`."""
        request.max_content_length = self.limit
        data = request.get_data()
        if not data and not self.required:
            value: Any = {}
        else:
            kind = request.mimetype
            reader = self.readers.get(JSON if kind.endswith("+json") else kind)
            if reader is None:
                self._refuse_kind(kind)
            value = reader(data)
        return value if self.schema is None else self.schema.load(value)

    def _refuse_kind(self, kind: str) -> NoReturn:
        known = ", ".join(self.readers)
        said = f"{kind} is not read here" if kind else "The body's Content-Type is missing"
        raise Rejected("wrong-media-type", f"{said}: send {known}.", {"Accept-Post": known})


def json_body(schema: Schema, *, required: bool = True, example: Any = None) -> Body:
    """A body of JSON."""
    return Body(schema, {JSON: read_json}, required=required, examples={} if example is None else {JSON: example})


def several(value: Any, things: str, most: int) -> list[Any]:
    """A list that is not empty and not too long. Raises `ValidationError`, `Rejected`."""
    if not isinstance(value, list) or not value:
        raise ValidationError(f"a list of {things} is expected, with one at least")
    if len(value) > most:
        raise Rejected("too-large", f"{len(value)} {things} at once; {most} is the most. Nothing was written.")
    return value


def read_text(data: bytes, unless: str = "malformed-json") -> str:
    """UTF-8 as text. Raises `Rejected`, as a problem of the kind `unless`."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Rejected(unless, f"The body is not UTF-8 at byte {error.start}.") from None


def read_json(data: bytes | str) -> Any:
    """The value of a JSON text. Raises `Rejected`."""
    text = read_text(data) if isinstance(data, bytes) else data
    try:
        return _DECODE(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Rejected("malformed-json", f"The body is no JSON: {error.msg} at {where}.") from None
    except (ValueError, RecursionError) as error:
        raise Rejected("malformed-json", f"The body cannot be read: {error}.") from None


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number in JSON")


_DECODE = json.JSONDecoder(parse_constant=_no_number).decode


def read_lines(data: bytes) -> list[Any]:
    """The values of JSON texts, one on each line that is not empty. Raises `Rejected`, which names the line."""
    values = []
    for number, line in enumerate(read_text(data).split("\n"), 1):
        if line.strip():
            try:
                values.append(read_json(line))
            except Rejected as error:
                raise Rejected(error.kind, f"Line {number}: {error.detail}") from None
    return values


_COLUMNS = {
    "name": "name", "namn": "name", "player": "name", "spelare": "name", "rating": "rating", "ranking": "rating",
}  # fmt: skip
"""What each column may be called in a heading, and what it holds."""


def read_rows(data: bytes) -> list[dict[str, Any]]:
    """The people of a spreadsheet's CSV: a name and perhaps a rating, with a heading line or without.

    The separator may be a comma, a semicolon or a tab. Raises `Rejected`, and `ValidationError` for a heading that
    does not say where the names are.
    """
    text = read_text(data, "malformed-csv")
    first = text.split("\n", 1)[0]
    separator = max(",;\t", key=first.count)
    try:
        rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text), delimiter=separator)]
    except csv.Error as error:
        raise Rejected("malformed-csv", f"The body is no CSV: {error}.") from None
    rows = [row for row in rows if any(row)]
    columns = ["name", "rating"]
    if rows and "name" in (heads := _heads(rows[0])):
        columns, rows = heads, rows[1:]
    elif rows and _is_heading(rows[0], rows[1:]):
        known = ", ".join(_COLUMNS)
        said = f"the first line, {shown(separator.join(rows[0]))}, names no column of names; known headings are {known}"
        raise ValidationError({"players": [said]})
    return [_person(columns, row) for row in rows]


def _heads(row: list[str]) -> list[str]:
    """What the columns of a heading hold, as far as it is known; of two that hold the same the first counts."""
    heads: list[str] = []
    for cell in row:
        column = _COLUMNS.get(cell.casefold(), cell)
        heads.append(cell if column in heads else column)
    return heads


def _is_heading(first: list[str], others: list[list[str]]) -> bool:
    """Whether a line without a known column of names reads like a heading all the same."""
    if any(cell.casefold() in _COLUMNS or cell.casefold().endswith(("namn", "name")) for cell in first):
        return True
    words = len(first) > 1 and first[1] and not first[1].isdecimal()
    return bool(words) and any(len(row) > 1 and row[1].isdecimal() for row in others)


def _person(columns: list[str], row: list[str]) -> dict[str, Any]:
    person: dict[str, Any] = {}
    for place, cell in enumerate(row):
        column = columns[place] if place < len(columns) else f"column {place + 1}"
        if cell or column == "name":
            person[column] = int(cell) if column == "rating" and cell.isdecimal() and len(cell) < 9 else cell
    return person
