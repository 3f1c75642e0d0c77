"""Subscription of a process: one connection to the store, which is told what happens in the wanted channels alone.

A channel is of a club, a friendly match, or a tournament with its matches (`service.store.keys.live`). Messages are
lost while the connection is away. So each time when a channel begins to be heard, a `MISSED` about its root comes
first. A listener then reads in the store what it may have missed, and is told everything later.
"""

import logging
import selectors
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

from redis import Redis
from redis.exceptions import MovedError, RedisError
from redis.exceptions import TimeoutError as StoreSilent

from service.processes.lasting_threads import LastingThread
from service.store import keys
from service.store.feed import MISSED, NewsMessage, news

_log = logging.getLogger(__name__)

_MOVED = b"moved"
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 1.0
_LOOK_SECONDS = 1.0
_SILENT_SECONDS = 5.0
_KEPT_SECONDS = 10.0
"""The time for which a channel is heard after its last listener: the next waiting for a verdict finds it heard."""

_MOST = 1000
"""Messages that are published in one piece, and channels that are asked for in one."""


class _Channel:
    """A channel and the number of its listeners. `heard`: nothing is missed from now on."""

    def __init__(self) -> None:
        self.listeners = 0
        self.unwanted_since = 0.0
        self.heard = threading.Event()


class Subscription:
    """The wanted channels. It calls `publish` with messages in their order.

    It does so from a thread of its own, which must not be blocked.
    `client` may be shared with others: one connection of it is taken with the first listener. `interrupted` is called
    from the same thread when a channel is not heard any more, or all of them.
    """

    def __init__(
        self,
        client: Redis,
        publish: Callable[[Sequence[NewsMessage]], object],
        interrupted: Callable[[], object] = lambda: None,
    ) -> None:
        self._client, self._publish, self._interrupted = client, publish, interrupted
        self._lock = threading.Lock()
        self._channels: dict[str, _Channel] = {}  # by root
        self._new: deque[str] = deque()
        self._left: set[str] = set()  # roots whose end was asked for, and not confirmed yet
        self._closing = threading.Event()
        self._wake: socket.socket | None = None
        self._thread: threading.Thread | None = None

    def __len__(self) -> int:
        return len(self._channels)

    def listen(self, root: str) -> None:
        """Want a root's channel once more. Never blocks."""
        with self._lock:
            channel = self._channels.get(root)
            is_new = channel is None
            if channel is None:
                channel = self._channels[root] = _Channel()
                self._new.append(root)
            channel.listeners += 1
            if not (self._thread and self._thread.is_alive()) and not self._closing.is_set():
                self._thread = LastingThread("news", self._run, self._closing)
                self._thread.start()
        if is_new:
            self._look_up()

    def leave(self, root: str) -> None:
        """Want it once less."""
        with self._lock:
            channel = self._channels[root]
            channel.listeners -= 1
            channel.unwanted_since = monotonic()

    def drop(self, root: str) -> None:
        """Forget a wanted root at once: another server has its channel."""
        with self._lock:
            self._channels.pop(root, None)

    def ask_again(self, root: str) -> None:
        """Ask for a wanted channel once more. Never blocks."""
        with self._lock:
            self._new.append(root)
        self._look_up()

    def is_heard(self, root: str, seconds: float) -> bool:
        """True if nothing of a wanted root is missed from now on; waits so long for it."""
        with self._lock:
            channel = self._channels.get(root)
        return channel is not None and channel.heard.wait(seconds)

    def close(self, seconds: float) -> None:
        """End the thread within a moment, which is waited for. It does not begin again."""
        self._closing.set()
        self._look_up()
        if self._thread and self._thread is not threading.current_thread():
            self._thread.join(seconds)

    def _look_up(self) -> None:
        if self._wake:
            with suppress(OSError):  # it is full of such signs, or closed
                self._wake.send(b"1")

    # ── the thread ───────────────────────────────────────────────────────────────────────────────────────────────────
    def _run(self) -> None:
        woken, wake = socket.socketpair()
        with woken, wake:
            for connection in (woken, wake):
                connection.setblocking(False)
            self._wake = wake
            try:
                self._keep_on(woken)
            except BaseException:
                self._lose_all()
                raise

    def _keep_on(self, woken: socket.socket) -> None:
        pause = 0.0
        while not self._closing.wait(pause):
            try:
                connection = self._client.connection_pool.get_connection()
                try:
                    self._subscribe_anew()
                    if pause:
                        _log.warning("the store answers again, and tells its news")
                    pause = 0.0
                    self._serve(connection, woken)
                finally:
                    connection.disconnect()
                    self._client.connection_pool.release(connection)
            except (RedisError, OSError) as error:
                self._lose_all()
                if not pause:
                    _log.warning("the store gives no news: %s", error)
                pause = min(max(2 * pause, _FIRST_PAUSE), _LONGEST_PAUSE)

    def _lose_all(self) -> None:
        """Say that no channel is heard now."""
        with self._lock:
            channels = list(self._channels.values())
        for channel in channels:
            channel.heard.clear()
        self._interrupted()

    def _subscribe_anew(self) -> None:
        with self._lock:
            self._channels = {root: channel for root, channel in self._channels.items() if channel.listeners}
            self._new = deque(self._channels)
        self._left.clear()

    def _serve(self, connection: Any, woken: socket.socket) -> None:
        with selectors.DefaultSelector() as selector:
            # The socket itself, since asking the connection would block those who want another channel.
            selector.register(connection._sock, selectors.EVENT_READ)
            selector.register(woken, selectors.EVENT_READ)
            looked = answered = monotonic()
            while not self._closing.is_set():
                self._ask_for_new(connection)
                if not connection.can_read(0):
                    selector.select(_LOOK_SECONDS)
                with suppress(BlockingIOError):
                    woken.recv(_MOST)
                if found := _read(connection):
                    answered = monotonic()
                    self._hear(found)
                now = monotonic()
                if now - looked >= _LOOK_SECONDS:
                    if now - answered > _SILENT_SECONDS:
                        raise StoreSilent("the store does not answer")
                    looked = now
                    connection.send_command("PING")
                    self._end_unwanted(connection, now)

    def _ask_for_new(self, connection: Any) -> None:
        with self._lock:
            roots = [self._new.popleft() for _ in range(min(len(self._new), _MOST))]
            roots = [root for root in roots if root in self._channels]
        _send(connection, "SSUBSCRIBE", roots)

    def _end_unwanted(self, connection: Any, now: float) -> None:
        with self._lock:
            ended = [
                root
                for root, channel in self._channels.items()
                if not channel.listeners and now - channel.unwanted_since > _KEPT_SECONDS and channel.heard.is_set()
            ]
            for root in ended:
                del self._channels[root]
        self._left.update(ended)
        _send(connection, "SUNSUBSCRIBE", ended)

    def _hear(self, found: Iterable[Any]) -> None:
        messages: list[NewsMessage] = []
        begun: list[str] = []
        for kind, channel, what in found:
            if kind == b"smessage":
                messages.append(news(what))
            elif kind == b"ssubscribe":
                begun.append(_root(channel))
                messages.append(NewsMessage(MISSED, begun[-1], 0, ""))
            elif kind == b"sunsubscribe" and (root := _root(channel)) not in self._left:
                self._lose(root)
            elif kind == b"sunsubscribe":
                self._left.discard(root)
            elif kind == _MOVED:
                self._interrupted()
        if messages:
            self._publish(messages)
        with self._lock:
            heard = [self._channels[root] for root in begun if root in self._channels]
        for each in heard:
            each.heard.set()

    def _lose(self, root: str) -> None:
        """Ask for a channel again that the store ended, as it does when another server has its shard now."""
        with self._lock:
            if channel := self._channels.get(root):
                channel.heard.clear()
                self._new.append(root)
        self._interrupted()


def _send(connection: Any, command: str, roots: Sequence[str]) -> None:
    """Send the command for each channel: those of one command would have to share a shard."""
    if roots:
        connection.send_packed_command(connection.pack_commands([(command, keys.live(root)) for root in roots]))


def _read(connection: Any) -> list[Any]:
    """The answers of the store that are here. Raises one that is a refusal, other than of a channel that moved."""
    found: list[Any] = []
    while len(found) < _MOST and connection.can_read(0):
        try:
            answer = connection.read_response(disable_decoding=True)
        except MovedError:  # it is heard elsewhere, and the other channels are heard on
            answer = [_MOVED, b"", b""]
        if isinstance(answer, Exception):
            raise answer
        found.append(answer if isinstance(answer, list) and len(answer) == 3 else (b"pong", b"", b""))
    return found


def _root(channel: bytes) -> str:
    return channel.decode().rpartition(":")[2]
