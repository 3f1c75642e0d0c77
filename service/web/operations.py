"""One decorator for every operation of the API: it enforces and documents the role, If-Match and Idempotency-Key.

The role is asked before a byte of the body is read. An operation is a function of its `Call` and the parts of its
address; it answers with an `Answer`, or with a response of its own where the body is not one JSON value.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import wraps
from hashlib import sha256
from typing import Any, NamedTuple, NoReturn, TypeVar
from urllib.parse import urlencode

from flask import Response, current_app, request
from flask_smorest import Blueprint
from marshmallow import RAISE, ValidationError
from webargs.flaskparser import FlaskParser

from core.log import Appended, Log
from service.access import OPERATOR, Principal, entering, require, require_operator
from service.bootstrap import House
from service.server import body_limit
from service.server.request_body import SMALL_BODY
from service.web import conditions
from service.web.describing import describe
from service.web.needs import Needs
from service.web.visitor import visitor


@dataclass(slots=True)
class Call:
    """One request, read: by whom, its body and query, and its conditions."""

    house: House
    principal: Principal | None = None
    body: Any = None
    query: dict[str, Any] = field(default_factory=dict)
    key: str | None = None
    fingerprint: str = ""
    expected: int | None = None
    wait: conditions.Wait | None = None


class Answer(NamedTuple):
    """An answer of one JSON value. A `version` becomes its ETag; without one, what it says does."""

    words: Any
    status: int = 200
    version: str | None = None
    headers: Mapping[str, str] = {}


Json = dict[str, Any]
View = TypeVar("View", bound=Callable[..., Answer | Response])


def operation(
    blueprint: Blueprint, method: str, rule: str, needs: Needs, answers: Mapping[int, Any], **documented: Any
) -> Callable[[View], View]:  # fmt: skip
    """Make a view an operation of the API at an address; `answers` are the schemas by status."""

    def decorate(view: View) -> View:
        @wraps(view)
        def perform(**address: str) -> Response:
            call = _admitted(needs, address)
            if body_limit.is_asked(request.environ):
                return Response(status=204, headers={body_limit.LIMIT_HEADER: str(_limit(needs, call.principal))})
            _read(call, needs)
            noted = None
            if call.key is not None:
                noted = NotedLog(call.house.log)
                call.house = replace(call.house, log=noted)
            answer = view(call, **address)
            response = answer if isinstance(answer, Response) else _response(answer)
            if noted and noted.replayed:
                response.headers["Idempotent-Replayed"] = "true"
            return response

        perform._apidoc = {"manual_doc": describe(method, rule, needs, answers, **documented)}  # type: ignore[attr-defined]
        blueprint.route(rule, methods=[method])(perform)
        return view

    return decorate


def _admitted(needs: Needs, address: Mapping[str, str]) -> Call:
    """The call of this request, of which nothing but who sends it is known. Raises for who may not."""
    call = Call(current_app.extensions["brade"].house)
    if needs.role is not None:
        call.principal = visitor(request)
        if not needs.published:
            _admit(call.house, call.principal, needs, address)
    return call


def _limit(needs: Needs, principal: Principal | None) -> int:
    """The bytes that a body may hold: few, unless it is known who sends it."""
    if needs.body is None or principal is None:
        return SMALL_BODY
    return needs.body.limit


def _read(call: Call, needs: Needs) -> None:
    """Read what the request holds. Raises for what cannot be read."""
    headers = request.headers
    if needs.if_match:
        call.expected = conditions.expected_version(headers)
    if needs.key:
        call.key = conditions.idempotency_key(headers)
    if needs.waits:
        call.wait = conditions.wait(headers)
    if needs.query is not None:
        call.query = QUERIES.parse(needs.query, request, location="query")
    if needs.body is not None:
        call.body = needs.body.read(_limit(needs, call.principal))
    if call.key is not None:
        call.fingerprint = _fingerprint()


def _admit(house: House, principal: Principal | None, needs: Needs, address: Mapping[str, str]) -> None:
    """Let pass who has the role in the club that the address is about; without an address, in his own."""
    role = needs.role or OPERATOR
    if role == OPERATOR:
        require_operator(principal)
    elif principal is None or not address:
        require(principal, role, (principal and principal.club) or "")
    elif "match" in address:
        require(principal, role, house.shelf.match(address["match"]).club, ("match", address["match"]))
    elif "tournament" in address and needs.at_match:
        entering(house, principal, role, address["tournament"])
    elif "tournament" in address:
        opening = house.shelf.tournament_opening(address["tournament"])
        require(principal, role, opening.club, ("tournament", address["tournament"]))
    else:
        require(principal, role, address["club"])


def _fingerprint() -> str:
    """What tells a repeated request from another one with the same key: its method, address and body."""
    return sha256(f"{request.method} {request.path}\n".encode() + request.get_data()).hexdigest()


_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode


def _response(answer: Answer) -> Response:
    text = _ENCODE(answer.words).encode() + b"\n"  # whoever reads it in a terminal goes on at a line's beginning
    response = Response(text, answer.status, content_type="application/json")
    if answer.headers:
        response.headers.extend(answer.headers)
    if request.method in ("GET", "HEAD"):
        response.set_etag(answer.version or sha256(text).hexdigest()[:20])
        response.headers["Cache-Control"] = "private, no-cache"
        response.make_conditional(request)
    elif answer.version:
        response.set_etag(answer.version)
    return response


class NotedLog:
    """The log as one request uses it: it notes whether the request's idempotency key had been seen before."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self.replayed = False

    def append(self, *args: Any, **options: Any) -> Appended:
        """See `core.log.Log.append`."""
        appended = self._log.append(*args, **options)
        self.replayed |= appended.replayed
        return appended

    def answered(self, stream: str, key: str, fingerprint: str) -> Appended | None:
        """See `core.log.Log.answered`."""
        appended = self._log.answered(stream, key, fingerprint)
        self.replayed |= appended is not None
        return appended

    def remember(self, *args: Any) -> Appended:
        """See `core.log.Log.remember`."""
        appended = self._log.remember(*args)
        self.replayed |= appended.replayed
        return appended

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)


class _Queries(FlaskParser):
    """Reads a query strictly; its errors name the fields as a body's do."""

    DEFAULT_UNKNOWN_BY_LOCATION = {"query": RAISE}

    def handle_error(self, error: ValidationError, *_: Any, **__: Any) -> NoReturn:
        assert isinstance(error.messages, dict)
        raise ValidationError(error.messages["query"]) from None


QUERIES = _Queries()


Rows = TypeVar("Rows")


def listing(
    name: str, items: Iterable[Rows], query: Mapping[str, Any], shown: Callable[[list[Rows]], list[Any]] = list
) -> Answer:
    """The part of a list that `limit` and `cursor` ask for, as `shown` says it, and how many there are in all."""
    rows, start, limit = list(items), query["cursor"], query["limit"]
    following = address({**query, "cursor": start + limit}) if len(rows) > start + limit else None
    words = {name: shown(rows[start : start + limit]), "total": len(rows), "next": following}
    return Answer(words, headers=link_next(following))


def address(query: Mapping[str, Any]) -> str:
    """The address of this request with another query."""
    return f"{request.path}?{urlencode(query)}"


def link_next(following: str | None) -> dict[str, str]:
    """The header that leads to the next page, if there is one."""
    return {"Link": f'<{following}>; rel="next"'} if following else {}
