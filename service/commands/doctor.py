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
from redis.exceptions import BusyLoadingError, RedisError

from core.errors import BradeError
from service.bootstrap import kept_secrets, read_secret
from service.checkpoint.comparison import Report, report
from service.commands.store import archived_logs, failed_jobs, missing_facts, open_store
from service.commands.store.repair import repair_store
from service.compiled_rules import build_name, outdated_warning
from service.config import BadSetting, Settings, from_environment
from service.jobs import Jobs, connect_queue
from service.private_files import UMASK
from service.processes.listen_address import Address
from service.processes.supervisor import STORE
from service.store import altered_log, feed, held_streams, keys, leases
from service.store.connect import StoreVolatile, check_server, connect, ensure_kept
from service.store.judging_delay import LATE_SECONDS, Waits
from service.store.maintenance import all_streams
from service.store.maintenance.store_format import FORMAT, StoreNotUpgraded, StoreTooNew, ensure_ours
from service.store.read_models import failed_streams
from service.store.server import append_only_file, running_server, server_process
from service.store.server.free_space import LEAST_FREE, FreeSpace, free_bytes
from service.store.server.health_check import loading
from service.terminal import count, screen
from service.tls.condition import conditions
from service.tls.files import CertificateFiles

GOOD, NOTE, BAD = "good", "note", "bad"
_STYLE = {GOOD: "green", NOTE: "yellow", BAD: "bold red"}
_NAMED = 3


class CheckResult(NamedTuple):
    """One thing that was looked at: how it is, and in a sentence what was seen and what to do."""

    what: str
    how: str
    sentence: str


@click.command()
@click.option("--repair", is_flag=True, help="Mend the store's file, keeping a copy, and say what is missing.")
@click.option("--accept-loss", is_flag=True, help="Give up facts that the store does not hold any more.")
@click.option("--retry", is_flag=True, help="Have work done again that failed, such as a file of a match.")
@click.option("--yes", is_flag=True, help="Ask nothing.")
@click.pass_context
def doctor(context: click.Context, repair: bool, accept_loss: bool, retry: bool, yes: bool) -> None:
    """Look at settings, disk, port, store and workers, change nothing, and say what is wrong.

    Ends with 1 if anything is bad. `brade verify` and `brade rebuild` look into what was recorded.
    """
    settings, console, worst = from_environment(), screen(), 0
    if repair:
        repair_store(settings, yes=yes)
    if accept_loss:
        missing_facts.accept_loss(settings, yes=yes)
    if retry:
        failed_jobs.retry(settings)
    if repair or accept_loss or retry:
        return
    for what, how, sentence in findings(settings):
        console.print(f"{what:<11}", end="", style="dim")
        console.print(f"{how:<6}", end="", style=_STYLE[how])
        console.print(sentence)
        worst = max(worst, how == BAD)
    context.exit(worst)


def findings(settings: Settings) -> Iterator[CheckResult]:
    """Everything, in the order in which it depends on one another."""
    yield CheckResult("Python", GOOD, f"{sys.version.split()[0]} at {sys.executable}")
    outdated = outdated_warning()
    yield CheckResult("rules", NOTE if outdated else GOOD, outdated or build_name())
    yield _folder(settings)
    yield from _secrets(settings)
    url = settings.store_url or running_server.address(settings.data / STORE)
    yield from _service(settings, url is not None)
    if url is None:
        yield from _resting(settings)
        return
    try:
        with connect(url) as client:
            yield from _store(client, settings)
    except (RedisError, BradeError) as error:
        yield CheckResult("store", BAD, f"it does not answer: {error}")


def _folder(settings: Settings) -> CheckResult:
    place = next(each for each in (settings.data, *settings.data.parents) if each.exists())
    if not place.is_dir():
        return CheckResult("data", BAD, f"{place} is no folder: BRADE_DATA names another one")
    if not os.access(place, os.W_OK):
        return CheckResult("data", BAD, f"{place} cannot be written: BRADE_DATA names another folder")
    free = f"{free_bytes(place) >> 20:,} MB free"
    if free_bytes(place) < LEAST_FREE:
        return CheckResult("data", BAD, f"{settings.data}: {free}, and at least {LEAST_FREE >> 20} MB are wanted")
    return CheckResult("data", GOOD, f"{settings.data}: {free}")


