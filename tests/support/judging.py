"""A worker's context on a real store, matches to judge, and judging itself."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redis import Redis

from core.eventlog.codec import event_of
from core.eventlog.log import NEW
from core.events import Event, MatchOpened
from service.bootstrap import build_dependencies
from service.config import Settings
from service.jobs import Jobs, connect_queue
from service.store import feed, keys
from tests.support.paths import TESTS
from tests.support.store import Store
from workers.context import WorkerContext
from workers.pump import Pump

MATCHES = TESTS / "data" / "matches"


@dataclass(frozen=True)
class RecordedMatch:
    """A match as it was recorded: the facts, which of them a strict table refuses, and how it ended."""

    facts: tuple[Event, ...]
    refused: frozenset[int]
    expected: dict[str, Any]
    games: int

    def opened(self, **more: Any) -> MatchOpened:
        return MatchOpened("huk", "swedish", {"games": self.games}, {"white": "Åsa", "black": "Nils"}, **more)


def recorded(name: str) -> RecordedMatch:
    words = json.loads((MATCHES / f"{name}.json").read_text())
    facts = tuple(event_of(f"{event.pop('type')}.1", event) for event in words["events"])
    return RecordedMatch(facts, frozenset(place + 1 for place in words["refused"]), words["expected"], words["games"])


def new_worker_context(store: Store, data: Path) -> WorkerContext:
    settings = Settings(
        data=data, store_url=store.url, queue_url=store.queue_url, admin_token="the-operators-own-token"
    )
    queue = connect_queue(store.queue_url)
    return WorkerContext(build_dependencies(settings), queue, Jobs(queue))


def open_match(worker_context: WorkerContext, match: str, opened: MatchOpened) -> None:
    worker_context.deps.log.append(match, [opened], by="test", at=1_700_000_000_000, expected=NEW)


def record(worker_context: WorkerContext, stream: str, *facts: Event) -> None:
    worker_context.deps.log.append(stream, facts, by="test", at=1_700_000_000_001)


def unjudged(worker_context: WorkerContext) -> dict[str, int]:
    client = worker_context.deps.client
    return {stream: last for shard in keys.all_shards() for stream, last in feed.unjudged(client, shard).items()}


def pump_until(
    worker_context: WorkerContext, done: Callable[[], object], seconds: float = 10.0, *, release: bool = True
) -> Pump:
    """Run a pump of this worker in small steps until something holds; it keeps its leases without `release`."""
    pump, deadline = Pump(worker_context), time.monotonic() + seconds
    while not done():
        assert time.monotonic() < deadline, f"not done in {seconds} s; unjudged are {unjudged(worker_context)}"
        pump.run(time.monotonic() + 0.02)
    if release:
        pump.release()
    return pump


def pump_all(worker_context: WorkerContext) -> None:
    """Judge everything."""
    pump_until(worker_context, lambda: all_is_judged(worker_context.deps.client))


def all_is_judged(client: Redis) -> bool:
    """True if no fact waits for its verdict. The store is asked once for all shards."""
    waiting = client.pipeline(transaction=False)
    for shard in keys.all_shards():
        waiting.hlen(keys.unjudged(shard))
    return not any(waiting.execute())


def judge_all(worker_context: WorkerContext, seconds: float = 10.0) -> None:
    """Judge everything, if anything waits, and begin at once: nothing else has the leases."""
    client = worker_context.deps.client
    if all_is_judged(client):
        return
    pump, deadline = Pump(worker_context), time.monotonic() + seconds
    pump.run(time.monotonic() + 0.001)  # once: it reads what there is, without waiting for more
    while not all_is_judged(client):
        assert time.monotonic() < deadline, f"judging did not come to an end in {seconds:g} seconds"
        pump.run(time.monotonic() + 0.001)
    pump.release()
