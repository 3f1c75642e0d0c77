"""Every error of the API in one form (RFC 9457): what core, store, schemas and Flask raise becomes a problem."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from itertools import islice
from typing import Any

import structlog
from flask import Flask, Response, current_app, g, request
from marshmallow import ValidationError
from redis.exceptions import RedisError, ResponseError
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from core.errors import BradeError, Gone, Invalid, KeyReused, NewerVersion, NotAllowed, NotFound, VersionConflict
from core.messages import say
from schemas.problems import BASE, KINDS, paths_of
from service.auth.authorization import Forbidden, TooManyTries, Unauthenticated
from service.bootstrap import SecretUnavailable
from service.handlers.execute import DiskFull, NothingKept
from service.handlers.match.matches import TooManyFacts
from service.handlers.retry import Contention
from service.processes.open_files import TOO_MUCH_OPEN, is_scarcity
from service.store.altered_log import LogAltered
from service.store.archive.places import ArchiveDamaged
from service.store.connect import STORE_AWAY
from service.store.held_streams import StreamHeld
from service.store.log import StreamBusy
from service.translations import translated
from service.web.http.telemetry import known_method, known_rule
from service.web.i18n import locale
from service.web.i18n.core_messages import capitalised

JSON = "application/problem+json"
RETRY_SECONDS = 1
ROOM_SECONDS = 30
"""Retry time where the disk is full: an operator has to make room first."""
_METHOD = 20
"""The length of a method that is repeated in an answer: an invented one may be long."""
_BY_STATUS = {400: "bad-request", 404: "unknown", 405: "wrong-method", 413: "too-large", 415: "wrong-media-type"}
_BY_CLASS: tuple[tuple[type[BradeError], str], ...] = (
    (Unauthenticated, "unauthenticated"),
    (Forbidden, "forbidden"),
    (Gone, "gone"),
    (NotFound, "unknown"),
    (NotAllowed, "refused"),
    (KeyReused, "key-reused"),
    (DiskFull, "disk-full"),
    (NothingKept, "nothing-kept"),
    (StreamBusy, "store-away"),
    (StreamHeld, "facts-missing"),
    (LogAltered, "log-altered"),
    (ArchiveDamaged, "log-altered"),
    (NewerVersion, "newer-version"),
    (Contention, "busy"),
    (SecretUnavailable, "busy"),
)
_FULL = re.compile(r"^MISCONF\b.*\bNo space left on device")
_log = structlog.get_logger(__name__)


class Rejected(Exception):
    """A request that `service.web` refuses itself, as a problem of that kind."""

    def __init__(self, kind: str, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.kind, self.detail, self.headers = kind, detail, dict(headers or {})


@contextmanager
def under(name: str) -> Iterator[None]:
    """Whatever is wrong inside is wrong with this field: its paths begin with the name."""
    try:
        yield
    except ValidationError as wrong:
        raise ValidationError({name: paths_of(wrong)}) from None
    except Invalid as wrong:
        raise Invalid(
            {f"{name}.{path}" if path else name: messages for path, messages in wrong.problems.items()}
        ) from None


@contextmanager
def at_lines(lines: Sequence[int]) -> Iterator[None]:
    """Whatever is wrong inside with a row, by its place, is said with the line of the file that it came from."""

    def with_lines(problems: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        return {path: [*_at_line(lines, path, messages)] for path, messages in problems.items()}

    try:
        yield
    except ValidationError as wrong:
        raise Invalid(with_lines(paths_of(wrong))) from None
    except Invalid as wrong:
        raise Invalid(with_lines(wrong.problems)) from None


def _at_line(lines: Sequence[int], path: str, messages: Sequence[str]) -> Iterator[str]:
    place = path.partition(".")[0]
    if not place.isdecimal() or int(place) >= len(lines):
        return iter(messages)
    return (say("line {line}: {said}", line=lines[int(place)], said=message) for message in messages)


def problem(kind: str, detail: str, headers: Mapping[str, str] | None = None, **members: Any) -> Response:
    """A problem of a kind; `members` are further fields, `None` left out."""
    status, title, _ = KINDS[kind]
    return _respond(status, f"{BASE}{kind}", title, kind, detail, headers or {}, members)


def _respond(
    status: int, type_: str, title: str, code: str, detail: str, headers: Mapping[str, str], members: Mapping[str, Any]
) -> Response:
    language = locale.asked()
    detail = translated(detail, language)
    body = {
        "type": type_,
        "title": translated(title, language),
        "status": status,
        "detail": detail,
        "code": code,
    }
    body |= {name: value for name, value in members.items() if value is not None}
    body["request_id"] = g.get("request_id", "")
    response = locale.marked(Response(_written(body), status, mimetype=JSON))
    response.headers.update(headers)
    return response


def _written(body: dict[str, Any]) -> bytes:
    # What a request says may come back here, half a surrogate pair included: that one is written as JSON escapes it.
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return text.encode(errors="backslashreplace") + b"\n"


def register(app: Flask) -> None:
    """Let the app answer every error as a problem."""
    for error, handler in _HANDLERS:
        app.register_error_handler(error, handler)


def problem_of(error: Exception) -> Response:
    """The problem that an error is."""
    return next(handler for kind, handler in _HANDLERS if isinstance(error, kind))(error)


_NAMED = 200
"""Wrong fields that an answer names at most; its detail counts those that were found."""


def malformed(errors: Mapping[str, Sequence[str]]) -> Response:
    """Fields are wrong: each path with what would be right."""
    language = locale.asked()
    named = islice(errors.items(), _NAMED)
    texts = {path: [translated(message, language) for message in messages[:_NAMED]] for path, messages in named}
    first = "; ".join(f"{path or 'body'}: {messages[0]}" for path, messages in islice(texts.items(), 3))
    more = translated(say("; and {count} more", count=len(errors) - 3), language) if len(errors) > 3 else ""
    return problem("malformed", f"{first}{more}", errors=texts)


def _rejected(error: Rejected) -> Response:
    return problem(error.kind, error.detail, error.headers)


def _invalid(error: ValidationError) -> Response:
    return malformed(paths_of(error))


def _brade(error: BradeError) -> Response:
    if isinstance(error, Invalid):
        return malformed(error.problems)
    if isinstance(error, VersionConflict):
        return _conflict(error)
    if isinstance(error, TooManyTries | TooManyFacts):
        return problem(error.code, _sentence(error.message), {"Retry-After": str(error.seconds), **error.limit.headers})
    for kind, name in _BY_CLASS:
        if isinstance(error, kind):
            return problem(name, _sentence(error.message), _headers(name))
    return _unforeseen(error)


def _conflict(error: VersionConflict) -> Response:
    message = say(
        "{stream} is at version {version} now: read it again, then repeat", stream=error.stream, version=error.actual
    )
    if "If-Match" in request.headers:
        return problem("version-conflict", _sentence(message), current_version=error.actual)
    return problem("refused", _sentence(message), current_version=error.actual)


def _headers(kind: str) -> dict[str, str]:
    if kind == "unauthenticated":
        return {"WWW-Authenticate": 'Bearer realm="brade"'}
    if kind in ("disk-full", "nothing-kept"):
        return {"Retry-After": str(ROOM_SECONDS)}
    return {"Retry-After": str(RETRY_SECONDS)} if kind in ("store-away", "busy") else {}


def _store(error: RedisError) -> Response:
    if isinstance(error, STORE_AWAY):
        current_app.extensions["brade"].deps.repository.forget_openings()
        _log.warning("the store does not answer", error=type(error).__name__, method=known_method(), rule=known_rule())
    else:
        _log.error("the store refuses a command", exc_info=error)
    if isinstance(error, ResponseError) and _FULL.search(str(error)):  # a store of one's own, whose disk is full
        return problem("disk-full", say("The disk of the store is full: nothing was written."), _headers("disk-full"))
    detail = say("The store does not answer: nothing is known to be written. Repeat with the same Idempotency-Key.")
    return problem("store-away", detail, _headers("store-away"))


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    if status < 400:  # a redirect
        return Response(status=status, headers=error.get_headers())
    headers = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After", "Content-Range")}
    if "Allow" in headers:  # werkzeug keeps the methods in a set, whose order differs from process to process
        headers["Allow"] = ", ".join(sorted(headers["Allow"].split(", ")))
    kind = _BY_STATUS.get(status)
    if isinstance(error, MethodNotAllowed):
        detail = say(
            "{method} is not possible here; possible are {methods}.",
            method=request.method[:_METHOD],
            methods=headers.get("Allow", "none"),
        )
    elif status == 404:
        detail = say("There is nothing at {path}.", path=request.path)
    elif status == 413:
        detail = say("The body is larger than {size} kB.", size=(request.max_content_length or 0) // 1000)
    else:
        detail = error.description or HTTPStatus(status).phrase
    if kind is None:
        return _respond(status, "about:blank", HTTPStatus(status).phrase, "http", detail, headers, {})
    return problem(kind, detail, headers)


def _system(error: OSError) -> Response:
    if not is_scarcity(error):
        return _unforeseen(error)
    _log.warning("too much is open", error=error.strerror, method=known_method(), rule=known_rule())
    return problem("busy", TOO_MUCH_OPEN, _headers("busy"))


def _unforeseen(error: Exception) -> Response:
    _log.error("a request failed", exc_info=error)
    return problem("internal", say("Something went wrong that should not have; the service's log tells what."))


def _sentence(message: str) -> str:
    """The sentence in the language that is asked for; a message is translated first."""
    return capitalised(translated(message, locale.asked()))


_HANDLERS: tuple[tuple[type[Exception], Callable[[Any], Response]], ...] = (
    (Rejected, _rejected),
    (BradeError, _brade),
    (ValidationError, _invalid),
    (RedisError, _store),
    (HTTPException, _http),
    (OSError, _system),
    (Exception, _unforeseen),
)
