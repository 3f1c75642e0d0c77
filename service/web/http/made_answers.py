"""Answers to reads that are made once: kept with the store's answers that they were made of, which are asked for first.

Where all of these are as they were, the answer is, and nothing of it is computed: a client that has it is told so
(304), any other is sent the kept bytes. An answer is kept for one caller with one address and one set of headers, so it
never crosses rights. What followed from the time, from a write or from anything that cannot be compared is not kept
(`service.store.observed_reads`).
"""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import NamedTuple, ParamSpec

from flask import Response, current_app
from werkzeug.datastructures import Headers
from werkzeug.wrappers import Request

from service.auth.authorization import Principal
from service.bootstrap import Dependencies
from service.lru_cache import LruCache
from service.store.observed_reads import Observation, observed
from service.store.server_client import ServerClient, same_answers
from service.web.http.authentication import current_principal
from service.web.http.telemetry import current_request

MOST_BYTES = 8 << 20
_ASKED = (
    *("wsgi.url_scheme", "SCRIPT_NAME", "PATH_INFO", "QUERY_STRING", "HTTP_HOST", "HTTP_COOKIE"),
    "HTTP_AUTHORIZATION",
    *("HTTP_ACCEPT", "HTTP_ACCEPT_LANGUAGE", "HTTP_ACCEPT_ENCODING", "HTTP_LAST_EVENT_ID"),
)
"""All of a read that its answer may follow from, beside the caller."""
View = ParamSpec("View")


class MadeAnswer(NamedTuple):
    """An answer, and what it was made of; without a `body` where only its tag was asked for."""

    made_of: Observation
    headers: list[tuple[str, str]]
    body: bytes | None
    size: int

    def response(self, asked: Request) -> Response | None:
        """The answer to a request; `None` where it asks for a body that is not kept."""
        response = Response(self.body or b"", 200, Headers(self.headers))
        response.make_conditional(asked)
        return None if self.body is None and response.status_code != 304 else response


class MadeAnswers:
    """The answers that a process made last, within a bound of bytes. Safe to share between threads."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._kept = LruCache[Hashable, MadeAnswer](most_bytes, lambda made: made.size)

    def clear(self) -> None:
        """Forget all answers."""
        self._kept.clear()

    def answer(
        self, deps: Dependencies, asked: Request, principal: Principal | None, make: Callable[[], Response]
    ) -> Response:
        """The answer to a read: as it was made before, or made now."""
        if asked.method != "GET" or not isinstance(deps.client, ServerClient):
            return make()
        key = _key(asked, principal)
        made_answer = self._kept.get(key)
        if (
            made_answer is not None
            and (response := made_answer.response(asked)) is not None
            and all(function() == value for function, value in made_answer.made_of.values)
            and same_answers(deps.client, made_answer.made_of.answers)
        ):
            return response
        with observed() as observation:
            response = make()
        made = None if observation.ended_by else _made(observation, response)
        if made is not None and made.size <= self._most // 8:
            self._kept.put(key, made)
        return response


def _key(asked: Request, principal: Principal | None) -> Hashable:
    """All that an answer may follow from beside the store."""
    return (principal, *map(asked.environ.get, _ASKED))


def _made(made_of: Observation, response: Response) -> MadeAnswer | None:
    """An answer as it is kept; `None` for one that is not whole, not good, or says something to this browser alone."""
    if (
        "ETag" not in response.headers
        or response.status_code not in (200, 304)
        or response.direct_passthrough
        or response.is_streamed
    ):
        return None
    if "Set-Cookie" in response.headers:
        return None
    body = response.get_data() if response.status_code == 200 else None
    headers = list(response.headers)
    return MadeAnswer(made_of, headers, body, made_of.size + len(body or b"") + sum(map(len, map(str, headers))))


def made_once(view: Callable[View, Response]) -> Callable[View, Response]:
    """Let a page, or what belongs to one, be made once for the same reader as long as nothing of it changed."""

    @wraps(view)
    def answer(*args: View.args, **kwargs: View.kwargs) -> Response:
        web = current_app.extensions["brade"]
        return web.made.answer(web.deps, current_request(), current_principal(), lambda: view(*args, **kwargs))

    return answer
