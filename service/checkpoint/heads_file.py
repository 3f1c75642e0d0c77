"""The heads of all streams in one file, written durably outside the store.

A line is `<stream> <version> <hash> <checksum>`, or `<stream> - - <checksum>` for a stream that was given up; the last
line of a stream counts. Changes are appended and synced. A line that was torn by a power cut fails its checksum.
"""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from service.private_files import append_durably, sync
from service.store.stream_heads import Heads

NAME = "heads"
DAMAGED = "heads.damaged"
"""A copy of the last file that had lines which could not be read."""

_GONE = b"- -"
_LINES_BEYOND = 10_000
"""A file with more old lines than this, and than lines that count, is written anew."""


class Content(NamedTuple):
    """Content of a file: the heads, its number of lines, and the number of unreadable lines."""

    heads: Heads
    lines: int
    damaged: int


def read(folder: Path) -> Content:
    """Content of the file in a folder; empty without a file. Raises `OSError` if the folder is missing."""
    heads: Heads = {}
    lines = damaged = 0
    try:
        file = (folder / NAME).open("rb")
    except FileNotFoundError:
        folder.stat()
        return Content(heads, 0, 0)
    with file:
        for line in file:
            lines += 1
            match said_of(line):
                case None:
                    damaged += 1
                case (stream, None):
                    heads.pop(stream, None)
                case (stream, head):
                    heads[stream] = head
    return Content(heads, lines, damaged)


class HeadsFile:
    """The file in a folder, for the one process that writes it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lines = self._counting = 0

    def write(self, heads: Mapping[bytes, bytes]) -> None:
        """Replace the whole file, durably: the old one counts until the new one is whole. Raises `OSError`."""
        draft = self.folder / f"{NAME}.new"
        try:
            with draft.open("wb") as file:
                file.writelines(line_of(stream, head) for stream, head in heads.items())
                file.flush()
                os.fsync(file.fileno())
        except OSError:
            draft.unlink(missing_ok=True)  # on a full disk it would take the last bytes
            raise
        draft.chmod(0o600)
        draft.replace(self.folder / NAME)
        sync(self.folder)
        self._lines = self._counting = len(heads)

    @property
    def is_long(self) -> bool:
        """True if most lines do not count any more: it is time to rewrite the file."""
        return self._lines > 2 * self._counting + _LINES_BEYOND

    def append(self, changes: Mapping[bytes, bytes | None]) -> None:
        """Add changed heads (`None`: given up), durably. Raises `OSError`."""
        (self.folder / NAME).stat()  # a file that is gone is written whole
        append_durably(self.folder / NAME, b"".join(line_of(stream, head) for stream, head in changes.items()))
        self._lines += len(changes)


def keep_damaged(folder: Path) -> None:
    """Copy a file with unreadable lines, before it is replaced. Raises `OSError`."""
    shutil.copy2(folder / NAME, folder / DAMAGED)


def line_of(stream: bytes, head: bytes | None) -> bytes:
    """A line that says a stream's head, or that it was given up."""
    content = b"%b %b" % (stream, _GONE if head is None else head)
    return b"%b %b" % (content, _checksum(content))


def said_of(line: bytes) -> tuple[bytes, bytes | None] | None:
    """The stream and the head that a line says; `None` for a line that is torn or altered."""
    content, _, checksum = line.rpartition(b" ")
    parts = content.split(b" ")
    if checksum != _checksum(content) or len(parts) != 3:
        return None
    return parts[0], None if parts[1] == b"-" else content[len(parts[0]) + 1 :]


def _checksum(content: bytes) -> bytes:
    """Ends with the end of the line: a line without it is torn."""
    return b"%08x\n" % crc32(content)
