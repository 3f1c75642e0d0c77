"""Use cases of the hall: an organiser opens the service to the phones there, and closes it."""

from core.errors import NotAllowed
from core.messages import say
from service.auth.authorization import Principal, authorize
from service.bootstrap import Dependencies


def ensure_may_turn(deps: Dependencies, principal: Principal | None, slug: str) -> None:
    """Let an organiser of a club pass. Raises as `authorize`."""
    authorize(principal, "organiser", slug)
    deps.repository.club(slug)


def turn(deps: Dependencies, principal: Principal | None, slug: str, *, to_open: bool) -> None:
    """Open the service to the hall, or close it: the web server starts again within seconds.

    Raises as `ensure_may_turn`, and `NotAllowed` where the operator chose the address.
    """
    ensure_may_turn(deps, principal, slug)
    if deps.hall is None:
        raise NotAllowed(say("the operator chose the address of this service: no page changes it"))
    deps.hall.turn(to_open=to_open)
