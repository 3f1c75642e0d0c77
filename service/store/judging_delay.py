"""The delay between a fact and its verdict, as one observer sees it."""

import time
from collections.abc import Iterable, Sequence
from threading import Lock

from redis import Redis

from service.store import keys
from service.store.cluster.servers import at

LATE_SECONDS = 5.0
"""Facts are judged within milliseconds. Facts that wait so long wait for a worker that does not come."""

_LOOKED_AT = 100


class Waits:
    """Remembers since when it sees what waits, for where the store's clock tells nothing; threads may share it."""

    def __init__(self) -> None:
        self._seen: dict[tuple[int, bytes], float] = {}
        self._lock = Lock()

    def longest(self, client: Redis, without: Iterable[str] = (), shards: Sequence[int] | None = None) -> float:
        """The seconds that the oldest work for the pumps waits, in some shards or in all; 0.0 if none does.

        `without` names streams to pass over.

        Work has the store's time of day in its id. Where that lies in the future the clock went back since, and what
        counts is how long this observer has seen the work wait.
        """
        passed_over = {stream.encode() for stream in without}
        looked_at = keys.all_shards() if shards is None else shards
        if not looked_at:
            return 0.0
        seconds, microseconds = at(client, keys.tag(looked_at[0]), lambda server: server.time())
        pipeline = client.pipeline(transaction=False)
        for shard in looked_at:
            pipeline.xrange(keys.feed(shard), count=_LOOKED_AT)
        oldest = {
            (shard, next(entry for entry, fields in page if fields[b"stream"] not in passed_over))
            for shard, page in zip(looked_at, pipeline.execute(), strict=True)
            if any(fields[b"stream"] not in passed_over for _, fields in page)
        }
        now, here = seconds + microseconds / 1e6, time.monotonic()
        with self._lock:
            self._seen = {each: self._seen.get(each, here) for each in oldest}
            seen = dict(self._seen)
        return max((max(now - _recorded(entry), here - seen[shard, entry]) for shard, entry in oldest), default=0.0)


def _recorded(entry: bytes) -> float:
    return int(entry.partition(b"-")[0]) / 1000
