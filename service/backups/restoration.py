"""Bringing logs of a backup back: the proof of the file, the plan for a store, and the writing."""

from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple
from uuid import uuid4

from redis import Redis

from core.errors import BradeError, Invalid, VersionConflict
from core.eventlog.codec import from_public
from core.eventlog.hash_chain import recorded_hash
from core.eventlog.log import Head, Log, proven
from core.events import NameErased, PlayerErased, Recorded
from service.backups import backup_archive, ndjson, verification
from service.backups.ndjson import Bounds
from service.backups.verification import Advance, ChainBroken
from service.store.archive import transfer
from service.store.archive.places import place_of
from service.store.log import RedisLog
from service.store.maintenance.erasure_list import Obeyed
from service.store.maintenance.hidden_logs import HiddenLogs
from service.store.maintenance.log_extension import extend
from service.store.maintenance.log_replacement import replace
from service.store.read_models import states

Heads = dict[str, Head]
_NAMED = 10


class OtherLogs(BradeError):
    """The store has other logs under names of the backup, or got them meanwhile."""

    code = "other-logs"


class Proof(NamedTuple):
    """A file that was read: each log's head, and the faults of the others, if these may be left out."""

    heads: Heads
    damage: list[str]

    @property
    def events(self) -> int:
        """The number of events in the whole logs."""
        return count_events(self.heads)


class Plan(NamedTuple):
    """The plan of a restore: logs to bring in, logs to extend from the head that they have, logs that stay.

    `damaged` are archived logs whose file is damaged, with the head that they have: they are put into the store again.
    `gapped` are logs that lack events, with the head that they have: the events of the file make them whole.
    """

    new: Heads
    shorter: Heads
    stay: list[str]
    damaged: Heads = {}
    gapped: Heads = {}


def count_events(heads: Heads) -> int:
    """The number of events of logs with these heads."""
    return sum(head.version + 1 for head in heads.values())


def logs(name: str, bounds: Bounds | None = None) -> Iterator[tuple[str, list[Recorded] | ChainBroken]]:
    """Every log of a backup, proved, or why it is not whole. Raises `BadFile`, `BackupTooNew`."""
    header, streams = backup_archive.contents(name, bounds)
    if header is None:
        raise ndjson.BadFile(f"{name} is no backup: `brade import` takes exported logs")
    for stream, events in streams:
        try:
            yield stream, verification.read_whole(stream, events)
        except ChainBroken as error:
            yield stream, error


def prove(name: str, at: int | None, despite: bool, advance: Advance) -> Proof:
    """Read a whole file, up to a moment (Unix ms); logs that were opened later are left out.

    `despite`: damaged logs are left out, too. Raises `BadFile`, `ChainBroken`.
    """
    found: Heads = {}
    damage: list[str] = []
    backup_archive.contents(name)  # what is wrong with its first line is no damage of a log
    try:
        for stream, recorded in logs(name):
            if isinstance(recorded, ChainBroken):
                damage.append(str(recorded))
                continue
            advance(len(recorded))
            later = next((each.version for each in recorded if at is not None and each.at > at), len(recorded))
            if later:
                found[stream] = Head(later - 1, recorded_hash(stream, recorded[later - 1]))
    except ndjson.BadFile as error:
        damage.append(str(error))
    if damage and not despite:
        more = f"\n… and {len(damage) - 1} more; --despite-damage brings back the others" if damage[1:] else ""
        raise ndjson.BadFile(damage[0] + more)
    return Proof(found, damage)


