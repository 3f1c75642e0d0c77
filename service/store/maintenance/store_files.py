"""The files of the store's servers written anew, so that they hold what is in memory and nothing from before."""

import time
from collections.abc import Callable
from typing import Any

from redis import Redis
from redis.exceptions import ResponseError

from service.store.cluster.servers import servers
from service.store.connect import connect_to

SECONDS = 600.0
_LOOK_SECONDS = 0.05
_BUSY = "in progress"


class NotRewritten(Exception):
    """A server did not write its file anew."""


def rewrite(client: Redis, beat: Callable[[], object]) -> None:
    """Have every server write its append-only file anew, and its snapshot where it makes any, and wait for it.

    Its list of slow commands is emptied, too. Replicas that are connected do the same, once they have what their server
    had. `beat` is called while it goes on. Raises `NotRewritten`, `STORE_AWAY`. A server of others that takes no such
    command is left as it is.
    """
    for server in servers(client):
        _rewrite_if_it_may(server, beat)
        for host, port in _replicas(server, beat):
            with connect_to(host, port, server) as replica:
                _rewrite_if_it_may(replica, beat)


def _rewrite_if_it_may(server: Redis, beat: Callable[[], object]) -> None:
    try:
        _rewrite(server, beat)
        server.slowlog_reset()
    except ResponseError as error:
        if "unknown command" not in str(error) and "NOPERM" not in str(error):
            raise


def _replicas(server: Redis, beat: Callable[[], object]) -> list[tuple[str, int]]:
    """Host and port of each replica that is connected, once all of them have what the server has now."""
    wanted, deadline = None, time.monotonic() + SECONDS
    while True:
        about: dict[str, Any] = server.info("replication")
        wanted = about.get("master_repl_offset", 0) if wanted is None else wanted
        replicas = [value for name, value in about.items() if name.startswith("slave") and isinstance(value, dict)]
        if all(replica["state"] == "online" and replica["offset"] >= wanted for replica in replicas):
            return [(str(replica["ip"]), int(replica["port"])) for replica in replicas]
        if time.monotonic() > deadline:
            raise NotRewritten("a replica of the store takes too long to have what the store has")
        beat()
        time.sleep(_LOOK_SECONDS)


def _rewrite(server: Redis, beat: Callable[[], object]) -> None:
    deadline = time.monotonic() + SECONDS
    _wait(server, deadline, beat)  # one that is at work may have begun before
    if _about(server)["aof_enabled"]:
        _ask(server, server.bgrewriteaof, "aof_last_bgrewrite_status", deadline, beat)
    settings: dict[str, str] = server.config_get("save")  # type: ignore[assignment]
    if settings.get("save"):
        _ask(server, server.bgsave, "rdb_last_bgsave_status", deadline, beat)


def _ask(server: Redis, start: Callable[[], object], outcome: str, deadline: float, beat: Callable[[], object]) -> None:
    try:
        start()
    except ResponseError as error:
        if _BUSY not in str(error):
            raise
        raise NotRewritten(str(error)) from None
    _wait(server, deadline, beat)
    if _about(server)[outcome] != "ok":
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
