"""`brade upgrade`: before another version of brade is started on a store, a backup, and whether the two fit."""

import time
from pathlib import Path

import click

from service.commands.backup import backup
from service.commands.store import open_store
from service.config import Settings, from_environment
from service.private_files import private_folder
from service.processes.supervisor import STORE
from service.store.maintenance.store_format import FORMAT, number
from service.store.server import running_server
from service.terminal import NOT_EVERYTHING, fail, say

FOLDER = "backups"
_NEXT = """Next: start it (`make run`), then look at it with `brade doctor`, `brade verify` and `brade rebuild`.
To go back: end the service, check out the version that ran before, and `make upgrade` there. If the store was upgraded
meanwhile and that version refuses it, restore {saved} with it into an empty data folder."""


@click.command()
@click.option("--running", "asks", is_flag=True, help="Say only whether the service runs; ends with 1 if it does.")
@click.option("--saved", metavar="FILE", type=click.Path(exists=True, path_type=Path), help="A backup made just now.")
@click.pass_context
def upgrade(context: click.Context, asks: bool, saved: Path | None) -> None:
    """Back everything up, say whether this version fits the store, and what to do next. Starts and changes nothing.

    The service must have ended. `make upgrade` looks first, has the version that ran before make the backup, and
    installs what this version needs.
    """
    settings = from_environment()
    _ensure_ended(settings)
    if asks:
        return
    if settings.store_url is None and not (settings.data / STORE).is_dir():
        say(f"There is no store in {settings.data} yet, so there is nothing to back up. Next: `make run`.")
        return
    with open_store.opened(settings) as client:  # which refuses a store of a newer version
        found = number(client) or FORMAT
    code = 0
    if saved is None:
        folder = private_folder(settings.data / FOLDER)
        saved = folder / time.strftime("before-upgrade-%Y%m%dT%H%M%SZ.gz", time.gmtime())
        try:
            context.invoke(backup, file=str(saved))
        except click.exceptions.Exit as ended:  # what is in the store was saved, and what is not was named
            if (code := ended.exit_code) != NOT_EVERYTHING:
                raise
    if found == FORMAT:
        say(f"The store has the format {found}, as this version writes it: nothing is upgraded.")
    else:
        say(f"The store has the format {found}; the next start upgrades it to {FORMAT} and says so.")
    say("Nothing was started, and nothing changed in the store.")
    say(_NEXT.format(saved=_near(saved)))
    context.exit(code)


def _ensure_ended(settings: Settings) -> None:
    """End with 1 where a service runs on the data folder: what it runs on would be replaced under it."""
    if settings.store_url is None and running_server.address(settings.data / STORE):
        fail(f"brade runs on {settings.data}: end it first (Ctrl-C, SIGTERM), then upgrade. Nothing was changed.")


def _near(path: Path) -> Path:
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
