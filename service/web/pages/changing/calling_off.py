"""A tournament called off with a reason, reinstated, or deleted, on one page: nothing is written before it was seen."""

from flask import Response, request
from flask_babel import gettext as _

from core.tournament import Tournament
from core.tournament.model.state import FINISHED
from schemas.visible_text import visible_line
from service.auth.authorization import authorize_tournament
from service.handlers.tournament import calling_off
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, page_form
from service.web.pages.shared.tournament_head import SETTINGS, tournament_head

pages = PageBlueprint("calling_off_pages", __name__)

_OFF = "/tournaments/<tournament:tournament>/call-off"
_REASON = 500


@pages.get(_OFF)
def look(tournament: str) -> Response:
    """The forms to call a tournament off, or to take that back, and to delete one that was announced by mistake."""
    return _page(tournament)


def _page(tournament: str, refused: Refusal = ACCEPTED) -> Response:
    authorize_tournament(deps(), visitor(request), "organiser", tournament)
    state: Tournament = deps().repository.tournament(tournament)
    return render_page(
        "changing/calling_off.html",
        refused.status,
        page_head=tournament_head(state, SETTINGS),
        state=state,
        finished=state.status == FINISHED,
        deletable=calling_off.why_not_deletable(deps(), state) is None,
        version=state.version,
        **refused.shown(state),
    )


@page_form(pages, _OFF, "organiser", _page, versioned=True)
def call_off(call: FormCall, tournament: str) -> str:
    """Call the tournament off: the reason is what people read."""
    reason = visible_line(form_text("reason", _REASON))
    if not reason:
        raise NotWritten(_("Say why: people who wanted to come read it."))
    calling_off.call_off(call.request, tournament, reason)
    return f"/tournaments/{tournament}"


@page_form(pages, f"{_OFF}/reinstate", "organiser", _page)
def reinstate(call: FormCall, tournament: str) -> str:
    """Take the calling off back: nothing else can have been written meanwhile."""
    calling_off.reinstate(call.request, tournament, visible_line(form_text("reason", _REASON)))
    return f"/tournaments/{tournament}/organise"


@page_form(pages, f"{_OFF}/delete", shown=_page)
def delete(call: FormCall, tournament: str) -> str:
    """Delete the tournament. Its rights are asked of its opening, so that the form may come twice."""
    club = deps().repository.tournament_opening(tournament).club
    calling_off.delete(call.request, tournament)
    return f"/clubs/{club}"
