"""A backup: every stream of a store in one gzip file, one after another, as each would be exported.

The first line names the backup's format and the store's, the number of streams and events, every stream's head, so that
a truncated file is noticed, and the root over these heads, computed as the number of the day is. Nothing in it depends
on when or where it was made: equal stores give equal bytes. The matches of a tournament stand before it: in this order
no match is missing when the tournament is restored.

The file of one whole club or tournament (`service.backups.whole_export`) has the same form and another name in its
first line. It is read here, too.
"""

import gzip
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from core.errors import BradeError
from core.eventlog.log import Head, Log
from service.backups import ndjson
from service.backups.ndjson import BadFile, Bounds, Line
from service.backups.verification import Advance, ChainBroken, prove_stored
from service.checkpoint.anchors import root_of
from service.copies import copy_file
from service.copies.copy_reader import CopyReader
from service.store.maintenance import store_format

FORMAT = 1
NAME = "brade_backup"
EXPORT = "brade_export"
_LEVEL = 6


class BackupTooNew(BradeError):
    """A later version of brade wrote this backup."""

    code = "backup-too-new"


class Header(NamedTuple):
    """Content of a backup: each stream's head, in the order in which they follow; `note`: a remark on it.

    `whole` is the club or the tournament that a whole export is about, "" for a backup.
    """

    heads: dict[str, Head]
    note: str = ""
    whole: str = ""

    @property
    def events(self) -> int:
        """The number of events that follow."""
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


def write(log: Log, heads: dict[str, Head], name: str, advance: Advance) -> tuple[Header, list[str]]:
    """Write a backup of these streams, each up to its head; those that are not as they were written are left out.

    Everything is read twice: proved first, since the first line names what follows, and then written. Gives the header,
    and why each of the others was left out. Raises `BadFile`, and `ChainBroken` for what is altered while it is read.
    """
    whole: dict[str, Head] = {}
    left_out: list[str] = []
    for stream in in_order(heads):
        try:
            prove_stored(log, stream, heads[stream], advance)
            whole[stream] = heads[stream]
        except ChainBroken as error:
            left_out.append(str(error))
    header = Header(whole)
    if left_out and not whole:
        return header, left_out
    with (
        ndjson.written(name, secret=True) as write,
        gzip.GzipFile(filename="", mode="wb", compresslevel=_LEVEL, fileobj=Sink(write), mtime=0) as file,
    ):
        file.write(first_line({NAME: FORMAT}, header))
        for stream, head in header.heads.items():
            digest = ""
            for text, digest in ndjson.exported(stream, log.read(stream, limit=head.version + 1)):  # noqa: B007
                file.write(text)
                advance(1)
            if digest != head.hash:
                raise ChainBroken(stream, head.version, "it was altered while it was read")
    return header, left_out


def first_line(names: Mapping[str, Any], header: Header) -> bytes:
    """The first line of a file, which begins with these names."""
    rows = [[stream, *head] for stream, head in header.heads.items()]
    counts = {"store": store_format.FORMAT, "streams": len(rows), "events": header.events}
    return ndjson.text_of({**names, **counts, "root": root(header.heads), "heads": rows})


def root(heads: Mapping[str, Head]) -> str:
    """The root (hex) of the Merkle tree over these heads, as `service.checkpoint.anchors` computes it."""
    return root_of({stream.encode(): f"{head.version} {head.hash}".encode() for stream, head in heads.items()})


def contents(name: str, bounds: Bounds | None = None) -> tuple[Header | None, Iterator[tuple[str, Iterator[Line]]]]:
    """The header of a backup or a whole export, `None` if a file is none, and its streams, each with its lines.

    A copy, which `brade serve --copy-to` writes, or the folder with one is a backup, too, where there are no `bounds`.
    Raises `BadFile`, while the streams are read too: one that is missing, is not named or has another length.
    """
    if bounds is None and name != ndjson.STANDARD and Path(name).is_dir():
        name = str(Path(name) / copy_file.NAME)
    read = ndjson.read(name, bounds)
    first = next(read, None)
    if first is None:
        raise BadFile(f"{ndjson.label(name)} is empty")
    if bounds is None and copy_file.MARK in first.value:
        return _copied(name)
    if NAME not in first.value and EXPORT not in first.value:
        return None, ndjson.streams(chain((first,), read), name)
    header = _header(first.value, name)
    return header, _checked(header, ndjson.streams(read, name), name)


