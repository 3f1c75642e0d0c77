"""Clients of the store, and what a server must be to serve as one."""

from functools import partial
from typing import Any

from redis import Connection, DriverInfo, Redis, SSLConnection
from redis._parsers.base import BaseParser
from redis.backoff import NoBackoff
from redis.exceptions import (
    AskError,
    BusyLoadingError,
    ClusterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as StoreUnreachable
from redis.exceptions import TimeoutError as StoreSilent
from redis.retry import Retry

from core.errors import BradeError
from core.messages import say
from service.store import keys
from service.store.cluster import addresses
from service.store.cluster.addresses import Address, StoreAddress
from service.store.cluster.client import ClusterClient
from service.store.cluster.replication import NotReplicated
from service.store.cluster.sentinel import PrimaryConnection, SecurePrimaryConnection, sentinels_of
from service.store.cluster.servers import servers
from service.store.cluster.topology import Topology
from service.store.server_client import Packer, Pool, ServerClient


class NoReplicas(ResponseError):
    """A server refuses to write while it has too few replicas (`min-replicas-to-write`)."""


class Unblocked(ResponseError):
    """A server ended a waiting read: it is a replica now, or the slot has moved."""


# The client knows the other errors of a cluster by their first word; these it would give as any refusal.
BaseParser.EXCEPTION_CLASSES = {**BaseParser.EXCEPTION_CLASSES, "NOREPLICAS": NoReplicas, "UNBLOCKED": Unblocked}

STORE_AWAY = (
    StoreUnreachable,
    StoreSilent,
    OutOfMemoryError,
    ReadOnlyError,
    ClusterDownError,
    TryAgainError,
    AskError,
    NoReplicas,
    Unblocked,
    NotReplicated,
)
"""Errors of a client when the store cannot answer now. The request may be repeated with the same key."""

OLDEST = (7, 0)
_CONNECTIONS = 64
_CONNECT_SECONDS = 2.0
_NEAR_SECONDS = 0.5
"""The time to connect where there are several servers: they are near each other, and another one may take over."""
_ANSWER_SECONDS = 5.0


class StoreTooOld(BradeError):
    """The server lacks what the scripts need."""

    code = "store-too-old"


def connect(url: str, seconds: float = _ANSWER_SECONDS) -> Redis:
    """A client for ordinary commands, safe to share between threads; an answer may take so many seconds.

    It never repeats a command by itself: the writer repeats a lost request with an idempotency key. A caller that finds
    all connections taken waits for one. Raises `BadAddress`.
    """
    common = {"max_connections": _CONNECTIONS, "timeout": _ANSWER_SECONDS, **_COMMON, "socket_timeout": seconds}
    if not addresses.is_distributed(url):
        return ServerClient.from_pool(Pool.from_url(url, **common))
    place = addresses.parse(url)
    common |= {"socket_connect_timeout": _NEAR_SECONDS, **place.options}
    if place.kind == addresses.CLUSTER:
        keys.expect_layout()
        return ClusterClient(Topology(place.servers, partial(_of_server, place, common), seconds))
    found = {"sentinel": _sentinels(place), "service": place.service, "db": place.database}
    kind = SecurePrimaryConnection if place.secure else PrimaryConnection
    return ServerClient.from_pool(Pool(connection_class=kind, **found, **common))


def _of_server(place: StoreAddress, common: dict[str, Any], address: Address, seconds: float) -> Redis:
    kind = SSLConnection if place.secure else Connection
    options = {**common, "socket_timeout": seconds, "host": address.host, "port": address.port}
    return ServerClient.from_pool(Pool(connection_class=kind, **options))


def connect_to(host: str, port: int, like: Redis) -> Redis:
    """A plain client of another server of the same store, such as a replica, with the name and password of a client."""
    pool = like.connection_pool
    options = {name: value for name, value in pool.connection_kwargs.items() if name not in _OF_ANOTHER_PLACE}
    kind = SSLConnection if issubclass(pool.connection_class, SSLConnection) else Connection
    return ServerClient.from_pool(Pool(connection_class=kind, **options, host=host, port=port))


def _sentinels(place: StoreAddress) -> Any:
    secure = {"ssl": True} if place.secure else {}
    return sentinels_of(
        [(server.host, server.port) for server in place.servers], _NEAR_SECONDS, **place.options, **secure
    )


_OF_ANOTHER_PLACE = ("host", "path", "port", "sentinel", "service")
_COMMON = {
    "socket_connect_timeout": _CONNECT_SECONDS,
    "retry": Retry(NoBackoff(), 0),
    "decode_responses": False,
    "command_packer": Packer(),
    # RESP3 gives dicts where RESP2 gives lists: one shape, whatever the client's default becomes.
    "protocol": 2,
    # Made once: the client would look its own version up on the disk for every connection.
    "driver_info": DriverInfo(),
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
    if not all(_loaded(server.info("persistence")).get("aof_enabled") for server in servers(client)):
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
    found = [warning for server in servers(client) for warning in _check_one(server)]
    return list(dict.fromkeys(found))


def _check_one(client: Redis) -> list[str]:
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
