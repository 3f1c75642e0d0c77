"""Streams, served in the event loop: a viewer costs no thread (`service.live.sse_stream` says what they are sent)."""

import asyncio
import logging

from redis.exceptions import RedisError

from core.messages import say
from core.names.shown_names import PUBLIC
from service.asgi.client_address import client_address, share_of
from service.asgi.types import Headers, Message, Receive, Send
from service.bootstrap import Dependencies
from service.config import LIVE
from service.handlers.news import NewsFeed
from service.live.broadcast import Channels, Viewer
from service.live.grant import StreamGrant, read
from service.live.hub import Hub
from service.live.news_source import NewsSource
from service.live.packing import Gzip, Piece, Plain
from service.live.reauthorize import KEYS, AuthorizationUnknown, Reauthorizer
from service.live.sse_frames import HEARTBEAT_SECONDS, FrameSource, Source
from service.live.sse_stream import Stream
from service.live.threads import Reading
from service.live.viewer_seats import VIEWERS, Full, Seats, claim
from service.server.problems import RequestRefused, send_problem
from service.server.request_body import RequestBody
from service.server.wsgi_bridge import STREAM, ResponseTap, WsgiBridge, leave

_RETRY_SECONDS, _RETRY_SPREAD = 5, 16
_AS_STREAM = (b"accept", b"text/event-stream")
"""The header by which a feed is asked for as a stream."""
_STREAM = "/stream"
_OF_EVERY_PROCESS = frozenset(("/healthz", "/readyz", "/metrics"))
_BEFORE_PROXIES = (b"x-forwarded-for", b"x-forwarded-proto")
_log = logging.getLogger(__name__)


class StreamServer:
    """Serves the streams that the application gives grants for, to at most `viewers` at a time.

    `bridge` repeats the requests of viewers to check their rights again. `deps` and `hub` may be `None`.
    """

    def __init__(
        self,
        bridge: WsgiBridge,
        deps: Dependencies | None,
        hub: Hub | None,
        *,
        viewers: int = VIEWERS,
        heartbeat: float = HEARTBEAT_SECONDS,
    ) -> None:
        self._bridge, self._deps, self.hub = bridge, deps, hub
        self._seats: Seats[Viewer] = Seats(viewers)
        self._heartbeat = heartbeat
        self._is_alone = deps is not None and deps.settings.only == LIVE
        self._reading = Reading()
        self._refused = 0
        self.channels: Channels | None = None
        self._reauthorizer: Reauthorizer | None = None
        self._beating: asyncio.Task[None] | None = None
        self._closing = False

    def ensure_served(self, scope: Message) -> None:
        """Refuse what is no stream where streams alone are served. Raises `RequestRefused`."""
        if self._is_alone and not _asks_for_a_stream(scope) and scope["path"] not in _OF_EVERY_PROCESS:
            detail = say("This process serves live streams alone: the proxy sends this address to another one.")
            raise RequestRefused("not-here", detail, close=True)

    def ensure_share(self, scope: Message) -> None:
        """Refuse a stranger's request for a stream where the address has its share. Raises `RequestRefused`."""
        if _asks_for_a_stream(scope) and not _may_have_rights(scope):
            try:
                self._seats.ensure_share(self._address(scope))
            except Full as full:
                raise self._refusal(full, scope) from full

    async def serve(self, grant: str, headers: Headers, scope: Message, receive: Receive, send: Send) -> None:
        """Send the stream that a view gave a grant for, with the headers that it answered."""
        if scope["method"] == "HEAD":
            await send({"type": "http.response.start", "status": 200, "headers": _headers(headers)})
            await send({"type": "http.response.body", "body": b""})
        else:
            await self._stream(read(grant), headers, scope, receive, send)

    def stop(self) -> None:
        """End the streams."""
        self._closing = True
        if self._beating:
            self._beating.cancel()
        if self._reauthorizer:
            self._reauthorizer.close()
        if self.channels:
            self.channels.close()

    def close(self) -> None:
        """Read nothing more of the store."""
        self._reading.close()

    async def _stream(self, grant: StreamGrant, headers: Headers, scope: Message, receive: Receive, send: Send) -> None:
        deps, channels, reauthorizer = self._room()
        asked = claim(grant, self._address(scope))
        try:
            if self._closing:
                raise Full(say("The service is about to end"))
            viewer = channels.enter(asked)
        except Full as full:
            await send_problem(scope, send, self._refusal(full, scope))
            return
        # Kept as long as the stream: no more than what asks again whether it may go on.
        kept = (b"host", *_BEFORE_PROXIES, *(KEYS if grant.sight != PUBLIC else ()))
        scope["headers"] = [_AS_STREAM, *((name, value) for name, value in scope["headers"] if name in kept)]
        source = _source(deps, grant)
        turns = self._reading.turns(asked.holder)
        encoding = Gzip() if (b"content-encoding", b"gzip") in headers else Plain()
        stream = Stream(source, channels, viewer, grant.after, self._reading, turns, packs=isinstance(encoding, Gzip))
        if (task := asyncio.current_task()) is not None:
            viewer.give_up = task.cancel
        watching = asyncio.ensure_future(leave(receive))
        watching.add_done_callback(lambda _: viewer.end())
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _headers(headers)})
            with reauthorizer.about(viewer, grant, scope):
                await self._send_all(stream, encoding, viewer, send)
            await send({"type": "http.response.body", "body": encoding.end()})
        except asyncio.CancelledError:
            if not viewer.ended:  # else it was given up: it comes back when it reads again
                raise
        finally:
            watching.cancel()
            channels.leave(viewer)

    def _address(self, scope: Message) -> str:
        return share_of(client_address(scope, self._deps.settings.proxies if self._deps else 0))

    def _refusal(self, full: Full, scope: Message) -> RequestRefused:
        """A refusal that says when to look again, not the same to all who were refused together, and what to poll."""
        self._refused += 1
        seconds = _RETRY_SECONDS + self._refused % _RETRY_SPREAD
        path: str = scope["path"]
        detail = say("{reason}. Look again in {seconds} seconds.", reason=full.args[0], seconds=seconds)
        if path.endswith(_STREAM):
            detail = say(
                "{reason}. Look again in {seconds} seconds. Until then {events} has the events, and may be asked once a"
                " second.",
                reason=full.args[0],
                seconds=seconds,
                events=path.removesuffix(_STREAM) + "/events",
            )
        return RequestRefused("too-many-viewers", detail, retry_after=seconds)

    def _room(self) -> tuple[Dependencies, Channels, Reauthorizer]:
        if self._deps is None or self.hub is None:
            raise RuntimeError("a view asked for a stream where none are served")
        if self.channels is None or self._reauthorizer is None:
            self.channels = Channels(self.hub, self._seats)
            self._reauthorizer = Reauthorizer(self.hub, self._ask_again, self._deps.steady)
            self._beating = asyncio.get_running_loop().create_task(self._beat(self.channels))
        return self._deps, self.channels, self._reauthorizer

    async def _ask_again(self, scope: Message) -> StreamGrant | None:
        """The grant that a request gets now, `None` where it is refused. Raises `AuthorizationUnknown`."""
        answer = ResponseTap(_nowhere)
        try:
            await self._bridge.ask(scope, RequestBody(), answer)
        except Exception as error:
            raise AuthorizationUnknown(repr(error)) from error
        if answer.status >= 500:
            raise AuthorizationUnknown(f"the answer is {answer.status}")
        return None if answer.stream is None else read(answer.stream)

    async def _send_all(self, stream: Stream, encoding: Plain, viewer: Viewer, send: Send) -> None:
        try:
            async for pieces in stream.history():
                await _send_one(pieces, encoding, viewer, send)
            while not viewer.ended:
                for pieces in await stream.news():
                    await _send_one(pieces, encoding, viewer, send)
        except RedisError as error:
            _log.warning("a stream ends, and its viewer comes back: %s", error)

    async def _beat(self, channels: Channels) -> None:
        while True:
            await asyncio.sleep(self._heartbeat)
            channels.wake()


