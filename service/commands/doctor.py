"""`brade doctor`: what this machine, its store and its workers look like, and what to do about what is wrong."""

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click
from redis.exceptions import RedisError

from core.errors import BradeError
from service import version
from service.bootstrap import kept_secrets, read_secret
from service.checkpoint.comparison import report
from service.commands.fault_report import fault_report
from service.commands.store import failed_jobs, missing_facts, open_store
from service.commands.store.check_result import BAD, GOOD, NOTE, CheckResult
from service.commands.store.repair import repair_store
from service.commands.store.store_findings import checkpoint_findings, format_findings, store_findings
from service.compiled_rules import outdated_warning
from service.config import BadSetting, Settings, from_environment
from service.private_files import UMASK
from service.processes.listen_address import Address
from service.processes.supervisor import STORE
from service.store.connect import connect
from service.store.server import append_only_file, running_server, server_process
from service.store.server.free_space import LEAST_FREE, free_bytes
from service.terminal import screen
from service.tls.condition import conditions
from service.tls.files import CertificateFiles

_STYLE = {GOOD: "green", NOTE: "yellow", BAD: "bold red"}


@click.command()
@click.option("--repair", is_flag=True, help="Mend the store's file, keeping a copy, and say what is missing.")
@click.option("--accept-loss", is_flag=True, help="Give up facts that the store does not hold any more.")
@click.option("--retry", is_flag=True, help="Have work done again that failed, such as a file of a match.")
@click.option("--yes", is_flag=True, help="Ask nothing.")
@click.option("--report", "reports", is_flag=True, help="Print what to send with a report of a fault, without names.")
@click.pass_context
def doctor(context: click.Context, repair: bool, accept_loss: bool, retry: bool, yes: bool, reports: bool) -> None:
    """Look at settings, disk, port, store and workers, change nothing, and say what is wrong.

    Ends with 1 if anything is bad. `brade verify` and `brade rebuild` look into what was recorded.
    """
    settings, console, worst = from_environment(), screen(), 0
    if reports:
        for line in fault_report(settings, findings(settings)):
            click.echo(line)
        return
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
    if worst:
        console.print(
            "`brade doctor --report` prints what to send with a report of a fault, without names", style="dim"
        )
    context.exit(worst)


def findings(settings: Settings) -> Iterator[CheckResult]:
    """Everything, in the order in which it depends on one another."""
    yield CheckResult("Python", GOOD, f"{sys.version.split()[0]} at {sys.executable}")
    outdated = outdated_warning()
    yield CheckResult("brade", NOTE if outdated else GOOD, outdated or version.whole())
    yield _folder(settings)
    yield from _secrets(settings)
    url = settings.store_url or running_server.address(settings.data / STORE)
    yield from _service(settings, url is not None)
    if url is None:
        yield from _resting(settings)
        return
    try:
        with connect(url) as client:
            yield from store_findings(client, settings)
    except (RedisError, BradeError) as error:
        yield CheckResult("store", BAD, f"it does not answer: {error}")


def _folder(settings: Settings) -> CheckResult:
    place = next(parent for parent in (settings.data, *settings.data.parents) if parent.exists())
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
        for condition in conditions(files):
            yield CheckResult("https", *condition)


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
    if damage := append_only_file.damage(folder):
        sentence = "the next start passes over it" if damage.is_unfinished_write else damage.advice
        yield CheckResult("store", NOTE if damage.is_unfinished_write else BAD, f"{damage}; {sentence}")
        if not damage.is_unfinished_write:
            return
    try:
        # To start a whole file for a moment changes nothing; a torn one would lose its end, so a copy is read.
        with open_store.copied(settings) if damage else open_store.opened(settings) as client:
            yield from format_findings(client)
            yield from checkpoint_findings(report(client, settings))
    except open_store.NoStore as error:
        yield CheckResult("checkpoint", NOTE, f"not compared: {error}; `brade verify` compares")
    except BradeError as error:
        yield CheckResult("store", BAD, f"it does not start: {error}")
