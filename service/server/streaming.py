"""Streams, served in the event loop: a viewer costs no thread (`service.live.streams` says what they are sent)."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from redis.exceptions import RedisError

from service.bootstrap import House
from service.bridge import STREAM, Answer, Bridge, Headers, Message, Receive, Send, leave
from service.live.audience import Audience, Full, Viewer
from service.live.doubts import Doubts, Unanswered
from service.live.frames import Book
from service.live.hub import Hub
from service.live.streams import Stream
from service.live.ticket import Ticket, read
from service.server.problems import send_problem

VIEWERS = 2000
HEARTBEAT_SECONDS = 15.0
_READING = 4
_RETRY_SECONDS = 5
_say = logging.getLogger(__name__)


class StreamServer:
    """Serves the streams that the application gives tickets for, to at most `viewers` at a time.

    `bridge` is asked again whether those who watch still may. `house` and `hub` may be `None` where there are none.
    """

    def __init__(
        self, bridge: Bridge, house: House | None, hub: Hub | None, *,
        viewers: int = VIEWERS, heartbeat: float = HEARTBEAT_SECONDS,
    ) -> None:  # fmt: skip
        self._bridge, self._house, self.hub = bridge, house, hub
        self._viewers, self._heartbeat = viewers, heartbeat
        self._reading = ThreadPoolExecutor(_READING, thread_name_prefix="history")
        self.audience: Audience | None = None
        self._doubts: Doubts | None = None
        self._beating: asyncio.Task[None] | None = None
        self._closing = False

    async def serve(self, ticket: str, headers: Headers, scope: Message, receive: Receive, send: Send) -> None:
        """Send the stream that a view gave a ticket for, with the headers that it answered."""
        await self._stream(read(ticket), headers, scope, receive, send)

    def stop(self) -> None:
        """End the streams."""
        self._closing = True
        if self._beating:
            self._beating.cancel()
        if self._doubts:
            self._doubts.close()
        if self.audience:
            self.audience.close()

    def close(self) -> None:
        """Read nothing more of the store."""
        self._reading.shutdown(wait=False, cancel_futures=True)

    async def _stream(self, ticket: Ticket, headers: Headers, scope: Message, receive: Receive, send: Send) -> None:
        house, audience, doubts = self._room()
        try:
            if self._closing:
                raise Full
            viewer = audience.enter()
        except Full:
            detail = f"{len(audience)} viewers watch already; come again a little later."
            await send_problem(send, 503, "too-many-viewers", "Too many viewers", detail, retry=_RETRY_SECONDS)
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
        if self._house is None or self.hub is None:
            raise RuntimeError("a view asked for a stream where none are served")
        if self.audience is None or self._doubts is None:
            self.audience = Audience(self.hub, self._viewers)
            self._doubts = Doubts(self.hub, self._ask_again, self._house.clock)
            self._beating = asyncio.get_running_loop().create_task(self._beat(self.audience))
        return self._house, self.audience, self._doubts

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


def _headers(answered: Headers) -> Headers:
    ours = {
        b"content-type": b"text/event-stream; charset=utf-8",
        b"cache-control": b"no-store",
        b"x-accel-buffering": b"no",  # a proxy such as nginx passes each event on at once
    }
    dropped = {*ours, STREAM, b"content-length", b"etag"}
    return [(name, value) for name, value in answered if name not in dropped] + list(ours.items())


async def _nothing() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _nowhere(_: Message) -> None:
    """Where an answer goes of which only the head matters."""
