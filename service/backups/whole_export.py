"""A whole club or tournament in one NDJSON file: every log with its hashes, and no secret.

The first line is that of a backup with other names: `brade_export` is the format, `whole` the club or tournament,
`number` the number of the day with its time, if there is one. The logs follow, one after another. Events with a secret
come without it (`core.eventlog.redaction`).
"""

import gzip
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from core.errors import BradeError
from core.eventlog.codec import to_public
from core.eventlog.hash_chain import hash_of
from core.eventlog.log import Head, Log
from core.eventlog.redaction import without_secrets
from core.events import NewerEvent
from core.timestamps import rfc3339
from service.backups import backup_archive, ndjson
from service.backups.backup_archive import Header
from service.backups.verification import Advance, ChainBroken, prove_stored
from service.store.maintenance.daily_number import Number


class NotExported(BradeError):
    """A club or tournament that cannot be exported whole; the message says why."""

    code = "not-exported"


def logs_of(log: Log, heads: dict[str, Head], whole: str) -> dict[str, Head]:
    """The heads of all logs of a club (`c_…`), or of a tournament (`t_…`) with its club, in the order of the file."""
    club = whole if whole.startswith("c_") else f"c_{_club(log, whole)}"
    if whole.startswith("c_"):
        roots = {head for head in heads if not head.startswith("c_") and "." not in head and _is_of(log, head, club)}
    else:
        roots = {whole}
    wanted = [head for head in heads if head == club or head.partition(".")[0] in roots]
    return {stream: heads[stream] for stream in backup_archive.in_order(wanted)}


def _is_of(log: Log, root: str, club: str) -> bool:
    return f"c_{_club(log, root)}" == club


def _club(log: Log, root: str) -> str:
    """The short name of the club of a tournament or a friendly match; "" where a newer version of brade opened it."""
    return str(getattr(next(iter(log.read(root, limit=1))).event, "club", ""))


def write(
    log: Log,
    heads: dict[str, Head],
    whole: str,
    number: Number | None,
    name: str,
    advance: Advance,
    *,
    packed: bool = False,
) -> Header:
    """Write these logs, each up to its head. Everything is read twice: proved first, and then written.

    A file whose name ends with `.gz` is packed, or one to be `packed`. Raises `BadFile`, `ChainBroken` for a log
    that was altered, and `NotExported` for a club's log that this version of brade does not know all of: it may hold
    secrets.
    """
    for stream, head in heads.items():
        prove_stored(log, stream, head, advance)
    header = Header(heads, whole=whole)
    names: dict[str, Any] = {backup_archive.EXPORT: backup_archive.FORMAT, "whole": whole}
    if number:
        names["number"] = {"at": rfc3339(number.at), "root": number.root}
    with _written(name, packed or name.endswith(".gz")) as write_line:
        write_line(backup_archive.first_line(names, header))
        for stream, head in heads.items():
            digest = ""
            for text, digest in _lines(log, stream, head):  # noqa: B007
                write_line(text)
                advance(1)
            if digest != head.hash:
                raise ChainBroken(stream, head.version, "it was altered while it was read")
    return header


def _lines(log: Log, stream: str, head: Head) -> Iterator[tuple[bytes, str]]:
    """The lines of a log without its secrets, each with the hash of its event."""
    for recorded in log.read(stream, limit=head.version + 1):
        if isinstance(recorded.event, NewerEvent) and stream.startswith("c_"):
            raise NotExported(
                f"{stream}, version {recorded.version} is of a newer version of brade, and may hold a secret: export"
                " it with that version"
            )
        public = to_public(stream, recorded)
        digest = hash_of(public)
        yield ndjson.text_of({**without_secrets(public, digest), "hash": digest}), digest


@contextmanager
def _written(name: str, packed: bool) -> Iterator[Callable[[bytes], Any]]:
    with ndjson.written(name, secret=True) as write:
        if not packed:
            yield write
            return
        with gzip.GzipFile(filename="", mode="wb", fileobj=backup_archive.Sink(write), mtime=0) as file:
            yield file.write
