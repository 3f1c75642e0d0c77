"""`brade doctor`: what this machine, its store and its workers look like, and what to do about what is wrong."""

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import click
from redis import Redis
from redis.exceptions import RedisError

from core.errors import BradeError
from service.address import Address
from service.bootstrap import kept_secrets, read_secret
from service.checkpoint.comparison import Report, report
from service.commands import missing_facts
from service.commands import repair as mending
from service.commands import store as places
from service.commands.screen import count, screen
from service.config import BadSetting, Settings, from_environment
from service.jobs import Jobs, connect_queue
from service.private_files import UMASK
from service.processes import QUEUE, STORE
from service.store import append_only_file, failed, feed, inventory, keys, leases, running, server_process
from service.store.connect import check_server, connect
from service.store.free_space import LEAST_FREE, FreeSpace, free_bytes
from service.store.waiting import LATE_SECONDS, Waits

GOOD, NOTE, BAD = "good", "note", "bad"
_STYLE = {GOOD: "green", NOTE: "yellow", BAD: "bold red"}
_NAMED = 3


class Finding(NamedTuple):
    """One thing that was looked at: how it is, and in a sentence what was seen and what to do."""

    what: str
    how: str
    sentence: str


@click.command()
@click.option("--repair", is_flag=True, help="Mend the store's file, keeping a copy, and say what is missing.")
@click.option("--accept-loss", is_flag=True, help="Give up facts that the store does not hold any more.")
@click.option("--yes", is_flag=True, help="Ask nothing.")
@click.pass_context
def doctor(context: click.Context, repair: bool, accept_loss: bool, yes: bool) -> None:
    """Look at settings, disk, port, store and workers, change nothing, and say what is wrong.

    Ends with 1 if anything is bad. `brade verify` and `brade rebuild` look into what was recorded.
    """
    settings, console, worst = from_environment(), screen(), 0
    if repair:
        mending.repair_store(settings, yes=yes)
    if accept_loss:
        missing_facts.accept_loss(settings, yes=yes)
    if repair or accept_loss:
        return
    for what, how, sentence in findings(settings):
        console.print(f"{what:<11}", end="", style="dim")
        console.print(f"{how:<6}", end="", style=_STYLE[how])
        console.print(sentence)
        worst = max(worst, how == BAD)
    context.exit(worst)


def findings(settings: Settings) -> Iterator[Finding]:
    """Everything, in the order in which it depends on one another."""
    yield Finding("Python", GOOD, f"{sys.version.split()[0]} at {sys.executable}")
    yield _folder(settings)
    yield from _secrets(settings)
    url = settings.store_url or running.address(settings.data / STORE)
    yield from _service(settings, url is not None)
    if url is None:
        yield from _resting(settings)
        return
    try:
        with connect(url) as client:
            yield from _store(client, settings)
    except (RedisError, BradeError) as error:
        yield Finding("store", BAD, f"it does not answer: {error}")


def _folder(settings: Settings) -> Finding:
    place = next(each for each in (settings.data, *settings.data.parents) if each.exists())
    if not place.is_dir():
        return Finding("data", BAD, f"{place} is no folder: BRADE_DATA names another one")
    if not os.access(place, os.W_OK):
        return Finding("data", BAD, f"{place} cannot be written: BRADE_DATA names another folder")
    free = f"{free_bytes(place) >> 20:,} MB free"
    if free_bytes(place) < LEAST_FREE:
        return Finding("data", BAD, f"{settings.data}: {free}, and at least {LEAST_FREE >> 20} MB are wanted")
    return Finding("data", GOOD, f"{settings.data}: {free}")


def _secrets(settings: Settings) -> Iterator[Finding]:
    """The operator's token and the kept keys, each in a file of its own."""
    if settings.admin_token:
        yield Finding("operator", GOOD, "the token of BRADE_ADMIN_TOKEN")
    for path in kept_secrets(settings):
        what = "operator" if path.name == "admin-token" else "key"
        yield Finding(what, *_secret(path))


def _secret(path: Path) -> tuple[str, str]:
    """How a file that keeps a secret is, in a word and a sentence."""
    try:
        if not path.exists():
            return NOTE, f"{path} is not there yet: it is made at the first start"
        read_secret(path)
        is_open = path.stat().st_mode & UMASK
    except (BadSetting, OSError) as error:
        return BAD, str(error)
    if is_open:
        return BAD, f"others can read {path}, which keeps a secret: chmod 600 {path}"
    return GOOD, f"the {'token' if path.name == 'admin-token' else 'secret'} is in {path}"


