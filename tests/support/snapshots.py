"""Snapshots that many tests begin with: made once by requests, then loaded from a copy of the store."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from redis import Redis


@dataclass
class TestClock:
    """A clock that goes on by a millisecond each time it is asked."""

    __test__ = False
    now: int = 1_780_000_000_000

    def __call__(self) -> int:
        self.now += 1
        return self.now


class Snapshot(NamedTuple):
    """Everything in a store, the times before and after it was made, and what its maker returned."""

    entries: tuple[tuple[bytes, bytes], ...]
    began: int
    ended: int
    value: Any


@dataclass
class Snapshots:
    """The snapshots of a test run, by name."""

    client: Redis
    _kept: dict[str, Snapshot] = field(default_factory=dict)

    def load(self, name: str, clock: TestClock, make: Callable[[], Any] | None = None) -> Any:
        """The value that `make` returns. It runs once; later the store and the clock are as it left them."""
        began = clock.now
        if (kept := self._kept.get(name)) is None:
            assert make is not None, f"the snapshot {name!r} is not made yet"
            value = make()
            self._kept[name] = Snapshot(self._entries(), began, clock.now, value)
            return value
        assert began == kept.began, f"something was written before the snapshot {name!r} was loaded"
        pipeline = self.client.pipeline(transaction=False)
        for key, dumped in kept.entries:
            pipeline.restore(key, 0, dumped, replace=True)
        pipeline.execute()
        clock.now = kept.ended
        return kept.value

    def _entries(self) -> tuple[tuple[bytes, bytes], ...]:
        found = sorted(self.client.keys())
        pipeline = self.client.pipeline(transaction=False)
        for key in found:
            pipeline.dump(key)
        lasting = [self.client.ttl(key) == -1 for key in found]
        assert all(lasting), "a snapshot is taken while no worker works, and holds nothing that expires"
        return tuple(zip(found, pipeline.execute(), strict=True))
