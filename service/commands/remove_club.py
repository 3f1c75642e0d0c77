"""`brade remove-club`: a closed club taken out of the store, after its backup was written and proved."""

from contextlib import nullcontext
from pathlib import Path

import click

from core.club.club import fold
from core.errors import BradeError
from service.backups import archiving, backup_archive, restoration
from service.backups.club_logs import club_heads
from service.commands.store import open_store
from service.config import from_environment
from service.store.archive import places
from service.store.log import RedisLog
from service.store.maintenance import club_removal
from service.terminal import count, fail, progress, say


@click.command()
@click.argument("club", metavar="CLUB")
@click.argument("file", type=click.Path())
@click.option("--yes", is_flag=True, help="Do not ask.")
def remove_club(club: str, file: str, yes: bool) -> None:
    """Remove CLUB, by its short name, from the store. Its backup is written to FILE first, and proved.

    The club must be closed: an organiser closes it on the page of its data, or a program by the API. The service may
    run. Afterwards nothing of the club is in the store and in the archive, and its addresses answer as if it had never
    been. Second copies and backups from before keep what they have. `brade restore FILE` brings all of it back, closed
    as it was.
    """
    if Path(file).exists():
        fail(f"{file} is there already: take another name.")
    settings = from_environment()
    with open_store.opened(settings) as client:
        log, heads = RedisLog(client), club_heads(client, club)
        if f"c_{club}" not in heads:
            fail(f"There is no club {club} in the store.")
        if fold(log.read(f"c_{club}")).closed is None:
            fail(f"The club {club} is open: an organiser closes it first. Nothing was changed.")
        events = sum(head.version + 1 for head in heads.values())
        try:
            with progress("Backing up", 2 * events, "events") as advance:
                _, left_out = backup_archive.write(log, heads, file, advance)
            if left_out:
                fail(f"{left_out[0]}\nNothing was removed.")
            with progress("Proving", events, "events") as advance:
                proof = restoration.prove(file, None, False, advance)
        except BradeError as error:
            fail(f"{error}\nNothing was removed.")
        if proof.heads != heads or club_heads(client, club) != heads:
            fail(f"{file} does not hold the club as it is now. Nothing was removed.")
        say(f"{file}: {count(len(heads), 'log')}, {count(events, 'event')}, proved.")
        if not yes and not click.confirm(f"Remove the club {club} from the store?", default=False):
            fail("Nothing was removed.")
        with archiving.alone(client, settings.data) if places.folder(client) else nullcontext():
            club_removal.remove(client, club, heads)
        archiving.rewrite(client)
    say(f"The club {club} is removed. `brade restore {file}` brings it back.")
