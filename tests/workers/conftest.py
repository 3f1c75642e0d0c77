"""A workshop on a real store, and the recorded matches."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from core.codec import from_words
from core.events import Event, MatchOpened
from core.log import NEW
from service.bootstrap import build_house
from service.config import Settings
from service.jobs import Jobs, connect_queue
from service.store import feed
from service.store.keys import SHARDS
from tests.stores import Store
from workers.pump import Pump
from workers.workshop import Workshop

MATCHES = Path(__file__).parent.parent / "data" / "matches"


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
    facts = tuple(from_words(f"{each.pop('type')}.1", each) for each in words["events"])
    return RecordedMatch(
        facts, frozenset(place + 1 for place in words["refused"]), words["expected"], words["games"]
    )  # fmt: skip


@pytest.fixture
def workshop(store: Store, tmp_path: Path) -> Workshop:
    """A workshop that has seen nothing, like that of a worker just started."""
    return new_workshop(store, tmp_path)


@pytest.fixture
def another_workshop(store: Store, tmp_path: Path) -> Callable[[], Workshop]:
    """Workshops of other worker processes."""
    return lambda: new_workshop(store, tmp_path)


def new_workshop(store: Store, data: Path) -> Workshop:
    settings = Settings(data=data, store_url=store.url, queue_url=store.url, admin_token="the-operators-own-token")
    queue = connect_queue(store.url)
    return Workshop(build_house(settings), queue, Jobs(queue))


def open_match(workshop: Workshop, match: str, opened: MatchOpened) -> None:
    workshop.house.log.append(match, [opened], by="test", at=1_700_000_000_000, expected=NEW)


def record(workshop: Workshop, stream: str, *facts: Event) -> None:
    workshop.house.log.append(stream, facts, by="test", at=1_700_000_000_001)


def unjudged(workshop: Workshop) -> dict[str, int]:
    client = workshop.house.client
    return {stream: last for shard in range(SHARDS) for stream, last in feed.unjudged(client, shard).items()}


def pump_until(workshop: Workshop, done: Callable[[], object], seconds: float = 10.0) -> Pump:
    """Run a pump of this workshop in small steps until something holds."""
    import time

    pump, deadline = Pump(workshop), time.monotonic() + seconds
    while not done():
        assert time.monotonic() < deadline, f"not done in {seconds} s; unjudged are {unjudged(workshop)}"
        pump.run(time.monotonic() + 0.02)
    pump.release()
    return pump


def pump_all(workshop: Workshop) -> None:
    """Judge everything."""
    pump_until(workshop, lambda: not unjudged(workshop))
