"""The servers of a store, whatever it is: one, or the primaries of a cluster."""

from collections.abc import Callable
from typing import TypeVar

from redis import Redis
from redis.crc import key_slot

from service.store import keys
from service.store.cluster.client import ClusterClient
from service.store.cluster.keys import HOME

Result = TypeVar("Result")


def servers(client: Redis) -> list[Redis]:
    """A plain client of every server that takes writes. Raises `STORE_AWAY` if no server of a cluster answers."""
    return client.servers() if isinstance(client, ClusterClient) else [client]


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
