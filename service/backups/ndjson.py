"""Logs in files: one event a line as JSON, plain or as gzip; `-` is standard input or output."""

import gzip
import json
import os
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, groupby
from pathlib import Path
from typing import IO, Any, NamedTuple

from core.errors import BradeError
from core.eventlog.codec import to_public
from core.eventlog.hash_chain import hash_of
from core.events import Recorded
from core.messages import say

Json = dict[str, Any]
STANDARD = "-"
_GZIP = b"\x1f\x8b"


DAMAGED = say("the file is damaged, or is no backup of brade")
CUT_OFF = say("the file ends in the middle: it was not copied whole")
TOO_LARGE = say("the file unpacks to more than a backup of this size holds")


class BadFile(BradeError):
    """A file that cannot be read as a log; the message names the file and the line, `reason` is for a page."""

    code = "bad-file"

    def __init__(self, text: str, reason: str = DAMAGED) -> None:
        super().__init__(text)
        self.reason = reason


class Bounds(NamedTuple):
    """Bounds of a file that a stranger sent: the bytes that it unpacks to, those of a line, of the first, of a log."""

    unpacked: int
    line: int = 2 << 20
    first_line: int = 16 << 20
    log: int = 32 << 20


class Line(NamedTuple):
    """A line of a file: its number, from 1, and the object that it holds."""

    number: int
    value: Json


def read(name: str, bounds: Bounds | None = None) -> Iterator[Line]:
    """The lines of a file that are not empty. Raises `BadFile` at one that is no JSON object, or beyond a bound."""
    try:
        with _opened(name) as file:
            log, held = None, 0
            for number, text in enumerate(file if bounds is None else _within(file, bounds, name), 1):
                if not text.strip():
                    if bounds is not None:  # millions of them pack into a small file
                        raise BadFile(f"{label(name)}, line {number} is empty")
                    continue
                value = _object(text, f"{label(name)}, line {number}")
                log, held = value.get("stream"), len(text) + (held if value.get("stream") == log else 0)
                if bounds is not None and number > 1 and held > bounds.log:
                    raise BadFile(f"{label(name)}, line {number}: a log is larger than is read of one", TOO_LARGE)
                yield Line(number, value)
    except EOFError:
        raise BadFile(f"{label(name)} ends in the middle: the file was cut off", CUT_OFF) from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise BadFile(f"{label(name)} is damaged: {error}") from None
    except OSError as error:
        raise BadFile(f"{label(name)}: {error.strerror or error}") from None


def _within(file: IO[bytes], bounds: Bounds, name: str) -> Iterator[bytes]:
    """The lines of a file, no more of it unpacked at any time than the bounds allow. Raises `BadFile`."""
    left, most = bounds.unpacked, bounds.first_line
    while text := file.readline(min(most, left) + 1):
        left -= len(text)
        if left < 0 or len(text) > most:
            raise BadFile(f"{label(name)} unpacks to more than is read of it", TOO_LARGE)
        yield text
        most = bounds.line


def streams(lines: Iterable[Line], name: str) -> Iterator[tuple[str, Iterator[Line]]]:
    """The streams that follow one another in a file, each with its lines. Raises `BadFile` for one that comes twice."""
    seen: set[str] = set()
    for stream, group in groupby(lines, lambda line: line.value.get("stream")):
        first = next(group)
        where = f"{label(name)}, line {first.number}"
        if not isinstance(stream, str):
            raise BadFile(f"{where}: no event of a log, it does not say of which stream it is")
        if stream in seen:
            raise BadFile(f"{where}: {stream} comes a second time, and only one of the two can be its log")
        seen.add(stream)
        yield stream, chain((first,), group)  # noqa: B031 - its first line is put back


def exported(stream: str, events: Iterable[Recorded]) -> Iterator[tuple[bytes, str]]:
    """The lines of a stream's export, each with its event's hash."""
    for recorded in events:
        public = to_public(stream, recorded)
        digest = hash_of(public)
        yield text_of({**public, "hash": digest}), digest


def text_of(value: Json) -> bytes:
    """An object as a line of a file."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


@contextmanager
def written(name: str, *, secret: bool = False) -> Iterator[Callable[[bytes], Any]]:
    """Write a file, or nothing: it appears under its name when it is whole. Raises `BadFile`.

    `secret`: only its owner may read it.
    """
    if name == STANDARD:
        yield sys.stdout.buffer.write
        sys.stdout.buffer.flush()
        return
    path = Path(name).resolve()
    if path.exists() and not path.is_file():  # a device or a pipe is written to, not replaced
        with path.open("wb") as file:
            yield file.write
        return
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.touch(mode=0o600 if secret else 0o666)
        try:
            with draft.open("wb") as file:
                yield file.write
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise BadFile(f"{name} cannot be written: {error.strerror or error}") from None


def label(name: str) -> str:
    """A file's name for people."""
    return "standard input" if name == STANDARD else name


@contextmanager
def _opened(name: str) -> Iterator[IO[bytes]]:
    if name == STANDARD:
        yield _unpacked(sys.stdin.buffer)
        return
    with Path(name).open("rb") as file:
        yield _unpacked(file)


def _unpacked(file: Any) -> IO[bytes]:
    return gzip.open(file, "rb") if file.peek(2)[:2] == _GZIP else file


def _object(text: bytes, where: str) -> Json:
    try:
        value = json.loads(text.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadFile(f"{where}: no UTF-8 at byte {error.start + 1}") from None
    except json.JSONDecodeError as error:
        raise BadFile(f"{where}: no JSON, {error.msg} at column {error.colno}") from None
    except (ValueError, RecursionError) as error:
        raise BadFile(f"{where}: cannot be read, {error}") from None
    if not isinstance(value, dict):
        raise BadFile(f"{where}: no event, but a JSON {type(value).__name__}")
    return value
