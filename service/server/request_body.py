"""Bodies of requests, read whole before a thread is taken for them: bounded in time, in size and in their sum."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EDQUOT, ENOSPC
from io import BytesIO
from pathlib import Path
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import IO

from core.messages import say
from service.asgi.body_limit import SMALL_BODY, Allowed
from service.asgi.types import Message, Receive
from service.server.header_values import values
from service.server.problems import RequestRefused
from service.server.transfer_rate import Pace

HELD_BODIES = 256 << 20
"""The bytes of all bodies that a process holds at once, in memory and in files."""

UNFINISHED_EACH = 128
"""The bodies of one address that are under way at once."""

UPLOADS = 2
"""Large files that come to one process at once, each within its own limit."""

_IN_MEMORY = 1 << 20
_GRACE_SECONDS, _LEAST_RATE, _LONGEST_SECONDS = 10.0, 16 << 10, 300.0
_LONGEST_UPLOAD_SECONDS, _ROOM_SECONDS = 1800.0, 30


class ClientGone(Exception):
    """The client went away before its request was whole, or sent what is no HTTP."""


class RequestBody:
    """A whole body: in memory, or in a file without a name where it is long. Closing it makes its room free again."""

    def __init__(self, release: Callable[["RequestBody"], None] = lambda _: None, folder: Path | None = None) -> None:
        self.length = self.held = 0
        self.uploader = ""
        self._release, self._folder = release, folder
        self._file: IO[bytes] | None = None

    def write(self, data: bytes) -> None:
        """Add what came next."""
        if self._file is None:
            self._file = SpooledTemporaryFile(_IN_MEMORY, dir=str(self._folder) if self._folder else None)  # noqa: SIM115 - closed with the body
        self.length += len(data)
        try:
            self._file.write(data)
        except OSError as error:
            if error.errno not in (ENOSPC, EDQUOT):
                raise
            detail = say("The disk of the service is full: nothing was written.")
            raise RequestRefused("disk-full", detail, retry_after=_ROOM_SECONDS, close=True) from None

    def read_from_start(self) -> IO[bytes]:
        """The body as a file, at its beginning."""
        if self._file is None:
            return BytesIO()
        self._file.seek(0)
        return self._file

    def __enter__(self) -> "RequestBody":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._file is not None:
            with suppress(OSError):  # of a full disk: what is still in memory cannot be written, and need not be
                self._file.close()
        self._release(self)


class BodyReader:
    """Reads the bodies of one process, at most `held` bytes at a time. Belongs to one event loop.

    An address has at most `unfinished` bodies under way; one more ends the oldest of them. Large files are counted by
    themselves: `uploads` at a time, and of one uploader the last. Long bodies are files without a name in `folder`.
    """

    def __init__(
        self,
        held: int = HELD_BODIES,
        *,
        unfinished: int = UNFINISHED_EACH,
        grace: float = _GRACE_SECONDS,
        rate: int = _LEAST_RATE,
        longest: float = _LONGEST_SECONDS,
        uploads: int = UPLOADS,
        folder: Path | None = None,
    ) -> None:
        self._uploads_at_once, self._folder = uploads, folder
        self._uploads: dict[str, tuple[RequestBody, Pace]] = {}
        self._most, self._held = held, 0
        self._grace, self._rate, self._longest = grace, rate, longest
        self._unfinished_each = unfinished
        self._unfinished: dict[str, dict[int, Pace]] = {}

    async def read(
        self, address: str, scope: Message, receive: Receive, allowed: Callable[[int], Awaitable[Allowed]]
    ) -> RequestBody:
        """The body of a request from an address, whole.

        One that is longer than `SMALL_BODY` is read no further until `allowed` has said how many bytes its sender may
        send. Raises `RequestRefused`, `ClientGone`, and what `allowed` raises.
        """
        body = RequestBody(self._release, self._folder)
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
        self,
        body: RequestBody,
        pace: Pace,
        scope: Message,
        receive: Receive,
        allowed: Callable[[int], Awaitable[Allowed]],
    ) -> None:
        announced = _announced(scope)
        most, asked, more = SMALL_BODY, False, True
        while True:
            if max(announced, body.length) > most and not asked:
                (most, uploader), asked = await allowed(announced), True
                if uploader:
                    self._begin_upload(uploader, body, pace)
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
                self._take(body, len(data))
                body.write(data)
                pace.moved += len(data)
            more = message.get("more_body", False)

    def _begin_upload(self, uploader: str, body: RequestBody, pace: Pace) -> None:
        """Count a large file; an earlier one of the same uploader, which was perhaps given up, ends."""
        if uploader in self._uploads:
            self._uploads.pop(uploader)[1].end()
        elif len(self._uploads) >= self._uploads_at_once:
            raise RequestRefused("busy", say("Too much is being sent at once."), retry_after=30, close=True)
        self._uploads[uploader] = body, pace
        body.uploader = uploader
        self._held, body.held = self._held - body.held, 0
        pace.longest = _LONGEST_UPLOAD_SECONDS

    def _take(self, body: RequestBody, count: int) -> None:
        if body.uploader:  # bounded by its own limit
            return
        if self._held + count > self._most:
            raise RequestRefused("busy", say("Too much is being sent at once."), retry_after=5, close=True)
        self._held += count
        body.held += count

    def _release(self, body: RequestBody) -> None:
        self._held -= body.held
        if self._uploads.get(body.uploader, (None,))[0] is body:
            del self._uploads[body.uploader]


def _announced(scope: Message) -> int:
    return sum(int(value) for value in values(scope, b"content-length") if value.isdigit())
