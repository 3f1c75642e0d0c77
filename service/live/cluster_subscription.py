"""The wanted channels of a process at the servers of a cluster: one subscription for each server.

A channel is at the server that has its shard. A thread finds that server and follows shards that move.
"""

import threading
from collections.abc import Callable, Sequence
from time import monotonic

from redis import Redis
from redis.exceptions import RedisError

from service.live.subscription import Subscription
from service.processes.lasting_threads import LastingThread
from service.store import keys
from service.store.cluster.client import ClusterClient
from service.store.feed import NewsMessage

_LOOK_SECONDS = 0.5
Publish = Callable[[Sequence[NewsMessage]], object]


class ClusterSubscription:
    """As `Subscription`, at several servers. It calls `publish` from a thread of each, one at a time."""

    def __init__(self, client: ClusterClient, publish: Publish) -> None:
        self._client, self._publish = client, publish
        self._publishing = threading.Lock()
        self._changed = threading.Condition()
        self._listeners: dict[str, int] = {}  # by root
        self._placed: dict[str, Subscription] = {}  # by root
        self._servers: dict[int, Subscription] = {}  # by the identity of the server's client
        self._wake, self._closing = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None

    def __len__(self) -> int:
        return len(self._listeners)

    def listen(self, root: str) -> None:
        """Want a root's channel once more. Never blocks."""
        with self._changed:
            self._listeners[root] = self._listeners.get(root, 0) + 1
            if self._thread is None and not self._closing.is_set():
                self._thread = LastingThread("channels", self._run, self._closing)
                self._thread.start()
            if root not in self._placed:
                self._wake.set()

    def leave(self, root: str) -> None:
        """Want it once less."""
        with self._changed:
            self._listeners[root] -= 1
            if not self._listeners[root]:
                del self._listeners[root]
                if subscription := self._placed.pop(root, None):
                    subscription.leave(root)

    def is_heard(self, root: str, seconds: float) -> bool:
        """True if nothing of a wanted root is missed from now on; waits so long for it."""
        deadline = monotonic() + seconds
        while True:
            with self._changed:
                self._changed.wait_for(lambda: root in self._placed, deadline - monotonic())
                subscription = self._placed.get(root)
            seconds_left = max(0.0, min(deadline - monotonic(), _LOOK_SECONDS))  # the channel may move meanwhile
            if subscription and subscription.is_heard(root, seconds_left):
                return True
            if monotonic() >= deadline:
                return False

    def close(self, seconds: float) -> None:
        """End all threads within a moment."""
        self._closing.set()
        self._wake.set()
        for server in list(self._servers.values()):
            server.close(seconds)

    # ── the thread ───────────────────────────────────────────────────────────────────────────────────────────────────
    def _run(self) -> None:
        while not self._closing.is_set():
            self._place(self._servers_now())
            self._wake.wait(_LOOK_SECONDS)
            self._wake.clear()

    def _servers_now(self) -> dict[str, Redis]:
        """The server of each wanted root, of those whose server is known."""
        with self._changed:
            wanted, placed = list(self._listeners), dict(self._placed)
        if any(not subscription.is_heard(root, 0) for root, subscription in placed.items()):
            self._client.topology.expire()  # its server may have moved, or be away
        found = {}
        for root in wanted:
            try:
                found[root] = self._client.server_of(keys.live(root))
            except RedisError:
                continue
        return found

    def _place(self, servers: dict[str, Redis]) -> None:
        with self._changed:
            for root, server in servers.items():
                before, after = self._placed.get(root), self._subscription_at(server)
                if root not in self._listeners:
                    continue
                if before is after:
                    if not after.is_heard(root, 0):
                        after.ask_again(root)
                else:
                    after.listen(root)
                    self._placed[root] = after
                    if before:
                        before.drop(root)
            self._changed.notify_all()

    def _subscription_at(self, server: Redis) -> Subscription:
        subscription = self._servers.get(id(server))
        if subscription is None:
            subscription = self._servers[id(server)] = Subscription(server, self._tell, self._wake.set)
        return subscription

    def _tell(self, messages: Sequence[NewsMessage]) -> None:
        with self._publishing:
            self._publish(messages)


def subscribe(client: Redis, publish: Publish) -> Subscription | ClusterSubscription:
    """The subscription of a process to a store of one server or of several."""
    if isinstance(client, ClusterClient):
        return ClusterSubscription(client, publish)
    return Subscription(client, publish)
