"""Rights to record a match on the scorer's page, for the pages that lead to it."""

from core.errors import NotAllowed, NotFound
from schemas.match_states import read_match
from service.auth.authorization import Forbidden, Principal, Unauthenticated, authorize
from service.bootstrap import Dependencies
from service.handlers import match_status
from service.handlers.request import Request
from service.store.read_models import states


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