def plan(
    log: Log,
    name: str,
    found: Heads,
    there: Heads,
    unreadable: Container[str] = (),
    lacking: Container[str] = (),
) -> Plan:
    """The plan for a store with the heads `there`. Raises `OtherLogs`.

    `unreadable` are its archived logs whose file is damaged; those that go on after the backup stay so. `lacking` are
    its logs that lack events; those that the file does not make whole stay so.
    """
    gapped = {stream: there[stream] for stream in found if stream in there and stream in lacking}
    both = {stream: there[stream] for stream in found if stream in there and stream not in gapped}
    shorter = {stream: head for stream, head in both.items() if head.version < found[stream].version}
    covered = {stream: head for stream, head in both.items() if head.version <= found[stream].version}
    damaged = {stream: head for stream, head in covered.items() if stream in unreadable}
    stay = [stream for stream in both if stream not in shorter and stream not in damaged]
    readable = [stream for stream in stay if stream not in unreadable]
    other = [stream for stream in readable if not _goes_on(log, stream, found[stream], there[stream])]
    for stream, recorded in _read(name, shorter | damaged):
        if recorded_hash(stream, recorded[both[stream].version]) != both[stream].hash:
            other.append(stream)
    whole = {
        stream: gapped[stream]
        for stream, recorded in _read(name, gapped)
        if _made_whole(log, stream, gapped[stream], recorded)
    }
    stay += [stream for stream in gapped if stream not in whole]
    if other:
        names = ", ".join(other[:_NAMED]) + (" …" if len(other) > _NAMED else "")
        raise OtherLogs(f"Another log of the same name is in the store: {names}")
    return Plan({stream: head for stream, head in found.items() if stream not in there}, shorter, stay, damaged, whole)


def _made_whole(log: Log, stream: str, head: Head, recorded: list[Recorded]) -> list[Recorded]:
    """The events of a log that lacks some, up to its head, with those of a file; empty where they are not all there."""
    events = {each.version: each for each in (*log.read(stream, limit=head.version + 1), *recorded)}
    if any(version not in events for version in range(head.version + 1)):
        return []
    whole = [events[version] for version in range(head.version + 1)]
    try:
        return whole if proven(stream, whole) == head else []
    except Invalid:
        return []


def _goes_on(log: Log, stream: str, saved: Head, now: Head) -> bool:
    """True if the store's log is the backup's, with or without further events."""
    if now.version == saved.version:
        return now == saved
    following = list(log.read(stream, after=saved.version))
    if following and following[0].prev_hash == saved.hash:
        return True
    anew = (recorded.event for recorded in following if isinstance(recorded.event, NameErased | PlayerErased))
    return any(each.first is not None and each.first <= saved.version for each in anew)


def write(client: Redis, name: str, wanted: Plan, found: Heads, advance: Advance, obeyed: Obeyed) -> None:
    """Bring the new logs in, all in one step, and extend the shorter ones; the workers judge them.

    Names that were erased here are left out, as the list that is `obeyed` has it. Archived logs whose file is damaged
    are put into the store again, and logs that lack events are made whole.

    Raises `OtherLogs` where one of them was written meanwhile: then the same again brings back the rest.
    """
    hidden, log, new = HiddenLogs(client, uuid4().hex), RedisLog(client), dict(wanted.new)
    try:
        for stream, events in _read(name, {**wanted.new, **wanted.shorter, **wanted.damaged, **wanted.gapped}):
            recorded = events[: found[stream].version + 1]
            if recorded_hash(stream, recorded[-1]) != found[stream].hash:
                raise ChainBroken(stream, found[stream].version, "the file changed while it was read")
            if stream in wanted.damaged and (place := place_of(client, stream)):
                transfer.put_back(client, stream, place, recorded[: wanted.damaged[stream].version + 1])
            if stream in wanted.gapped:
                head = wanted.gapped[stream]
                replace(client, stream, head, _made_whole(log, stream, head, events))
                if following := recorded[head.version + 1 :]:
                    extend(client, stream, head, following)
            elif stream in wanted.shorter:
                after = obeyed.log(stream, recorded)
                extend(client, stream, wanted.shorter[stream], after[wanted.shorter[stream].version + 1 :])
            elif stream in wanted.new:
                after = obeyed.log(stream, recorded)
                new[stream] = Head(after[-1].version, recorded_hash(stream, after[-1]))
                hidden.gather(stream, after)
            advance(len(recorded))
        hidden.publish(new)
    except VersionConflict as error:
        raise OtherLogs(f"{error.stream} was written to meanwhile. Restore again to bring back the rest.") from None
    finally:
        hidden.discard(wanted.new)
    for stream in (*wanted.new, *wanted.gapped):
        states.forget(client, stream)


def _read(name: str, wanted: Iterable[str]) -> Iterator[tuple[str, list[Recorded]]]:
    """Some logs of a file that was proved, each with its events."""
    names = set(wanted)
    if not names:
        return
    streams = backup_archive.contents(name)[1]
    while names:  # no further: what is damaged behind them was said
        stream, events = next(streams)
        if stream in names:
            names.remove(stream)
            yield stream, [from_public(line.value) for line in events]
