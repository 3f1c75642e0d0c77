"""News from the store as it comes: one reader for the whole process, many who wait and many who watch.

The reader keeps one connection, however many listen. A listener is registered first and looks at what is stored
second: what happens in between comes as news, so nothing falls through.
"""

import asyncio
import logging
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

from core.log import NEW
from service.store import feed, keys
from service.store.feed import News
from service.store.views import judged_version

_say = logging.getLogger(__name__)

VERDICT, EVENT = "verdict", "event"
_BLOCK_MS = 500  # a client that gives up after five seconds of silence can wait so long, and closing takes no longer
_PAGE = 1000
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 1.0
_LOOK_SECONDS = 0.25

Follower = Callable[[Sequence[News]], None]


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
        """Whether a stream is judged up to a version, within so many seconds; returns as soon as it is.

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
                left = deadline - monotonic()
                if left <= 0 or waiter.reached.wait(min(left, _LOOK_SECONDS)):
                    return waiter.judged
            return False
        finally:
            with self._lock:
                self._waiters[stream].remove(waiter)
                if not self._waiters[stream]:
                    del self._waiters[stream]
            self._seats.release()

    def ready(self, seconds: float) -> bool:
        """Whether the reader runs and misses nothing from now on; waits so long for a store that is away."""
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
                self._tell([feed.news(entry, fields) for entry, fields in entries if fields])

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

    def _tell(self, batch: Sequence[News]) -> None:
        with self._lock:
            followers = self._followers
            if self._waiters:
                for news in batch:
                    if news.kind == VERDICT and news.stream in self._waiters:
                        for waiter in self._waiters[news.stream]:
                            waiter.hear(news.version)
        for follower in followers:
            follower(batch)


class _Waiter:
    """Somebody who waits for a version to be judged."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.judged = False
        self.reached = threading.Event()

    def hear(self, version: int) -> None:
        if version >= self.version:
            self.judged = True
            self.reached.set()


class Full(Exception):
    """There are as many viewers as this process takes."""


class Viewer:
    """One who watches a stream, or a tournament with all its matches. Belongs to the event loop that made it.

    `give_up` is called when it falls behind by more than its backlog: whoever sends to it may be stuck in sending.
    """

    def __init__(self, topic: str, backlog: int) -> None:
        self.topic = topic
        self.ended = False
        self.give_up: Callable[[], object] = lambda: None
        self._backlog = backlog
        self._news: deque[News] = deque()
        self._wake: asyncio.Future[None] | None = None

    async def take(self) -> list[News]:
        """Everything new, as soon as there is anything; nothing once the viewer has ended, or was poked."""
        if not self._news and not self.ended:
            self._wake = asyncio.get_running_loop().create_future()
            try:
                await self._wake
            finally:
                self._wake = None
        news = list(self._news)
        self._news.clear()
        return news

    def poke(self) -> None:
        """Let `take` return now."""
        if self._wake and not self._wake.done():
            self._wake.set_result(None)

    def end(self) -> None:
        """Take nothing more; what was not taken is dropped, to be asked for again."""
        self.ended = True
        self._news.clear()
        self.poke()

    def hear(self, news: News) -> None:
        """Keep an item until it is taken; a viewer that is too slow for its backlog ends."""
        if self.ended:
            return
        if len(self._news) >= self._backlog:
            self.end()
            self.give_up()
            return
        self._news.append(news)
        self.poke()


class Audience:
    """The viewers of one event loop, at most `most`; each may be `backlog` items behind before it is dropped.

    A topic is a stream's id for that stream alone, or a tournament's id and `.*` for it and all its matches. The reader
    hands a batch over with one call, however many watch.
    """

    def __init__(self, hub: Hub, most: int = 2000, backlog: int = 2000) -> None:
        self.hub = hub
        self.most = most
        self._backlog = backlog
        self._loop = asyncio.get_running_loop()
        self._viewers: dict[str, set[Viewer]] = {}
        self._count = 0
        hub.follow(self._on_news)

    def __len__(self) -> int:
        return self._count

    def enter(self, topic: str) -> Viewer:
        """A new viewer of a topic. Raises `Full`."""
        if self._count >= self.most:
            raise Full
        viewer = Viewer(topic, self._backlog)
        self._viewers.setdefault(topic, set()).add(viewer)
        self._count += 1
        return viewer

    def leave(self, viewer: Viewer) -> None:
        """End a viewer; harmless if it left before."""
        viewer.end()
        watching = self._viewers.get(viewer.topic, set())
        if viewer in watching:
            watching.remove(viewer)
            self._count -= 1
            if not watching:
                del self._viewers[viewer.topic]

    def poke(self) -> None:
        """Let every viewer that waits look up: the time has come for a sign of life."""
        for viewer in self._everybody():
            viewer.poke()

    def close(self) -> None:
        """End all viewers."""
        self.hub.unfollow(self._on_news)
        for viewer in self._everybody():
            self.leave(viewer)

    def _everybody(self) -> list[Viewer]:
        return [viewer for watching in self._viewers.values() for viewer in watching]

    def _on_news(self, batch: Sequence[News]) -> None:
        """In the reader's thread: pass on what anybody watches. Whoever enters meanwhile reads the log afterwards."""
        watched = [news for news in batch if any(topic in self._viewers for topic in _topics(news.stream))]
        if watched:
            try:
                self._loop.call_soon_threadsafe(self._deliver, watched)
            except RuntimeError:  # the loop has ended, and with it its viewers
                self.hub.unfollow(self._on_news)

    def _deliver(self, batch: Iterable[News]) -> None:
        for news in batch:
            for topic in _topics(news.stream):
                for viewer in self._viewers.get(topic, ()):
                    viewer.hear(news)


def _topics(stream: str) -> tuple[str, str]:
    return stream, stream.partition(".")[0] + ".*"


def _order(entry: str) -> tuple[int, int]:
    milliseconds, _, sequence = entry.partition("-")
    return int(milliseconds), int(sequence)
