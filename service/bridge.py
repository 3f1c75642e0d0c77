"""Flask behind an asyncio server, through a2wsgi: what the library leaves to its user.

A request's body is read in the loop before a thread is taken, so a client that sends slowly holds up nobody, and an
answer that names a stream is held back.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from a2wsgi import WSGIMiddleware

from service.live.ticket import HEADER

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]
Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Any]

STREAM = HEADER.lower().encode()
LARGEST_BODY = 32 << 20


class TooLarge(Exception):
    """A body is larger than any that the service takes."""


class Gone(Exception):
    """The client went away before its request was whole."""


class Busy(Exception):
    """More requests wait for a thread than could be answered in reasonable time."""


class Answer:
    """An answer on its way to the client: `stream` is what it asks for instead of itself, if it does."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.headers: Headers = []
        self.status = 0
        self.stream: str | None = None
        self.started = False

    async def send(self, message: Message) -> None:
        """Pass a part of the answer on, unless a stream takes its place."""
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], message["headers"]
            self.stream = next((value.decode("latin-1") for name, value in self.headers if name == STREAM), None)
        if self.stream is None:
            self.started = True
            await self._send(message)


class Bridge:
    """Calls a WSGI application in at most `threads` threads; at most `queue` requests wait for one."""

    def __init__(self, app: Wsgi, threads: int, queue: int = 1000) -> None:
        self._asgi: Any = WSGIMiddleware(app, workers=threads)  # type: ignore[arg-type]
        self._most = threads + queue
        self._busy = 0

    async def ask(self, scope: Message, receive: Receive, answer: Answer) -> None:
        """Have a request answered. Raises `TooLarge`, `Gone`, `Busy`, and what the application raised."""
        if self._busy >= self._most:
            raise Busy
        self._busy += 1
        try:
            body = await _read(receive)

            async def whole() -> Message:
                return {"type": "http.request", "body": body, "more_body": False}

            await self._asgi(_understood(scope, len(body)), whole, answer.send)
        finally:
            self._busy -= 1

    def close(self) -> None:
        """Take no more calls; those under way end by themselves."""
        self._asgi.executor.shutdown(wait=False, cancel_futures=True)


async def leave(receive: Receive) -> None:
    """Return when the client has gone away."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _read(receive: Receive) -> bytes:
    body, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        body += message.get("body", b"")
        if len(body) > LARGEST_BODY:
            raise TooLarge
        more = message.get("more_body", False)
    return bytes(body)


_OURS = (b"content-length", b"transfer-encoding", b"cookie", b"proxy")
"""Headers that are said anew, and the one that a program could take for a setting of its environment."""


def _understood(scope: Message, length: int) -> Message:
    """The request as the library reads it: of known length, its query in ASCII, and no header that poses as another."""
    headers = [(name, value) for name, value in scope["headers"] if b"_" not in name and name not in _OURS]
    if length:
        headers.append((b"content-length", str(length).encode()))
    if cookies := [value for name, value in scope["headers"] if name == b"cookie"]:
        headers.append((b"cookie", b"; ".join(cookies)))
    query = scope["query_string"].decode("latin-1").encode("ascii", "replace")
    return {**scope, "headers": headers, "query_string": query}
