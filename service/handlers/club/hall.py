"""Use cases of the hall: the service is opened to the phones there, and closed, for all of its clubs at once.

So this is for the organisers of one club: the one that was founded first, which is the club of the computer. The others
see how it stands.
"""

from core.errors import NotAllowed
from core.messages import say
from service.auth.authorization import OPERATOR, Forbidden, Principal, authorize
from service.bootstrap import Dependencies
from service.handlers import known_clubs


def ensure_may_see(deps: Dependencies, principal: Principal | None, slug: str) -> Principal:
    """Let an organiser of a club see if the service is open. Raises as `authorize`."""
    caller = authorize(principal, "organiser", slug)
    deps.repository.club(slug)
    return caller


def may_turn(deps: Dependencies, principal: Principal, slug: str) -> bool:
    """True for the operator, and for organisers of the club that was founded first here."""
    return principal.role == OPERATOR or known_clubs.first(deps) == slug


def turn(deps: Dependencies, principal: Principal | None, slug: str, *, to_open: bool) -> None:
    """Open the service to the hall, or close it: the web server starts again within seconds.

    Raises as `ensure_may_see`, `Forbidden` for another club than the first, and `NotAllowed` where the operator chose
    the address.
    """
    caller = ensure_may_see(deps, principal, slug)
    if not may_turn(deps, caller, slug):
        raise Forbidden(say("the club that was founded first here opens the service to the hall, for all clubs"))
    if deps.hall is None:
        raise NotAllowed(say("the operator chose the address of this service: no page changes it"))
    deps.hall.turn(to_open=to_open)
