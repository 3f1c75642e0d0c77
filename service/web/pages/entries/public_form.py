"""The public's form to enter a tournament, and what organisers do with those who ask."""

import re
from typing import Any

from flask import Response, request
from markupsafe import Markup
from marshmallow import ValidationError

from core.errors import Invalid, NotAllowed, NotFound
from schemas.requests.entries import AskingToEnter, EntryFormSetting
from service.auth.authorization import TooManyTries
from service.handlers.registration import entry_form
from service.handlers.request import Request
from service.web.http.authentication import address, visitor
from service.web.http.context import deps
from service.web.http.form_fields import NAME_LENGTH, form_text, whole_number
from service.web.i18n import core_messages
from service.web.pages.base import redirect_to, render_page
from service.web.pages.entries.page import ENTRIES, entries_page, pages

_ENTER = "/tournaments/<tournament:tournament>/enter"
_ASKED = f"{ENTRIES}/requests"
_REFUSALS = (Invalid, NotAllowed, NotFound, ValidationError)


@pages.get(_ENTER)
def form(tournament: str) -> Response:
    """The form, or the reason why there is none now."""
    return _form(tournament)


@pages.post(_ENTER)
def ask(tournament: str) -> Response:
    """Ask to enter; the page that comes back says what happens next."""
    entry_form.show(deps(), visitor(request), tournament)
    rating = form_text("rating").strip()
    values = {
        "name": " ".join(form_text("name").split()),
        "group": " ".join(form_text("group").split()) or None,
        "rating": (rating if whole_number(rating) is None else whole_number(rating)) if rating else None,
        "contact": form_text("contact").strip() or None,
        "byes": [int(each) for each in re.findall(r"\d{1,3}", form_text("byes", NAME_LENGTH))],
    }
    try:
        fields = AskingToEnter().load(values)
        asked = entry_form.ask(deps(), visitor(request), tournament, fields, address(request))
    except _REFUSALS as wrong:
        return _form(tournament, 422, Markup(" ").join(core_messages.wrong(wrong)), values)
    except TooManyTries as wrong:
        return _form(tournament, 429, core_messages.translate(core_messages.message_of(wrong)), values)
    return _form(tournament, 201, asked=asked)


def _form(
    tournament_id: str,
    status: int = 200,
    alarm: str = "",
    values: dict[str, Any] | None = None,
    asked: entry_form.AskedToEnter | None = None,
) -> Response:
    found = entry_form.show(deps(), visitor(request), tournament_id)
    created = found.tournament.created
    return render_page(
        "entries/enter.html",
        status,
        tournament=tournament_id,
        name=created.name,
        form=found,
        alarm=alarm,
        byes=(rule := found.tournament.format.byes(found.tournament)) is not None and rule.is_open,
        club=deps().repository.club(created.club).name,
        slug=created.club,
        values=values or {},
        asked=asked,
    )


# ── organisers ───────────────────────────────────────────────────────────────────────────────────────────────────────
@pages.post(f"{ENTRIES}/form")
def setting(tournament: str) -> Response:
    """Open the form, close it, or set its places."""
    places = form_text("places").strip()

    def changing(command: Request) -> object:
        number = None if not places else places if whole_number(places) is None else whole_number(places)
        words = EntryFormSetting().load({"open": form_text("open") == "1", "places": number})
        return entry_form.change(command, tournament, is_open=words["open"], places=words["places"])

    return _done(tournament, changing)


@pages.post(f"{_ASKED}/acceptance")
def accept(tournament: str) -> Response:
    """Enter one who asked, or all for whom there are places."""
    wanted = request.form.getlist("request")[:200]
    return _done(tournament, lambda command: entry_form.accept(command, tournament, wanted))


@pages.post(f"{_ASKED}/<asked:entry_request>/refusal")
def decline(tournament: str, entry_request: str) -> Response:
    """Decline one who asked."""
    return _done(tournament, lambda command: entry_form.decline(command, tournament, entry_request))


def _done(tournament_id: str, doing: Any) -> Response:
    try:
        doing(Request(deps(), visitor(request)))
    except _REFUSALS as wrong:
        return entries_page(tournament_id, 409, alarm=Markup(" ").join(core_messages.wrong(wrong)))
    return redirect_to(f"/tournaments/{tournament_id}/entries#asked")
