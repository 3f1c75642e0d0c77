"""`brade backup`: every log of the store in one file."""

import threading
from contextlib import suppress
from pathlib import Path

import click

from core.errors import BradeError
from service import private_files
from service.backups import backup_archive
from service.checkpoint.comparison import report
from service.commands.store import open_store
from service.config import from_environment
from service.copies.follower import Follower
from service.processes.signals import AskedToEnd, ShutdownSignal
from service.processes.supervisor import STORE
from service.store.connect import connect
from service.store.log import RedisLog
from service.store.maintenance import all_streams
from service.store.maintenance.store_format import ensure_ours
from service.store.server import running_server
from service.terminal import NOT_EVERYTHING, count, fail, progress, say, say_on_stderr

_STOP_SECONDS = 10.0


@click.command()
@click.argument("file", type=click.Path())
@click.option("--without", multiple=True, metavar="STREAM", help="Leave a log out, such as one that was altered.")
@click.option("--force", is_flag=True, help="Write over a file that is there already.")
@click.option("--follow", is_flag=True, help="Copy to the folder FILE what is recorded, as it happens, until Ctrl-C.")
def backup(file: str, without: tuple[str, ...], force: bool, follow: bool) -> None:
    """Write everything recorded into FILE, a gzip of NDJSON, proving every log on the way.

    The service may run. Equal stores give equal bytes. FILE appears when it is whole, and only its owner may read it:
    it holds people's names. `brade verify FILE` proves it, `brade restore FILE` brings it back.

    A log that is not as it was written is named and left out, and facts that the checkpoint names and the store lacks
    are named; then the command ends with 3. It ends with 1 if nothing was written.

    With --follow FILE is a folder, such as one on a stick, and a service runs: see `brade serve --copy-to`.
    """
    if follow:
        _follow(Path(file).absolute(), without, force)
        return
    if Path(file).is_dir():
        fail(f"{file} is a folder: name the file to write, or --follow to copy to it as it happens.")
    if Path(file).is_file() and not force:
        fail(f"{file} is there already: take another name, or --force to write over it.")
    settings = from_environment()
    with open_store.opened(settings) as client:
        heads = all_streams.heads(client)
        if unknown := [each for each in without if each not in heads]:
            fail(f"There is no log {unknown[0]} in the store.")
        wanted = {stream: head for stream, head in heads.items() if stream not in without}
        events = sum(head.version + 1 for head in wanted.values())
        with progress("Backing up", 2 * events, "events") as advance:  # proved first, then written
            try:
                header, left_out = backup_archive.write(RedisLog(client), wanted, file, advance)
            except BradeError as error:
                fail(f"{error}\nNo backup was written.")
        missing = [str(each) for each in report(client, settings).missing if each.stream not in without]
    for each in (*left_out, *missing):
        say_on_stderr(each, "red")
    if left_out and not header.heads:
        fail("No backup was written.")
    say(f"{file}: {count(len(header.heads), 'log')}, {count(header.events, 'event')}.")
    if left_out:
        say_on_stderr(
            f"{count(len(left_out), 'log was', 'logs were')} left out: a backup from before may have them whole."
        )
    if missing:
        say_on_stderr("Facts are missing from the store, and so from this backup: keep those from before.")
    if left_out or missing:
        raise click.exceptions.Exit(NOT_EVERYTHING)


def _follow(folder: Path, without: tuple[str, ...], force: bool) -> None:
    if without or force:
        fail("--follow copies every log, and writes over nothing: leave --without and --force out.")
    settings = from_environment()
    url = settings.store_url or running_server.address(settings.data / STORE)
    if url is None:
        fail(f"No service runs on {settings.data}: `brade backup FILE` writes what it holds.")
    with connect(url) as client:
        ensure_ours(client)
    private_files.restrict()
    ending, stopping = ShutdownSignal(), threading.Event()
    copying = threading.Thread(target=Follower(url, folder, say_on_stderr).run, args=(stopping,), daemon=True)
    copying.start()
    try:
        with suppress(AskedToEnd):
            ending.wait()
    finally:
        stopping.set()
        copying.join(_STOP_SECONDS)
