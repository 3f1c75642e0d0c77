"""Archiving finished tournaments: their logs in a compressed file each, which has the form of a backup.

The order is such that a kill at any moment loses nothing. The file is written, synced and renamed, and read back and
proved. Only then each log is replaced by its place in the file, one atomic step a log. What is archived in part is
finished by the next run: equal logs give the same file. A file in which no log is any more is removed by the next run.
"""

import gzip
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO, NamedTuple

from redis import Redis
from redis.exceptions import ResponseError

from core.eventlog.log import Head, Log
from core.tournament.model.state import CALLED_OFF, FINISHED
from schemas.stored_summaries import read_tournament
from service.backups import backup_archive, ndjson
from service.backups.backup_archive import Header
from service.backups.restoration import count_events
from service.backups.verification import Advance, ChainBroken, prove_stored, read_whole
from service.private_files import alone_in, private_folder, sync
from service.store import keys
from service.store.archive import places, reader, transfer
from service.store.archive.places import Place
from service.store.archive.reader import Range
from service.store.cluster.servers import servers
from service.store.read_models import states

_LEVEL = 9
_REWRITE_SECONDS = 60.0
_DIGITS = 12
STEPS = 3
"""Times that each event is read: proved, written, and read back."""


class Archivable(NamedTuple):
    """A tournament with the heads of its logs, its name, and when it was written to last (Unix ms).

    `why` is the reason for which it is not archived, "" if it can be. `archived` are those of its logs that are.
    """

    tournament: str
    heads: dict[str, Head]
    name: str
    last: int
    why: str
    archived: int

    @property
    def events(self) -> int:
        """The number of its events."""
        return count_events(self.heads)

    @property
    def is_whole(self) -> bool:
        """True if all of it is archived already."""
        return self.archived == len(self.heads)


def look(client: Redis, heads: Mapping[str, Head], tournament_id: str, archived: Mapping[str, Place]) -> Archivable:
    """Look at a tournament that there is: what it holds, and if it can be archived."""
    own = {stream: head for stream, head in heads.items() if stream.partition(".")[0] == tournament_id}
    own = {stream: own[stream] for stream in backup_archive.in_order(own)}
    ends = reader.ranges(client, [Range(stream, most=1, last=True) for stream in own])
    last = max((int(end[0][1][b"at"]) for end in ends if end), default=0)
    state = states.load(client, tournament_id)
    judged = dict(zip(own, states.judged_versions(client, list(own)), strict=True))
    why = ""
    if not state or any(judged[stream] != head.version for stream, head in own.items()):
        why = "not everything of it is judged: run `brade serve` for a moment"
    elif read_tournament(state.json).status not in (FINISHED, CALLED_OFF):
        why = "it is not over"
    name = read_tournament(state.json).name if state else ""
    return Archivable(tournament_id, own, name, last, why, sum(stream in archived for stream in own))


@contextmanager
def alone(client: Redis, data: Path) -> Iterator[Path]:
    """The folder of the archive, for one process at a time, known to the store, without files of no use any more."""
    folder = private_folder(data / places.FOLDER)
    with alone_in(folder):
        places.keep_folder(client, data)
        _remove_unused(client, folder)
        yield folder


def archive(client: Redis, log: Log, folder: Path, found: Archivable, advance: Advance) -> None:
    """Archive a tournament: write its file, prove it, and then keep its logs there alone.

    Raises `ChainBroken` for a log that was altered, and `NotArchived` for one that changed meanwhile: those before it
    are archived, and the same again archives the rest. Raises `OSError`.
    """
    for stream, head in found.heads.items():
        prove_stored(log, stream, head, advance)
    path = folder / file_name(found)
    where = _write(log, path, found, advance)
    _prove(path, found, where, advance)
    for stream, head in found.heads.items():
        transfer.archive(client, stream, head, where[stream])


def file_name(found: Archivable) -> str:
    """The name of a tournament's file: another one where its logs went on."""
    return f"{found.tournament}-{backup_archive.root(found.heads)[:_DIGITS]}.ndjson.gz"


