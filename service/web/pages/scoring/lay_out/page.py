"""The page on which a position is laid out away from the scorer's phone: by a referee, or to begin a friendly match."""

import json

from flask import Response, request

from core.match import judging
from core.tournament.model.match_status import CLOSED
from service.auth.authorization import authorize
from service.handlers import match_status
from service.handlers.match import matches
from service.translations.isolation import beside
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.pages import assets
from service.web.pages.base import PageBlueprint, finish_response, render_page
from service.web.pages.scoring.lay_out.lay_out_words import lay_out_words
from service.web.pages.scoring.match_data import match_data
from service.web.pages.scoring.words import words
from service.web.pages.shared.tournament_head import ROUNDS, head_at

pages = PageBlueprint("lay_out", __name__)


@pages.get("/matches/<match:match>/lay-out")
def lay_out(match: str) -> Response:
    """The board of a match, to be laid out and confirmed, for scorers and referees."""
    principal = visitor(request)
    opening = matches.may_read(deps(), principal, match)
    authorize(principal, "scorer", opening.club, ("match", match))
    state = matches.state(deps(), principal, match)
    played_in = match_status.board(deps(), principal, opening, match)
    closed = played_in is not None and played_in.status in CLOSED
    game = judging.opened(match, opening).game
    return render_page(
        "scoring/lay_out/lay_out.html",
        page_head=head_at(opening.tournament, ROUNDS, number=opening.round),
        id=match,
        title=beside(opening.players[seat] for seat in state["players"]),
        closed=closed,
        rules=assets.rules_of(game.key),
        begins=state["version"] == 0 and opening.tournament is None,
        data=json.dumps(match_data(principal, match, opening, state), ensure_ascii=False, separators=(",", ":")),
        words=json.dumps(words(game) | lay_out_words(), ensure_ascii=False, separators=(",", ":")),
    )


@pages.get("/lay-out/words")
def sentences() -> Response:
    """The sentences of the parts that the scorer's page loads later: it is light without them."""
    return finish_response(Response(json.dumps(lay_out_words(), ensure_ascii=False), mimetype="application/json"))
