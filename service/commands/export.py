"""`brade export`: a match, a tournament or a club as a file that proves itself."""

import click

from core.log import Head
from core.records import mat
from core.records.transcript import transcript
from service.commands import lines, proving, store
from service.commands.screen import count, fail, progress, tell
from service.config import from_environment
from service.store import inventory
from service.store.log import RedisLog

_RECORDS = {"mat": mat.export, "txt": transcript}


@click.command()
@click.argument("stream")
@click.option("-o", "--output", default=lines.STANDARD, metavar="FILE", help="Where to write; standard output if none.")
@click.option("--with-matches", is_flag=True, help="A tournament's matches too, one after another behind it.")
@click.option(
    "--as", "kind", type=click.Choice(["ndjson", *_RECORDS]), default="ndjson", show_default=True,
    help="A match may also be a readable sheet (txt), or a file for backgammon programs (mat).",
)  # fmt: skip
def export(stream: str, output: str, with_matches: bool, kind: str) -> None:
    """Write a match, tournament or club as NDJSON: one event a line with its hash, the opening first.

    STREAM is its id (m_…, t_…, t_….1, c_…); of a club its slug will do.
    `brade verify` proves such a file without a store, `brade import` brings it into another one.
    """
    if kind != "ndjson":
        _record(stream, output, kind)
        return
    with store.opened(from_environment()) as client:
        heads = inventory.heads(client)
        if stream not in heads and f"c_{stream}" in heads:
            stream = f"c_{stream}"
        if stream not in heads:
            fail(
                f"There is no log {stream} in the store. A match is called m_…, a tournament t_…, its matches t_….1,"
                " t_….2 and so on, a club c_… or by its slug."
            )
        wanted = {stream: heads[stream], **(_matches(heads, stream) if with_matches else {})}
        events, log = sum(head.version + 1 for head in wanted.values()), RedisLog(client)
        with progress("Exporting", events, "events") as advance, lines.written(output) as write:
            for name, head in wanted.items():
                proving.prove_stored(log, name, head)
                for text, _ in lines.exported(name, log.read(name, limit=head.version + 1)):
                    write(text)
                    advance(1)
    if output != lines.STANDARD:
        tell(f"{output}: {count(len(wanted), 'log')}, {count(events, 'event')}.")


def _record(stream: str, output: str, kind: str) -> None:
    """Write one match as people or other programs read it. Raises `Refused` where that could not be true."""
    with store.opened(from_environment()) as client:
        text = _RECORDS[kind](stream, RedisLog(client).read(stream))
        with lines.written(output) as write:
            write(text.encode())


def _matches(heads: dict[str, Head], tournament: str) -> dict[str, Head]:
    """The heads of a tournament's matches, by their numbers."""
    names = [name for name in heads if name.startswith(f"{tournament}.")]
    return {name: heads[name] for name in sorted(names, key=lambda name: int(name.rpartition(".")[2]))}