def _service(settings: Settings, runs: bool) -> Iterator[Finding]:
    """Whether the service runs on the store that is here or, where none `runs`, could be started."""
    address = Address(settings.host, settings.port)
    place, answers, here = address.url, address.answers(), "on this store" if settings.store_url else "on this folder"
    if answers and runs:
        yield Finding("service", GOOD, f"it runs {here}, and brade answers at {place}")
        return
    if answers:
        yield Finding("port", NOTE, f"{settings.bind} is taken by a brade that keeps its data elsewhere")
        return
    if runs and not settings.store_url:
        yield Finding("service", NOTE, f"it runs {here}, or a command is at work, and nothing answers at {place}")
    yield _port(settings)


def _port(settings: Settings) -> Finding:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with closing(socket.socket(family, socket.SOCK_STREAM)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            said = f"{settings.bind} is taken by another program, or cannot be had ({error.strerror})"
            return Finding("port", NOTE, said)
    return Finding("port", GOOD, f"{settings.bind} is free: nothing is served there now")


def _resting(settings: Settings) -> Iterator[Finding]:
    try:
        server_process.binary()
    except BradeError as error:
        yield Finding("store", BAD, str(error))
        return
    folder: Path = settings.data / STORE
    if not folder.is_dir():
        yield Finding("store", NOTE, "there is none yet: `brade serve` makes it")
        return
    yield Finding("store", NOTE, f"it is at rest in {folder}: `brade serve` starts it")
    if found := append_only_file.damage(folder):
        said = "the next start passes over it" if found.torn else append_only_file.ADVICE
        yield Finding("store", NOTE if found.torn else BAD, f"{found}; {said}")
        return
    try:
        with places.opened(settings) as client:  # its file is whole: to start it for a moment changes nothing
            yield from _checkpoint(report(client, settings))
    except BradeError as error:
        yield Finding("store", BAD, f"it does not start: {error}")


def _store(client: Redis, settings: Settings) -> Iterator[Finding]:
    warnings = check_server(client)
    heads = inventory.heads(client)
    used = client.info("memory")["used_memory_human"]
    events = count(sum(head.version + 1 for head in heads.values()), "event")
    yield Finding("store", GOOD, f"it answers: {count(len(heads), 'log')}, {events}, {used} of memory")
    for warning in warnings:
        yield Finding("store", NOTE, warning)
    if settings.store_url is None:
        yield from _disk(settings)
    if lost := inventory.headless(client):
        yield Finding("logs", BAD, f"{', '.join(lost[:_NAMED])}: no head names them; `brade verify` says more")
    yield from _checkpoint(report(client, settings))
    missing = leases.owned(client).count(False)
    if missing:
        yield Finding("workers", BAD, f"nobody judges {count(missing, 'shard')} of {keys.SHARDS}: is a worker running?")
    else:
        yield Finding("workers", GOOD, f"all {keys.SHARDS} shards are judged")
    waiting = sum(len(feed.unjudged(client, shard)) for shard in range(keys.SHARDS))
    reasons = failed.reasons(client)
    late = Waits().longest(client, reasons) > LATE_SECONDS
    how = BAD if late else NOTE if waiting else GOOD
    yield Finding("judging", how, f"{count(waiting, 'log waits', 'logs wait')} to be judged{', for too long' * late}")
    for stream, reason in list(reasons.items())[:_NAMED]:
        yield Finding("failed", BAD, f"{stream} could not be judged: {reason}")
    yield from _jobs(settings)


def _checkpoint(found: Report) -> Iterator[Finding]:
    """Whether the store holds what the checkpoint outside it says that it held."""
    if not found.streams:
        yield Finding("checkpoint", NOTE, "there is none yet: `brade serve` writes it")
    elif not found.missing:
        yield Finding(
            "checkpoint", GOOD, f"the store holds everything of the {count(found.streams, 'log')} that it names"
        )
    for trouble in found.troubles:
        yield Finding("checkpoint", NOTE, trouble)
    for each in found.missing:
        yield Finding("missing", BAD, str(each))
    if found.missing:
        yield Finding("missing", BAD, f"nothing is written to these logs: {missing_facts.HELP}")


def _disk(settings: Settings) -> Iterator[Finding]:
    """Whether the disk is full, or soon will be: a service that runs knows how fast it fills."""
    if lacking := FreeSpace(settings.data / STORE).lacking():
        yield Finding("disk", BAD, lacking)
    elif (said := Address(settings.host, settings.port).ready().get("disk", "ok")) != "ok":
        yield Finding("disk", NOTE, str(said))


def _jobs(settings: Settings) -> Iterator[Finding]:
    """Work that failed: nothing correct depends on it, and the referees' desk has it done again."""
    url = settings.queue_url or running.address(settings.data / QUEUE)
    if url is None:
        return
    undone = Jobs(connect_queue(url)).failures()
    if undone is None:
        yield Finding("queue", BAD, "it does not answer: nobody writes files until it does")
    for each in (undone or ())[:_NAMED]:
        what = f"{each.kind} of {each.stream}" if each.stream else each.kind
        yield Finding("jobs", NOTE, f"{what} failed: {each.said}; the referees' desk has it done again")
