"""Pages of lists from spreadsheets for a club's players: what each line becomes, looked at, and then written."""

from collections.abc import Sequence
from typing import Any

from flask import Response, request
from flask_babel import gettext as _
from marshmallow import ValidationError

from core.club.club import names_of
from core.messages import say
from core.names.names import name_key
from service.handlers.registration import entry_list
from service.handlers.registration import players as player_list
from service.handlers.registration.entry_list import EntryLine
from service.web.http.context import deps
from service.web.i18n import core_messages
from service.web.pages.base import render_page
from service.web.pages.club.players import PLAYERS, ROW, list_page, pages, player_values, similar_names
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, page_form, problems_of
from service.web.pages.shared import list_forms


def _look(club: str, refused: Refusal = ACCEPTED, *, lines: Sequence[EntryLine] | None = None) -> Response:
    """The lines as they would be written; without others those of the form."""
    rows = _rows(club, list_forms.corrected() if lines is None else lines)
    near = similar_names(club)
    for row in rows:
        row["like"] = near(row["line"].name) if row["state"] == "new" else []
    if not rows:
        return list_page(club, Refusal(NotWritten(_("No line is left."))))
    return render_page(
        "club/player_lists.html",
        refused.status,
        slug=club,
        club=deps().repository.club(club).name,
        rows=rows,
        alarm=refused.alarm,
        unclear=sum(_is_unclear(row) for row in rows),
    )


@page_form(pages, f"{PLAYERS}/list", "organiser", list_page)
def look(_call: FormCall, club: str) -> Response:
    """The lines of a pasted or uploaded list, each with what it becomes."""
    if "lines" in request.form:
        return _look(club)
    return _look(club, lines=list_forms.pasted(teams=False))


@page_form(pages, f"{PLAYERS}/import", "organiser", _look)
def import_list(call: FormCall, club: str) -> str:
    """Write the lines as they were looked at and corrected; all or none."""
    rows = _rows(club, list_forms.corrected())
    if not rows or any(map(_is_unclear, rows)):
        raise NotWritten(_("Correct the marked lines, or leave them out. Nothing is written yet."))
    player_list.import_list(call.request, club, [row["values"] for row in rows if row["state"] != "twice"])
    return f"/clubs/{club}/players?done=imported"


def _rows(club: str, lines: Sequence[EntryLine]) -> list[dict[str, Any]]:
    """The lines of a list, each with what it becomes; a name that stands there twice is written once."""
    rows, seen = [_row(club, line) for line in lines], dict[str, EntryLine]()
    for row in rows:
        line = row["line"]
        before = seen.setdefault(name_key(line.name), line)
        if before is line or row["wrong"]:
            continue
        row["state"] = "twice"
        if entry_list.difference(line, before):
            apart = say("line {line} has this name, too: write a name that tells them apart", line=before.number)
            row |= {"state": "wrong", "wrong": [core_messages.translate(apart)]}
    return rows


def _is_unclear(row: dict[str, Any]) -> bool:
    return bool(row["wrong"] or row["line"].doubt)


def _row(club: str, line: EntryLine) -> dict[str, Any]:
    """A line of a list: what it becomes, and what is wrong with it."""
    known = deps().repository.club(club, fresh=False)
    meant = names_of(known).meant(line.name)
    player = known.players[meant[0]] if meant else None
    row: dict[str, Any] = {"line": line, "state": "known" if player else "new", "wrong": (), "was": "", "values": {}}
    try:
        row["values"] = ROW.load(player_values(line.name, line.rating, line.group))
    except ValidationError as wrong:
        return row | {"state": "wrong", "wrong": problems_of(wrong)}
    rating = row["values"]["rating"]
    if player and rating is not None and rating != player.rating:
        row["was"] = _(
            "rating %(new)s instead of %(old)s", new=rating, old="–" if player.rating is None else player.rating
        )
    return row
