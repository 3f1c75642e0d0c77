"""Rights of the caller, for pages that show a way only to those who may go it."""

from flask import request

from core.errors import NotAllowed, NotFound
from schemas.match_states import read_match
from service.auth.authorization import Forbidden, Principal, Unauthenticated, authorize, authorize_tournament
from service.bootstrap import Dependencies
from service.handlers import match_status
from service.handlers.request import Request
from service.store.read_models import states
from service.web.http.authentication import visitor
from service.web.http.context import deps


def is_open(deps: Dependencies, principal: Principal | None, match_id: str) -> bool:
    """True if the caller may record facts of play in a match, and it is not over as far as it is judged."""
    try:
        opening = deps.repository.match(match_id)
        authorize(principal, "scorer", opening.club, ("match", match_id))
        if opening.tournament is not None:
            match_status.ensure_open(Request(deps, principal), opening.tournament, match_id)
    except (NotFound, NotAllowed, Forbidden, Unauthenticated):
        return False
    model = states.load(deps.client, match_id)
    return model is None or not read_match(model.json).settled


def organises(club: str) -> bool:
    """True if the caller is an organiser of the club."""
    try:
        authorize(visitor(request), "organiser", club)
    except (Forbidden, Unauthenticated):
        return False
    return True


def organises_tournament(tournament_id: str) -> bool:
    """True if the caller is an organiser, who may also pair rounds, and enter and withdraw players."""
    try:
        authorize_tournament(deps(), visitor(request), "organiser", tournament_id)
    except (Forbidden, Unauthenticated):
        return False
    return True
