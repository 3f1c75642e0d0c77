"""A backup: every stream of a store in one gzip file, one after another, as each would be exported.

The first line names the format, how many streams and events follow, and every stream's head, so that a file which was
cut off is noticed. Nothing in it depends on when or where it was made: equal stores give equal bytes. The matches of a
tournament stand before it: whoever brings them back in this order finds no match missing when the tournament is read.
"""

import gzip
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from core.errors import BradeError
from core.log import Head, Log
from service.commands import lines
from service.commands.lines import BadFile, Line
from service.commands.proving import Advance, Altered, prove_stored

FORMAT = 1
_NAME = "brade_backup"
_LEVEL = 6


class BackupTooNew(BradeError):
    """A later version of brade wrote this backup."""

    code = "backup-too-new"


class Header(NamedTuple):
    """What a backup holds: each stream's head, in the order in which they follow."""

    heads: dict[str, Head]

    @property
    def events(self) -> int:
        """How many events follow."""
        return sum(head.version + 1 for head in self.heads.values())


def in_order(streams: Iterable[str]) -> list[str]:
    """Clubs first, and the matches of a tournament, by number, before it.

    >>> in_order(["t_b", "t_b.10", "t_b.2", "m_a", "c_vasa"])
    ['c_vasa', 'm_a', 't_b.2', 't_b.10', 't_b']
    """

    def place(stream: str) -> tuple[bool, str, bool, int, str]:
        root, dot, number = stream.partition(".")
        return not stream.startswith("c_"), root, not dot, int(number) if number.isdecimal() else 0, number

    return sorted(streams, key=place)


def write(log: Log, heads: dict[str, Head], name: str, advance: Advance) -> Header:
    """Write a backup of these streams, each proved and up to its head. Raises `Altered`, `BadFile`."""
    header = Header({stream: heads[stream] for stream in in_order(heads)})
    with (
        lines.written(name, secret=True) as write,
        gzip.GzipFile(filename="", mode="wb", compresslevel=_LEVEL, fileobj=_Sink(write), mtime=0) as file,
    ):
        rows = [[stream, *head] for stream, head in header.heads.items()]
        file.write(lines.text_of({_NAME: FORMAT, "streams": len(rows), "events": header.events, "heads": rows}))
        for stream, head in header.heads.items():
            prove_stored(log, stream, head)
            digest = ""
            for text, digest in lines.exported(stream, log.read(stream, limit=head.version + 1)):  # noqa: B007
                file.write(text)
                advance(1)
            if digest != head.hash:
                raise Altered(stream, head.version, "it was altered while it was read")
    return header


def contents(name: str) -> tuple[Header | None, Iterator[tuple[str, Iterator[Line]]]]:
    """The header of a backup, `None` if a file is none, and its streams, each with its lines.

    Raises `BadFile`, while the streams are read too: one that is missing, is not named or has another length.
    """
    read = lines.read(name)
    first = next(read, None)
    if first is None:
        raise BadFile(f"{lines.shown(name)} is empty")
    if _NAME not in first.value:
        return None, lines.streams(chain((first,), read), name)
    header = _header(first.value, name)
    return header, _checked(header, lines.streams(read, name), name)


def _checked(
    header: Header, streams: Iterable[tuple[str, Iterator[Line]]], name: str
) -> Iterator[tuple[str, Iterator[Line]]]:
    left = dict(header.heads)
    for stream, events in streams:
        head = left.pop(stream, None)
        if head is None:
            raise BadFile(f"{lines.shown(name)}: its first line does not name {stream}")
        yield stream, _ended(events, stream, head, name)
    if left:
        raise BadFile(
            f"{lines.shown(name)} was cut off: {len(left)} of {len(header.heads)} streams are missing,"
            f" {next(iter(left))} is the first"
        )


def _ended(events: Iterator[Line], stream: str, head: Head, name: str) -> Iterator[Line]:
    last: Any = None
    for line in events:
        last = line.value
        yield line
    if last is None or last.get("version") != head.version:
        raise BadFile(
            f"{lines.shown(name)} was cut off: {stream} goes up to version {head.version},"
            f" and the file to {last and last.get('version')}"
        )
    if last.get("hash") != head.hash:
        raise Altered(stream, head.version, "it is not the event that the first line of the backup names")


def _header(value: dict[str, Any], name: str) -> Header:
    if value[_NAME] != FORMAT:
        raise BackupTooNew(f"{lines.shown(name)} has the format {value[_NAME]}, this version of brade reads {FORMAT}")
    try:
        header = Header({str(stream): Head(int(version), str(digest)) for stream, version, digest in value["heads"]})
        if (len(header.heads), header.events) == (value["streams"], value["events"]):
            return header
    except (KeyError, TypeError, ValueError):
        pass
    raise BadFile(f"{lines.shown(name)}, line 1: the heads are not those that it counts")


class _Sink:
    """What gzip writes to: it asks for no more of a file."""

    def __init__(self, write: Any) -> None:
        self.write = write

    def flush(self) -> None:
        """Nothing is held back here."""
