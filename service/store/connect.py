"""Clients of the store, and what a server must be to serve as one."""

from typing import Any

from redis import BlockingConnectionPool, ConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError, OutOfMemoryError, ReadOnlyError, ResponseError
from redis.exceptions import ConnectionError as StoreUnreachable
from redis.exceptions import TimeoutError as StoreSilent
from redis.retry import Retry

from core.errors import BradeError
from core.messages import say

STORE_AWAY = (StoreUnreachable, StoreSilent, OutOfMemoryError, ReadOnlyError)
"""Errors of a client when the store cannot answer now. The request may be repeated with the same key."""

OLDEST = (7, 0)
_CONNECTIONS = 64
_CONNECT_SECONDS = 2.0
_ANSWER_SECONDS = 5.0


class StoreTooOld(BradeError):
    """The server lacks what the scripts need."""

    code = "store-too-old"


def connect(url: str, seconds: float = _ANSWER_SECONDS) -> Redis:
    """A client for ordinary commands, safe to share between threads; an answer may take so many seconds.

    It never repeats a command by itself: the writer repeats a lost request with an idempotency key. A caller that finds
    all connections taken waits for one.
    """
    pool = BlockingConnectionPool.from_url(
        url, max_connections=_CONNECTIONS, timeout=_ANSWER_SECONDS, socket_timeout=seconds, **_COMMON,
    )  # fmt: skip
    return Redis.from_pool(pool)


def connect_blocking(url: str) -> Redis:
    """A client for readers that wait in the store for news, as long as they say in the command itself."""
    return Redis.from_pool(ConnectionPool.from_url(url, socket_timeout=None, **_COMMON))


_COMMON = {
    "socket_connect_timeout": _CONNECT_SECONDS,
    "retry": Retry(NoBackoff(), 0),
    "decode_responses": False,
    # RESP3 gives dicts where RESP2 gives lists: one shape, whatever the client's default becomes.
    "protocol": 2,
}


class StoreVolatile(BradeError):
    """The server keeps facts in memory only, and no setting allows that."""

    code = "store-volatile"


def ensure_kept(client: Redis, *, volatile: bool) -> None:
    """Raises `StoreVolatile` for a server without an append-only file, unless that is meant.

    Raises `BusyLoadingError` for one that still reads its file: until it is done it says that it keeps none.
    """
    if volatile:
        return
    if not _loaded(client.info("persistence")).get("aof_enabled"):
        raise StoreVolatile(
            say(
                "the store keeps no append-only file, so every fact is lost when it stops: set appendonly yes and"
                " appendfsync always there, or BRADE_VOLATILE_STORE=1 here if nothing needs to be kept"
            )
        )


def check_server(client: Redis) -> list[str]:
    """Settings of a server that may lose facts: sentences for the log and `/readyz`, none for a safe one.

    Raises `StoreTooOld` for anything before Redis 7.0; Valkey counts as the Redis that it is compatible with. Raises
    `BusyLoadingError` as `ensure_kept` does.
    """
    info = _loaded(client.info("server", "persistence"))
    version = str(info["redis_version"])
    if tuple(int(part) for part in version.split(".")[:2]) < OLDEST:
        raise StoreTooOld(
            say("the store is Redis {version}: brade needs Redis 7.0 or later, or Valkey", version=version)
        )
    warnings = []
    if not info.get("aof_enabled"):
        warnings.append(say("the store keeps no append-only file: facts are lost when it stops (appendonly yes)"))
    elif info.get("aof_last_write_status", "ok") != "ok":
        warnings.append(say("the store could not write its append-only file: look at its disk"))
    try:
        settings = client.config_get("appendfsync", "maxmemory-policy")
    except ResponseError:
        return [*warnings, say("the store does not show its settings: appendfsync and eviction are unknown")]
    values = {_text(name): _text(value) for name, value in settings.items()}
    if info.get("aof_enabled") and values.get("appendfsync") != "always":
        warnings.append(
            say(
                "the store syncs its file {when}: a power cut loses acknowledged facts (appendfsync always)",
                when=str(values.get("appendfsync")),
            )
        )
    if values.get("maxmemory-policy") != "noeviction":
        warnings.append(
            say(
                "the store may throw facts away when memory is short ({policy}): set maxmemory-policy noeviction",
                policy=str(values.get("maxmemory-policy")),
            )
        )
    return warnings


def _loaded(info: dict[str, Any]) -> dict[str, Any]:
    """The sections of INFO. Raises `BusyLoadingError` while the server reads its file."""
    if info.get("loading"):
        raise BusyLoadingError("it is still reading its file")
    return info


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
