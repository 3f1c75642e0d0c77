"""`brade backup`: every log of the store in one file."""

from pathlib import Path

import click

from core.errors import BradeError
from service.commands import archive, store
from service.commands.screen import count, fail, progress, say
from service.config import from_environment
from service.store import inventory
from service.store.log import RedisLog


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--without", multiple=True, metavar="STREAM", help="Leave a log out, such as one that was altered.")
@click.option("--force", is_flag=True, help="Write over a file that is there already.")
def backup(file: str, without: tuple[str, ...], force: bool) -> None:
    """Write everything recorded into FILE, a gzip of NDJSON, proving every log on the way.

    The service may run. Equal stores give equal bytes. FILE appears when it is whole, and only its owner may read it:
    it holds people's names. `brade verify FILE` proves it, `brade restore FILE` brings it back.
    """
    if Path(file).is_file() and not force:
        fail(f"{file} is there already: take another name, or --force to write over it.")
    with store.opened(from_environment()) as client:
        heads = inventory.heads(client)
        if unknown := [each for each in without if each not in heads]:
            fail(f"There is no log {unknown[0]} in the store.")
        wanted = {stream: head for stream, head in heads.items() if stream not in without}
        with progress("Backing up", sum(head.version + 1 for head in wanted.values()), "events") as advance:
            try:
                header = archive.write(RedisLog(client), wanted, file, advance)
            except BradeError as error:
                fail(f"{error}\nNo backup was written.")
    say(f"{file}: {count(len(header.heads), 'log')}, {count(header.events, 'event')}.")
