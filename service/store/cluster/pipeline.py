"""Commands for several servers of a cluster in one round trip: sent to all, then read from each."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Protocol

from redis import Redis
from redis.client import Pipeline
from redis.crc import key_slot
from redis.exceptions import AskError, ClusterDownError, ResponseError
from redis.exceptions import ConnectionError as StoreUnreachable
from redis.exceptions import TimeoutError as StoreSilent

from service.store.cluster.keys import HOME, first_key
from service.store.cluster.topology import Node, Topology

Command = tuple[tuple[Any, ...], dict[str, Any]]


class Cluster(Protocol):
    """The part of a client that a pipeline needs."""

    topology: Topology

    def at(self, key: str | bytes, run: Callable[[Redis], Any]) -> Any:
        """Run something with a client of the server that has a key."""

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """The answer to one command."""


class ClusterPipeline(Pipeline):
    """A pipeline whose commands go to the servers of their keys. Of one server's, the order is kept.

    A transaction belongs to one shard: the server refuses another one whole.
    """

    def __init__(self, client: Cluster, connection_pool: Any, transaction: bool) -> None:
        super().__init__(connection_pool, {}, transaction, None)
        self._cluster, self._is_transaction = client, transaction

    def execute(self, raise_on_error: bool = True) -> list[Any]:
        """See `Pipeline.execute`. Commands whose slot has moved are sent once more, to its new server."""
        commands: list[Command] = self.command_stack
        self.command_stack = []
        if not commands:
            return []
        if self._is_transaction:
            return self._cluster.at(_key(commands[0]), lambda server: _transaction(server, commands, raise_on_error))
        answers = self._sent(commands)
        for place, answer in enumerate(answers):
            if isinstance(answer, AskError):  # a slot that moved, or moves: nothing was done
                self._cluster.topology.expire()
                args, options = commands[place]
                try:
                    answers[place] = self._cluster.execute_command(*args, **options)
                except ResponseError as error:
                    answers[place] = error
        if raise_on_error:
            for answer in answers:
                if isinstance(answer, ResponseError):
                    raise answer
        return answers

    def _sent(self, commands: list[Command]) -> list[Any]:
        """The answer to each command; of those that a server refused, its error."""
        topology = self._cluster.topology
        by_node: dict[Node, list[int]] = {}
        answers: list[Any] = [None] * len(commands)
        try:
            for place, command in enumerate(commands):
                by_node.setdefault(topology.node(key_slot(_bytes(_key(command)))), []).append(place)
            with ExitStack() as opened:
                connections = {}
                for node, places in by_node.items():
                    with node.guarded() as client:
                        connection = connections[node] = opened.enter_context(_connection(client))
                        connection.send_packed_command(
                            connection.pack_commands([commands[place][0] for place in places])
                        )
                for node, places in by_node.items():
                    with node.guarded() as client:
                        for place in places:
                            args, options = commands[place]
                            try:
                                answers[place] = client.parse_response(connections[node], args[0], **options)
                            except ResponseError as error:
                                answers[place] = error
        except (StoreSilent, StoreUnreachable, ClusterDownError):
            topology.expire()
            raise
        return answers


@contextmanager
def _connection(client: Redis) -> Iterator[Any]:
    """A connection for a batch of commands; closed if their answers were not all read."""
    connection = client.connection_pool.get_connection()
    try:
        yield connection
    except BaseException:
        connection.disconnect()
        raise
    finally:
        client.connection_pool.release(connection)


def _transaction(server: Redis, commands: list[Command], raise_on_error: bool) -> list[Any]:
    pipeline = server.pipeline(transaction=True)
    pipeline.command_stack = list(commands)
    try:
        return pipeline.execute(raise_on_error)
    finally:
        pipeline.reset()


def _key(command: Command) -> str | bytes:
    key = first_key(command[0])
    return HOME if key is None else key


def _bytes(key: str | bytes) -> bytes:
    return key.encode() if isinstance(key, str) else key
