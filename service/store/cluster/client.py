"""A client of a cluster with the commands of `redis.Redis`. It repeats nothing that a server may have done.

Every key carries its shard as a hash tag, so a command, a script or a transaction is one server's. What touches several
shards is a pipeline, which goes to each server at once.
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from redis import ConnectionPool, Redis
from redis.client import Pipeline, PubSub
from redis.crc import key_slot
from redis.exceptions import AskError, ClusterDownError, MovedError
from redis.exceptions import ConnectionError as StoreUnreachable
from redis.exceptions import TimeoutError as StoreSilent

from service.store.cluster.keys import HOME, first_key
from service.store.cluster.pipeline import ClusterPipeline
from service.store.cluster.topology import Topology

Result = TypeVar("Result")
_REDIRECTIONS = 5
_TO_ALL = frozenset(("BGREWRITEAOF", "CONFIG SET", "FLUSHALL", "FLUSHDB", "PING", "SCRIPT FLUSH"))
_OF_MANY_KEYS = frozenset(("DEL", "EXISTS", "UNLINK"))


class ClusterClient(Redis):
    """A client for ordinary commands, safe to share between threads. It follows slots that move and new primaries."""

    def __init__(self, topology: Topology) -> None:
        super().__init__(connection_pool=ConnectionPool(protocol=2))  # for what the base class keeps; never connected
        self.topology = topology

    def at(self, key: str | bytes, run: Callable[[Redis], Result]) -> Result:
        """Run something with a plain client of the server that has a key.

        It runs again elsewhere if the server says that it has the key no more, and so did nothing. Raises
        `service.store.connect.STORE_AWAY`.
        """
        slot = key_slot(key.encode() if isinstance(key, str) else key)
        for _ in range(_REDIRECTIONS):
            node = self.topology.node(slot)
            try:
                with node.guarded() as client:
                    return run(client)
            except MovedError as moved:
                self.topology.record_move(slot, moved.host, moved.port, node)
            except (StoreSilent, StoreUnreachable, ClusterDownError):
                self.topology.expire()
                raise
        raise ClusterDownError(f"slot {slot} is moved again and again")

    def server_of(self, key: str) -> Redis:
        """A plain client of the server that has a key, as far as is known. Raises `STORE_AWAY` if none has it."""
        return self.topology.node(key_slot(key.encode())).client

    def servers(self) -> list[Redis]:
        """A plain client of every primary."""
        return [node.client for node in self.topology.primaries()]

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """See `Redis.execute_command`."""
        name = str(args[0]).upper()
        if name in _TO_ALL:
            return [server.execute_command(*args, **options) for server in self.servers()][-1]
        if name == "KEYS":
            return [key for server in self.servers() for key in server.execute_command(*args, **options)]
        if name == "DBSIZE":
            return sum(server.execute_command(*args, **options) for server in self.servers())
        if name in _OF_MANY_KEYS and len(args) > 2:
            pipeline = self.pipeline(transaction=False)
            for key in args[1:]:
                pipeline.execute_command(name, key, **options)
            return sum(pipeline.execute())
        key = first_key(args)
        try:
            return self.at(HOME if key is None else key, lambda server: server.execute_command(*args, **options))
        except AskError as moving:
            return self._ask(moving, key, args, options)

    def _ask(self, moving: AskError, key: str | bytes | None, args: Any, options: Any) -> Any:
        """Ask the server to which a key has gone already, while others of its slot are still moved."""
        slot = key_slot(key.encode() if isinstance(key, str) else key or b"")
        node = self.topology.node_at(moving.host, moving.port, self.topology.node(slot))
        with node.guarded() as server:
            pipeline = server.pipeline(transaction=False)
            pipeline.execute_command("ASKING")
            pipeline.execute_command(*args, **options)
            return pipeline.execute()[1]

    def pipeline(self, transaction: bool = True, shard_hint: Any = None) -> Pipeline:  # noqa: ARG002
        """See `Redis.pipeline`. A transaction is one shard's."""
        return ClusterPipeline(self, self.connection_pool, transaction)

    def pubsub(self, **options: Any) -> PubSub:
        """See `Redis.pubsub`. The channels are those of the server to which commands without a key go."""
        return self.at(HOME, lambda server: server.pubsub(**options))

    def scan_iter(self, *args: Any, **options: Any) -> Iterator[Any]:
        """See `Redis.scan_iter`: the keys of all servers."""
        for server in self.servers():
            yield from server.scan_iter(*args, **options)

    def close(self) -> None:
        """Close all connections."""
        self.topology.close()
