"""The file of a copy: the events of all logs in the order in which they were copied, one a line as in an export.

Its first line names the store. Another such line follows where another store continues the file. Each event has its
hash and that of the event before it in its log. They reveal a missing line, and a line torn by a power cut. Lines are
only appended, and synced.
"""

import errno
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from core.errors import BradeError
from core.eventlog.hash_chain import ZERO_HASH, hash_of
from core.messages import say
from service.private_files import lock_open_file, sync
from service.store.maintenance import store_format
from service.store.stream_heads import Heads

NAME = "brade-copy.ndjson"
MARK, FORMAT = "brade_copy", 1
LONGEST = 16 << 20
"""Bytes of a line; whatever is longer is none of ours."""

_START = b'{"brade_copy":'
_NEW = b"-1 " + ZERO_HASH.encode()
_BEAT_LINES = 1000


class CopyRefused(BradeError):
    """The folder holds something that this copy must not be written to; the message says what."""

    code = "copy-refused"


class CopyMoved(OSError):
    """The file that was written to is not in its folder any more."""


class Scan(NamedTuple):
    """Content of a file: its store and that store's format, the logs' heads, the end and the last of its whole lines.

    `bad` is the number of the first line that is not the next event of a log. `followed`: whole events come after it,
    so it was not a torn end.
    """

    store: str | None
    format: int
    heads: Heads
    size: int
    last: bytes
    bad: int | None
    followed: bool


def raw_lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, each at most `LONGEST` bytes of it."""
    return iter(lambda: file.readline(LONGEST), b"")


def value_of(line: bytes) -> dict[str, Any] | None:
    """The object in a whole line; `None` for a line that is torn or holds something else."""
    try:
        value = json.loads(line) if line.endswith(b"\n") else None
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def format_of(head: Mapping[str, Any]) -> int:
    """The number of the store's format in a first line; a very large one where a later version wrote it."""
    number = head.get("format")
    return number if type(number) is int and head[MARK] == FORMAT else sys.maxsize


def scan(file: BinaryIO, beat: Callable[[], object] = lambda: None) -> Scan:
    """Read a whole file and prove each line by its hash and by the one before it in its log.

    `beat` is called while it goes on.
    """
    heads: Heads = {}
    store, form, size, last, bad = None, 0, 0, b"", None
    lines = _beating(raw_lines(file), beat)
    for number, line in enumerate(lines, 1):
        value = value_of(line)
        if value is not None and MARK in value and isinstance(value.get("store"), str):
            store, form = value["store"], format_of(value)
        elif value is None or store is None or not _is_next(value, heads):
            bad = number
            break
        size, last = size + len(line), line
    followed = bad is not None and any(
        value is not None and value.get("hash") == hash_of(value) for value in map(value_of, lines)
    )
    return Scan(store, form, heads, size, last, bad, followed)


def _beating(lines: Iterator[bytes], beat: Callable[[], object]) -> Iterator[bytes]:
    for number, line in enumerate(lines):
        if number % _BEAT_LINES == 0:
            beat()
        yield line


def _is_next(value: dict[str, Any], heads: Heads) -> bool:
    """True if an event follows the head of its log, which is then the event's."""
    stream = value.get("stream")
    if not isinstance(stream, str):
        return False
    name = stream.encode()
    version, _, before = heads.get(name, _NEW).decode().partition(" ")
    if (value.get("version"), value.get("prev_hash")) != (int(version) + 1, before):
        return False
    digest = hash_of(value)
    if value.get("hash") != digest:
        return False
    heads[name] = f"{int(version) + 1} {digest}".encode()
    return True


class FolderCalls:
    """The calls to a folder: with this around each, another thread sees for how long one has been waited for."""

    def __init__(self) -> None:
        self._began: float | None = None

    def __enter__(self) -> None:
        self._began = time.monotonic()

    def __exit__(self, *_: object) -> None:
        self._began = None

    def go_on(self) -> None:
        """The folder answered, and more is asked of it."""
        self._began = time.monotonic()

    @property
    def seconds(self) -> float:
        """The seconds since the folder was asked what it has not answered; 0 where it was asked nothing."""
        began = self._began
        return 0.0 if began is None else time.monotonic() - began