async def _send_one(pieces: list[Piece], encoding: Plain, viewer: Viewer, send: Send) -> None:
    """Send pieces, unless the viewer has ended."""
    if not viewer.ended:
        viewer.sending = chunk = encoding.encode(pieces)
        await send({"type": "http.response.body", "body": chunk, "more_body": True})
        viewer.sending = None


def _source(deps: Dependencies, grant: StreamGrant) -> Source:
    """The content of the stream that a grant is for."""
    if grant.kind == "news":
        return NewsSource(deps, NewsFeed(grant.club, grant.name if grant.name.startswith("t_") else None))
    return FrameSource(deps, grant.name, grant.kind == "tournament", grant.sight, grant.language)


def _asks_for_a_stream(scope: Message) -> bool:
    """True of a request that is answered with a stream: by its address, or of a feed by what it accepts."""
    path: str = scope["path"]
    if path.endswith("/news"):
        return any(name == b"accept" and _AS_STREAM[1] in value for name, value in scope["headers"])
    return path.endswith(_STREAM)


def _may_have_rights(scope: Message) -> bool:
    """True if a request comes with a token or a session, or a text of that form."""
    return any(
        name == b"authorization" or (name == b"cookie" and b"brade=" in value) for name, value in scope["headers"]
    )


def _headers(answered: Headers) -> Headers:
    ours = {
        b"content-type": b"text/event-stream; charset=utf-8",
        b"cache-control": b"no-store",
        b"x-accel-buffering": b"no",  # a proxy such as nginx passes each event on at once
    }
    dropped = {*ours, STREAM, b"content-length", b"etag"}
    return [(name, value) for name, value in answered if name not in dropped] + list(ours.items())


async def _nowhere(_: Message) -> None:
    """A sink for an answer of which only the head matters."""
