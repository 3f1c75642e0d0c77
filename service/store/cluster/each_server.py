"""Work for each server of a store at the same time, so that a server that is away keeps none of the others waiting."""

import logging
import threading
import time
from collections.abc import Callable

from redis import Redis
from redis.exceptions import RedisError

from service.store.cluster.client import ClusterClient
from service.store.cluster.servers import servers

Work = Callable[[Redis, float], None]
"""Works with a server until a time (monotonic), or ends before."""

_LOOK_SECONDS = 0.1
_say = logging.getLogger(__name__)


def for_each_server(client: Redis, work: Work, until: float, stopping: threading.Event) -> None:
    """Work for the one server in this thread, or for each primary of a cluster in a thread of its own.

    A primary that is new gets a thread as soon as it is known. It ends early if no thread is left.
    """
    if not isinstance(client, ClusterClient):
        work(client, until)
        return
    threads: dict[int, threading.Thread] = {}
    while time.monotonic() < until and not stopping.is_set():
        try:
            for server in servers(client):
                if id(server) not in threads:
                    threads[id(server)] = threading.Thread(target=_work_safely, args=(work, server, until), daemon=True)
                    threads[id(server)].start()
        except RedisError as error:
            _say.warning("no server of the store answers: %s", error)
        if threads and not any(each.is_alive() for each in threads.values()):
            break
        stopping.wait(min(_LOOK_SECONDS, max(0.0, until - time.monotonic())))
    for each in threads.values():
        each.join()


def _work_safely(work: Work, server: Redis, until: float) -> None:
    try:
        work(server, until)
    except Exception:  # noqa: BLE001 - nothing else would handle it
        _say.exception("the work for a server ended")
