"""Forms of a list of entries: what was pasted, uploaded, or corrected line by line, as the lines of a list."""

import re
from collections.abc import Mapping

from flask import request
from flask_babel import gettext as _

from core import imports
from core.errors import Invalid
from core.imports import ImportedFile
from core.imports.people_lists import ListedPerson, read_people
from core.imports.text import decode, is_json, refuse_report
from core.imports.values import TABLE
from core.names.names import one_blank
from service.handlers.registration.entry_list import MOST_LINES, EntryLine
from service.web.http.form_fields import LIST, LONGEST_LIST, form_text, whole_number
from service.web.i18n import core_messages
from service.web.pages.forms import NotWritten

_BETWEEN = re.compile(r"[/,;\t\n]")
_LONGEST_DOUBT = 300


def typed() -> list[EntryLine]:
    """The one entry that was typed into the fields; none if the name is empty."""
    members = tuple(_members(form_text("members")))
    line = EntryLine(1, form_text("name"), form_text("rating"), form_text("group"), members=members)
    return [line] if line.name.strip() or members else []


def pasted(*, teams: bool) -> list[EntryLine]:
    """The lines that were pasted or uploaded. Raises `NotWritten`, with the reason, for none, too many, or no list."""
    lines = _pasted(teams=teams)
    if not lines:
        raise NotWritten(_("Paste a list first, one name a line, or choose a file."))
    if len(lines) > MOST_LINES:
        why = _("The list has %(count)s lines. Take at most %(most)s at once.", count=len(lines), most=MOST_LINES)
        raise NotWritten(why)
    return lines


def _pasted(*, teams: bool) -> list[EntryLine]:
    upload = request.files.get("file")
    sent = upload.read() if upload and upload.filename else form_text(LIST, LONGEST_LIST).encode()
    if not sent.strip():
        return []
    try:
        text, _encoding = decode(sent)
        if not any(map(str.isalnum, text)):
            return []
        if is_json(text) or not teams:
            file = imports.read(sent)
            if file.source != TABLE:
                return _of_other_program(file)
        refuse_report(text)
        return [_line(person) for person in read_people(text, teams=teams).people]
    except Invalid as wrong:
        why = core_messages.translate(wrong.problems["file"][0])
        raise NotWritten(_("Nothing is read: %(why)s.", why=why)) from None


def _of_other_program(file: ImportedFile) -> list[EntryLine]:
    """The players of a file of another program.

    A line without a name that can be taken is there with none, to be corrected.
    """
    lines = [
        EntryLine(player.line, player.name, player.rating, player.club, player.seed, federation_id=player.federation_id)
        for player in file.players
    ]
    lines += [EntryLine(wrong_player.line, "") for wrong_player in file.wrong_players]
    return sorted(lines, key=lambda line: line.number)


def corrected() -> list[EntryLine]:
    """The lines of a list that was looked at, as they were corrected, without those that were left out."""
    form, count = request.form, min(whole_number(form_text("lines")) or 0, MOST_LINES)
    numbers = [number for number in range(1, count + 1) if f"name.{number}" in form and f"drop.{number}" not in form]
    lines = (_of_form(form, number) for number in numbers)
    return [line for line in lines if line is not None]


def _of_form(form: Mapping[str, str], number: int) -> EntryLine | None:
    """A line as it was corrected; none if it was said to be no person."""

    def cell(name: str) -> str:
        return form.get(f"{name}.{number}", "").strip()

    line = EntryLine(
        whole_number(cell("line")) or number,
        cell("name"),
        cell("rating"),
        cell("group"),
        cell("seed"),
        cell("choice"),
        members=tuple(_members(form.get(f"members.{number}", ""))),
        federation_id=cell("federation"),
        doubt=cell("doubt")[:_LONGEST_DOUBT],
        otherwise=(cell("other_name"), cell("other_rating"), cell("other_group")),
        other_group=cell("group_meant") == "1",
    )
    if f"group_was.{number}" in form and cell("group_was") != line.group:
        line = line._replace(other_group=False)  # it was about another group
    if f"was.{number}" in form and cell("was") != line.name:
        line = line._replace(choice="", doubt="")  # they were about another name
    if not line.doubt or not (reading := cell("reading")):
        return line
    if reading != "other":
        return line._replace(doubt="")
    name, rating, group = line.otherwise
    return line._replace(name=name, rating=rating, group=group, choice="", doubt="") if name else None


def _line(person: ListedPerson) -> EntryLine:
    return EntryLine(
        person.line,
        person.name,
        person.rating,
        person.club,
        person.seed,
        members=person.members,
        federation_id=person.federation_id,
        doubt=core_messages.translate(person.doubt) if person.doubt else "",
        otherwise=person.otherwise,
    )


def _members(text: str) -> list[str]:
    return [name for part in _BETWEEN.split(text) if (name := one_blank(part))]
