"""The heads of all logs as the store keeps them, and what of them moved: for what is kept beside the store.

The checkpoint and a second copy follow the store with a `HeadsFollower`. Each compares and writes in its own way.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from redis import Redis

from service.store import feed, keys
from service.store.cluster.servers import run_of

Heads = dict[bytes, bytes]
"""Stream → `<version> <hash>`, as the store keeps them."""


def heads_of(client: Redis, shards: Iterable[int] | None = None) -> Heads:
    """The heads of all streams of some shards, as the store keeps them."""
    pipeline = client.pipeline(transaction=False)
    for shard in keys.all_shards() if shards is None else shards:
        pipeline.hgetall(keys.head(shard))
    return {stream: head for reply in pipeline.execute() for stream, head in reply.items()}


class Moved(NamedTuple):
    """The shards of a store whose logs may have changed since the last look.

    `anew`: another run of the server answers, and what it holds is not known to be what it held. `run_id` is its id.
    """

    shards: set[int]
    anew: bool
    run_id: str


class HeadsFollower:
    """Follows the heads of a store, shard by shard, and keeps those that were `seen`: what a sink has written."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._marks: list[object] = []
        self.run_id = ""
        self.seen: list[Heads] = []
        self.begin({})

    def begin(self, heads: Heads) -> None:
        """Go on from these heads: every shard is looked at again."""
        self.run_id = ""
        self._marks = [None] * keys.shard_count()
        self.seen = [{} for _ in keys.all_shards()]
        for stream, head in heads.items():
            self.seen[shard_of(stream)][stream] = head

    def see(self, stream: bytes, head: bytes) -> None:
        """Take over a head that was kept elsewhere: its shard is looked at again."""
        shard = shard_of(stream)
        self.seen[shard][stream], self._marks[shard] = head, None

    @contextmanager
    def look(self) -> Iterator[Moved]:
        """The shards that moved. They have been looked at once this ends without an error."""
        run_id = run_of(self._client)
        anew = run_id != self.run_id
        marks = feed.marks(self._client)  # before the heads: what moves meanwhile is looked at again
        moved = {shard for shard, mark in enumerate(marks) if anew or mark != self._marks[shard]}
        yield Moved(moved, anew, run_id)
        self._marks, self.run_id = marks, run_id

    def all_seen(self) -> Heads:
        """The heads of all shards that were seen."""
        return {stream: head for shard in self.seen for stream, head in shard.items()}


def shard_of(stream: bytes) -> int:
    """The shard of a stream."""
    return keys.shard_of(stream.decode())