def _copied(name: str) -> tuple[Header, Iterator[tuple[str, Iterator[Line]]]]:
    try:
        reader = CopyReader(Path(name))
    except OSError as error:
        raise BadFile(
            f"{ndjson.label(name)}, which is a copy, is read from a file: {error.strerror or error}"
        ) from None
    except ValueError as error:
        raise BadFile(f"{name} {error}") from None
    heads = {stream: reader.heads[stream] for stream in in_order(reader.heads)}
    note = f"the end of {name} is half written, as a power cut leaves it: everything before it counts"
    return Header(heads, note if reader.torn else ""), _of_copy(reader, heads, name)


def _of_copy(reader: CopyReader, heads: Iterable[str], name: str) -> Iterator[tuple[str, Iterator[Line]]]:
    for stream, events in reader.streams(heads):
        yield stream, (Line(*event) for event in events)
    if reader.damaged:
        more = f" and {len(reader.damaged) - 1} more" if reader.damaged[1:] else ""
        raise BadFile(f"{name}, line {reader.damaged[0]}{more}: no event, the file is damaged there")


def _checked(
    header: Header, streams: Iterable[tuple[str, Iterator[Line]]], name: str
) -> Iterator[tuple[str, Iterator[Line]]]:
    left = dict(header.heads)
    for stream, events in streams:
        head = left.pop(stream, None)
        if head is None:
            raise BadFile(f"{ndjson.label(name)}: its first line does not name {stream}")
        yield stream, _ended(events, stream, head, name)
    if left:
        raise BadFile(
            f"{ndjson.label(name)} was cut off: {len(left)} of {len(header.heads)} streams are missing,"
            f" {next(iter(left))} is the first",
            ndjson.CUT_OFF,
        )


def _ended(events: Iterator[Line], stream: str, head: Head, name: str) -> Iterator[Line]:
    last: Any = None
    for line in events:
        last = line.value
        if last.get("version") == head.version + 1:
            raise BadFile(f"{ndjson.label(name)}, line {line.number}: {stream} goes on after version {head.version}")
        yield line
    if last is None or last.get("version") != head.version:
        raise BadFile(
            f"{ndjson.label(name)} was cut off: {stream} goes up to version {head.version},"
            f" and the file to {last and last.get('version')}",
            ndjson.CUT_OFF,
        )
    if last.get("hash") != head.hash:
        raise ChainBroken(stream, head.version, "it is not the event that the first line of the backup names")


def _header(value: dict[str, Any], name: str) -> Header:
    written = value.get(NAME, value.get(EXPORT))
    if written != FORMAT:
        raise BackupTooNew(f"{ndjson.label(name)} has the format {written}, this version of brade reads {FORMAT}")
    kept = value.get("store", 1)  # earlier versions did not say
    if type(kept) is not int or kept > store_format.FORMAT:
        raise BackupTooNew(
            f"{ndjson.label(name)} is of a store of the format {kept}, and this version of brade knows those up to"
            f" {store_format.FORMAT}: restore it with the newer version that wrote it"
        )
    try:
        heads = {str(stream): Head(int(version), str(digest)) for stream, version, digest in value["heads"]}
        header = Header(heads, whole=str(value["whole"]) if EXPORT in value else "")
        if (len(header.heads), header.events) == (value["streams"], value["events"]):
            if "root" in value and value["root"] != root(heads):  # earlier versions did not say
                raise BadFile(f"{ndjson.label(name)}, line 1: the root is not that of the heads")
            return header
    except (KeyError, TypeError, ValueError):
        pass
    raise BadFile(f"{ndjson.label(name)}, line 1: the heads are not those that it counts")


class Sink:
    """The part of a file that gzip writes to."""

    def __init__(self, write: Any) -> None:
        self.write = write

    def flush(self) -> None:
        """Nothing is held back here."""
