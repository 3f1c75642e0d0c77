"""The one port: requests go to the web application, streams are served here.

    python -m service.front

A Flask view of `…/stream` looks at rights and parameters and answers 200 with a ticket in the header `X-Brade-Stream`;
the front sees it and takes the response over. So rights are decided in one place, also those of who watches already
(`service.live.doubts`), and a viewer costs no thread (`service.live.streams` says what he is sent).
"""

import asyncio
import gc
import logging
import multiprocessing
import os
import resource
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from service.bootstrap import House
from service.bridge import Answer, Bridge, Busy, Gone, Message, Receive, Send, TooLarge, Wsgi
from service.child import end_with
from service.live.hub import Hub
from service.live.seats import VIEWERS
from service.server.problems import send_problem
from service.server.streaming import HEARTBEAT_SECONDS, StreamServer

THREADS = 32
PROCESSES = max(1, min(4, (os.cpu_count() or 1) // 2))
"""How many processes serve: half the processors, the others are for the store and the workers."""

_FILES = 16384
_say = logging.getLogger(__name__)


class Front:
    """The ASGI application. `hub` is closed with it; `house` may be `None` where there are no streams."""

    def __init__(
        self, app: Wsgi, house: House | None = None, hub: Hub | None = None, *,
        threads: int = THREADS, viewers: int = VIEWERS, heartbeat: float = HEARTBEAT_SECONDS,
    ) -> None:  # fmt: skip
        self._bridge = Bridge(app, threads)
        self._hub = hub
        self.streams = StreamServer(self._bridge, house, hub, viewers=viewers, heartbeat=heartbeat)
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
            await send_problem(send, 413, "too-large", "Too much at once", "The body is larger than 32 MB.")
            return
        except Busy:
            await send_problem(send, 503, "busy", "Too many requests", "More wait than can be answered soon.", retry=1)
            return
        except Exception:  # noqa: BLE001 - whatever it was, the answer is a problem and no trace of ours
            _say.exception("the application failed at %s %s", scope["method"], scope["path"])
            if not answer.started:
                detail = "Something went wrong that should not have; the service's log tells what."
                await send_problem(send, 500, "internal", "Something went wrong here", detail)
            return
        if answer.stream is not None:
            await self.streams.serve(answer.stream, answer.headers, scope, receive, send)

    # ── the life of the process ──────────────────────────────────────────────────────────────────────────────────────
    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        loop = asyncio.get_running_loop()
        _on_signals(lambda: loop.call_soon_threadsafe(self.stop))
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self.stop()
        self._bridge.close()
        self.streams.close()
        await send({"type": "lifespan.shutdown.complete"})

    def stop(self) -> None:
        """End the streams and whatever waits for a verdict, so that the server can end."""
        if self._closing:
            return
        self._closing = True
        self.streams.stop()
        if self._hub:
            self._hub.close(seconds=0)


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
        backpressure=VIEWERS + VIEWERS // 4 + 2048, backlog=4096,
        websockets=False, workers_kill_timeout=4,
        # Its one warning here would be a false alarm: of two threads that await the end of a process one sees it late.
        log_level=LogLevels.error,
    ).serve()  # fmt: skip


if __name__ == "__main__":
    main()
