"""The servers of a store, whatever it is: one, or the primaries of a cluster."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from redis import Redis
from redis.crc import key_slot
from redis.exceptions import RedisError

from service.store import keys
from service.store.cluster.client import ClusterClient
from service.store.cluster.keys import HOME

Result = TypeVar("Result")


def servers(client: Redis) -> list[Redis]:
    """A plain client of every server that takes writes. Raises `STORE_AWAY` if no server of a cluster answers."""
    return client.servers() if isinstance(client, ClusterClient) else [client]


class Served(NamedTuple):
    """The part of a store that answers now: its servers and shards, those that are away, and whether it has `HOME`."""

    servers: list[Redis]
    shards: list[int]
    away: list[int]
    has_home: bool

    @property
    def is_most(self) -> bool:
        """True if more than half of the shards are served."""
        return len(self.shards) > len(self.away)


def served(client: Redis) -> Served:
    """The part of a store that answers now. Raises the error of a server if none answers."""
    if not isinstance(client, ClusterClient):
        client.ping()
        return Served([client], list(keys.all_shards()), [], has_home=True)
    answering: list[Redis] = []
    error = RedisError("no server has a shard")
    for node in client.topology.primaries():
        try:
            with node.guarded() as server:
                server.ping()
            answering.append(server)
        except RedisError as silent:
            error = silent
    if not answering:
        raise error
    shards = [shard for shard in keys.all_shards() if _is_at(client, keys.tag(shard), answering)]
    away = sorted(set(keys.all_shards()).difference(shards))
    return Served(answering, shards, away, _is_at(client, HOME, answering))


def _is_at(client: ClusterClient, key: str, answering: list[Redis]) -> bool:
    """True if one of these servers has a key."""
    try:
        return client.server_of(key) in answering
    except RedisError:
        return False


def at(client: Redis, key: str, run: Callable[[Redis], Result]) -> Result:
    """Run something with a plain client of the server that has a key; again elsewhere if the key has moved."""
    return client.at(key, run) if isinstance(client, ClusterClient) else run(client)


def shards_at(client: Redis, server: Redis) -> set[int]:
    """The shards that a server has now: all of a store that is one server."""
    if not isinstance(client, ClusterClient):
        return set(keys.all_shards())
    node = client.topology.node
    return {shard for shard in keys.all_shards() if node(key_slot(keys.tag(shard).encode())).client is server}


def home(client: Redis, run: Callable[[Redis], Result]) -> Result:
    """Run something with a plain client of the server that has what belongs to no shard."""
    return at(client, HOME, run)


def run_of(client: Redis) -> str:
    """The run of the servers: another one after a server was started anew, or another one took its place."""
    return "+".join(sorted(str(server.info("server")["run_id"]) for server in servers(client)))
