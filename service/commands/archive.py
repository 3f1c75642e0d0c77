"""`brade archive`: finished tournaments out of the store's memory into compressed files, and back."""

import time
from collections.abc import Sequence
from pathlib import Path

import click
from redis import Redis

from core.errors import BradeError
from service.backups import archiving
from service.backups.archiving import Archivable
from service.commands.store import open_store
from service.config import from_environment
from service.store.archive import places
from service.store.log import RedisLog
from service.store.maintenance import all_streams
from service.terminal import NOT_EVERYTHING, count, fail, progress, say, say_on_stderr

_DAY_MS = 24 * 3600 * 1000


@click.command()
@click.argument("tournaments", nargs=-1, metavar="[TOURNAMENT]...")
@click.option(
    "--finished-for",
    "days",
    type=click.IntRange(0),
    default=90,
    show_default=True,
    metavar="DAYS",
    help="Without a TOURNAMENT: those that are over, and in which nothing was recorded for so long.",
)
@click.option("--dry-run", is_flag=True, help="Say what would be archived, and change nothing.")
@click.option("--bring-back", is_flag=True, help="Bring these tournaments back into the store.")
def archive(tournaments: tuple[str, ...], days: int, dry_run: bool, bring_back: bool) -> None:
    """Keep finished tournaments as compressed files, and no longer in the store's memory.

    A file in BRADE_DATA/archive has all logs of a tournament with their hashes, in the form of a backup: `brade verify`
    proves it. It is written, synced and proved before a log leaves the store. Pages, files and the API read archived
    tournaments as before. A correction brings the log that it is written to back into the store by itself. The service
    may run meanwhile; a command that was interrupted is run again.

    TOURNAMENT is an id (t_…). What cannot be archived is named with the reason, and the command ends with 3.
    """
    if wrong := [tournament for tournament in tournaments if not tournament.startswith("t_") or "." in tournament]:
        fail(f"{wrong[0]} is no tournament: its id begins with t_.")
    if bring_back and not tournaments:
        fail("Name the tournaments to bring back.")
    settings = from_environment()
    with open_store.opened(settings, make=True) as client:
        found = _found(client, tournaments)
        if bring_back:
            _bring_back(client, settings.data, found, dry_run=dry_run)
            return
        before = time.time_ns() // 1_000_000 - days * _DAY_MS
        if not tournaments:
            found = [archivable for archivable in found if not archivable.why and archivable.last <= before]
        wanted = [archivable for archivable in found if not archivable.why and not archivable.is_whole]
        refused = [f"{archivable.tournament}: {archivable.why}." for archivable in found if archivable.why]
        if dry_run:
            _foretell(client, wanted)
        elif wanted:
            refused += _archive(client, settings.data, wanted)
        else:
            say("There is nothing to archive.")
    for sentence in refused:
        say_on_stderr(sentence, "red")
    if refused:
        raise click.exceptions.Exit(NOT_EVERYTHING)


def _found(client: Redis, tournaments: Sequence[str]) -> list[Archivable]:
    heads, archived = all_streams.heads(client), places.every(client)
    if unknown := [tournament for tournament in tournaments if tournament not in heads]:
        fail(f"There is no tournament {unknown[0]} in the store.")
    names = tournaments or [head for head in heads if head.startswith("t_") and "." not in head]
    return [archiving.look(client, heads, name, archived) for name in dict.fromkeys(names)]


def _foretell(client: Redis, wanted: Sequence[Archivable]) -> None:
    for archivable in wanted:
        say(f"  {_words(archivable)}, {_size(archiving.memory(client, archivable))} of memory", "dim")
    memory = _size(sum(archiving.memory(client, archivable) for archivable in wanted))
    say(f"{count(len(wanted), 'tournament')} would be archived, {memory} of memory. Nothing was changed.")


def _archive(client: Redis, data: Path, wanted: Sequence[Archivable]) -> list[str]:
    """Archive tournaments one after another; the sentences about those that were not."""
    refused, log = [], RedisLog(client)
    used, memory, size, done = archiving.data_memory(client), 0, 0, 0
    total = archiving.STEPS * sum(archivable.events for archivable in wanted)
    with archiving.alone(client, data) as folder, progress("Archiving", total, "events") as advance:
        for archivable in wanted:
            before = archiving.memory(client, archivable)
            try:
                archiving.archive(client, log, folder, archivable, advance)
            except BradeError as error:
                refused.append(f"{archivable.tournament}: {error}")
                continue
            after, file = (
                archiving.memory(client, archivable),
                (folder / archiving.file_name(archivable)).stat().st_size,
            )
            memory, size, done = memory + before - after, size + file, done + 1
            say(
                f"  {_words(archivable)}: {_size(before)} of memory, now {_size(after)}; the file has {_size(file)}",
                "dim",
            )
    archiving.rewrite(client)
    say(f"{count(done, 'tournament')} archived: {_size(memory)} of memory less, {_size(size)} in {folder}.")
    say(f"The store's data took {_size(used)} of memory before, and take {_size(archiving.data_memory(client))} now.")
    return refused


def _bring_back(client: Redis, data: Path, found: Sequence[Archivable], *, dry_run: bool) -> None:
    wanted = [archivable for archivable in found if archivable.archived]
    if dry_run:
        say(f"{count(len(wanted), 'tournament')} would be brought back. Nothing was changed.")
        return
    with archiving.alone(client, data):
        for each in wanted:
            archiving.bring_back(client, each)
            say(f"  {_words(each)}", "dim")
    say(f"{count(len(wanted), 'tournament is', 'tournaments are')} in the store again.")


def _words(found: Archivable) -> str:
    logs, events = count(len(found.heads), "log"), count(found.events, "event")
    return f"{found.tournament}  {found.name}  {logs}, {events}"


def _size(number: int) -> str:
    """A number of bytes for people.

    >>> _size(900), _size(34_567), _size(3_456_789)
    ('900 bytes', '34.6 kB', '3.5 MB')
    """
    for unit, size in (("MB", 1_000_000), ("kB", 1_000)):
        if number >= size:
            return f"{number / size:.1f} {unit}"
    return f"{number} bytes"
