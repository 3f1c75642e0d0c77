"""`brade restore`: the logs of a backup into a store that does not have them, or not to their end."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

import click
from redis import Redis

from core.errors import BradeError, VersionConflict
from core.eventlog.codec import from_public
from core.eventlog.hash_chain import recorded_hash
from core.eventlog.log import Head, Log
from core.events import Recorded
from core.timestamps import unix_ms
from service.commands import moment
from service.commands.files import backup_archive, ndjson, verification
from service.commands.store import open_store
from service.config import from_environment
from service.store.log import RedisLog
from service.store.maintenance import all_streams
from service.store.maintenance.log_extension import extend
from service.terminal import NOT_EVERYTHING, count, fail, progress, say, tell

_NAMED = 10
Heads = dict[str, Head]


class _Plan(NamedTuple):
    """The plan of a restore: logs to bring in, logs to extend from the head that they have, logs that stay."""

    new: Heads
    shorter: Heads
    stay: list[str]


@click.command()
@click.argument("file", type=click.Path(exists=True))
@click.option("--until", metavar="TIME", help=f"Restore what was recorded up to a moment: {moment.FORMS}.")
@click.option("--despite-damage", "despite", is_flag=True, help="Leave out logs that are damaged in FILE; ends with 3.")
def restore(file: str, until: str | None, despite: bool) -> None:
    """Bring everything in FILE, written by `brade backup` or `brade serve --copy-to`, back into the store.

    The whole file is proved before anything is written. A log that is in the store already, equal or longer, stays as
    it is; one that is shorter is extended. If one of them differs, nothing is changed. The workers judge it all again.

    A TIME without an offset is of this machine; one without a day is the last such time before the end of FILE. Each
    log ends before its first event that was recorded later.
    """
    try:
        at = None if until is None else moment.moment(until, lambda: _end(file))
        found, damage = _proved(file, at, despite)
    except BradeError as error:
        fail(f"{error}\nNothing was changed.")
    if at is not None:
        say(f"Up to {moment.local_time(at)}: {count(len(found), 'log')}, {count(_events(found), 'event')}.")
    settings = from_environment()
    with open_store.opened(settings, make=True) as client:
        open_store.ensure_room(settings)
        there = all_streams.heads(client)
        plan = _planned(RedisLog(client), file, found, there)
        if plan.new or plan.shorter:
            _write(client, file, plan, found)
            open_store.judge_again(client, (*plan.new, *plan.shorter))
    _tell(plan, found, there, at)
    if damage:
        for each in damage:
            tell(each, "red")
        raise click.exceptions.Exit(NOT_EVERYTHING)


def _tell(plan: _Plan, found: Heads, there: Heads, at: int | None) -> None:
    if plan.stay:
        say(f"{count(len(plan.stay), 'log was', 'logs were')} in the store already and stayed as they are.", "dim")
    if at is not None and any(there[stream].version > found[stream].version for stream in plan.stay):
        say("Some go on after that moment: to go back to it, restore into an empty data folder.")
    if plan.shorter:
        added = sum(found[stream].version - head.version for stream, head in plan.shorter.items())
        logs = count(len(plan.shorter), "log that was shorter got its end", "logs that were shorter got their end")
        say(f"{logs} back, {count(added, 'event')}.")
    if plan.new:
        counts = f"{count(len(plan.new), 'log')}, {count(_events(plan.new), 'event')} restored"
        say(f"{counts}; the workers judge them as soon as they run.")
    if not plan.new and not plan.shorter:
        say("Nothing was changed.")


def _end(file: str) -> int:
    """The time of the last event of a file (Unix ms); -1 where it has none."""
    end = -1
    with suppress(BradeError, KeyError, TypeError, ValueError):  # what is damaged there is said by the proof
        for _, events in backup_archive.contents(file)[1]:
            for line in events:
                end = max(end, unix_ms(line.value["recorded_at"]))
    return end


def _proved(file: str, at: int | None, despite: bool) -> tuple[Heads, list[str]]:
    """Each log's head, as of a moment; those that were opened later are left out. What is damaged, if that may be.

    Raises `BadFile`, `ChainBroken`.
    """
    header, streams = backup_archive.contents(file)
    if header is None:
        raise ndjson.BadFile(f"{file} is no backup: `brade import` takes exported logs")
    if header.note:
        tell(header.note, "yellow")
    found: Heads = {}
    damage: list[str] = []
    with progress("Proving", header.events, "events") as advance:
        try:
            for stream, events in streams:
                try:
                    recorded = verification.read_whole(stream, events)
                except verification.ChainBroken as error:
                    damage.append(str(error))
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
    return found, damage


def _planned(log: Log, file: str, found: Heads, there: Heads) -> _Plan:
    """The plan. Ends the command if a log in the store is another one."""
    both = {stream: there[stream] for stream in found if stream in there}
    shorter = {stream: head for stream, head in both.items() if head.version < found[stream].version}
    stay = [stream for stream in both if stream not in shorter]
    other = [stream for stream in stay if not _goes_on(log, stream, found[stream], there[stream])]
    if shorter:
        for stream, recorded in _read(file, shorter):
            if recorded_hash(stream, recorded[shorter[stream].version]) != shorter[stream].hash:
                other.append(stream)
    if other:
        names = ", ".join(other[:_NAMED]) + (" …" if len(other) > _NAMED else "")
        fail(f"Another log of the same name is in the store: {names}\nNothing was changed.")
    return _Plan({stream: head for stream, head in found.items() if stream not in there}, shorter, stay)


def _goes_on(log: Log, stream: str, saved: Head, now: Head) -> bool:
    """True if the store's log is the backup's, with or without further events."""
    if now.version == saved.version:
        return now == saved
    following = next(log.read(stream, after=saved.version, limit=1), None)
    return following is not None and following.prev_hash == saved.hash


def _write(client: Redis, file: str, plan: _Plan, found: Heads) -> None:
    log = RedisLog(client)
    wanted = (*plan.new, *plan.shorter)
    with progress("Restoring", sum(found[stream].version + 1 for stream in wanted), "events") as advance:
        for stream, events in _read(file, wanted):
            recorded = events[: found[stream].version + 1]
            if recorded_hash(stream, recorded[-1]) != found[stream].hash:
                raise verification.ChainBroken(stream, found[stream].version, "the file changed while it was read")
            try:
                if stream in plan.shorter:
                    extend(client, stream, plan.shorter[stream], recorded[plan.shorter[stream].version + 1 :])
                else:
                    log.restore(stream, recorded)
            except VersionConflict:
                fail(f"{stream} was written to meanwhile. Restore again to bring back the rest.")
            advance(len(recorded))


def _read(file: str, wanted: Iterable[str]) -> Iterator[tuple[str, list[Recorded]]]:
    """Some logs of a file that was proved, each with its events."""
    names = set(wanted)
    streams = backup_archive.contents(file)[1]
    while names:  # no further: what is damaged behind them was said
        stream, events = next(streams)
        if stream in names:
            names.remove(stream)
            yield stream, [from_public(line.value) for line in events]


def _events(heads: Heads) -> int:
    return sum(head.version + 1 for head in heads.values())
