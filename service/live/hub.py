"""News from the store: one subscription for each process wakes all listeners. `service.live.broadcast` has the viewers.

A process is told of what is watched there, and of nothing else. A listener is registered first, waits until it is
heard, and looks at what is stored last: what happens in between comes as news, so nothing falls through. Where
messages may have been lost, the news say so (`service.store.feed.MISSED`), and the listener looks again.
"""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from time import monotonic

from redis import Redis
from redis.exceptions import RedisError

from core.eventlog.log import NEW
from service.live.cluster_subscription import subscribe
from service.store.feed import NAMES_FORGOTTEN, VERDICT, NewsMessage
from service.store.keys import root_of
from service.store.read_models.states import judged_version

_LOOK_SECONDS = 0.25

Follower = Callable[[Sequence[NewsMessage]], None]


class Hub:
    """The news of a process. They begin with the first listener, and go on after an outage.

    `client` may be shared with others: the subscription takes one connection of it. At most `waiting` threads wait at a
    time: those of a web server are few, and a judge who is away must not hold all of them.
    """

    def __init__(self, client: Redis, waiting: int = 24) -> None:
        self._client = client
        self._seats = threading.BoundedSemaphore(waiting)
        self._lock = threading.Lock()
        self._waiters: defaultdict[str, list[_Waiter]] = defaultdict(list)
        self._followers: tuple[Follower, ...] = ()
        self._closing = threading.Event()
        self.subscription = subscribe(client, self._publish)

    def wait(self, stream: str, version: int, seconds: float) -> bool:
        """True if a stream is judged up to a version, within so many seconds; returns as soon as it is.

        `False` at once when too many wait already, and as soon as the hub closes. A store that is away is waited for.
        """
        if not self._seats.acquire(blocking=False):
            return False
        deadline, waiter = monotonic() + seconds, _Waiter(version)
        with self._lock:
            self._waiters[stream].append(waiter)
        self.listen(stream)
        try:
            self.ready(stream, min(seconds, _LOOK_SECONDS))
            while not self._closing.is_set():
                if self._judged(stream) >= version:
                    return True
                # Looked at again now and then: what a store forgot before it told is judged all the same.
                seconds_left = deadline - monotonic()
                if seconds_left <= 0 or waiter.reached.wait(min(seconds_left, _LOOK_SECONDS)):
                    return waiter.judged
            return False
        finally:
            self.leave(stream)
            with self._lock:
                self._waiters[stream].remove(waiter)
                if not self._waiters[stream]:
                    del self._waiters[stream]
            self._seats.release()

    def listen(self, stream: str) -> None:
        """Want the news of a stream, with those of the tournament that it belongs to. Never blocks."""
        self.subscription.listen(root_of(stream))

    def leave(self, stream: str) -> None:
        """End what `listen` began."""
        self.subscription.leave(root_of(stream))

    def ready(self, stream: str, seconds: float) -> bool:
        """True if nothing of a stream that is listened to is missed from now on; waits so long for a store that is
        away."""
        return self.subscription.is_heard(root_of(stream), seconds)

    def follow(self, follower: Follower) -> None:
        """Call `follower` with each batch of news, from the reader's thread; it must not block."""
        with self._lock:
            self._followers = (*self._followers, follower)

    def follow_here(self, hears: Callable[[NewsMessage], bool], receive: Follower) -> Follower:
        """Call `receive` in the event loop that runs here, until it has ended, with the news that `hears` lets through.

        `hears` is asked in the reader's thread. `unfollow` takes what comes back.
        """
        loop = asyncio.get_running_loop()

        def follower(batch: Sequence[NewsMessage]) -> None:
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

    def say_names_forgotten(self) -> None:
        """Tell all who follow that this process has forgotten names that were erased: what they show may have them."""
        self._publish([NewsMessage(NAMES_FORGOTTEN, "", NEW, "")])

    def close(self, seconds: float = 6.0) -> None:
        """End every waiting at once and the reader within a moment, which is waited for. A closed hub stays closed."""
        self._closing.set()
        with self._lock:
            for waiters in self._waiters.values():
                for waiter in waiters:
                    waiter.reached.set()
        self.subscription.close(seconds)

    def _judged(self, stream: str) -> int:
        try:
            return judged_version(self._client, stream)
        except RedisError:
            return NEW  # not known now; the news or the next look tells

    def _publish(self, batch: Sequence[NewsMessage]) -> None:
        """Tell everybody; in the subscription's thread."""
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
