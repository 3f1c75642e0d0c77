"""Pages as frames on other websites: their visitor is a stranger, and a club allows them or not."""

from flask import Response, request

from service.auth.authorization import Principal
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.pages.base import HEADERS

_POLICY = "Content-Security-Policy"
_EMBED = "embed"


def reader() -> Principal | None:
    """The visitor; in a frame it is a stranger, also where the browser is signed in here."""
    return None if _is_asked_for() else visitor(request)


def may_frame(slug: str) -> bool:
    """True if another website asks for a page of a club in a frame, and the club allows it."""
    return _is_asked_for() and deps().repository.club(slug, fresh=False).embedding


def allow_frame(response: Response) -> Response:
    """The page for a frame on any website; it has no form and nothing of a signed-in person."""
    response.headers[_POLICY] = HEADERS[_POLICY].replace("frame-ancestors 'none'", "frame-ancestors http: https:")
    return response


def _is_asked_for() -> bool:
    return request.args.get(_EMBED) == "1"
