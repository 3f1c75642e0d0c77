"""Work for each server of a store at the same time, so that a server that is away keeps none of the others waiting."""

import logging
import threading
import time
from collections.abc import Callable

from redis import Redis
from redis.exceptions import RedisError

from service.store.cluster.client import ClusterClient
from service.store.cluster.servers import servers

Work = Callable[[Redis, float, threading.Event], None]
"""Works with a server until a time (monotonic), or until the event is set, or ends before."""

_LOOK_SECONDS = 0.1
_log = logging.getLogger(__name__)


def for_each_server(client: Redis, work: Work, until: float, stopping: threading.Event) -> None:
    """Work for the one server in this thread, or for each primary of a cluster in a thread of its own.

    A primary that is new gets a thread as soon as it is known. It ends early if no thread is left. What one thread
    raises ends the others and is raised here.
    """
    if isinstance(client, ClusterClient):
        _Threads(work, until).run(client, stopping)
    else:
        work(client, until, stopping)


class _Threads:
    """A thread for each server."""

    def __init__(self, work: Work, until: float) -> None:
        self._work, self._until = work, until
        self._threads: dict[int, threading.Thread] = {}
        self._ending = threading.Event()
        self._raised: list[BaseException] = []

    def run(self, client: ClusterClient, stopping: threading.Event) -> None:
        try:
            while time.monotonic() < self._until and not (stopping.is_set() or self._ending.is_set()):
                self._start_new(client)
                if self._threads and not any(thread.is_alive() for thread in self._threads.values()):
                    break
                self._ending.wait(min(_LOOK_SECONDS, max(0.0, self._until - time.monotonic())))
        finally:
            if stopping.is_set() or time.monotonic() < self._until:
                self._ending.set()
            for thread in self._threads.values():
                thread.join()
        if self._raised:
            raise self._raised[0]

    def _start_new(self, client: ClusterClient) -> None:
        try:
            for server in servers(client):
                if id(server) not in self._threads:
                    thread = threading.Thread(target=self._run_at, args=(server,), name="server", daemon=True)
                    self._threads[id(server)] = thread
                    thread.start()
        except RedisError as error:
            _log.warning("no server of the store answers: %s", error)

    def _run_at(self, server: Redis) -> None:
        try:
            self._work(server, self._until, self._ending)
        except BaseException as error:  # noqa: BLE001 - it is raised again in the thread that waits
            self._raised.append(error)
            self._ending.set()
