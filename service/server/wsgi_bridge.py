"""Flask behind an asyncio server. a2wsgi makes the WSGI environment of a request; its own threads are not used.

A request comes here with its whole body (`service.server.request_body`), so a client that sends slowly holds no thread;
an answer that is meant for the front alone is held back. An answer of one piece crosses from its thread to the loop
once, where a2wsgi crosses three times and more: that was half of a request's processor time
([docs/adr/0001-one-port.md]).
"""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, NoReturn

from a2wsgi.wsgi import build_environ

from service.asgi.body_limit import ANNOUNCED, ASKED, LIMIT_HEADER, UPLOADER_HEADER, Allowed
from service.asgi.types import Headers, Message, Receive, Send
from service.live.grant import HEADER
from service.server.request_body import RequestBody
from service.server.request_head import wsgi_scope
from service.server.transfer_rate import Pace

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

STREAM = HEADER.lower().encode()
BODY_LIMIT, UPLOADER = LIMIT_HEADER.lower().encode(), UPLOADER_HEADER.lower().encode()
_GRACE_SECONDS, _LEAST_RATE, _LONGEST_SECONDS = 10.0, 16 << 10, 900.0


class ResponseTap:
    """An answer on its way to the client.

    `stream` and `body_limit` are what it says to the front; such an answer is not sent. An answer that is taken too
    slowly is `cut`: the rest of it is dropped, so that the thread that makes it is free again.
    """

    def __init__(self, send: Send) -> None:
        self._send = send
        self._pace: Pace | None = None
        self.headers: Headers = []
        self.status = 0
        self.stream: str | None = None
        self.body_limit: Allowed | None = None
        self.started = False
        self.cut = False

    async def send(self, message: Message) -> None:
        """Pass a part of the answer on, unless it is for the front."""
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], message["headers"]
            ours = (STREAM, BODY_LIMIT, UPLOADER)
            values = {name: value.decode("latin-1") for name, value in self.headers if name in ours}
            self.stream = values.get(STREAM)
            if BODY_LIMIT in values:
                self.body_limit = Allowed(int(values[BODY_LIMIT]), values.get(UPLOADER, ""))
            self._pace = Pace(_GRACE_SECONDS, _LEAST_RATE, _LONGEST_SECONDS)
        if self.stream is not None or self.body_limit is not None or self.cut or self._pace is None:
            return
        self.started = True
        try:
            await self._pace.within(self._send(message))
        except TimeoutError:
            self.cut = True
        self._pace.moved += len(message.get("body", b""))


class WsgiBridge:
    """Calls a WSGI application in at most `threads` threads."""

    def __init__(self, app: Wsgi, threads: int) -> None:
        self._app = app
        self._threads = ThreadPoolExecutor(threads, "WSGI")

    async def ask(self, scope: Message, body: RequestBody, answer: ResponseTap) -> None:
        """Have a request answered. Raises what the application raised."""
        environ: Any = build_environ(wsgi_scope(scope, body.length), body.read_from_start())  # type: ignore[arg-type]
        loop = asyncio.get_running_loop()

        def send_now(message: Message) -> bool:
            asyncio.run_coroutine_threadsafe(answer.send(message), loop).result()
            return not answer.cut

        call = copy_context().run
        for message in await loop.run_in_executor(self._threads, call, _answer, self._app, environ, send_now):
            await answer.send(message)

    async def body_limit(self, scope: Message, announced: int, answer: ResponseTap) -> Allowed | None:
        """The body that the application takes of who sends this request; `None` if it answered with a refusal."""
        with RequestBody() as nothing:
            await self.ask({**scope, ASKED: True, ANNOUNCED: announced}, nothing, answer)
        limit, answer.body_limit = answer.body_limit, None
        return limit

    def close(self) -> None:
        """Take no more calls; those under way end by themselves."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _answer(app: Wsgi, environ: dict[str, Any], send_now: Callable[[Message], bool]) -> list[Message]:
    """The messages of an answer, made in a thread. One of several pieces is sent from here, each piece when it is made,
    until it is cut; what is left to send is returned."""
    started: list[Message] = []

    def start(status: str, headers: list[tuple[str, str]], _error: Any = None) -> Callable[[bytes], NoReturn]:
        encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        started[:] = [{"type": "http.response.start", "status": int(status[:3]), "headers": encoded}]
        return _no_writing

    answer = app(environ, start)
    try:
        pieces = iter(answer)
        first = next(pieces, None)
        if first is None or (b"content-length", b"%d" % len(first)) in started[0]["headers"]:
            return [started[0], {"type": "http.response.body", "body": first or b""}]
        going_on = send_now(started[0]) and send_now(_piece(first))
        while going_on and (piece := next(pieces, None)) is not None:
            going_on = send_now(_piece(piece))
        return [{"type": "http.response.body", "body": b""}]
    finally:
        if close := getattr(answer, "close", None):
            close()


def _piece(data: bytes) -> Message:
    return {"type": "http.response.body", "body": data, "more_body": True}


def _no_writing(_data: bytes) -> NoReturn:
    raise NotImplementedError("an answer is what the application returns")


async def leave(receive: Receive) -> None:
    """Return when the client has gone away."""
    while (await receive())["type"] != "http.disconnect":
        pass
