"""The public's form to enter a tournament, and what organisers do with those who ask."""

import re
from contextlib import suppress
from typing import Any

from flask import Response, request
from flask_babel import gettext as _

from core.errors import NotFound
from core.names.shown_names import FULL
from schemas.requests.entries import AskingToEnter, EntryFormSetting
from service.auth.authorization import TooManyTries
from service.handlers.registration import entry_form
from service.web.http.authentication import address, visitor
from service.web.http.context import deps
from service.web.http.form_fields import NAME_LENGTH, form_text, whole_number
from service.web.i18n import core_messages
from service.web.pages.base import render_page
from service.web.pages.entries.page import ENTRIES, entries_page, pages
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, page_form
from service.web.pages.shared.tournament_head import PLAYERS, tournament_head

_ENTER = "/tournaments/<tournament:tournament>/enter"
_ASKED = f"{ENTRIES}/requests"


@pages.get(_ENTER)
def form(tournament: str) -> Response:
    """The form, or the reason why there is none now."""
    return _form(tournament)


def _form(tournament: str, refused: Refusal = ACCEPTED, asked: entry_form.AskedToEnter | None = None) -> Response:
    form = entry_form.show(deps(), visitor(request), tournament)
    created = form.tournament.created
    return render_page(
        "entries/enter.html",
        201 if asked else refused.status,
        page_head=tournament_head(form.tournament, PLAYERS),
        tournament=tournament,
        name=created.name,
        form=form,
        alarm=refused.alarm,
        byes=(rule := form.tournament.format.byes(form.tournament)) is not None and rule.is_open,
        club=deps().repository.club(created.club).name,
        slug=created.club,
        values=_values() if refused.error else {},
        asked=asked,
    )


def _values() -> dict[str, Any]:
    """The filled-in form as the API takes it; a rating that is no number is refused there."""
    rating = form_text("rating").strip()
    return {
        "name": " ".join(form_text("name").split()),
        "group": " ".join(form_text("group").split()) or None,
        "rating": (rating if whole_number(rating) is None else whole_number(rating)) if rating else None,
        "contact": form_text("contact").strip() or None,
        "shown_as": form_text("shown_as") or FULL,
        "byes": [int(text) for text in re.findall(r"\d{1,3}", form_text("byes", NAME_LENGTH))],
    }


@page_form(pages, _ENTER, shown=_form)
def ask(call: FormCall, tournament: str) -> Response:
    """Ask to enter; the page that comes back says what happens next."""
    entry_form.show(deps(), call.principal, tournament)
    try:
        asked = entry_form.ask(deps(), call.principal, tournament, AskingToEnter().load(_values()), address(request))
    except TooManyTries as wrong:
        raise NotWritten(core_messages.translate(core_messages.message_of(wrong)), status=429) from None
    return _form(tournament, asked=asked)


# ── organisers ───────────────────────────────────────────────────────────────────────────────────────────────────────
@page_form(pages, f"{ENTRIES}/form", "organiser", entries_page)
def setting(call: FormCall, tournament: str) -> str:
    """Open the form, close it, or set its places."""
    places = form_text("places").strip()
    number = None if not places else places if whole_number(places) is None else whole_number(places)
    words = EntryFormSetting().load({"open": form_text("open") == "1", "places": number})
    entry_form.change(call.request, tournament, is_open=words["open"], places=words["places"])
    return f"/tournaments/{tournament}/entries#asked"


@page_form(pages, f"{_ASKED}/acceptance", "organiser", entries_page)
def accept(call: FormCall, tournament: str) -> str:
    """Enter one who asked, or all for whom there are places."""
    ids = request.form.getlist("request")[:200]
    entry_form.accept(call.request, tournament, ids, lambda number: _("Player %(number)s", number=number))
    return f"/tournaments/{tournament}/entries#asked"


@page_form(pages, f"{_ASKED}/<asked:entry_request>/refusal", "organiser", entries_page)
def decline(call: FormCall, tournament: str, entry_request: str) -> str:
    """Decline one who asked."""
    with suppress(NotFound):  # another organiser answered before
        entry_form.decline(call.request, tournament, entry_request)
    return f"/tournaments/{tournament}/entries#asked"
