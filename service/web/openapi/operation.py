"""One decorator for every operation of the API: it enforces and documents the role, If-Match and Idempotency-Key.

The role is asked before a byte of the body is read. An operation is a function of its `Call` and the parts of its
address; it answers with an `Answer`, or with a response of its own where the body is not one JSON value.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from hashlib import sha256
from typing import Any, NamedTuple, NoReturn, TypeVar
from urllib.parse import urlencode

from flask import Request as HttpRequest
from flask import Response, current_app, g, request
from flask_smorest import Blueprint
from marshmallow import RAISE, ValidationError
from webargs.flaskparser import FlaskParser
from werkzeug.datastructures import Headers

from schemas.dump import dumper
from schemas.views.base import Listed, page_json
from service.asgi import body_limit
from service.asgi.body_limit import SMALL_BODY
from service.auth.authorization import (
    OPERATOR,
    Principal,
    authorize,
    authorize_any_match,
    authorize_read,
    require_operator,
    tournament_opening,
)
from service.bootstrap import Dependencies
from service.handlers.request import Request
from service.repository import hidden_here
from service.translations import SOURCE, translated_json
from service.web import compression
from service.web.http import request_headers
from service.web.http.authentication import current_principal, visitor
from service.web.http.query_params import NO_PARAMETERS
from service.web.http.telemetry import current_request
from service.web.i18n import locale
from service.web.openapi.description import admits, describe, may_be_minimal
from service.web.openapi.requirements import Requirements


@dataclass(frozen=True, slots=True)
class Call:
    """One HTTP request, read: what use cases are given of it, its body and query, and how long it waits."""

    request: Request
    body: Any = None
    query: dict[str, Any] = field(default_factory=dict)
    wait: request_headers.Wait | None = None

    @property
    def deps(self) -> Dependencies:
        """The dependencies of the use cases."""
        return self.request.deps

    @property
    def principal(self) -> Principal | None:
        """The authenticated caller."""
        return self.request.principal


class Answer(NamedTuple):
    """An answer of one JSON value, or of a value whose JSON the schema of the answer gives.

    A `version` becomes its ETag; without one, what it says does. A `compressed` one is sent as small as the client
    takes it: only for answers without secrets, since their length tells something of what is in them. A `shared` one is
    that of all strangers, and a cache between them and the service may give it out for a second. A `needed` one is sent
    whole to those who prefer a minimal answer, too: nothing but it says what it says.
    """

    data: Any
    status: int = 200
    version: str | None = None
    headers: Mapping[str, str] = {}
    compressed: bool = False
    shared: bool = False
    needed: bool = False


Json = dict[str, Any]
View = TypeVar("View", bound=Callable[..., Answer | Response])


def operation(
    blueprint: Blueprint,
    operation_id: str,
    method: str,
    rule: str,
    needs: Requirements,
    answers: Mapping[int, Any],
    **documented: Any,
) -> Callable[[View], View]:
    """Make a view an operation of the API at an address; `answers` are the schemas by status.

    `operation_id` is its name in the document and in clients that are generated from it. It never changes.
    """

    has_short_form = may_be_minimal(needs, answers)

    def decorate(view: View) -> View:
        @wraps(view)
        def perform(**address: str) -> Response:
            asked = current_request()
            deps, principal = _admitted(asked, needs, address)
            if body_limit.is_asked(asked.environ):
                return Response(status=204, headers={body_limit.LIMIT_HEADER: str(_limit(needs, principal))})
            call = _read(asked, deps, principal, needs)
            leaves_out = has_short_form and "HTTP_PREFER" in asked.environ and request_headers.minimal(asked.headers)

            def make() -> Response:
                answer = view(call, **address)
                if isinstance(answer, Response):
                    return answer
                if leaves_out and answer.version and not answer.needed:
                    return _minimal(answer, answer.version)
                return _response(asked, _dumped(answer, answers))

            if method != "GET":
                response = make()
            else:
                if needs.role is None and _WITH_CALLER & asked.environ.keys():
                    principal = current_principal()
                response = current_app.extensions["brade"].made.answer(deps, asked, principal, make)
            if call.request.replays:
                response.headers["Idempotent-Replayed"] = "true"
            return response

        documentation = describe(method, rule, needs, answers, **documented)
        documentation["operationId"] = operation_id
        if len((view.__doc__ or "").splitlines()) < 2:  # of a longer docstring flask-smorest takes the rest
            documentation["description"] = admits(needs)
        perform._apidoc = {"manual_doc": documentation}  # type: ignore[attr-defined]
        blueprint.route(rule, methods=[method])(perform)
        return view

    return decorate


_WITH_CALLER = {"HTTP_COOKIE", "HTTP_AUTHORIZATION"}


def _admitted(
    asked: HttpRequest, needs: Requirements, address: Mapping[str, str]
) -> tuple[Dependencies, Principal | None]:
    """The dependencies and the caller of this request, before anything else is read. Raises for who may not."""
    deps: Dependencies = current_app.extensions["brade"].deps
    if needs.role is None:
        return deps, None
    principal = g.visitor = visitor(asked)
    if not (needs.published or needs.public_list):
        _admit(deps, principal, needs, address)
    elif needs.body is not None:  # a read is authorized where it reads; a body is not read before
        tournament = address["tournament"]
        opening = tournament_opening(deps, principal, tournament)
        authorize_read(deps, principal, opening.club, tournament, ("tournament", tournament))
    return deps, principal


def _limit(needs: Requirements, principal: Principal | None) -> int:
    """The bytes that a body may hold: few, unless it is known who sends it."""
    if needs.body is None or principal is None:
        return SMALL_BODY
    return needs.body.limit


def _read(asked: HttpRequest, deps: Dependencies, principal: Principal | None, needs: Requirements) -> Call:
    """Read what the request holds. Raises for what cannot be read."""
    headers, sent = asked.headers, asked.environ
    expected = request_headers.expected_version(headers) if needs.if_match and "HTTP_IF_MATCH" in sent else None
    key = request_headers.idempotency_key(headers) if needs.key and "HTTP_IDEMPOTENCY_KEY" in sent else None
    wait = request_headers.wait(headers) if needs.waits and "HTTP_PREFER" in sent else None
    query = QUERIES.parse(needs.query or NO_PARAMETERS, asked, location="query") if needs.query or asked.args else {}
    body = None if needs.body is None else needs.body.read(asked, _limit(needs, principal))
    fingerprint = "" if key is None else _fingerprint(asked)
    return Call(Request(deps, principal, expected, key, fingerprint), body, query, wait)


def _admit(deps: Dependencies, principal: Principal | None, needs: Requirements, address: Mapping[str, str]) -> None:
    """Allow callers with the role in the club of the address; without an address, in their own."""
    role = needs.role or OPERATOR
    if role == OPERATOR:
        require_operator(principal)
    elif principal is None or not address:
        authorize(principal, role, (principal and principal.club) or "")
    elif "match" in address:
        authorize(principal, role, deps.repository.match(address["match"]).club, ("match", address["match"]))
    elif "tournament" in address and needs.at_match:
        authorize_any_match(deps, principal, role, address["tournament"])
    elif "tournament" in address:
        opening = deps.repository.tournament_opening(address["tournament"])
        authorize(principal, role, opening.club, ("tournament", address["tournament"]))
    else:
        authorize(principal, role, address["club"])


def _fingerprint(asked: HttpRequest) -> str:
    """Fingerprint of a request: method, address and body. It recognizes a repetition of a request with the same key."""
    return sha256(f"{asked.method} {asked.path}\n".encode() + asked.get_data()).hexdigest()


def _dumped(answer: Answer, answers: Mapping[int, Any]) -> Answer:
    """The answer as JSON data."""
    if isinstance(answer.data, dict | list):
        return answer
    return answer._replace(data=dumper(answers[answer.status])(answer.data))


_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode


class _JsonResponse(Response):
    """An answer of one JSON value; its length is known, and its addresses are written as they are sent."""

    def get_wsgi_headers(self, environ: Any) -> Headers:
        """See `werkzeug.Response`, which looks for addresses and lengths to correct."""
        if self.status_code in (200, 201, 202, 204) and self.headers.get("Location", "").isascii():
            return self.headers
        return super().get_wsgi_headers(environ)

    def get_app_iter(self, environ: Any) -> Iterable[bytes]:
        """See `werkzeug.Response`. The bytes are there, and nothing is to be closed after them."""
        if environ["REQUEST_METHOD"] != "HEAD" and self.status_code in (200, 201, 202, 204) and not self._on_close:
            return self.response  # type: ignore[return-value]
        return super().get_app_iter(environ)


def _response(asked: HttpRequest, answer: Answer) -> Response:
    language = locale.asked()
    data = answer.data if language == SOURCE else translated_json(answer.data, language)
    text = _ENCODE(data).encode() + b"\n"  # a terminal's prompt then begins a new line
    response = locale.marked(_JsonResponse(text, answer.status, content_type="application/json"))
    for name, value in answer.headers.items():
        response.headers.add(name, value)
    if asked.method in ("GET", "HEAD"):
        spoken = "" if language == SOURCE else f"-{language}"
        names = hidden_here()
        hidden = f"-n{sha256(repr(sorted(names)).encode()).hexdigest()[:8]}" if names else ""
        response.set_etag(f"{answer.version}{spoken}{hidden}" if answer.version else sha256(text).hexdigest()[:20])
        response.headers["Cache-Control"] = "public, max-age=1" if answer.shared else "private, no-cache"
        if answer.shared:
            response.vary.update(("Authorization", "Cookie"))  # those with rights get more
        response.make_conditional(asked)
    elif answer.version:
        response.set_etag(answer.version)
    return compression.sent(response) if answer.compressed else response


def _minimal(answer: Answer, version: str) -> Response:
    """The answer without what it says (RFC 7240): its headers tell the version that was written, and where it is."""
    applied = ", ".join(filter(None, (answer.headers.get("Preference-Applied"), request_headers.MINIMAL)))
    response = _JsonResponse(status=204, headers={**answer.headers, "Preference-Applied": applied})
    del response.headers["Content-Type"]
    response.set_etag(version)
    return response


class _Queries(FlaskParser):
    """Reads a query strictly; its errors name the fields as a body's do."""

    DEFAULT_UNKNOWN_BY_LOCATION = {"query": RAISE}

    def handle_error(self, error: ValidationError, *_: Any, **__: Any) -> NoReturn:
        assert isinstance(error.messages, dict)
        raise ValidationError(error.messages["query"]) from None


QUERIES = _Queries()


Row = TypeVar("Row")


def listing(
    schema: type[Listed],
    items: Iterable[Row],
    query: Mapping[str, Any],
    read: Callable[[list[Row]], Iterable[Any]] = list,
) -> Answer:
    """The part of a list that `limit` and `cursor` ask for, and how many there are in all.

    `read` gives the values of the rows that are shown; the rows are these values if nothing else is said.
    """
    rows, start, limit = list(items), query["cursor"], query["limit"]
    following = address({**query, "cursor": start + limit}) if len(rows) > start + limit else None
    page = page_json(schema, read(rows[start : start + limit]), len(rows), following)
    return Answer(page, headers=link_next(following))


def address(query: Mapping[str, Any]) -> str:
    """The address of this request with another query."""
    return f"{request.path}?{urlencode(query)}"


def link_next(following: str | None) -> dict[str, str]:
    """The header that leads to the next page, if there is one."""
    return {"Link": f'<{following}>; rel="next"'} if following else {}
