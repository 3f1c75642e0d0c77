"""`brade restore`: the logs of a backup into a store that does not have them, or not to their end."""

from contextlib import suppress

import click

from core.errors import BradeError
from core.timestamps import unix_ms
from service.backups import backup_archive, restoration
from service.backups.restoration import Heads, OtherLogs, Plan, count_events
from service.commands import moment
from service.commands.store import open_store
from service.config import from_environment
from service.store import log_gaps
from service.store.archive import places, reader
from service.store.log import RedisLog
from service.store.maintenance import all_streams
from service.store.maintenance.erasure_list import Obeyed, entries
from service.store.stream_heads import heads_of
from service.terminal import NOT_EVERYTHING, count, fail, progress, say, say_on_stderr


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
        header, _ = backup_archive.contents(file)
        if header and header.whole:
            fail(f"{file} is an export of {header.whole}: `brade import` brings it in.\nNothing was changed.")
        if header and header.note:
            say_on_stderr(header.note, "yellow")
        with progress("Proving", header.events if header else 0, "events") as advance:
            proof = restoration.prove(file, at, despite, advance)
    except BradeError as error:
        fail(f"{error}\nNothing was changed.")
    found = proof.heads
    if at is not None:
        say(f"Up to {moment.local_time(at)}: {count(len(found), 'log')}, {count(proof.events, 'event')}.")
    settings = from_environment()
    with open_store.opened(settings, make=True) as client:
        open_store.ensure_room(settings)
        there = all_streams.heads(client)
        try:
            unreadable = {archive_damaged.stream for archive_damaged in reader.damaged(client, places.every(client))}
            lacking = {stream.decode() for stream in log_gaps.lacking(client, heads_of(client))}
            plan = restoration.plan(RedisLog(client), file, found, there, unreadable, lacking)
        except OtherLogs as error:
            fail(f"{error}\nNothing was changed.")
        if written := {**plan.new, **plan.shorter, **plan.damaged, **plan.gapped}:
            events = count_events({stream: found[stream] for stream in written})
            try:
                with progress("Restoring", events, "events") as advance:
                    restoration.write(client, file, plan, found, advance, Obeyed(entries(client, settings.data)))
            except OtherLogs as error:
                fail(str(error))
            open_store.judge_again(client, {**plan.shorter, **plan.gapped})
    _print_outcome(plan, found, there, at)
    for stream in lacking & found.keys() - plan.gapped.keys():
        say_on_stderr(f"{stream} still lacks events: {file} does not have them, or has others.", "red")
    if proof.damage:
        for each in proof.damage:
            say_on_stderr(each, "red")
        raise click.exceptions.Exit(NOT_EVERYTHING)


def _print_outcome(plan: Plan, found: Heads, there: Heads, at: int | None) -> None:
    if plan.stay:
        say(f"{count(len(plan.stay), 'log was', 'logs were')} in the store already and stayed as they are.", "dim")
    if at is not None and any(there[stream].version > found[stream].version for stream in plan.stay):
        say("Some go on after that moment: to go back to it, restore into an empty data folder.")
    if plan.shorter:
        added = sum(found[stream].version - head.version for stream, head in plan.shorter.items())
        logs = count(len(plan.shorter), "log that was shorter got its end", "logs that were shorter got their end")
        say(f"{logs} back, {count(added, 'event')}.")
    if plan.new:
        counts = f"{count(len(plan.new), 'log')}, {count(count_events(plan.new), 'event')} restored"
        say(f"{counts}; the workers judge them as soon as they run.")
    if plan.damaged:
        logs = count(len(plan.damaged), "log whose archive was damaged is", "logs whose archive was damaged are")
        say(f"{logs} in the store again.")
    if plan.gapped:
        say(f"{count(len(plan.gapped), 'log that lacked events is', 'logs that lacked events are')} whole again.")
    if not plan.new and not plan.shorter and not plan.damaged and not plan.gapped:
        say("Nothing was changed.")


def _end(file: str) -> int:
    """The time of the last event of a file (Unix ms); -1 where it has none."""
    end = -1
    with suppress(BradeError, KeyError, TypeError, ValueError):  # what is damaged there is said by the proof
        for _, events in backup_archive.contents(file)[1]:
            for line in events:
                end = max(end, unix_ms(line.value["recorded_at"]))
    return end