def _secrets(settings: Settings) -> Iterator[CheckResult]:
    """The operator's token and the kept keys, each in a file of its own."""
    if settings.admin_token:
        yield CheckResult("operator", GOOD, "the token of BRADE_ADMIN_TOKEN")
    for path in kept_secrets(settings):
        what = "operator" if path.name == "admin-token" else "key"
        yield CheckResult(what, *_secret(path))
    files = CertificateFiles(settings.data)
    if settings.tls is not None or files.authority.exists():
        for each in conditions(files):
            yield CheckResult("https", *each)


def _secret(path: Path) -> tuple[str, str]:
    """The condition of a file that keeps a secret, in a word and a sentence."""
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


def _service(settings: Settings, runs: bool) -> Iterator[CheckResult]:
    """Check if the service runs on the store that is here or, where none `runs`, could be started."""
    address = Address(settings.host, settings.port)
    place, answers, here = address.url, address.answers(), "on this store" if settings.store_url else "on this folder"
    if answers and runs:
        yield CheckResult("service", GOOD, f"it runs {here}, and brade answers at {place}")
        return
    if answers:
        yield CheckResult("port", NOTE, f"{settings.bind} is taken by a brade that keeps its data elsewhere")
        return
    if runs and not settings.store_url:
        yield CheckResult("service", NOTE, f"it runs {here}, or a command is at work, and nothing answers at {place}")
    yield _port(settings)


