"""Mending the embedded store's file: after a yes, with a copy kept, and with what is missing then said."""

from datetime import datetime

import click

from service.checkpoint.comparison import report
from service.commands import missing_facts, store
from service.commands.screen import count, fail, say, tell
from service.config import Settings
from service.processes import STORE
from service.store import append_only_file
from service.store.append_only_file import ADVICE, StoreDamaged


def repair_store(settings: Settings, *, yes: bool) -> None:
    """Say what is wrong with the store's file; after a yes keep a copy, mend it, and say which facts are missing."""
    if settings.store_url:
        fail("BRADE_STORE_URL names a server that brade does not keep: mend its file with its own tools.")
    folder = settings.data / STORE
    found = append_only_file.damage(folder)
    if found is None:
        say("The store's file is whole.")
    else:
        name = f"{append_only_file.FOLDER}.before-repair-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
        copy = folder / name
        say(f"{str(found)[:1].upper()}{str(found)[1:]}.", "red")
        mended = "the list is made anew" if found.file is None else "what cannot be read is cut off"
        if not yes and not click.confirm(f"Copy everything to {copy}, then mend it ({mended})?", default=False):
            fail("Nothing was changed.")
        append_only_file.repair(folder, found, copy)
        say(f"Mended: {mended}. As it was it lies in {copy}.")
    _say_what_is_missing(settings)


def repaired(settings: Settings, error: StoreDamaged, *, asks: bool) -> None:
    """Where somebody watches, ask whether to mend what the start met; raises the error again where nobody does."""
    if not asks:
        raise error
    tell(str(error).replace(f"; {ADVICE}", "."))
    repair_store(settings, yes=False)


def _say_what_is_missing(settings: Settings) -> None:
    with store.opened(settings) as client:
        found = report(client, settings)
    missing_facts.show(found)
    if found.missing:
        say(f"Facts of {count(len(found.missing), 'log')} are missing: {missing_facts.HELP}.")
    elif found.streams:
        say(f"Nothing is missing of what the checkpoint names, {count(found.streams, 'log')}.")
    else:
        say("There is no checkpoint: nothing can tell whether facts are missing.")
