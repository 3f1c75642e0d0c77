"""Alternates at the door: their list, and one of them in the place of a player who did not come, looked at first."""

from flask import Response, request
from markupsafe import Markup

from core.errors import Invalid, NotAllowed, NotFound, VersionConflict
from core.tournament import Tournament
from schemas.visible_text import visible_line
from service.auth.authorization import Principal, authorize_tournament
from service.handlers.request import Request
from service.handlers.tournament import preview
from service.handlers.tournament.entries import alternates
from service.web.http import idempotency
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import ID_LENGTH, KEY_LENGTH, NAME_LENGTH, form_text, form_version, query_text
from service.web.i18n import core_messages
from service.web.pages.base import PageBlueprint, redirect_to, render_page
from service.web.pages.check_in.page import about, write_list
from service.web.pages.shared.conflict_sentences import conflict_sentences
from service.web.pages.shared.consequences import consequence_sentences

pages = PageBlueprint("alternate_pages", __name__)

_PAGE = "/tournaments/<tournament:tournament>/check-in"
_PLACE = f"{_PAGE}/<player:player>/replacement"


@pages.post(f"{_PAGE}/alternates")
def set_alternates(tournament: str) -> Response:
    """Put a player on the list of alternates, behind all others, or take one off it."""
    _organiser(tournament)
    added, removed = " ".join(form_text("name", NAME_LENGTH).split()), form_text("remove", ID_LENGTH)

    def writing(order: Request) -> object:
        state = deps().repository.tournament(tournament)
        players = [each.player for each in state.alternates if each.player != removed]
        return alternates.set_alternates(order, tournament, [*players, *([added] if added else [])], register=True)

    return write_list(tournament, writing, form_version(), anchor="alternates")


@pages.get(_PLACE)
def look_at_replacement(tournament: str, player: str) -> Response:
    """Show what would follow if an alternate took the place of this player; `?by=` is the alternate."""
    return _look_at(tournament, player, query_text("by", ID_LENGTH))


@pages.post(_PLACE)
def replace(tournament: str, player: str) -> Response:
    """Put the alternate in the place of the player, as it was looked at; `step=look` looks at another alternate."""
    _organiser(tournament)
    by = form_text("by", ID_LENGTH)
    if form_text("step") == "look":
        return _look_at(tournament, player, by)
    version, reason = form_version(), visible_line(form_text("reason"))[:500]
    mark = idempotency.fingerprint({"replaced": player, "by": by, "why": reason})
    order = Request(deps(), visitor(request), version, form_text("key", KEY_LENGTH) or None, mark)
    try:
        alternates.replace(order, tournament, player, by, reason)
    except VersionConflict:
        return _look_at(tournament, player, by, 409, version)
    except (NotAllowed, Invalid) as wrong:
        return _look_at(tournament, player, by, 409, None, core_messages.wrong(wrong))
    return redirect_to(f"/tournaments/{tournament}/check-in#at-{by}")


def _look_at(
    tournament_id: str,
    player_id: str,
    by: str,
    status: int = 200,
    version: int | None = None,
    problems: tuple[Markup, ...] = (),
) -> Response:
    caller, state = _organiser(tournament_id)
    entry = state.entry(player_id)
    chosen = next((each for each in state.alternates if each.player == by), next(iter(state.alternates), None))
    sentences: list[str] = []
    if chosen:
        try:
            found = preview.replaced(deps(), caller, tournament_id, player_id, chosen.player)
            sentences = consequence_sentences(found)
        except (Invalid, NotAllowed, NotFound) as wrong:
            problems = problems or core_messages.wrong(wrong)
    return render_page(
        "check_in/replacing.html",
        status,
        **about(state),
        entry=entry,
        sentences=sentences,
        problems=problems,
        alternates=state.alternates,
        chosen=chosen,
        meanwhile=conflict_sentences(deps(), state, version),
        conflict=version is not None,
        version=state.version,
        key=idempotency.new_key(),
    )


def _organiser(tournament_id: str) -> tuple[Principal | None, Tournament]:
    caller = visitor(request)
    authorize_tournament(deps(), caller, "organiser", tournament_id)
    return caller, deps().repository.tournament(tournament_id)
