"""The scorer's page of a match: its state, its game and its words for the scripts that record it."""

import json
from typing import Any

from flask import Response, request

from core.errors import NotFound
from core.events import MatchOpened
from core.match import judging
from core.tournament.model.match_status import CLOSED
from schemas.match_states import brief_fact
from service.auth.authorization import Forbidden, Principal, Unauthenticated, authorize
from service.handlers import match_status
from service.handlers.match import matches
from service.handlers.tournament import result_reports
from service.translations.isolation import beside
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.i18n import labels
from service.web.pages import assets
from service.web.pages.base import PageBlueprint, redirect_to, render_page
from service.web.pages.scoring.match_data import match_data
from service.web.pages.scoring.tablet import tablet_address
from service.web.pages.scoring.words import words
from service.web.pages.shared.expected_ends import RoundClock, round_clock

pages = PageBlueprint("scoring", __name__)

Json = dict[str, Any]
_RECENT, _LEAST = 500, 20
"""Newest facts of the log that are looked at for the game in play, and those that come with the page at least."""
_PLAYED = frozenset(play_fact.__name__ for play_fact in judging.PLAY_FACTS)


@pages.get("/matches/<match:match>/score")
def score(match: str) -> Response:
    """The page on which a match is recorded, for scorers, referees and holders of a link to its table."""
    principal = visitor(request)
    opening = matches.may_read(deps(), principal, match)
    authorize(principal, "scorer", opening.club, ("match", match))
    state = matches.state(deps(), principal, match)
    before = judging.opened(match, opening)
    played_in = match_status.board(deps(), principal, opening, match)
    table, closed = (played_in.table, played_in.status in CLOSED) if played_in else (None, False)
    if closed and opening.tournament and table and request.args.get("layout") == "table":
        return redirect_to(tablet_address(opening.tournament, table))
    reports = result_reports.result_permissions(deps(), principal, match) if opening.tournament else None
    data: Json = {
        **match_data(principal, match, opening, state),
        "table": table,
        "reports": bool(reports and reports.report),
        "may_rule": _may_rule(principal, opening, match),
        "recent": _recent(principal, match, state["version"]),
    }
    return render_page(
        "scoring/score.html",
        id=match,
        rules=assets.rules_of(before.game.key),
        data=json.dumps(data, ensure_ascii=False, separators=(",", ":")),
        words=json.dumps(words(before.game), ensure_ascii=False, separators=(",", ":")),
        title=beside(opening.players[seat] for seat in before.seats),
        game=labels.game_name(before.game),
        length=labels.length_and_start(before.opened.length, before.opened.start, before.opened.players),
        table=table,
        closed=closed,
        reports=bool(reports and reports.report),
        clock=_clock(opening),
        encrypted=deps().settings.tls is not None,
    )


def _may_rule(principal: Principal | None, opening: MatchOpened, match_id: str) -> bool:
    """True for a referee, who changes turns before a decision, too."""
    try:
        authorize(principal, "referee", opening.club, ("match", match_id))
    except (Forbidden, Unauthenticated):
        return False
    return True


def _clock(opening: MatchOpened) -> RoundClock | None:
    """The clock of the round that a match belongs to."""
    if opening.tournament is None or opening.round is None:
        return None
    try:
        return round_clock(deps().repository.tournament(opening.tournament), opening.round)
    except NotFound:  # an imported match may be here without its tournament
        return None


def _recent(principal: Principal | None, match_id: str, version: int) -> list[Json]:
    """The facts from the end of the game before the one in play on: the page changes turns of that game.

    From the newest of them it knows which phone records the match.
    """
    read = matches.events(deps(), principal, match_id, max(0, version - _RECENT), _RECENT)
    facts = [brief_fact(each) for each in read]
    ends = [place for place, fact in enumerate(facts[:-1]) if (fact["verdict"] or {}).get("game_finished")]
    played = [end for end in ends if any(fact["type"] in _PLAYED for fact in facts[end + 1 :])]
    first = played[-1] if played else 0
    return facts[min(first, max(0, len(facts) - _LEAST)) :]