def _port(settings: Settings) -> CheckResult:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with closing(socket.socket(family, socket.SOCK_STREAM)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            sentence = f"{settings.bind} is taken by another program, or cannot be had ({error.strerror})"
            return CheckResult("port", NOTE, sentence)
    return CheckResult("port", GOOD, f"{settings.bind} is free: nothing is served there now")


def _resting(settings: Settings) -> Iterator[CheckResult]:
    try:
        server_process.binary()
    except BradeError as error:
        yield CheckResult("store", BAD, str(error))
        return
    folder: Path = settings.data / STORE
    if not folder.is_dir():
        yield CheckResult("store", NOTE, "there is none yet: `brade serve` makes it")
        return
    yield CheckResult("store", NOTE, f"it is at rest in {folder}: `brade serve` starts it")
    if found := append_only_file.damage(folder):
        sentence = "the next start passes over it" if found.torn else found.advice
        yield CheckResult("store", NOTE if found.torn else BAD, f"{found}; {sentence}")
        if not found.torn:
            return
    try:
        # To start a whole file for a moment changes nothing; a torn one would lose its end, so a copy is read.
        with open_store.copied(settings) if found else open_store.opened(settings) as client:
            yield from _kept(client)
            yield from _checkpoint(report(client, settings))
    except open_store.NoStore as error:
        yield CheckResult("checkpoint", NOTE, f"not compared: {error}; `brade verify` compares")
    except BradeError as error:
        yield CheckResult("store", BAD, f"it does not start: {error}")


def _store(client: Redis, settings: Settings) -> Iterator[CheckResult]:
    try:
        warnings = check_server(client)
    except BusyLoadingError:
        yield CheckResult("store", NOTE, loading(client))
        return
    heads = all_streams.heads(client)
    used = client.info("memory")["used_memory_human"]
    events = count(sum(head.version + 1 for head in heads.values()), "event")
    yield CheckResult("store", GOOD, f"it answers: {count(len(heads), 'log')}, {events}, {used} of memory")
    yield from _kept(client)
    try:
        ensure_kept(client, volatile=settings.volatile)
    except StoreVolatile as error:
        yield CheckResult("store", BAD, str(error))
    for warning in warnings:
        yield CheckResult("store", NOTE, warning)
    if settings.store_url is None:
        yield from _disk(settings)
    if lost := all_streams.headless(client):
        yield CheckResult("logs", BAD, f"{', '.join(lost[:_NAMED])}: no head names them; `brade verify` says more")
    if altered := altered_log.misplaced_ends(client, heads):
        names = f"{', '.join(altered[:_NAMED])}{' and others' * (len(altered) > _NAMED)}"
        yield CheckResult(
            "logs", BAD, f"{names}: not as written, the end is not where the head says; see `brade verify`"
        )
    yield from _checkpoint(report(client, settings))
    for fault in held_streams.uncompared(client):
        yield CheckResult("checkpoint", NOTE, f"at the last start: {fault}")
    missing = leases.owned(client).count(False)
    if missing:
        yield CheckResult(
            "workers", BAD, f"no worker judges {count(missing, 'shard')} of {keys.SHARDS}: is a worker running?"
        )
    else:
        yield CheckResult("workers", GOOD, f"all {keys.SHARDS} shards are judged")
    waiting = sum(len(feed.unjudged(client, shard)) for shard in range(keys.SHARDS))
    reasons = failed_streams.reasons(client)
    late = Waits().longest(client, reasons) > LATE_SECONDS
    how = BAD if late else NOTE if waiting else GOOD
    yield CheckResult(
        "judging", how, f"{count(waiting, 'log waits', 'logs wait')} to be judged{', for too long' * late}"
    )
    for stream, reason in list(reasons.items())[:_NAMED]:
        yield CheckResult("failed", BAD, f"{stream} could not be judged: {reason}")
    yield from _copies(settings)
    yield from _jobs(settings)


def _kept(client: Redis) -> Iterator[CheckResult]:
    """Check if this version of brade works with the store's format, and if the archived logs are whole."""
    try:
        ensure_ours(client)
        yield CheckResult("format", GOOD, f"the store has the format {FORMAT}, which this version of brade writes")
    except StoreNotUpgraded as error:
        yield CheckResult("format", NOTE, str(error))
    except StoreTooNew as error:
        yield CheckResult("format", BAD, str(error))
    yield from (CheckResult("archive", GOOD if good else BAD, each) for good, each in archived_logs.findings(client))


def _checkpoint(found: Report) -> Iterator[CheckResult]:
    """Check if the store holds the facts of the checkpoint outside it."""
    for fault in found.damage:
        yield CheckResult("checkpoint", BAD, f"{fault}. The next start of brade writes it anew")
    if not found.streams and not found.damage:
        yield CheckResult("checkpoint", NOTE, "there is none yet: `brade serve` writes it")
    elif not found.missing and not found.damage:
        yield CheckResult(
            "checkpoint", GOOD, f"the store holds everything of the {count(found.streams, 'log')} that it names"
        )
    for reason in found.troubles:
        yield CheckResult("checkpoint", NOTE, reason)
    for each in found.missing:
        yield CheckResult("missing", BAD, str(each))
    if found.missing:
        yield CheckResult("missing", BAD, f"nothing is written to these logs: {missing_facts.HELP}")


def _disk(settings: Settings) -> Iterator[CheckResult]:
    """Check if the disk is full, or soon will be: a running service measures how fast it fills."""
    if lacking := FreeSpace(settings.data / STORE).lacking():
        yield CheckResult("disk", BAD, lacking)
    elif (status := Address(settings.host, settings.port).ready().get("disk", "ok")) != "ok":
        yield CheckResult("disk", NOTE, str(status))


def _copies(settings: Settings) -> Iterator[CheckResult]:
    """State of the second copies, asked of the running service."""
    for folder, status in dict(Address(settings.host, settings.port).ready().get("copies", {})).items():
        is_good = status == "ok"
        yield CheckResult("copy", GOOD if is_good else NOTE, f"{folder}: {'up to date' if is_good else status}")


def _jobs(settings: Settings) -> Iterator[CheckResult]:
    """Work that failed: nothing correct depends on it, and it can be done again."""
    url = failed_jobs.queue_url(settings)
    if url is None:
        return
    undone = Jobs(connect_queue(url)).failures()
    if undone is None:
        yield CheckResult("queue", BAD, "it does not answer: no file is written until it does")
    for each in (undone or ())[:_NAMED]:
        yield CheckResult(
            "jobs", NOTE, f"{failed_jobs.words(each)} failed: {each.error}; `brade doctor --retry` has it done again"
        )
