"""The one port: requests go to the web application, streams are served here.

    python -m service.front

A Flask view of `…/stream` looks at rights and parameters and answers 200 with a ticket in the header `X-Brade-Stream`;
the front sees it and takes the response over. So rights are decided in one place, also those of who watches already
(`service.live.doubts`), and a viewer costs no thread (`service.live.streams` says what he is sent).
"""

import asyncio
import gc
import json
import logging
import multiprocessing
import os
import resource
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from redis.exceptions import RedisError

from service.bootstrap import House
from service.bridge import STREAM, Answer, Bridge, Busy, Gone, Headers, Message, Receive, Send, TooLarge, Wsgi, leave
from service.child import end_with
from service.live.audience import Audience, Full, Viewer
from service.live.doubts import Doubts, Unanswered
from service.live.frames import Book
from service.live.hub import Hub
from service.live.streams import Stream
from service.live.ticket import Ticket, read

THREADS = 32
VIEWERS = 2000
PROCESSES = max(1, min(4, (os.cpu_count() or 1) // 2))
"""How many processes serve: half the processors, the others are for the store and the workers."""

HEARTBEAT_SECONDS = 15.0
_READING = 4
_FILES = 16384
_RETRY_SECONDS = 5
_say = logging.getLogger(__name__)


class Front:
    """The ASGI application. `hub` is closed with it; `house` may be `None` where there are no streams."""

    def __init__(
        self, app: Wsgi, house: House | None = None, hub: Hub | None = None, *,
        threads: int = THREADS, viewers: int = VIEWERS, heartbeat: float = HEARTBEAT_SECONDS,
    ) -> None:  # fmt: skip
        self._bridge = Bridge(app, threads)
        self._house, self._hub = house, hub
        self._viewers, self._heartbeat = viewers, heartbeat
        self._reading = ThreadPoolExecutor(_READING, thread_name_prefix="history")
        self._audience: Audience | None = None
        self._doubts: Doubts | None = None
        self._beating: asyncio.Task[None] | None = None
        self._closing = False

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one request, or the life of this process (`lifespan`)."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._serve(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1000})

    async def _serve(self, scope: Message, receive: Receive, send: Send) -> None:
        answer = Answer(send)
        try:
            await self._bridge.ask(scope, receive, answer)
        except Gone:
            return
        except TooLarge:
            await _problem(send, 413, "too-large", "Too much at once", "The body is larger than 32 MB.")
            return
        except Busy:
            await _problem(send, 503, "busy", "Too many requests", "More wait than can be answered soon.", retry=1)
            return
        except Exception:  # noqa: BLE001 - whatever it was, the answer is a problem and no trace of ours
            _say.exception("the application failed at %s %s", scope["method"], scope["path"])
            if not answer.started:
                detail = "Something went wrong that should not have; the service's log tells what."
                await _problem(send, 500, "internal", "Something went wrong here", detail)
            return
        if answer.stream is not None:
            await self._stream(read(answer.stream), answer.headers, scope, receive, send)

    # ── streams ──────────────────────────────────────────────────────────────────────────────────────────────────────
    async def _stream(self, ticket: Ticket, headers: Headers, scope: Message, receive: Receive, send: Send) -> None:
        house, audience, doubts = self._room()
        try:
            if self._closing:
                raise Full
            viewer = audience.enter()
        except Full:
            detail = f"{len(audience)} viewers watch already; come again a little later."
            await _problem(send, 503, "too-many-viewers", "Too many viewers", detail, retry=_RETRY_SECONDS)
            return
        book = Book(house, ticket.name, ticket.kind == "tournament", ticket.sight)
        stream = Stream(book, audience, viewer, ticket.after, self._reading)
        if (task := asyncio.current_task()) is not None:
            viewer.give_up = task.cancel
        watching = asyncio.ensure_future(leave(receive))
        watching.add_done_callback(lambda _: viewer.end())
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _headers(headers)})
            if scope["method"] != "HEAD":
                with doubts.about(viewer, ticket, scope):
                    await self._send_all(stream, viewer, send)
            await send({"type": "http.response.body", "body": b""})
        except asyncio.CancelledError:
            if not viewer.ended:  # else it was given up: it comes back when it reads again
                raise
        finally:
            watching.cancel()
            audience.leave(viewer)

    def _room(self) -> tuple[House, Audience, Doubts]:
        if self._house is None or self._hub is None:
            raise RuntimeError("a view asked for a stream where none are served")
        if self._audience is None or self._doubts is None:
            self._audience = Audience(self._hub, self._viewers)
            self._doubts = Doubts(self._hub, self._ask_again, self._house.clock)
            self._beating = asyncio.get_running_loop().create_task(self._beat(self._audience))
        return self._house, self._audience, self._doubts

    async def _ask_again(self, scope: Message) -> Ticket | None:
        """The ticket that a request gets now, `None` where it is refused. Raises `Unanswered`."""
        answer = Answer(_nowhere)
        try:
            await self._bridge.ask(scope, _nothing, answer)
        except Exception as error:
            raise Unanswered(repr(error)) from error
        if answer.status >= 500:
            raise Unanswered(f"the answer is {answer.status}")
        return None if answer.stream is None else read(answer.stream)

    async def _send_all(self, stream: Stream, viewer: Viewer, send: Send) -> None:
        try:
            async for chunk in stream.chunks():
                if viewer.ended:
                    return
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
        except RedisError as error:
            _say.warning("a stream ends, and its viewer comes back: %s", error)

    async def _beat(self, audience: Audience) -> None:
        while True:
            await asyncio.sleep(self._heartbeat)
            audience.poke()

    # ── the life of the process ──────────────────────────────────────────────────────────────────────────────────────
    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        loop = asyncio.get_running_loop()
        _on_signals(lambda: loop.call_soon_threadsafe(self.stop))
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self.stop()
        self._bridge.close()
        self._reading.shutdown(wait=False, cancel_futures=True)
        await send({"type": "lifespan.shutdown.complete"})

    def stop(self) -> None:
        """End the streams and whatever waits for a verdict, so that the server can end."""
        if self._closing:
            return
        self._closing = True
        if self._beating:
            self._beating.cancel()
        if self._doubts:
            self._doubts.close()
        if self._audience:
            self._audience.close()
        if self._hub:
            self._hub.close(seconds=0)


