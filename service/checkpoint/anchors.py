"""The number of the day: one number over the heads of all logs, stored with the heads that it covers.

It is the root of a Merkle tree (RFC 6962) whose leaves are `<stream> <version> <hash>`, in the order of their bytes.
Anyone who wrote it down can later verify that no event recorded before was altered. This holds even if a log was
rewritten together with its head and its checkpoint.

The file `anchors` beside the heads is only appended to. A number is the lines of the heads that changed since the one
before it, and then a line `= <time> <root> <checksum>`.
"""

import os
from collections.abc import Iterator, Mapping
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from service.checkpoint.heads_file import line_of, said_of
from service.private_files import append_durably
from service.store.stream_heads import Heads

NAME = "anchors"
SHOWN = 20
"""Digits of a number that are shown, 80 bits: to find other logs with the same ones is out of reach."""
LEAST = 16
_MARK = b"="


class Anchor(NamedTuple):
    """A number, when it was made (local time), and the heads that changed since the one before (`None`: given up)."""

    at: str
    root: str
    changes: dict[bytes, bytes | None]

    @property
    def number(self) -> str:
        """The number as people write it down.

        >>> Anchor("2026-11-22T23:04", "3f9a3a0d3dfacc07a9bd836f2b49afda", {}).number
        '3f9a 3a0d 3dfa cc07 a9bd'
        """
        return spaced(self.root)


def spaced(root: str) -> str:
    """The digits of a root that are shown, in groups of four."""
    return " ".join(root[place : place + 4] for place in range(0, SHOWN, 4))


def root_of(heads: Mapping[bytes, bytes]) -> str:
    """The root over the heads of all streams.

    >>> root_of({b"m_a": b"0 aa"}) == sha256(b"\\0m_a 0 aa").hexdigest()
    True
    """
    row = [sha256(b"\0%b %b" % item).digest() for item in sorted(heads.items())]
    while len(row) > 1:
        pairs = [sha256(b"\1" + row[place] + row[place + 1]).digest() for place in range(0, len(row) - 1, 2)]
        row = pairs + row[len(pairs) * 2 :]
    return row[0].hex() if row else sha256(b"").hexdigest()


def read(folder: Path) -> Iterator[Anchor]:
    """Every number in a folder, the oldest first; none where there is no file."""
    return (anchor for anchor, _ in _read(folder))


def heads_at(folder: Path, root: str) -> tuple[Anchor, Heads] | None:
    """The last number that begins with these digits, and the heads that it stands for."""
    heads: Heads = {}
    found = None
    for anchor in read(folder):
        _apply(heads, anchor)
        if anchor.root.startswith(root):
            found = anchor, dict(heads)
    return found


def last_heads(folder: Path) -> tuple[Anchor, Heads] | None:
    """The last number in a folder that is whole, and the heads that it stands for."""
    heads: Heads = {}
    last = None
    for last in read(folder):
        _apply(heads, last)
    return (last, heads) if last else None


def marks(folder: Path) -> dict[bytes, list[bytes]]:
    """For each stream the heads, `<version> <hash>`, that numbers stand for and that were not given up later."""
    found: dict[bytes, list[bytes]] = {}
    for anchor in read(folder):
        for stream, head in anchor.changes.items():
            last = -1 if head is None else int(head.partition(b" ")[0])
            earlier = [each for each in found.get(stream, []) if int(each.partition(b" ")[0]) < last]
            found[stream] = earlier if head is None else [*earlier, head]
    return {stream: heads for stream, heads in found.items() if heads}


class AnchorsFile:
    """The numbers in a folder, for the one process that writes them."""

    def __init__(self, folder: Path) -> None:
        self._place = folder / NAME
        self._heads: Heads = {}
        self.last: Anchor | None = None
        end = 0
        for anchor, place in _read(folder):
            _apply(self._heads, anchor)
            self.last, end = anchor._replace(changes={}), place
        if self._place.exists() and self._place.stat().st_size > end:
            os.truncate(self._place, end)  # a number that was being written when the power went

    def add(self, heads: Mapping[bytes, bytes], now: datetime) -> Anchor | None:
        """Write the number of these heads durably; `None` if nothing changed since the last. Raises `OSError`."""
        changes: dict[bytes, bytes | None] = dict(heads.items() - self._heads.items())
        changes |= dict.fromkeys(self._heads.keys() - heads.keys())
        if not changes:
            return None
        anchor = Anchor(f"{now:%Y-%m-%dT%H:%M}", root_of(heads), changes)
        lines = [line_of(stream, head) for stream, head in sorted(changes.items())]
        append_durably(self._place, b"".join([*lines, line_of(_MARK, f"{anchor.at} {anchor.root}".encode())]))
        _apply(self._heads, anchor)
        self.last = anchor._replace(changes={})
        return anchor


def _read(folder: Path) -> Iterator[tuple[Anchor, int]]:
    """Every number, and where it ends in the file."""
    try:
        file = (folder / NAME).open("rb")
    except FileNotFoundError:
        return
    changes: dict[bytes, bytes | None] = {}
    end = 0
    with file:
        for line in file:
            end += len(line)
            match said_of(line):
                case (stream, head) if stream == _MARK and head is not None:
                    at, _, root = head.decode().partition(" ")
                    yield Anchor(at, root, changes), end
                    changes = {}
                case (stream, head):
                    changes[stream] = head


def _apply(heads: Heads, anchor: Anchor) -> None:
    for stream, head in anchor.changes.items():
        if head is None:
            heads.pop(stream, None)
        else:
            heads[stream] = head
