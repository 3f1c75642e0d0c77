"""The cut, on a page of its own: who goes on, who plays for the last places, who is out; looked at, then made."""

from flask import Response, request

from core.tournament.views.stages import GoingOn, cut_is_next, going_on
from service.auth.authorization import authorize_tournament
from service.handlers.tournament import rounds
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.i18n import tournament_labels
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, Refusal, page_form
from service.web.pages.shared.tournament_head import ROUNDS, tournament_head

pages = PageBlueprint("cut_pages", __name__)

_PAGE = "/tournaments/<tournament:tournament>/cut"


@pages.get(_PAGE)
def look_at_cut(tournament: str) -> Response:
    """The cut as it would be now, or as it was made."""
    return _page(tournament)


def _page(tournament: str, refused: Refusal = ACCEPTED) -> Response:
    authorize_tournament(deps(), visitor(request), "organiser", tournament)
    state = deps().repository.tournament(tournament)
    on, is_next = going_on(state), cut_is_next(state)
    waiting = len(state.to_play) if is_next else 0
    draft = next((round_.number for round_ in state.rounds if round_.draft), None)
    return render_page(
        "results/cut.html",
        refused.status,
        page_head=tournament_head(state, ROUNDS),
        state=state,
        found=on or GoingOn((), (), 0, ()),
        known=on is not None,
        is_next=is_next,
        waiting=waiting,
        version=state.version,
        draft=draft,
        draft_word=tournament_labels.publish_after_a_look(state, draft) if draft else "",
        back=f"/tournaments/{tournament}/rounds/{state.rounds[-1].number}/results" if state.rounds else "",
        **refused.shown(state),
    )


@page_form(pages, _PAGE, "organiser", _page, versioned=True)
def make_cut(call: FormCall, tournament: str) -> str:
    """Make the cut as it was looked at, and show the first matches after it."""
    rounds.pair(call.request, tournament, None)
    last = deps().repository.tournament(tournament).rounds[-1]
    if last.draft:
        return f"/tournaments/{tournament}/seeding?round={last.number}"
    return f"/tournaments/{tournament}/rounds/{last.number}/results"
