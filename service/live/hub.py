"""News from the store: one reader for each process wakes all listeners. `service.live.broadcast` has the viewers.

The reader keeps one connection, however many listen. A listener is registered first and looks at what is stored
second: what happens in between comes as news, so nothing falls through.
"""

import asyncio
import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

from core.eventlog.log import NEW
from service.store import feed, keys
from service.store.feed import VERDICT, OutboxEntry
from service.store.read_models.states import judged_version

_say = logging.getLogger(__name__)

_BLOCK_MS = 500  # a client that gives up after five seconds of silence can wait so long, and closing takes no longer
_PAGE = 1000
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 1.0
_LOOK_SECONDS = 0.25

Follower = Callable[[Sequence[OutboxEntry]], None]


class Hub:
    """The reader of the shards' news. It starts with the first listener and reads on where it stopped after an outage.

    `client` may be shared with others: the reader takes one connection of it. At most `waiting` threads wait at a
    time: those of a web server are few, and a judge who is away must not hold all of them.
    """

    def __init__(self, client: Redis, waiting: int = 24) -> None:
        self._client = client
        self._seats = threading.BoundedSemaphore(waiting)
        self._lock = threading.Lock()
        self._waiters: defaultdict[str, list[_Waiter]] = defaultdict(list)
        self._followers: tuple[Follower, ...] = ()
        self._positions: dict[Any, Any] = {}
        self._positioned = threading.Event()
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    def wait(self, stream: str, version: int, seconds: float) -> bool:
        """True if a stream is judged up to a version, within so many seconds; returns as soon as it is.

        `False` at once when too many wait already, and as soon as the hub closes. A store that is away is waited for.
        """
        if not self._seats.acquire(blocking=False):
            return False
        deadline, waiter = monotonic() + seconds, _Waiter(version)
        with self._lock:
            self._waiters[stream].append(waiter)
        try:
            self.ready(seconds)
            while not self._closing.is_set():
                if self._judged(stream) >= version:
                    return True
                # Looked at again now and then: what a store forgot before it told is judged all the same.
                seconds_left = deadline - monotonic()
                if seconds_left <= 0 or waiter.reached.wait(min(seconds_left, _LOOK_SECONDS)):
                    return waiter.judged
            return False
        finally:
            with self._lock:
                self._waiters[stream].remove(waiter)
                if not self._waiters[stream]:
                    del self._waiters[stream]
            self._seats.release()

    def ready(self, seconds: float) -> bool:
        """True if the reader runs and misses nothing from now on; waits so long for a store that is away."""
        with self._lock:
            running = self._thread is not None and self._thread.is_alive()
            if not running and not self._closing.is_set():
                self._thread = threading.Thread(target=self._read, name="news", daemon=True)
                self._thread.start()
        return self._positioned.wait(seconds)

    def follow(self, follower: Follower) -> None:
        """Call `follower` with each batch of news, from the reader's thread; it must not block."""
        with self._lock:
            self._followers = (*self._followers, follower)

    def follow_here(self, hears: Callable[[OutboxEntry], bool], receive: Follower) -> Follower:
        """Call `receive` in the event loop that runs here, until it has ended, with the news that `hears` lets through.

        `hears` is asked in the reader's thread. `unfollow` takes what comes back.
        """
        loop = asyncio.get_running_loop()

        def follower(batch: Sequence[OutboxEntry]) -> None:
            heard = [news for news in batch if hears(news)]
            if heard:
                try:
                    loop.call_soon_threadsafe(receive, heard)
                except RuntimeError:  # the loop has ended, and with it those who were told
                    self.unfollow(follower)

        self.follow(follower)
        return follower

    def unfollow(self, follower: Follower) -> None:
        """End what `follow` began."""
        with self._lock:
            self._followers = tuple(one for one in self._followers if one != follower)

    def close(self, seconds: float = 6.0) -> None:
        """End every waiting at once and the reader within a moment, which is waited for. A closed hub stays closed."""
        self._closing.set()
        with self._lock:
            for waiters in self._waiters.values():
                for waiter in waiters:
                    waiter.reached.set()
        if self._thread and self._thread is not threading.current_thread():
            self._thread.join(seconds)

    def _judged(self, stream: str) -> int:
        try:
            return judged_version(self._client, stream)
        except RedisError:
            return NEW  # not known now; the news or the next look tells

    # ── the reader's thread ──────────────────────────────────────────────────────────────────────────────────────────
    def _read(self) -> None:
        pause = 0.0
        while not self._closing.wait(pause):
            try:
                if not self._positioned.is_set() or pause:
                    self._take_positions()
                    if pause:
                        _say.warning("the store answers again; its news are read on from where they stopped")
                    self._positioned.set()
                found: Any = self._client.xread(self._positions, count=_PAGE, block=_BLOCK_MS)
            except RedisError as error:
                if not pause:
                    _say.warning("the store gives no news: %s", error)
                pause = min(max(2 * pause, _FIRST_PAUSE), _LONGEST_PAUSE)
                continue
            pause = 0.0
            for place, entries in found or ():
                self._positions[place.decode()] = entries[-1][0].decode()
                self._publish([feed.news(entry, fields) for entry, fields in entries if fields])

    def _take_positions(self) -> None:
        """Begin after the newest entry of each shard; once begun, go back only where a store lost or replaced them."""
        pipeline = self._client.pipeline(transaction=False)
        places = [keys.out(shard) for shard in range(keys.SHARDS)]
        for place in places:
            pipeline.xrevrange(place, count=1)
        for place, newest in zip(places, pipeline.execute(), strict=True):
            last = newest[0][0].decode() if newest else "0-0"
            if place not in self._positions or _order(last) < _order(self._positions[place]):
                self._positions[place] = last

    def _publish(self, batch: Sequence[OutboxEntry]) -> None:
        with self._lock:
            followers = self._followers
            if self._waiters:
                for news in batch:
                    if news.kind == VERDICT and news.stream in self._waiters:
                        for waiter in self._waiters[news.stream]:
                            waiter.put(news.version)
        for follower in followers:
            follower(batch)


class _Waiter:
    """A caller that waits for a version to be judged."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.judged = False
        self.reached = threading.Event()

    def put(self, version: int) -> None:
        if version >= self.version:
            self.judged = True
            self.reached.set()


def _order(entry: str) -> tuple[int, int]:
    milliseconds, _, sequence = entry.partition("-")
    return int(milliseconds), int(sequence)
