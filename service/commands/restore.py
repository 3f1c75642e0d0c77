"""`brade restore`: the logs of a backup into a store that does not have them."""

import click

from core.chain import recorded_hash
from core.codec import from_public
from core.errors import BradeError, VersionConflict
from core.log import Head, Log
from service.commands import archive, lines, proving, store
from service.commands.archive import Header
from service.commands.screen import count, fail, progress, say
from service.config import from_environment
from service.store import inventory
from service.store.log import RedisLog

_NAMED = 10


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
def restore(file: str) -> None:
    """Bring everything in FILE, written by `brade backup`, back into the store.

    The whole file is proved before anything is written. Logs that are in the store already, equal or longer, stay as
    they are; if one of them differs, nothing is changed. The workers then judge everything again.
    """
    try:
        header = _proved(file)
    except BradeError as error:
        fail(f"{error}\nNothing was changed.")
    settings = from_environment()
    with store.opened(settings, make=True) as client:
        store.ensure_room(settings)
        there, log = inventory.heads(client), RedisLog(client)
        both = [stream for stream in header.heads if stream in there]
        if other := [stream for stream in both if not _goes_on(log, stream, header.heads[stream], there[stream])]:
            names = ", ".join(other[:_NAMED]) + (" …" if len(other) > _NAMED else "")
            fail(f"Another log of the same name is in the store: {names}\nNothing was changed.")
        wanted = {stream: head for stream, head in header.heads.items() if stream not in there}
        if wanted:
            _write(log, file, wanted)
            store.judge_again(client, wanted)
    if both:
        say(f"{count(len(both), 'log was', 'logs were')} in the store already and stayed as they are.", "dim")
    if wanted:
        events = count(sum(head.version + 1 for head in wanted.values()), "event")
        say(f"{count(len(wanted), 'log')}, {events} restored; the workers judge them as soon as they run.")
    else:
        say("Nothing was changed.")


def _proved(file: str) -> Header:
    header, streams = archive.contents(file)
    if header is None:
        raise lines.BadFile(f"{file} is no backup: `brade import` takes exported logs")
    with progress("Proving", header.events, "events") as advance:
        for stream, events in streams:
            advance(len(proving.read_whole(stream, events)))
    return header


def _goes_on(log: Log, stream: str, saved: Head, now: Head) -> bool:
    """Whether the store's log is the backup's, as it was or with more behind it."""
    if now.version <= saved.version:
        return now == saved
    following = next(log.read(stream, after=saved.version, limit=1), None)
    return following is not None and following.prev_hash == saved.hash


def _write(log: Log, file: str, wanted: dict[str, Head]) -> None:
    with progress("Restoring", sum(head.version + 1 for head in wanted.values()), "events") as advance:
        for stream, events in archive.contents(file)[1]:
            if stream not in wanted:
                continue
            recorded = [from_public(line.value) for line in events]
            if recorded_hash(stream, recorded[-1]) != wanted[stream].hash:
                raise proving.Altered(stream, wanted[stream].version, "the file changed while it was read")
            try:
                log.restore(stream, recorded)
            except VersionConflict:
                fail(f"{stream} was opened by somebody else meanwhile. Restore again to bring back the rest.")
            advance(len(recorded))
