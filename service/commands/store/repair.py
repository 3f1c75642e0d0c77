"""Mending the embedded store's file: after a yes, with a copy kept, and with what is missing then said."""

from datetime import datetime

import click

from service.checkpoint.comparison import report
from service.commands.store import missing_facts, open_store
from service.config import Settings
from service.processes.supervisor import STORE
from service.store.maintenance import all_streams
from service.store.server import append_only_file, manifest
from service.store.server.append_only_file import StoreDamaged
from service.terminal import count, fail, say


def repair_store(settings: Settings, *, yes: bool) -> None:
    """Say what is wrong with the store's file; after a yes keep a copy, mend it, and say which facts are missing."""
    if settings.store_url:
        fail("BRADE_STORE_URL names a server that brade does not keep: mend its file with its own tools.")
    folder = settings.data / STORE
    damage = append_only_file.damage(folder)
    if damage is None:
        say("The store's file is whole.")
    else:
        if not damage.is_mendable:
            fail(f"{str(damage)[:1].upper()}{str(damage)[1:]}: {damage.advice}.")
        name = f"{manifest.FOLDER}.before-repair-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
        copy = folder / name
        say(f"{str(damage)[:1].upper()}{str(damage)[1:]}.", "red")
        mended = "the list is made again" if damage.file is None else "what cannot be read is cut off"
        if damage.file is None:
            _show_what_is_there(settings, manifest.made_again(folder))
        if not yes and not click.confirm(f"Copy everything to {copy}, then mend it ({mended})?", default=False):
            fail("Nothing was changed.")
        append_only_file.repair(folder, damage, copy)
        say(f"Mended: {mended}. As it was it lies in {copy}.")
    _say_what_is_missing(settings)


def repaired(settings: Settings, error: StoreDamaged, *, asks: bool) -> None:
    """On a terminal, ask whether to repair what the start found. Without a terminal, raise the error again."""
    if not asks or not error.damage.is_mendable:
        raise error
    repair_store(settings, yes=False)


def _show_what_is_there(settings: Settings, listed: str) -> None:
    """Say what the store holds with a list of its files that is not made yet, by a server on a copy of them."""
    with open_store.copied(settings, listed) as client:
        heads = all_streams.heads(client)
        found = report(client, settings)
    events = count(sum(head.version + 1 for head in heads.values()), "event")
    say(f"With the files {', '.join(line.split()[1] for line in listed.splitlines())} the store holds:")
    say(f"  {count(len(heads), 'log')} with {events}.")
    missing_facts.show(found)
    if not found.missing:
        say("  Nothing is missing of what the checkpoint names." if found.streams else "  There is no checkpoint.")


def _say_what_is_missing(settings: Settings) -> None:
    with open_store.opened(settings) as client:
        found = report(client, settings)
    missing_facts.show(found)
    if found.missing:
        say(f"Facts of {count(len(found.missing), 'log')} are missing: {missing_facts.HELP}.")
    elif found.damage:
        say("Nothing is missing of what can still be read of the checkpoint.")
    elif found.streams:
        say(f"Nothing is missing of what the checkpoint names, {count(found.streams, 'log')}.")
    else:
        say("There is no checkpoint: nothing can tell whether facts are missing.")