def bring_back(client: Redis, found: Archivable) -> None:
    """Bring all logs of a tournament back into the store. Raises `ArchiveDamaged`."""
    for stream in found.heads:
        transfer.bring_back(client, stream)


def _remove_unused(client: Redis, folder: Path) -> None:
    """Remove the files in which no log is any more, of tournaments that the store has.

    What an earlier run left is removed and nothing of this one: a store that loses its last second in a power cut still
    finds the file that it names then.
    """
    used = {place.file for place in places.every(client).values()}
    for path in folder.glob("*.ndjson.gz*"):
        tournament_id = path.name.lstrip(".").partition("-")[0]
        is_known = client.hexists(keys.head(keys.shard_of(tournament_id)), tournament_id)
        if is_known and path.name not in used:
            path.unlink()


def memory(client: Redis, found: Archivable) -> int:
    """The bytes that a tournament's logs and states take in the memory of the store."""
    pipeline = client.pipeline(transaction=False)
    for stream in found.heads:
        states = keys.checkpoints(stream), keys.state(stream), keys.verdicts(stream), keys.sheet(stream)
        for key in (keys.log(stream), *states):
            pipeline.memory_usage(key, samples=0)
    return sum(reply for reply in pipeline.execute(raise_on_error=False) if isinstance(reply, int))


def data_memory(client: Redis) -> int:
    """The bytes of memory that the store's data take: `used_memory` without buffers and scripts, which come and go."""
    return sum(int(server.info("memory")["used_memory_dataset"]) for server in servers(client))


def _rewrites(client: Redis) -> bool:
    return any(server.info("persistence").get("aof_rewrite_in_progress") for server in servers(client))


def rewrite(client: Redis) -> None:
    """Have the store write its append-only file anew, without what was archived, and wait for it for a while.

    A store of others may refuse.
    """
    try:
        client.bgrewriteaof()
        deadline = time.monotonic() + _REWRITE_SECONDS
        while _rewrites(client) and time.monotonic() < deadline:
            time.sleep(0.05)
    except ResponseError:
        return


# ── the file ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def _write(log: Log, path: Path, found: Archivable, advance: Advance) -> dict[str, Place]:
    """Write the file durably: its first line, then each log, each packed by itself. Gives the places of the logs."""
    draft, where, header = path.with_name(f".{path.name}.draft"), dict[str, Place](), Header(found.heads)
    draft.unlink(missing_ok=True)  # of a process that was killed
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            _add(file, backup_archive.first_line({backup_archive.NAME: backup_archive.FORMAT}, header))
            for stream, head in found.heads.items():
                lines = list(ndjson.exported(stream, log.read(stream, limit=head.version + 1)))
                if not lines or lines[-1][1] != head.hash:
                    raise ChainBroken(stream, head.version, "it was altered while it was read")
                offset, size, digest = _add(file, b"".join(text for text, _ in lines))
                where[stream] = Place(head.version, path.name, offset, size, digest)
                advance(len(lines))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    sync(path.parent)
    return where


def _add(file: IO[bytes], text: bytes) -> tuple[int, int, str]:
    """Add a text as a part of its own: where it begins, its length, and the SHA-256 of its packed bytes."""
    offset, packed = file.tell(), gzip.compress(text, _LEVEL, mtime=0)
    file.write(packed)
    return offset, len(packed), sha256(packed).hexdigest()


def _prove(path: Path, found: Archivable, where: Mapping[str, Place], advance: Advance) -> None:
    """Read the file back as a backup and by its places. Raises `BadFile`, `ChainBroken`, `ArchiveDamaged`."""
    header, streams = backup_archive.contents(str(path))
    if header is None or header.heads != found.heads:
        raise ndjson.BadFile(f"{path} is not as it was written")
    for stream, lines in streams:
        advance(len(read_whole(stream, lines)))
        reader.member(path, stream, where[stream])
