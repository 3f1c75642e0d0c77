"""Authentication of a request, by a token or by a browser's session."""

from flask import Request, current_app, g
from flask import request as flask_request
from redis.exceptions import RedisError

from core.errors import BradeError
from core.messages import say
from service.auth import link_tokens
from service.auth.authorization import Forbidden, Principal, Unauthenticated, authenticate_token
from service.auth.link_tokens import TableLink
from service.bootstrap import Dependencies
from service.handlers.club.sessions import principal_of
from service.repository import reading_as
from service.store import observed_reads
from service.store.access import ended_sessions, sign_in_log
from service.web.http import sessions
from service.web.http.problems import Rejected
from service.web.http.request_headers import bearer

SAFE = ("GET", "HEAD", "OPTIONS")


def visitor(request: Request) -> Principal | None:
    """The holder of a token, the signed-in person, or the holder of a link; `None` for a stranger.

    Raises `Unauthenticated` for a token that opens nothing, and `Forbidden` where another site's page would write with
    a session. A session that is over counts as none.
    """
    with (
        observed_reads.unobserved(),
        reading_as(None),
    ):  # the caller is known anew in each request, before an answer is looked for
        principal = _visitor(request)
    if principal is not None and bearer(request.headers) is None and request.method not in SAFE:
        ensure_own(request)
    return principal


def _visitor(request: Request) -> Principal | None:
    deps: Dependencies = current_app.extensions["brade"].deps
    token = bearer(request.headers)
    return _of_session(deps) if token is None else authenticate_token(deps, token)


def ensure_own(request: Request) -> None:
    """Let a request pass that comes from a page of this service. Raises `Forbidden`."""
    if not sessions.of_our_own(request.headers, request.host):
        raise Forbidden(
            say("this came from a page of another site: do it from a page of this service, or send a token")
        )


def ensure_not_foreign(request: Request) -> None:
    """Let a request pass that no other site's page sent; programs, which are no browsers, pass. Raises `Forbidden`."""
    if "Sec-Fetch-Site" in request.headers or "Origin" in request.headers:
        ensure_own(request)


def end_session() -> None:
    """End the session of this request on the service, so that a copy of its cookie opens nothing any more.

    What becomes of the browser's own cookie is said by `service.web.http.sessions`.
    """
    deps: Dependencies = current_app.extensions["brade"].deps
    principal = _of_session(deps)
    if principal is not None and principal.club is not None and principal.until is not None:
        ended_sessions.end(deps.client, principal.club, sessions.session_id(), principal.until, deps.steady())


def begin_linked(deps: Dependencies, link: TableLink) -> Principal:
    """Accept a good link, in place of the session before. Raises `Unauthenticated`."""
    device = sessions.device()
    holder = link_tokens.principal_of_link(deps, link, device)
    sign_in_log.note(
        deps.client,
        link.club,
        sign_in_log.SignInAttempt(deps.clock(), "LinkOpened", holder.name, address(flask_request)),
    )
    end_session()
    sessions.begin_linked(link_tokens.written(deps, link), device)
    return holder


def _of_session(deps: Dependencies) -> Principal | None:
    try:
        if (principal := _in_cookie(deps)) is None:
            return None
        if principal.club is None or not ended_sessions.is_ended(deps.client, principal.club, sessions.session_id()):
            return principal
    except Unauthenticated:
        pass
    sessions.end()
    return None


def _in_cookie(deps: Dependencies) -> Principal | None:
    """The person of the session's cookie. Raises `Unauthenticated` for a session that is over by itself."""
    if (session := sessions.member()) is not None:
        return principal_of(deps, session)
    if (linked := sessions.linked()) is not None:
        return link_tokens.principal_of_link(deps, link_tokens.read(deps, linked[0]), linked[1])
    return None


def current_principal() -> Principal | None:
    """The reader of the page, for its frame; `None` also for an unknown one."""
    if "visitor" not in g:
        try:
            g.visitor = visitor(flask_request)
        except (BradeError, RedisError, Rejected):
            g.visitor = None
    return g.visitor


def address(request: Request) -> str:
    """The address of a caller, as far as the proxies before the service are believed (BRADE_PROXIES)."""
    return request.remote_addr or "unknown"
