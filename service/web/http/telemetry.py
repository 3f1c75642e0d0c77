"""Telemetry of every request: its id, a line in the log, a place in the metrics, and the security headers."""

import os
import random
import re
import time
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import structlog
from flask import Flask, Request, Response, current_app, g, request
from prometheus_client import Histogram

from service import tracing
from service.logs import REQUEST_ID
from service.repository import begin_request

REQUESTS = Histogram(
    "brade_http_request_seconds",
    "Requests by the rule of their address.",
    ("method", "rule", "status"),
    buckets=(0.005, 0.025, 0.1, 0.25, 1.0, 5.0),
)
MOST_COUNTED = 200
"""Kinds of requests that a process counts by their own rule; later ones have the rule `other`."""
_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
_READING = frozenset(("GET", "HEAD"))
_OTHER, _UNKNOWN, _REFUSED = "other", "unknown", "refused"
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_PROTECTION = (
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)
_NOTHING_RUNS = ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
_KEPT_NOWHERE = ("Cache-Control", "no-store")
_UNLESS_PRESENT = tuple((each[0].lower(), each) for each in (*_PROTECTION, _NOTHING_RUNS, _KEPT_NOWHERE))
Wsgi = Callable[[Any, Any], Iterable[bytes]]
_NUMBERS = random.Random()  # noqa: S311 - they tell requests apart, and open nothing
os.register_at_fork(after_in_child=_NUMBERS.seed)
_log = structlog.get_logger("brade.http")


def register(app: Flask) -> None:
    """Let the app number, log, count and protect. Only a proxy may say to which trace a request belongs."""
    app.before_request(_begin)
    app.after_request(_end)
    app.wsgi_app = _protected(app.wsgi_app)  # type: ignore[method-assign, assignment]


def current_request() -> Request:
    """This request itself: `flask.request` looks it up again at every use, and each look costs as much as a call."""
    return request._get_current_object()  # type: ignore[attr-defined]


def known_method() -> str:
    """The method of this request as it is counted and logged: invented methods add no values of ours."""
    return request.method if request.method in _METHODS else _OTHER


def known_rule() -> str:
    """The rule of this request's address."""
    return request.url_rule.rule if request.url_rule else _UNKNOWN


def _begin() -> None:
    asked = current_request()
    begin_request(only_reads=asked.method in _READING)
    given = asked.environ.get("HTTP_X_REQUEST_ID", "")
    request_id = given if given and _ID.fullmatch(given) else f"{_NUMBERS.getrandbits(64):016x}"
    REQUEST_ID.set(request_id)
    g.began, g.request_id = time.perf_counter(), request_id
    if tracing.is_on():
        trusted = current_app.config["TRACES_OF_PROXY"]
        g.span = tracing.begin_request(asked.environ.get("HTTP_TRACEPARENT", "") if trusted else "")


def _end(response: Response) -> Response:
    kept, asked = g._get_current_object(), current_request()
    seconds, status = time.perf_counter() - kept.began, response.status_code
    method = asked.method if asked.method in _METHODS else _OTHER
    rule = asked.url_rule.rule if asked.url_rule else _UNKNOWN
    begin_request(only_reads=False)  # what this thread does next is no part of this request
    _requests(method, rule, status).observe(seconds)
    response.headers["X-Request-Id"] = kept.request_id
    if tracing.is_on() and "span" in kept:
        tracing.end_request(kept.span, method, rule, status)
    # The rule, not the address: a query or an id is private, and a token has no place in either.
    _log.info("request", method=method, rule=rule, status=status, ms=round(seconds * 1000, 2))
    return response


@lru_cache(4096)
def _requests(method: str, rule: str, status: int) -> Histogram:
    """The requests that are counted together.

    Those that were refused are counted by their status alone: strangers can have every rule refuse them in many ways.
    """
    if 400 <= status < 500 and rule != _UNKNOWN:
        rule = _REFUSED
    if rule not in (_REFUSED, _UNKNOWN):
        if len(_counted) >= MOST_COUNTED and (method, rule, status) not in _counted:
            rule = _OTHER
        else:
            _counted.add((method, rule, status))
    return REQUESTS.labels(method, rule, status)


_counted: set[tuple[str, str, int]] = set()


def _protected(app: Wsgi) -> Wsgi:
    """The application whose every answer has the security headers, unless it has one of that name by itself."""

    def answer(environ: Any, start: Any) -> Iterable[bytes]:
        def begin(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            present = {name.lower() for name, _ in headers}
            headers += [each for name, each in _UNLESS_PRESENT if name not in present]
            return start(status, headers, *error)

        return app(environ, begin)

    return answer
