"""`brade anchor`: the number of the day, and the proof that an earlier one stands for what is recorded."""

import re
from pathlib import Path

import click

from core.errors import UnknownStream
from core.eventlog.log import Head
from service.backups import verification
from service.checkpoint import anchors
from service.checkpoint.checkpointer import Checkpointer, CheckpointTaken
from service.checkpoint.comparison import folders, was_written_anew
from service.commands.store import open_store
from service.config import Settings, from_environment
from service.store.connect import connect
from service.store.log import RedisLog
from service.store.stream_heads import Heads
from service.terminal import count, fail, progress, say, say_on_stderr


@click.command()
@click.argument("number", nargs=-1)
def anchor(number: tuple[str, ...]) -> None:
    """Show the number of the day, or prove that nothing recorded before NUMBER was altered since.

    One number stands for everything recorded. `brade serve` makes one each day and when it ends, the front page shows
    it, and anybody may write it down. With NUMBER, of which the first sixteen digits will do, every log is proved up to
    where it was then. Ends with 1 if one of them is another now, or if there never was such a number.
    """
    settings = from_environment()
    digits = re.sub(r"[\s:.-]", "", "".join(number)).lower()
    if not digits:
        _show(settings)
    elif len(digits) < anchors.LEAST or not re.fullmatch("[0-9a-f]{,64}", digits):
        fail(f"That is no number: it has at least {anchors.LEAST} digits, 0 to 9 and a to f.")
    else:
        _prove(settings, digits)


def _show(settings: Settings) -> None:
    with open_store.located(settings) as url:
        checkpointer = Checkpointer(url, folders(settings), say_on_stderr)
        own = folders(settings)[0]
        try:
            checkpointer.begin()
            last = checkpointer.anchor(anew=True) or _kept(own)  # on a full disk none is made
        except CheckpointTaken:  # a service runs, and made it
            last = _kept(own)
        finally:
            checkpointer.stop()
    if last is None:
        fail("There is no number yet: nothing is recorded.")
    say(f"{last.number}   {_time(last.at)}")
    say(f"whole: {last.root}", "dim")


def _prove(settings: Settings, digits: str) -> None:
    found = next(filter(None, (_found(folder, digits) for folder in folders(settings))), None)
    if found is None:
        fail(
            f"There is no number {anchors.spaced(digits)} among those that are kept:"
            " it was written down wrongly, or what is kept was rewritten since."
        )
    made, heads = found
    altered: list[str] = []
    anew: list[str] = []
    if anchors.root_of(heads) != made.root:
        altered.append("The list that is kept of this number is not the one that it was made of.")
    events = sum(int(head.partition(b" ")[0]) + 1 for head in heads.values())
    with open_store.located(settings) as url, connect(url) as client, progress("Proving", events, "events") as advance:
        log = RedisLog(client)
        for stream, head in sorted(heads.items()):
            version, _, digest = head.decode().partition(" ")
            try:
                verification.prove_stored(log, stream.decode(), Head(int(version), digest), advance)
            except verification.ChainBroken as error:
                try:
                    if was_written_anew(client, stream.decode(), head):
                        now = log.head(stream.decode())
                        anew.append(verification.prove_stored(log, stream.decode(), now or Head(0, "")).stream)
                    else:
                        altered.append(str(error))
                except verification.ChainBroken as other:
                    altered.append(str(other))
            except UnknownStream:
                altered.append(f"{stream.decode()}: there is no such log any more")
    for sentence in altered:
        say(sentence, "red")
    if altered:
        fail(f"{made.number}, {_time(made.at)}: {count(len(altered), 'fault')}. Not everything is as it was then.")
    for stream_name in anew:
        say(
            f"{stream_name} was written anew since, when a name was erased from it. It is whole, and says so itself;"
            " what stood in the place of the name then can be proved no more.",
            "yellow",
        )
    counts = f"{count(len(heads) - len(anew), 'log')} of {count(len(heads), 'log')} with {count(events, 'event')}"
    if not anew:
        counts = f"{count(len(heads), 'log')} with {count(events, 'event')}"
    say(f"{made.number}, {_time(made.at)}: {counts} are as they were then.")


def _kept(folder: Path) -> anchors.Anchor | None:
    found = anchors.last_heads(folder)
    return found[0] if found else None


def _found(folder: Path, digits: str) -> tuple[anchors.Anchor, Heads] | None:
    try:
        return anchors.heads_at(folder, digits)
    except OSError:
        return None


def _time(at: str) -> str:
    return at.replace("T", " ")
