"""`brade export`: a match, a tournament or a club as a file that proves itself."""

import click
from redis import Redis

from core.eventlog.log import Head
from core.events import MatchOpened
from core.notation import mat_export
from core.notation.mat_export import NAMELESS, Occasion
from core.notation.sheet import Shown
from core.notation.transcript import transcript
from service.backups import ndjson, verification, whole_export
from service.checkpoint import anchors
from service.commands.store import open_store
from service.config import from_environment
from service.handlers.authors import Authors
from service.handlers.match.occasions import occasion_of
from service.repository import Repository
from service.store.log import RedisLog
from service.store.maintenance import all_streams, daily_number
from service.terminal import count, fail, progress, say_on_stderr

_RECORDS = ("mat", "txt")


@click.command()
@click.argument("stream")
@click.option(
    "-o", "--output", default=ndjson.STANDARD, metavar="FILE", help="Where to write; standard output if none."
)
@click.option("--with-matches", is_flag=True, help="A tournament's matches too, one after another behind it.")
@click.option(
    "--whole",
    is_flag=True,
    help="Everything of a club, or a tournament with its matches and its club, for an empty system (`brade import`).",
)
@click.option(
    "--as",
    "kind",
    type=click.Choice(["ndjson", *_RECORDS]),
    default="ndjson",
    show_default=True,
    help="A match may also be a readable sheet (txt), or a file for backgammon programs (mat).",
)
def export(stream: str, output: str, with_matches: bool, whole: bool, kind: str) -> None:
    """Write a match, tournament or club as NDJSON: one event a line with its hash, the opening first.

    STREAM is its id (m_…, t_…, t_….1, c_…); of a club its slug will do.
    `brade verify` proves such a file without a store, `brade import` brings it into another one.

    With --whole the first line names every log, the root over their last events and the number of the day. Passwords,
    keys and the addresses of webhooks are left out: hashes of them, too. A FILE that ends with .gz is packed.
    """
    if whole and (with_matches or kind != "ndjson"):
        fail("--whole has everything as NDJSON: leave --with-matches and --as out.")
    if kind != "ndjson":
        _record(stream, output, kind)
        return
    with open_store.opened(from_environment()) as client:
        heads = all_streams.heads(client)
        if stream not in heads and f"c_{stream}" in heads:
            stream = f"c_{stream}"
        if stream not in heads:
            fail(
                f"There is no log {stream} in the store. A match is called m_…, a tournament t_…, its matches t_….1,"
                " t_….2 and so on, a club c_… or by its slug."
            )
        if whole:
            _whole(client, stream, heads, output)
            return
        wanted = {stream: heads[stream], **(_matches(heads, stream) if with_matches else {})}
        events, log = sum(head.version + 1 for head in wanted.values()), RedisLog(client)
        with progress("Exporting", events, "events") as advance, ndjson.written(output) as write:
            for name, head in wanted.items():
                verification.prove_stored(log, name, head)
                for text, _ in ndjson.exported(name, log.read(name, limit=head.version + 1)):
                    write(text)
                    advance(1)
        number = daily_number.latest(client)
    if output != ndjson.STANDARD:
        of_the_day = f" The number of the day is {anchors.spaced(number.root)}." if number else ""
        say_on_stderr(f"{output}: {count(len(wanted), 'log')}, {count(events, 'event')}.{of_the_day}")


def _whole(client: Redis, stream: str, heads: dict[str, Head], output: str) -> None:
    if stream.startswith("m_") or "." in stream:
        fail(f"{stream} is a match: --whole is for a club or a tournament.")
    log = RedisLog(client)
    wanted = whole_export.logs_of(log, heads, stream)
    events = sum(head.version + 1 for head in wanted.values())
    with progress("Exporting", 2 * events, "events") as advance:  # proved first, then written
        whole_export.write(log, wanted, stream, daily_number.latest(client), output, advance)
    if output != ndjson.STANDARD:
        say_on_stderr(f"{output}: {count(len(wanted), 'log')}, {count(events, 'event')}, without secrets.")


def _record(stream: str, output: str, kind: str) -> None:
    """Write one match as people or other programs read it. Raises `NotAllowed` where that could not be true."""
    with open_store.opened(from_environment()) as client:
        log = RedisLog(client)
        events = list(log.read(stream))
        opened = events[0].event if events else None
        occasion: Occasion = NAMELESS
        shown: Shown = str
        if isinstance(opened, MatchOpened):
            repository = Repository(log)
            occasion, shown = occasion_of(repository, opened), Authors(repository, opened.club).shown
        if kind == "mat":
            text = mat_export.export(stream, events, occasion=occasion)
        else:
            text = transcript(stream, events, shown=shown)
        with ndjson.written(output) as write:
            write(text.encode())


def _matches(heads: dict[str, Head], tournament_id: str) -> dict[str, Head]:
    """The heads of a tournament's matches, by their numbers."""
    names = [name for name in heads if name.startswith(f"{tournament_id}.")]
    return {name: heads[name] for name in sorted(names, key=lambda name: int(name.rpartition(".")[2]))}
