"""A WSGI application behind an asyncio server: each request is one call in a thread, one hop there and one back.

The body is read before the call, outside the threads: a client that sends slowly holds up nobody.
"""

import asyncio
import contextvars
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from dataclasses import dataclass
from io import SEEK_END, BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any, TypeVar

from service.threads import Threads

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]
T = TypeVar("T")
Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

LARGEST_BODY = 32 << 20
_IN_MEMORY = 1 << 16
_AT_ONCE = 1 << 16


class TooLarge(Exception):
    """A body is larger than any that the service takes."""


class Gone(Exception):
    """The client went away before its request was whole."""


class Busy(Exception):
    """More requests wait for a thread than could be answered in reasonable time."""


@dataclass
class Answer:
    """What the application answered: `body` is all of it if `rest` is `None`, else its beginning."""

    status: int
    headers: Headers
    body: bytes = b""
    rest: Iterator[bytes] | None = None
    close: Callable[[], object] = lambda: None
    context: contextvars.Context | None = None

    def header(self, name: bytes) -> str | None:
        """A header's value, or `None` without it."""
        return next((value.decode("latin-1") for key, value in self.headers if key == name), None)

    def within(self, function: Callable[..., T], *args: Any) -> T:
        """Call something in the context of the request that is answered."""
        return self.context.run(function, *args) if self.context else function(*args)


class Bridge:
    """Calls a WSGI application in at most `threads` threads; at most `queue` requests wait for one."""

    def __init__(self, app: Wsgi, threads: int, queue: int = 1000) -> None:
        self._app = app
        self._threads = Threads(threads)
        self._most = threads + queue
        self._busy = 0

    async def ask(self, scope: Message, receive: Receive) -> Answer:
        """The application's answer, up to its first 64 kB. Raises `TooLarge`, `Gone`, `Busy`, and what it raised."""
        if self._busy >= self._most:
            raise Busy
        self._busy += 1
        try:
            with await _body(scope, receive) as body:
                return await self._threads.call(self._answer, _environ(scope, body))
        finally:
            self._busy -= 1

    async def send(self, answer: Answer, receive: Receive, send: Send) -> None:
        """Send an answer on, a long one piece by piece as fast as the client takes it, and while it does."""
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        if answer.rest is None:
            await send({"type": "http.response.body", "body": answer.body})
            return
        leaving = asyncio.ensure_future(leave(receive))
        try:
            chunk, more = answer.body, True
            while more and not leaving.done():
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
                chunk, more = await self._threads.call(answer.within, _take, answer.rest)
            await send({"type": "http.response.body", "body": chunk})
        finally:
            leaving.cancel()
            await self.drop(answer)

    async def drop(self, answer: Answer) -> None:
        """End an answer that is not to be sent, or not any further."""
        if answer.rest is not None:
            await self._threads.call(answer.within, answer.close)

    def close(self) -> None:
        """Take no more calls; those under way end by themselves."""
        self._threads.close()

    def _answer(self, environ: dict[str, Any]) -> Answer:
        """In a thread, in a context of the request's own, which its long answer keeps."""
        context = contextvars.copy_context()
        return context.run(self._begin, environ, context)

    def _begin(self, environ: dict[str, Any], context: contextvars.Context) -> Answer:
        started: list[Answer] = []
        written: list[bytes] = []

        def start(status: str, headers: list[tuple[str, str]], _failure: Any = None) -> Callable[[bytes], None]:
            pairs = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
            started[:] = [Answer(int(status[:3]), pairs)]
            return written.append

        result = self._app(environ, start)
        close = getattr(result, "close", lambda: None)
        rest = iter(result)
        try:
            body, more = _take(rest)
        except BaseException:
            close()
            raise
        answer = started[0]
        answer.body = b"".join(written) + body
        if more:
            answer.rest, answer.close, answer.context = rest, close, context
        else:
            close()
        return answer


async def leave(receive: Receive) -> None:
    """Return when the client has gone away."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _take(chunks: Iterator[bytes]) -> tuple[bytes, bool]:
    """The next 64 kB of an answer, and whether there may be more."""
    taken: list[bytes] = []
    size = 0
    for chunk in chunks:
        taken.append(chunk)
        size += len(chunk)
        if size >= _AT_ONCE:
            return b"".join(taken), True
    return b"".join(taken), False


async def _body(scope: Message, receive: Receive) -> IO[bytes]:
    """A request's body, read to its end, in memory or in a file."""
    announced = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    if announced.isdigit() and int(announced) > LARGEST_BODY:
        raise TooLarge
    chunk, more = await _chunk(receive)
    if not more:
        return BytesIO(chunk)
    body = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - the caller closes it
    try:
        body.write(chunk)
        while more:
            chunk, more = await _chunk(receive)
            body.write(chunk)
            if body.tell() > LARGEST_BODY:
                raise TooLarge
        body.seek(0)
    except BaseException:
        body.close()
        raise
    return body


async def _chunk(receive: Receive) -> tuple[bytes, bool]:
    message = await receive()
    if message["type"] == "http.disconnect":
        raise Gone
    return message.get("body", b""), message.get("more_body", False)


def _environ(scope: Message, body: IO[bytes]) -> dict[str, Any]:
    """The request as WSGI describes it (PEP 3333)."""
    host, port = scope.get("server") or ("localhost", 80)
    client, client_port = scope.get("client") or ("", 0)
    root = scope.get("root_path", "")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"], "SCRIPT_NAME": _latin(root),
        "PATH_INFO": _latin(scope["path"].removeprefix(root)), "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}", "SERVER_NAME": host, "SERVER_PORT": str(port),
        "REMOTE_ADDR": client, "REMOTE_PORT": str(client_port),
        "wsgi.version": (1, 0), "wsgi.url_scheme": scope.get("scheme", "http"), "wsgi.input": body,
        "wsgi.input_terminated": True, "wsgi.errors": sys.stderr, "wsgi.multithread": True, "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }  # fmt: skip
    for name, value in scope["headers"]:
        if b"_" in name or name == b"proxy":
            continue  # neither may pass for a header, or a variable, that the application believes
        key, text = name.decode("latin-1").upper().replace("-", "_"), value.decode("latin-1")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        between = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{between}{text}" if key in environ else text
    if environ.pop("HTTP_TRANSFER_ENCODING", None):
        environ["CONTENT_LENGTH"] = str(body.seek(0, SEEK_END))  # a body of unknown length, read, has a known one
        body.seek(0)
    return environ


def _latin(path: str) -> str:
    return path.encode().decode("latin-1")
