"""Forms of a list of entries: what was pasted, uploaded, or corrected line by line, as the lines of a list."""

import re
from collections.abc import Mapping, Sequence

from flask import request

from core import imports
from core.errors import Invalid
from core.imports.values import TABLE
from service.handlers.registration.entry_list import MOST_LINES, EntryLine
from service.web.api.tournament.csv_people import USUAL, Row, read_list
from service.web.http.form_fields import LIST, LONGEST_LIST, form_text, whole_number
from service.web.http.problems import Rejected

_OF_TEAMS = ("name", "members", "rating", "group", "seed")
_BETWEEN = re.compile(r"[/,;\t\n]")
_JSON = b"{", b"["
_BULLET = re.compile(r"[ \t]*(?:[-*•‣·▪◦–—][ \t]+|•)(?=\S)")
_NUMBER = re.compile(r"[ \t]*(\d{1,4})[.):][ \t]*(?=[^\W\d_]|[\"'])")
_NUMBER_COLUMN = re.compile(r"[ \t]*(\d{1,4})[;\t][ \t]*(?=[^\W\d_]|[\"'])")
_ENCODINGS = "utf-8-sig", "cp1252", "latin-1"
"""A spreadsheet on an older computer saves a list in one of the later ones; the last one reads everything."""


def typed() -> list[EntryLine]:
    """The one entry that was typed into the fields; none if the name is empty."""
    members = tuple(_members(form_text("members")))
    line = EntryLine(1, form_text("name"), form_text("rating"), form_text("group"), members=members)
    return [line] if line.name.strip() or members else []


def pasted(*, teams: bool) -> list[EntryLine]:
    """The lines that were pasted or uploaded; more than `MOST_LINES` if there are more. Raises `Rejected`."""
    upload = request.files.get("file")
    sent = upload.read() if upload and upload.filename else b""
    if sent and not teams and (lines := _of_other_program(sent)):
        return lines
    text = without_marks((_utf8(sent) or form_text(LIST, LONGEST_LIST).encode()).decode(), alone=not teams)
    data = text.encode()
    written = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if teams and written and all(":" in line for _number, line in written):
        rows = [_team(number, line) for number, line in written]
    else:
        rows = read_list(data, _OF_TEAMS if teams else USUAL)
    return [_line(row) for row in rows if any(row[name] for name in row if name != "line")]


def without_marks(text: str, *, alone: bool = True) -> str:
    """A list without the bullets or the numbers before its lines, if all of them have some, a heading aside.

    Numbers count from 1 on. `alone`: one line with a number is a list, too, and so are lines with numbers among others
    without; a team may be called "1. FC".

    >>> without_marks("1. Åsa Öberg\\n2) Bo Ek;1500\\n"), without_marks("• Åsa Öberg"), without_marks("Namn\\n- Bo Ek")
    ('Åsa Öberg\\nBo Ek;1500\\n', 'Åsa Öberg', 'Namn\\nBo Ek')
    """
    lines = text.splitlines(keepends=True)
    written = [line for line in lines if line.strip()]
    for mark, heads in ((_BULLET, 0), (_BULLET, 1), (_NUMBER, 0), (_NUMBER, 1), (_NUMBER_COLUMN, 0)):
        found = [mark.match(line) for line in written[heads:]]
        if found and all(found) and (mark is _BULLET or _counts(found, alone=alone)):
            return "".join(line if line in written[:heads] else mark.sub("", line, count=1) for line in lines)
    numbered = [each for line in written if (each := _NUMBER.match(line))]
    if alone and len(numbered) > 1 and _counts(numbered, alone=alone):  # players who were added below have no number
        return "".join(_NUMBER.sub("", line, count=1) for line in lines)
    return text


def _counts(found: Sequence[re.Match[str] | None], *, alone: bool) -> bool:
    numbers = [int(each[1]) for each in found if each]
    return numbers == list(range(1, len(numbers) + 1)) and (alone or len(numbers) > 1)


def _of_other_program(data: bytes) -> list[EntryLine]:
    """The players of a file of Sharly Chess, chess-results, Challonge or start.gg; none of any other file.

    A line without a name that can be taken is there with none, to be corrected. Raises `Rejected` for other JSON.
    """
    try:
        file = imports.read(data)
    except Invalid as wrong:
        if data.lstrip().startswith(_JSON):
            raise Rejected("malformed-csv", wrong.problems["file"][0]) from None
        return []
    if file.source == TABLE:
        return []
    lines = [EntryLine(each.line, each.name, each.rating, each.club, each.seed) for each in file.players]
    lines += [EntryLine(each.line, "") for each in file.wrong_players]
    return sorted(lines, key=lambda each: each.number)


def corrected() -> list[EntryLine]:
    """The lines of a list that was looked at, as they were corrected, without those that were left out."""
    form, count = request.form, min(whole_number(form_text("lines")) or 0, MOST_LINES)
    numbers = [number for number in range(1, count + 1) if f"name.{number}" in form and f"drop.{number}" not in form]
    return [_of_form(form, number) for number in numbers]


def _of_form(form: Mapping[str, str], number: int) -> EntryLine:
    cells = {name: form.get(f"{name}.{number}", "").strip() for name in ("name", "rating", "group", "seed", "choice")}
    line = whole_number(form.get(f"line.{number}", "")) or number
    return EntryLine(line, **cells, members=tuple(_members(form.get(f"members.{number}", ""))))


def _line(row: Row) -> EntryLine:
    cells = {name: row.get(name, "") for name in ("name", "rating", "group", "seed")}
    members = row.get("members", "")
    return EntryLine(row["line"], **cells, members=tuple(_members(members)))


def _team(number: int, line: str) -> Row:
    name, _colon, members = line.partition(":")
    return {"line": number, "name": name.strip(), "members": members}


def _members(text: str) -> list[str]:
    return [name for each in _BETWEEN.split(text) if (name := " ".join(each.split()))]


def _utf8(data: bytes) -> bytes:
    """A file's text as UTF-8, whichever of the usual encodings it has."""
    for encoding in _ENCODINGS:
        try:
            return data.decode(encoding).encode()
        except UnicodeDecodeError:
            continue
    return data
