"""Lists of people as CSV over the API: read as all lists are, each person as a row of a request."""

from typing import Any

from marshmallow import ValidationError

from core.errors import Invalid
from core.imports.people_lists import ListedPerson, read_people
from core.imports.tables import MOST_COLUMNS
from core.imports.text import refuse_other_kinds, refuse_report
from core.messages import say
from service.web.http.problems import Rejected
from service.web.http.request_body import read_text

_LINE = "line"
"""The number of a row's line in the file, which is no column."""
_MOST, _ABOVE = 1000, 20
"""The most people that come at once, and the lines of titles and a heading beside them."""
_EMPTY = 4 * _MOST
"""The most lines of a file, with those that are empty."""
_TOO_MANY = say("There are more than {most} lines. Nothing was written.", most=_MOST)
Row = dict[str, Any]


def read_rows(data: bytes) -> list[Row]:
    """The people of a club's list, each with the number of its line: a name, and perhaps a rating and a group."""
    return [_row(person, {"name": person.name, "group": person.club}) for person in _read(data)]


def read_entries(data: bytes, *, teams: bool) -> Row:
    """The entries of a list, each with the number of its line: a name, and perhaps rating, group, seed and members.

    With `teams` each line is a team.
    """
    rows = []
    for person in _read(data, teams=teams):
        row = _row(person, {"player": person.name, "group": person.club, "seed": _number(person.seed)})
        rows.append({**row, "members": list(person.members)} if person.members else row)
    return {"players": rows}


def _read(data: bytes, *, teams: bool = False) -> tuple[ListedPerson, ...]:
    """The people of a list. Raises `Rejected`, and `ValidationError` for a list that is wrong or has a doubt."""
    try:
        refuse_other_kinds(data)
        text = read_text(data, "malformed-csv")
        refuse_report(text)
        _refuse_large(text)
        people = read_people(text, teams=teams).people
    except Invalid as wrong:
        raise ValidationError({"players": wrong.problems["file"]}) from None
    if len(people) > _MOST:
        raise Rejected("too-large", _TOO_MANY)
    doubts = {
        place: {"name": [say("line {line}: {problem}", line=person.line, problem=person.doubt)]}
        for place, person in enumerate(people)
        if person.doubt
    }
    if doubts:
        raise ValidationError({"players": doubts})
    return people


def _refuse_large(text: str) -> None:
    """Raise `Rejected` for too many lines, and for one of too many columns, before the list is read."""
    lines = text.splitlines()
    if len(lines) > _EMPTY or sum(bool(line.strip()) for line in lines) > _MOST + _ABOVE:
        raise Rejected("too-large", _TOO_MANY)
    for number, line in enumerate(lines, 1):
        if (count := 1 + max(map(line.count, "\t;,"))) > MOST_COLUMNS:
            raise Rejected(
                "malformed-csv",
                say(
                    "Line {line} has {count} columns; {most} is the most.", line=number, count=count, most=MOST_COLUMNS
                ),
            )


def _row(person: ListedPerson, values: Row) -> Row:
    """A row with what the list says; a cell that is not understood is there under its heading."""
    name = {key: value for key, value in values.items() if key in ("name", "player")}
    rest = {"rating": _number(person.rating), **values}
    extra = {f"column {place}" if key == _LINE else key: cell for place, (key, cell) in enumerate(person.extra, 2)}
    return {**name, **{key: value for key, value in rest.items() if value != ""}, **extra, _LINE: person.line}


def _number(text: str) -> int | str:
    return int(text) if text.isdecimal() and len(text) < 9 else text
