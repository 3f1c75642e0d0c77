"""Alternates at the door: their list, and one of them in the place of a player who did not come, looked at first."""

from flask import Response, request

from core.errors import Invalid, NotAllowed, NotFound
from core.tournament import Tournament
from schemas.visible_text import visible_line
from service.auth.authorization import Principal, authorize_tournament
from service.handlers.tournament import preview
from service.handlers.tournament.entries import alternates
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import ID_LENGTH, NAME_LENGTH, form_text, query_text
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.check_in.page import about, list_address, list_page
from service.web.pages.forms import ACCEPTED, FormCall, Refusal, page_form, problems_of
from service.web.pages.shared.consequences import consequence_sentences

pages = PageBlueprint("alternate_pages", __name__)

_PAGE = "/tournaments/<tournament:tournament>/check-in"
_PLACE = f"{_PAGE}/<player:player>/replacement"


@page_form(pages, f"{_PAGE}/alternates", "organiser", list_page, versioned=True)
def set_alternates(call: FormCall, tournament: str) -> str:
    """Put a player on the list of alternates, behind all others, or take one off it."""
    added, removed = " ".join(form_text("name", NAME_LENGTH).split()), form_text("remove", ID_LENGTH)
    listed = deps().repository.tournament(tournament).alternates
    players = [member.player for member in listed if member.player != removed] + ([added] if added else [])
    alternates.set_alternates(call.request, tournament, players, register=True)
    return list_address(tournament, "alternates")


@pages.get(_PLACE)
def look_at_replacement(tournament: str, player: str) -> Response:
    """Show what would follow if an alternate took the place of this player; `?by=` is the alternate."""
    return _look_at(tournament, player)


def _look_at(tournament: str, player: str, refused: Refusal = ACCEPTED) -> Response:
    caller, state = _organiser(tournament)
    entry = state.entry(player)
    by = query_text("by", ID_LENGTH) if request.method == "GET" else form_text("by", ID_LENGTH)
    shown = refused.shown(state)
    chosen = next(
        (alternate for alternate in state.alternates if alternate.player == by), next(iter(state.alternates), None)
    )
    sentences: list[str] = []
    if chosen:
        try:
            decision_preview = preview.replaced(deps(), caller, tournament, player, chosen.player)
            sentences = consequence_sentences(decision_preview)
        except (Invalid, NotAllowed, NotFound) as wrong:
            shown["problems"] = shown["problems"] or problems_of(wrong)
    return render_page(
        "check_in/replacing.html",
        refused.status,
        **about(state),
        entry=entry,
        sentences=sentences,
        alternates=state.alternates,
        chosen=chosen,
        version=state.version,
        **shown,
    )


@page_form(pages, _PLACE, "organiser", _look_at, versioned=True)
def replace(call: FormCall, tournament: str, player: str) -> str | Response:
    """Put the alternate in the place of the player, as it was looked at; `step=look` looks at another alternate."""
    by = form_text("by", ID_LENGTH)
    if form_text("step") == "look":
        return _look_at(tournament, player)
    alternates.replace(call.request, tournament, player, by, visible_line(form_text("reason"))[:500])
    return f"/tournaments/{tournament}/check-in#at-{by}"


def _organiser(tournament_id: str) -> tuple[Principal | None, Tournament]:
    caller = visitor(request)
    authorize_tournament(deps(), caller, "organiser", tournament_id)
    return caller, deps().repository.tournament(tournament_id)
