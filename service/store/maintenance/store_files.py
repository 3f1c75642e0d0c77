"""The files of the store's servers written anew, so that they hold what is in memory and nothing from before."""

import time
from collections.abc import Callable
from typing import Any

from redis import Redis
from redis.exceptions import ResponseError

from service.store.cluster.servers import servers

SECONDS = 600.0
_LOOK_SECONDS = 0.05
_BUSY = "in progress"


class NotRewritten(Exception):
    """A server did not write its file anew."""


def rewrite(client: Redis, beat: Callable[[], object]) -> None:
    """Have every server write its append-only file anew, or its snapshot if it has no such file, and wait for it.

    Its list of slow commands is emptied, too. `beat` is called while it goes on. Raises `NotRewritten`. A server of
    others that takes no such command is left as it is.
    """
    for server in servers(client):
        try:
            _rewrite(server, beat)
            server.slowlog_reset()
        except ResponseError as error:
            if "unknown command" not in str(error) and "NOPERM" not in str(error):
                raise


def _rewrite(server: Redis, beat: Callable[[], object]) -> None:
    deadline = time.monotonic() + SECONDS
    with_log = bool(_about(server)["aof_enabled"])
    _wait(server, deadline, beat)  # one that is at work may have begun before
    start = server.bgrewriteaof if with_log else server.bgsave
    try:
        start()
    except ResponseError as error:
        if _BUSY not in str(error):
            raise
        raise NotRewritten(str(error)) from None
    _wait(server, deadline, beat)
    about = _about(server)
    if about["aof_last_bgrewrite_status" if with_log else "rdb_last_bgsave_status"] != "ok":
        raise NotRewritten("the store could not write its file anew")


def _wait(server: Redis, deadline: float, beat: Callable[[], object]) -> None:
    while _is_at_work(_about(server)):
        if time.monotonic() > deadline:
            raise NotRewritten("the store takes too long to write its file anew")
        beat()
        time.sleep(_LOOK_SECONDS)


def _is_at_work(about: Any) -> bool:
    return any(
        about.get(name) for name in ("aof_rewrite_in_progress", "aof_rewrite_scheduled", "rdb_bgsave_in_progress")
    )


def _about(server: Redis) -> Any:
    return server.info("persistence")
