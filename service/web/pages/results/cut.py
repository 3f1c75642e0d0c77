"""The cut, on a page of its own: who goes on, who plays for the last places, who is out; looked at, then made."""

from flask import Response, request
from flask_babel import gettext as _
from markupsafe import Markup

from core.errors import Invalid, KeyReused, NotAllowed, NotFound, VersionConflict
from core.tournament.views.stages import GoingOn, cut_is_next, going_on
from service.auth.authorization import authorize_tournament
from service.handlers.request import Request
from service.handlers.tournament import rounds
from service.web.http import idempotency
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import KEY_LENGTH, form_text, form_version
from service.web.i18n import core_messages
from service.web.pages.base import PageBlueprint, redirect_to, render_page
from service.web.pages.shared.conflict_sentences import conflict_sentences

pages = PageBlueprint("cut_pages", __name__)

_PAGE = "/tournaments/<tournament:tournament>/cut"
_REFUSALS = (Invalid, NotAllowed, NotFound, KeyReused)


@pages.get(_PAGE)
def look_at_cut(tournament: str) -> Response:
    """The cut as it would be now, or as it was made."""
    return _page(tournament)


@pages.post(_PAGE)
def make_cut(tournament: str) -> Response:
    """Make the cut as it was looked at, and show the first matches after it."""
    authorize_tournament(deps(), visitor(request), "organiser", tournament)
    key, version = form_text("key", KEY_LENGTH) or None, form_version()
    order = Request(deps(), visitor(request), version, key, idempotency.fingerprint({"cut": tournament}))
    try:
        rounds.pair(order, tournament, None)
    except VersionConflict:
        return _page(tournament, 409, version=version)
    except _REFUSALS as refused:
        return _page(tournament, 409, Markup(" ").join(core_messages.wrong(refused)))
    last = deps().repository.tournament(tournament).rounds[-1]
    if last.draft:
        return redirect_to(f"/tournaments/{tournament}/seeding?round={last.number}")
    return redirect_to(f"/tournaments/{tournament}/rounds/{last.number}/results")


def _page(tournament_id: str, status: int = 200, alarm: str | Markup = "", version: int | None = None) -> Response:
    authorize_tournament(deps(), visitor(request), "organiser", tournament_id)
    state = deps().repository.tournament(tournament_id)
    found, is_next = going_on(state), cut_is_next(state)
    waiting = len(state.to_play) if is_next else 0
    if version is not None:
        alarm = _("Another person wrote meanwhile, and nothing of yours was written:")
    draft = next((each.number for each in state.rounds if each.draft), None)
    return render_page(
        "results/cut.html",
        status,
        state=state,
        found=found or GoingOn((), (), 0, ()),
        known=found is not None,
        is_next=is_next,
        waiting=waiting,
        alarm=alarm,
        meanwhile=conflict_sentences(deps(), state, version),
        version=state.version,
        key=idempotency.new_key(),
        draft=draft,
        back=f"/tournaments/{tournament_id}/rounds/{state.rounds[-1].number}/results" if state.rounds else "",
    )
