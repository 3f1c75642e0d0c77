"""Bodies of requests, read whole before a thread is taken for them: bounded in time, in size and in their sum."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import IO

from core.messages import say
from service.asgi.body_limit import SMALL_BODY
from service.asgi.types import Message, Receive
from service.server.header_values import values
from service.server.problems import RequestRefused
from service.server.transfer_rate import Pace

"""The bytes of a body that are read before it is asked who sends it; forms and most requests hold less."""

HELD_BODIES = 256 << 20
"""The bytes of all bodies that a process holds at once, in memory and in files."""

UNFINISHED_EACH = 128
"""The bodies of one address that are under way at once."""

_IN_MEMORY = 1 << 20
_PIECE = 256 << 10
_GRACE_SECONDS, _LEAST_RATE, _LONGEST_SECONDS = 10.0, 16 << 10, 300.0


class ClientGone(Exception):
    """The client went away before its request was whole, or sent what is no HTTP."""


class RequestBody:
    """A whole body: in memory, or in a file without a name where it is long. Closing it makes its room free again."""

    def __init__(self, release: Callable[[int], None] = lambda _: None) -> None:
        self.length = 0
        self._release = release
        self._file: IO[bytes] | None = None
        self._given = 0

    def write(self, data: bytes) -> None:
        """Add what came next."""
        if self._file is None:
            self._file = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - closed with the body
        self.length += len(data)
        self._file.write(data)

    async def receive(self) -> Message:
        """The next piece, as an ASGI application receives it."""
        if self._file is None:
            return {"type": "http.request", "body": b"", "more_body": False}
        if not self._given:
            self._file.seek(0)
        piece = self._file.read(_PIECE)
        self._given += len(piece)
        return {"type": "http.request", "body": piece, "more_body": self._given < self.length}

    def __enter__(self) -> "RequestBody":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()
        self._release(self.length)


class BodyReader:
    """Reads the bodies of one process, at most `held` bytes at a time. Belongs to one event loop.

    An address has at most `unfinished` bodies under way; one more ends the oldest of them.
    """

    def __init__(
        self, held: int = HELD_BODIES, *, unfinished: int = UNFINISHED_EACH,
        grace: float = _GRACE_SECONDS, rate: int = _LEAST_RATE, longest: float = _LONGEST_SECONDS,
    ) -> None:  # fmt: skip
        self._most, self._held = held, 0
        self._grace, self._rate, self._longest = grace, rate, longest
        self._unfinished_each = unfinished
        self._unfinished: dict[str, dict[int, Pace]] = {}

    async def read(
        self, address: str, scope: Message, receive: Receive, allowed: Callable[[], Awaitable[int]]
    ) -> RequestBody:
        """The body of a request from an address, whole.

        One that is longer than `SMALL_BODY` is read no further until `allowed` has said how many bytes its sender may
        send. Raises `RequestRefused`, `ClientGone`, and what `allowed` raises.
        """
        body = RequestBody(self._release)
        if not _announced(scope) and not values(scope, b"transfer-encoding"):
            return body
        pace = Pace(self._grace, self._rate, self._longest)
        try:
            with self._counted(address, pace):
                await self._read(body, pace, scope, receive, allowed)
        except BaseException:
            body.__exit__(None, None, None)
            raise
        return body

    @contextmanager
    def _counted(self, address: str, pace: Pace) -> Iterator[None]:
        unfinished = self._unfinished.setdefault(address, {})
        if len(unfinished) >= self._unfinished_each:
            oldest = next(iter(unfinished))
            unfinished.pop(oldest).end()
        unfinished[id(pace)] = pace
        try:
            yield
        finally:
            unfinished.pop(id(pace), None)
            if not unfinished:
                self._unfinished.pop(address, None)

    async def _read(
        self, body: RequestBody, pace: Pace, scope: Message, receive: Receive, allowed: Callable[[], Awaitable[int]]
    ) -> None:
        announced = _announced(scope)
        most, asked, more = SMALL_BODY, False, True
        while True:
            if max(announced, body.length) > most and not asked:
                most, asked = await allowed(), True
            if max(announced, body.length) > most:
                raise RequestRefused(
                    "too-large", say("The body is larger than {size} kB.", size=most // 1000), close=True
                )
            if not more:
                return
            try:
                message = await pace.within(receive())
            except TimeoutError:
                detail = say(
                    "The body came at less than {rate} bytes a second, or many others are under way.", rate=self._rate
                )
                raise RequestRefused("too-slow", detail, close=True) from None
            if message["type"] == "http.disconnect":
                raise ClientGone
            if data := message.get("body", b""):
                self._take(len(data))
                body.write(data)
                pace.moved += len(data)
            more = message.get("more_body", False)

    def _take(self, count: int) -> None:
        if self._held + count > self._most:
            raise RequestRefused("busy", say("Too much is being sent at once."), retry_after=5, close=True)
        self._held += count

    def _release(self, count: int) -> None:
        self._held -= count


def _announced(scope: Message) -> int:
    return sum(int(value) for value in values(scope, b"content-length") if value.isdigit())
