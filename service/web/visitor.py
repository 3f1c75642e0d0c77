"""Who asks: the one place where a request becomes somebody, by a token or by a browser's session."""

from flask import Request, current_app, g
from flask import request as this_request
from redis.exceptions import RedisError

from core.errors import BradeError
from service import links
from service.access import Forbidden, Principal, Unauthenticated, identify
from service.bootstrap import House
from service.handlers.sign_in import principal_of
from service.links import Link
from service.store import ended, trail
from service.web import sessions
from service.web.conditions import bearer
from service.web.problems import Rejected

SAFE = ("GET", "HEAD", "OPTIONS")


def visitor(request: Request) -> Principal | None:
    """The holder of a token, or who is signed in, or came by a link; `None` for anybody.

    Raises `Unauthenticated` for a token that opens nothing, and `Forbidden` where another site's page would write with
    a session. A session that is over is nobody's.
    """
    house: House = current_app.extensions["brade"].house
    token = bearer(request.headers)
    if token is not None:
        return identify(house, token)
    principal = _of_session(house)
    if principal is not None and request.method not in SAFE:
        ensure_own(request)
    return principal


def ensure_own(request: Request) -> None:
    """Let a request pass that comes from a page of this service. Raises `Forbidden`."""
    if not sessions.of_our_own(request.headers, request.host):
        raise Forbidden("this came from a page of another site: do it from a page of this service, or send a token")


def ensure_not_foreign(request: Request) -> None:
    """Let a request pass that no other site's page sent; programs, which are no browsers, pass. Raises `Forbidden`."""
    if "Sec-Fetch-Site" in request.headers or "Origin" in request.headers:
        ensure_own(request)


def end_session() -> None:
    """End the session of this request on the service, so that a copy of its cookie opens nothing any more.

    What becomes of the browser's own cookie is said by `service.web.sessions`.
    """
    house: House = current_app.extensions["brade"].house
    principal = _of_session(house)
    if principal is not None and principal.club is not None and principal.until is not None:
        ended.end(house.client, principal.club, sessions.session_id(), principal.until - house.clock())


def begin_linked(house: House, link: Link) -> Principal:
    """Let somebody in by a good link, in place of the session before. Raises `Unauthenticated`."""
    device = sessions.device()
    holder = links.holder(house, link, device)
    trail.note(house.client, link.club, trail.Step(house.clock(), "LinkOpened", holder.name, address(this_request)))
    end_session()
    sessions.begin_linked(links.written(house, link), device)
    return holder


def _of_session(house: House) -> Principal | None:
    try:
        if (principal := _in_cookie(house)) is None:
            return None
        if principal.club is None or not ended.is_ended(house.client, principal.club, sessions.session_id()):
            return principal
    except Unauthenticated:
        pass
    sessions.end()
    return None


def _in_cookie(house: House) -> Principal | None:
    """Who is in the session's cookie. Raises `Unauthenticated` for a session that is over by itself."""
    if (session := sessions.member()) is not None:
        return principal_of(house, session)
    if (linked := sessions.linked()) is not None:
        return links.holder(house, links.read(house, linked[0]), linked[1])
    return None


def who() -> Principal | None:
    """Who looks at the page, for its frame; `None` also for whoever cannot be told."""
    if "visitor" not in g:
        try:
            g.visitor = visitor(this_request)
        except (BradeError, RedisError, Rejected):
            g.visitor = None
    return g.visitor


def address(request: Request) -> str:
    """Where a request comes from, as far as the proxies before the service are believed (BRADE_PROXIES)."""
    return request.remote_addr or "unknown"
