"""Who looks at a page."""

from flask import Request, current_app

from service.access import Principal, identify
from service.web.conditions import bearer


def visitor(request: Request) -> Principal | None:
    """The holder of the token that came with the request; `None` for anybody. Raises `Unauthenticated`."""
    return identify(current_app.extensions["brade"].house, bearer(request.headers))
