"""The one port: requests go to the web application, streams are served here.

    python -m service.server.asgi

A Flask view of `…/stream` looks at rights and parameters and answers 200 with a grant in the header `X-Brade-Stream`;
the front sees it and takes the response over. So rights are decided in one
place, also for current viewers (`service.live.reauthorize`), and a viewer costs no thread
(`service.live.sse_stream` says what is sent).
"""

import asyncio
import logging
import os

from core.messages import say
from service.asgi.body_limit import Allowed
from service.asgi.client_address import client_address, share_of
from service.asgi.types import Message, Receive, Send
from service.bootstrap import Dependencies
from service.config import ALONE, PROCESSES
from service.live.hub import Hub
from service.live.sse_frames import HEARTBEAT_SECONDS
from service.live.viewer_seats import VIEWERS
from service.processes.heartbeat import BEAT_SECONDS, Heart
from service.processes.open_files import TOO_MUCH_OPEN, is_scarcity
from service.processes.shutdown import on_shutdown_signal
from service.server import web_process
from service.server.dead_peers import end_dead_connections
from service.server.fair_share import FairShare
from service.server.idle_connections import IdleConnections, Peer
from service.server.plain_http import PlainHttp, send_redirect
from service.server.problems import RequestRefused, send_problem
from service.server.request_body import BodyReader, ClientGone
from service.server.request_head import ensure_sound
from service.server.streaming import StreamServer
from service.server.wsgi_bridge import ResponseTap, Wsgi, WsgiBridge

THREADS = 32
REQUESTS = 1000
"""The number of whole requests that wait for their answer at most."""

REQUESTS_EACH = 400
"""The number of whole requests of one address that wait for their answer at most."""

_log = logging.getLogger(__name__)


class _Answered(Exception):
    """The request was answered before its body was read."""


class AsgiApp:
    """The ASGI application. `hub` is closed with it; `deps` may be `None` where there are no streams."""

    def __init__(
        self,
        app: Wsgi,
        deps: Dependencies | None = None,
        hub: Hub | None = None,
        *,
        threads: int = THREADS,
        viewers: int = VIEWERS,
        heartbeat: float = HEARTBEAT_SECONDS,
        requests_each: int = REQUESTS_EACH,
        requests_in_all: int = REQUESTS,
        bodies: BodyReader | None = None,
    ) -> None:
        self._bridge = WsgiBridge(app, threads)
        self._bodies = bodies or BodyReader(folder=deps.settings.data if deps else None)
        self._shares = FairShare(requests_each, threads, requests_in_all)
        self._hub = hub
        self._proxies = deps.settings.proxies if deps else 0
        settings = deps.settings if deps else None
        self._plain = (
            PlainHttp(settings, settings.tls) if settings and settings.tls and not settings.encrypted else None
        )
        self._busy: set[Peer] = set()
        # Behind a proxy every connection is the proxy's, which bounds those of others.
        self._idle = IdleConnections(deps.settings.own_port, lambda: self._busy) if deps and not self._proxies else None
        self.streams = StreamServer(self._bridge, deps, hub, viewers=viewers, heartbeat=heartbeat)
        self._closing = False

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one request, or the life of this process (`lifespan`)."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            host, port = scope["client"]
            peer = (host, int(port))
            self._busy.add(peer)
            try:
                await self._serve(scope, receive, send)
            finally:
                self._busy.discard(peer)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1000})

    async def _serve(self, scope: Message, receive: Receive, send: Send) -> None:
        answer = ResponseTap(send)
        try:
            ensure_sound(scope)
            if self._plain and (elsewhere := self._plain.location(scope)):
                await send_redirect(send, elsewhere)
                return
            self.streams.ensure_served(scope)
            self.streams.ensure_share(scope)
            await self._ask(scope, receive, answer)
        except ClientGone:
            # It may be there still, and have sent what is no HTTP; a client that is gone reads nothing.
            detail = say("The body ended before it was whole, or is not sent as HTTP says.")
            await send_problem(scope, send, RequestRefused("bad-request", detail, close=True))
        except RequestRefused as refused:
            if not answer.started:
                await send_problem(scope, send, refused)
        except Exception as error:  # noqa: BLE001 - whatever it was, the answer is a problem and no trace of ours
            if is_scarcity(error):
                _log.warning("too much is open at %s %s: %s", scope["method"], scope["path"], error)
                if not answer.started:
                    await send_problem(scope, send, RequestRefused("busy", TOO_MUCH_OPEN, retry_after=1))
                return
            _log.exception("the application failed at %s %s", scope["method"], scope["path"])
            if not answer.started:
                detail = say("Something went wrong that should not have; the service's log tells what.")
                await send_problem(scope, send, RequestRefused("internal", detail))
        else:
            if answer.stream is not None:
                await self.streams.serve(answer.stream, answer.headers, scope, receive, send)

    async def _ask(self, scope: Message, receive: Receive, answer: ResponseTap) -> None:
        """Read the body, then have the request answered. Raises `RequestRefused`, `ClientGone`."""
        address = share_of(client_address(scope, self._proxies))

        async def allowed(announced: int) -> Allowed:
            with self._shares.request(address):
                async with self._shares.thread(address):
                    found = await self._bridge.body_limit(scope, announced, answer)
            if found is None:
                raise _Answered
            return found

        try:
            body = await self._bodies.read(address, scope, receive, allowed)
        except _Answered:
            return
        with body, self._shares.request(address):
            async with self._shares.thread(address):
                await self._bridge.ask(scope, body, answer)

    # ── the life of the process ──────────────────────────────────────────────────────────────────────────────────────
    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        on_shutdown_signal(self.stop)
        if self._idle:
            self._idle.start()
        await send({"type": "lifespan.startup.complete"})
        beside = [asyncio.ensure_future(each) for each in (end_dead_connections(), _beat())]
        await receive()
        for task in beside:
            task.cancel()
        self.stop()
        self._bridge.close()
        self.streams.close()
        await send({"type": "lifespan.shutdown.complete"})

    def stop(self) -> None:
        """End the streams and whatever waits for a verdict, so that the server can end."""
        if self._closing:
            return
        self._closing = True
        if self._idle:
            self._idle.stop()
        self.streams.stop()
        if self._hub:
            self._hub.close(seconds=0)


async def _beat() -> None:
    """Tell the supervisor that this process goes on, for as long as its loop turns."""
    heart = Heart()
    while True:
        heart.beat()
        await asyncio.sleep(BEAT_SECONDS)


def application() -> AsgiApp:
    """The front of a running service, in a process of granian's."""
    app, deps, hub = web_process.begin()
    return AsgiApp(app, deps, hub, viewers=VIEWERS)


def main() -> None:
    """Serve at the address of the settings until SIGTERM, in as many processes as the machine can use."""
    from granian.constants import Interfaces

    # Every viewer is a connection, and must not shut out other clients.
    connections = VIEWERS + VIEWERS // 4 + 2048
    processes = ALONE if os.environ.get("BRADE_ONLY") else PROCESSES
    web_process.serve("service.server.asgi:application", Interfaces.ASGI, processes, connections)


if __name__ == "__main__":
    main()