class CopyFile:
    """The file in a folder, for the one process that writes it. Everything raises `OSError` when the folder is away."""

    def __init__(self, folder: Path, calls: FolderCalls) -> None:
        self._folder, self._path, self._calls = folder, folder / NAME, calls
        self._file = -1
        self._device = 0
        self._size = self._written = 0
        self._last = self._last_written = b""
        self._before: dict[bytes, bytes | None] = {}
        self._refused: tuple[object, str] | None = None
        self.store: str | None = None
        self.format = 0
        self.heads: Heads = {}

    @property
    def is_open(self) -> bool:
        """True if it can be written to, as far as is known."""
        return self._file >= 0

    def open(self) -> str:
        """Open the file, made where there is none, and read it if it is not as it was left.

        What a power cut tore is cut off; where more than the end is damaged, that is kept beside it first. Gives a
        sentence about that, or "". Raises `CopyRefused`, and nothing was written then.
        """
        with self._calls:
            return self._open()

    def _open(self) -> str:
        place = self._folder.stat()
        if self._device and place.st_dev != self._device and self._folder.parent.stat().st_dev == place.st_dev:
            raise CopyMoved(0, "no disk is there where one was")  # a mount point without its disk
        made = not self._path.exists()
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            if not lock_open_file(file):
                raise CopyRefused(say("another process writes {path}", path=str(self._path)))
            sentence = "" if self._is_as_left(file) else self._read(file)
            if made:
                _sync(self._folder)
        except BaseException:
            os.close(file)
            raise
        self._file, self._device, self._written = file, place.st_dev, self._size
        return sentence

    def close(self) -> None:
        """Write no more, until it is opened again; what was not synced is written again then."""
        self._roll_back()
        if self._file >= 0:
            file, self._file = self._file, -1
            with self._calls:
                with suppress(OSError):  # the folder is away: what was torn is found when it is back
                    os.ftruncate(file, self._size)
                with suppress(OSError):
                    os.close(file)

    def ensure_there(self) -> None:
        """Raises `CopyMoved` where the folder holds another file by now or none, and `OSError` where it is gone."""
        with self._calls:
            try:
                there, ours = self._path.stat(), os.fstat(self._file)
            except FileNotFoundError:
                self._folder.stat()
                raise CopyMoved(0, "the copy that was there is gone") from None
        if (there.st_ino, there.st_dev) != (ours.st_ino, ours.st_dev):
            raise CopyMoved(0, "another file is there now")

    def name_store(self, store: str) -> None:
        """Say that what follows is of this store, in this format."""
        head = {MARK: FORMAT, "store": store, "format": store_format.FORMAT}
        line = json.dumps(head, separators=(",", ":")).encode() + b"\n"
        self.append(line, {})
        self.sync()
        self.store, self.format = store, store_format.FORMAT

    def append(self, lines: bytes, heads: Mapping[bytes, bytes]) -> None:
        """Write whole lines, after which these logs have these heads. It counts once it is synced."""
        rest = memoryview(lines)
        while rest:
            with self._calls:
                rest = rest[os.pwrite(self._file, rest, self._written + len(lines) - len(rest)) :]
        self._written += len(lines)
        self._last_written = lines[lines.rfind(b"\n", 0, -1) + 1 :]
        for stream, head in heads.items():
            self._before.setdefault(stream, self.heads.get(stream))
            self.heads[stream] = head

    def sync(self) -> None:
        """Have everything that was written on the disk."""
        if self._written > self._size:
            with self._calls:
                os.fsync(self._file)
            self.ensure_there()
            self._size, self._last = self._written, self._last_written
            self._before.clear()

    def _roll_back(self) -> None:
        """Forget what was not synced: it may be there or not."""
        for stream, head in self._before.items():
            if head is None:
                del self.heads[stream]
            else:
                self.heads[stream] = head
        self._before.clear()
        self._written = self._size

    def _is_as_left(self, file: int) -> bool:
        """True if it ends where and how we left it; then it need not be read again."""
        size, length = os.fstat(file).st_size, len(self._last)
        return length > 0 and size == self._size and os.pread(file, length, size - length) == self._last

    def _read(self, file: int) -> str:
        mark = os.fstat(file)
        known = mark.st_ino, mark.st_dev, mark.st_size, mark.st_mtime_ns
        if self._refused and self._refused[0] == known:
            raise CopyRefused(self._refused[1])
        with os.fdopen(os.dup(file), "rb") as reading:
            found = scan(reading, self._calls.go_on)
            if found.store is None and mark.st_size and not _begun(os.pread(file, LONGEST, 0)):
                sentence = say("{path} is no copy of brade's: take another folder", path=str(self._path))
                self._refused = known, sentence
                raise CopyRefused(sentence)
            kept = self._keep(file, found.size) if found.followed else None
        if found.size < mark.st_size:
            os.ftruncate(file, found.size)
            os.fsync(file)
        self.store, self.format, self.heads = found.store, found.format, found.heads
        self._size, self._last = found.size, found.last
        if kept:
            return f"line {found.bad} of the copy is damaged: from there on it is copied again, and kept as {kept}"
        return "the end of the copy was torn and is copied again" if found.bad else ""

    def refuse(self, sentence: str) -> CopyRefused:
        """The error for a file that holds another store's copy; it is not read again while it stays as it is."""
        with self._calls:
            mark = os.fstat(self._file)
        self._refused = (mark.st_ino, mark.st_dev, mark.st_size, mark.st_mtime_ns), sentence
        self._last = b""
        return CopyRefused(sentence)

    def _keep(self, file: int, start: int) -> Path:
        """Copy the file from a place on to a file beside it."""
        beside = self._path.with_name(f"{NAME}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as kept:
            while page := os.pread(file, 1 << 20, start):
                self._calls.go_on()
                kept.write(page)
                start += len(page)
            kept.flush()
            os.fsync(kept.fileno())
        return beside


def _begun(start: bytes) -> bool:
    """True if a file holds no more than a torn first line, such as zeros."""
    line = start.rstrip(b"\0")
    return b"\n" not in line and (_START.startswith(line) or line.startswith(_START))


def _sync(folder: Path) -> None:
    try:
        sync(folder)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # a file system that syncs no folders
            raise
