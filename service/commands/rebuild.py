"""`brade rebuild`: every log folded again, and compared with what the store says it comes to."""

import json
import logging
import os
import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any
from urllib.parse import quote

import click

from service.checkpoint.comparison import report
from service.commands.store import missing_facts, open_store
from service.config import Settings, from_environment
from service.processes.supervisor import QUEUE
from service.store import feed, keys
from service.store.connect import connect
from service.store.maintenance import all_streams
from service.store.read_models import failed_streams
from service.store.server import running_server
from service.terminal import bars, count, say

_LISTED = 20
_WIDTH = 72
_ALTERED = (
    "{logs} not as written, and what was judged before is left as it is. `brade verify` names each; a backup from"
    " before has them whole, and `brade restore` brings it back into an empty data folder."
)


@click.command()
@click.option("--repair", is_flag=True, help="Have what differs judged again from the log.")
@click.option(
    "--processes", type=click.IntRange(1), help="Processes that share the logs; one for each core if not given."
)
@click.pass_context
def rebuild(context: click.Context, repair: bool, processes: int | None) -> None:
    """Fold every log again and compare: states and verdicts are caches, the log is the truth.

    A log that is not as it was written is named with its first altered event. Nothing that was judged of it is
    overwritten, by --repair neither; the others go on.

    Facts that the checkpoint names and the store lacks are named, too: no log holds them.

    The service may run, and goes first. Ctrl-C ends this, and nothing is lost. Ends with 1 if anything differs or is
    missing; with --repair, if anything still does.
    """
    settings = from_environment()
    with open_store.located(settings) as url:
        with connect(url) as client:
            events = sum(head.version + 1 for head in all_streams.heads(client).values())
            unjudged = {stream for shard in keys.all_shards() for stream in feed.unjudged(client, shard)}
            failed = {stream: why for stream, why in failed_streams.reasons(client).items() if stream in unjudged}
            missing = report(client, settings).missing
        # The workers are above the service: nothing here imports them.
        worker_context = import_module("workers.context").open_context(_at(settings, url))
        processes = processes or usable_cores()
        done, wrong = _folded(worker_context, events, repair, processes)
        for difference in wrong[:_LISTED]:
            _show(difference)
        if len(wrong) > _LISTED:
            say(f"… and {len(wrong) - _LISTED:,} more", "dim")
        repaired = {difference.stream for difference in wrong}
        say(_summary(done, wrong, len(repaired)))
        if waiting := len(unjudged) - len(failed):
            say(f"{count(waiting, 'log waits', 'logs wait')} to be judged, which the workers do as soon as they run.")
        for stream, why in sorted(failed.items())[:_LISTED]:
            say(f"{stream} could not be judged: {why}")
        if len(failed) > _LISTED:
            say(f"… and {len(failed) - _LISTED:,} more")
        if repair and wrong:
            _, wrong = _folded(worker_context, events, False, processes)
            say(_repaired(len(repaired), {each.stream: each.what for each in wrong}))
        if altered := [each.stream for each in wrong if each.what == "altered"]:
            say(_ALTERED.format(logs=count(len(altered), "log is", "logs are")))
        for each in missing[:_LISTED]:
            say(str(each), "red")
        if len(missing) > _LISTED:
            say(f"… and {len(missing) - _LISTED:,} more", "dim")
        if missing:
            say(f"Facts are missing, and nothing that was folded holds them: {missing_facts.HELP}")
    context.exit(1 if wrong or missing else 0)


def usable_cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _folded(worker_context: Any, events: int, repair: bool, processes: int) -> tuple[Any, list[Any]]:
    """The progress of folding every log in the end, `None` in an empty store, and the differences."""
    done: Any = None
    wrong: list[Any] = []
    with bars(transient=True) as shown:
        task = shown.add_task("Rebuilding", total=events, unit="events")
        steps = import_module("workers.rebuild").rebuild(worker_context, repair=repair, processes=processes)
        for done in steps:
            wrong += done.differences
            shown.update(task, completed=done.facts, description=f"Rebuilding {done.streams:,} of {done.of:,} logs")
    return done, wrong


def _at(settings: Settings, url: str) -> Settings:
    """These settings with the store's address; where no queue runs, that of none: no files are made anew then."""
    queue = settings.queue_url or running_server.address(settings.data / QUEUE)
    if queue is None:
        logging.getLogger("service.jobs").setLevel(logging.ERROR)
        queue = f"unix://{quote(str(settings.data / QUEUE / 'none.sock'))}"
    token = settings.admin_token or secrets.token_urlsafe(32)  # a command needs none, and leaves none behind
    return replace(settings, store_url=url, queue_url=queue, admin_token=token)


def _summary(done: Any, wrong: list[Any], logs: int) -> str:
    if done is None:
        return "The store is empty."
    if not done.facts and not wrong:
        return f"Nothing of the {count(done.of, 'log')} was judged yet: there is nothing to compare."
    folded = f"{count(done.of, 'log')}, {count(done.facts, 'event')} folded again"
    if not wrong:
        return f"{folded}: every state and verdict is what the log comes to."
    kinds = ", ".join(f"{number:,} × {what}" for what, number in Counter(each.what for each in wrong).items())
    return f"{folded}: {count(logs, 'log differs', 'logs differ')} ({kinds})."


def _repaired(wrong: int, left: Mapping[str, str]) -> str:
    """Result of a repair: the logs that still differ, and how."""
    alone = sum(what in import_module("workers.rebuild").LEFT_ALONE for what in left.values())
    sentences = [f"Repaired: {count(wrong - len(left), 'log')} judged again."] if wrong > len(left) else []
    if others := len(left) - alone:
        sentences.append(f"{count(others, 'log')} could not be repaired: `brade rebuild` shows what differs still.")
    if alone:
        sentences.append(f"{count(alone, 'log was', 'logs were')} left alone.")
    return " ".join(sentences)


def _show(difference: Any) -> None:
    """One difference: where, and what stands in the store against what the log comes to."""
    stream, what, version, stored, rebuilt, rules = difference
    why = f" (judged by rules {rules[0]}, and these are rules {rules[1]})" if rules else ""
    say(f"{stream}, version {version}: {what}{why}", "red")
    for label, value in (("store", stored), ("log", rebuilt)):
        if value is not None:
            say(f"    {label:<5}  {_short(value, stored, rebuilt)}", "dim")


def _short(value: Any, stored: Any, rebuilt: Any) -> str:
    """The difference of a value, in one line."""
    if isinstance(stored, dict) and isinstance(rebuilt, dict):
        plain = json.loads(json.dumps(rebuilt))
        other = plain if value is stored else stored
        value = {name: each for name, each in (stored if value is stored else plain).items() if other.get(name) != each}
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"
