"""`brade import`: exported logs into the store."""

import time
from collections.abc import Iterable, Sequence

import click
from redis import Redis

from core.club.club import fold as fold_club
from core.errors import BradeError, NewerVersion, VersionConflict
from core.events import Recorded
from core.match import judging
from core.tournament import fold as fold_tournament
from service.backups import backup_archive, ndjson, verification, whole_import
from service.backups.backup_archive import Header
from service.commands.store import open_store
from service.commands.verify import STREAM
from service.config import from_environment
from service.store.log import RedisLog
from service.store.maintenance import all_streams
from service.store.maintenance.erasure_list import Obeyed, entries
from service.terminal import count, fail, progress, say, say_on_stderr

Streams = dict[str, list[Recorded]]


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--beside", is_flag=True, help="A whole club or tournament into a store that holds others.")
def import_(files: Sequence[str], beside: bool) -> None:
    """Bring exported matches, tournaments and clubs into the store, under their own names.

    FILE is what `brade export` wrote, plain or gzip; `-` is standard input. Everything is proved before anything is
    written. A log that is in the store already is refused, the others are brought in, each as a whole.

    What `brade export --whole` wrote goes into an empty store, alone: all of it in one step, or nothing. Passwords
    are not in it: `brade password` sets the first.
    """
    if len(files) == 1 and files[0] != ndjson.STANDARD and _is_whole(files[0]):
        _whole(files[0], beside)
        return
    found: Streams = {}
    try:
        for name in files:
            found |= _read(name, found)
    except BradeError as error:
        fail(f"{error}\nNothing was brought in.")
    settings = from_environment()
    with open_store.opened(settings, make=True) as client:
        open_store.ensure_room(settings)
        there, log = all_streams.heads(client), RedisLog(client)
        wanted = {stream: found[stream] for stream in backup_archive.in_order(found) if stream not in there}
        refused = [stream for stream in found if stream in there]
        obeyed = Obeyed(entries(client, settings.data))
        with progress("Importing", sum(map(len, wanted.values())), "events") as advance:
            for stream, events in wanted.items():
                try:
                    log.restore(stream, obeyed.log(stream, events))
                except VersionConflict:
                    refused.append(stream)
                advance(len(events))
        brought = [stream for stream in found if stream in wanted and stream not in refused]
        open_store.judge_again(client, brought)
    for stream in brought:
        say(f"  {stream}  {count(len(found[stream]), 'event')}", "dim")
    if brought:
        say(f"{count(len(brought), 'log')} brought in; the workers judge them as soon as they run.")
    for club, streams in _homeless(found, brought, there).items():
        them = streams[0] + (f" and {len(streams) - 1} more" if streams[1:] else "")
        say_on_stderr(
            f"The club {club} of {them} is not in the store: bring in c_{club} too, it holds their tokens.", "yellow"
        )
    for stream in refused:
        say_on_stderr(f"{stream} is in the store already: it was left as it is.", "red")
    if refused:
        fail(f"{count(len(refused), 'log was', 'logs were')} refused.")


def _is_whole(name: str) -> bool:
    try:
        header, _ = backup_archive.contents(name)
    except BradeError as error:
        fail(f"{error}\nNothing was brought in.")
    return header is not None and bool(header.whole)


def _whole(name: str, beside: bool) -> None:
    """Bring a whole club or tournament in."""
    settings = from_environment()
    try:
        header, _ = backup_archive.contents(name)
        with progress("Proving", header.events if header else 0, "events") as advance:
            proved = whole_import.prove(name, time.time_ns() // 1_000_000, _comes_to_something, advance)
        with open_store.opened(settings, make=True) as client:
            open_store.ensure_room(settings)
            whole_import.ensure_free(proved, all_streams.heads(client), beside=beside)
            _bring_in(client, name, proved, Obeyed(entries(client, settings.data)))
    except BradeError as error:
        fail(f"{error}\nNothing was brought in.")


def _bring_in(client: Redis, name: str, header: Header, obeyed: Obeyed) -> None:
    with progress("Importing", header.events, "events") as advance:
        whole_import.write(client, name, header, advance, obeyed)
    logs = f"{count(len(header.heads), 'log')}, {count(header.events, 'event')}"
    say(f"{header.whole}: {logs} brought in; the workers judge them as soon as they run.")
    for club in [head.removeprefix("c_") for head in header.heads if head.startswith("c_")]:
        say(f"Passwords and keys were not in the file: `brade password {club} NAME` sets the first password.")


def _homeless(found: Streams, brought: Iterable[str], there: Iterable[str]) -> dict[str, list[str]]:
    """The clubs that are not in the store, each with what was brought in of it."""
    homeless: dict[str, list[str]] = {}
    for stream in brought:
        club = getattr(found[stream][0].event, "club", None)
        if club is not None and f"c_{club}" not in {*there, *found}:
            homeless.setdefault(club, []).append(stream)
    return homeless


def _read(name: str, found: Streams) -> Streams:
    """The logs of a file. Raises `BadFile`, `ChainBroken`, and `UnknownEvent` for what is no log of ours."""
    header, streams = backup_archive.contents(name)
    if header is not None and header.whole:
        raise ndjson.BadFile(f"{ndjson.label(name)} is a whole club or tournament: import it alone, from a file")
    if header is not None:
        raise ndjson.BadFile(f"{ndjson.label(name)} is a backup: `brade restore` brings it back")
    read: Streams = {}
    for stream, events in streams:
        if stream in found:
            raise ndjson.BadFile(f"{ndjson.label(name)}: {stream} is in an earlier file too")
        if not STREAM.fullmatch(stream):
            raise ndjson.BadFile(f"{ndjson.label(name)}: {stream!r} is no name of a match, tournament or club")
        read[stream] = verification.read_whole(stream, events)
        _comes_to_something(stream, read[stream])
    return read


def _comes_to_something(stream: str, events: list[Recorded]) -> None:
    """Raises `BadFile`, `UnknownEvent` or `NotFound` where the events are no log of what the name says."""
    try:
        if stream.startswith("c_"):
            fold_club(events)
        elif stream.startswith("t_") and "." not in stream:
            fold_tournament(stream, events)
        else:
            judging.replay(stream, events)
    except NewerVersion as stops:
        if stops.version == 0:
            raise
        # It is one, up to where a newer version of brade went on.
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ndjson.BadFile(f"{stream} comes to nothing: {type(error).__name__} {error}") from None
