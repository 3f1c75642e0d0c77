"""The wanted channels of a process at the servers that have them: one subscription for each server.

In a cluster a channel is its shard's, so a channel whose shard has moved is wanted at another server from then on.
"""

import threading
from collections.abc import Callable, Sequence

from redis import Redis
from redis.exceptions import RedisError

from service.live.subscription import Subscription
from service.store import keys
from service.store.cluster.client import ClusterClient
from service.store.cluster.servers import at
from service.store.feed import NewsMessage

_LOOK_SECONDS = 0.5
Tell = Callable[[Sequence[NewsMessage]], object]


class Subscriptions:
    """As `Subscription`, at several servers. It calls `tell` from a thread of each, one at a time."""

    def __init__(self, client: ClusterClient, tell: Tell) -> None:
        self._client, self._told = client, tell
        self._lock, self._telling = threading.Lock(), threading.Lock()
        self._servers: dict[int, Subscription] = {}
        self._wanted: dict[str, list[Subscription]] = {}
        """By root: the subscription that has it, once for each listener."""
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    def __len__(self) -> int:
        return sum(len(each) for each in self._servers.values())

    def listen(self, root: str) -> None:
        """Want a root's channel once more."""
        with self._lock:
            found = self._wanted.setdefault(root, [])
            found.append(found[0] if found else self._of(root))
            found[-1].listen(root)
            if self._thread is None and not self._closing.is_set():
                self._thread = threading.Thread(target=self._follow_moves, name="channels", daemon=True)
                self._thread.start()

    def leave(self, root: str) -> None:
        """Want it once less."""
        with self._lock:
            self._wanted[root].pop().leave(root)
            if not self._wanted[root]:
                del self._wanted[root]

    def is_heard(self, root: str, seconds: float) -> bool:
        """True if nothing of a wanted root is missed from now on; waits so long for it."""
        with self._lock:
            subscription = self._wanted[root][0]
        return subscription.is_heard(root, seconds)

    def close(self, seconds: float) -> None:
        """End all threads within a moment."""
        self._closing.set()
        for each in list(self._servers.values()):
            each.close(seconds)

    def _of(self, root: str) -> Subscription:
        """The subscription at the server that has a root now, or at any server while none is known."""
        try:
            server = at(self._client, keys.live(root), lambda server: server)
        except RedisError:
            if self._servers:
                return next(iter(self._servers.values()))
            server = self._client  # it has no connection: the thread tries again until the channel is moved
        if id(server) not in self._servers:
            self._servers[id(server)] = Subscription(server, self._tell)
        return self._servers[id(server)]

    def _tell(self, messages: Sequence[NewsMessage]) -> None:
        with self._telling:
            self._told(messages)

    def _follow_moves(self) -> None:
        while not self._closing.wait(_LOOK_SECONDS):
            with self._lock:
                for root, before in self._wanted.items():
                    after = self._of(root)
                    if after is not before[0]:
                        for each in before:
                            after.listen(root)
                            each.leave(root)
                        self._wanted[root] = [after] * len(before)


def subscribe(client: Redis, tell: Tell) -> Subscription | Subscriptions:
    """The subscription of a process to a store of one server or of several."""
    return Subscriptions(client, tell) if isinstance(client, ClusterClient) else Subscription(client, tell)