def _headers(answered: Headers) -> Headers:
    ours = {
        b"content-type": b"text/event-stream; charset=utf-8",
        b"cache-control": b"no-store",
        b"x-accel-buffering": b"no",  # a proxy such as nginx passes each event on at once
    }
    dropped = {*ours, STREAM, b"content-length", b"etag"}
    return [(name, value) for name, value in answered if name not in dropped] + list(ours.items())


async def _problem(send: Send, status: int, code: str, title: str, detail: str, retry: int | None = None) -> None:
    """A problem (RFC 9457) that arises before the application, or instead of it."""
    words = {"type": f"/problems/{code}", "title": title, "status": status, "detail": detail, "code": code}
    body = json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    headers = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode())]
    if retry is not None:
        headers.append((b"retry-after", str(retry).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _nothing() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _nowhere(_: Message) -> None:
    """Where an answer goes of which only the head matters."""


def _on_signals(call: Callable[[], object]) -> None:
    """Call when asked to end, beside what the server does then.

    The server waits for open responses, and streams never end by themselves. Its own handler is the loop's, which the
    interpreter wakes through a file descriptor; this one is the interpreter's own: both are called.
    """
    with suppress(ValueError):  # not in the main thread: nobody sends us signals
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, lambda *_: call())
            signal.siginterrupt(each, False)


def _allow_files(count: int) -> None:
    """Let this process and its children have so many connections, as far as the system lets us."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _end_at_once() -> None:
    """In a process just forked: until it has handlers of its own, to be asked to end is to end.

    Those of the process that it was forked from would take note of it, and nobody would look there.
    """
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, signal.SIG_DFL)


def _seldom_look_for_garbage() -> None:
    """Leave what is there now out of the search for unreachable cycles, and search the rest less often.

    Among the objects of two thousand viewers a whole search takes a tenth of a second, in which nobody is served.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


def application() -> Front:
    """The front of a running service, in a process of granian's."""
    from service.app import create_app
    from service.bootstrap import build_house
    from service.config import from_environment

    parent = multiprocessing.parent_process()
    if parent and parent.pid:
        end_with(parent.pid)
    house = build_house(from_environment())
    hub = Hub(house.client)
    app: Any = create_app(house, hub)
    _seldom_look_for_garbage()
    return Front(app, house, hub, viewers=VIEWERS)


def main() -> None:
    """Serve at the address of the settings until SIGTERM, in as many processes as the machine can use."""
    from granian import Granian
    from granian.constants import Interfaces, Loops
    from granian.log import LogLevels

    from service.config import from_environment

    settings = from_environment()
    _allow_files(_FILES)
    os.register_at_fork(after_in_child=_end_at_once)
    Granian(
        "service.front:application", factory=True, address=settings.host, port=settings.port,
        interface=Interfaces.ASGI, loop=Loops.asyncio, workers=PROCESSES,
        # Every viewer is a connection, and nobody else may be shut out by them.
        backpressure=VIEWERS + 2048, backlog=4096,
        websockets=False, workers_kill_timeout=4,
        # Its one warning here would be a false alarm: of two threads that await the end of a process one sees it late.
        log_level=LogLevels.error,
    ).serve()  # fmt: skip


if __name__ == "__main__":
    main()
