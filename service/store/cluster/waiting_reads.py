"""Reads that wait in the servers of a cluster: a connection for each key, since none may read several slots."""

import select
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from redis import Redis
from redis.crc import key_slot
from redis.exceptions import AskError, ResponseError

from service.store.cluster.client import ClusterClient


class _Read(NamedTuple):
    """A command that waits at a server."""

    server: Redis
    connection: Any
    name: str


class WaitingReads:
    """The reads of one reader, which stay at the servers from one call to the next. For one thread."""

    def __init__(self, client: ClusterClient) -> None:
        self._client = client
        self._reads: dict[str, _Read] = {}

    def read(self, commands: Mapping[str, tuple[Any, ...]], seconds: float) -> dict[str, Any]:
        """The answer to the command of each key that has one within so many seconds; the others go on waiting.

        A key that is not named any more is not waited for. A key that has moved is waited for elsewhere from the next
        call on. Raises `RedisError`, and then waits for none.
        """
        try:
            self.end(self._reads.keys() - commands.keys())
            for key in commands.keys() - self._reads.keys():
                self._reads[key] = self._begun(key, commands[key])
            answers = {}
            for key in self._ready(seconds):
                found = self._reads[key]
                try:
                    answers[key] = found.server.parse_response(found.connection, found.name)
                except AskError:
                    self._end(key)
                    self._client.topology.expire()
                else:
                    del self._reads[key]
                    found.server.connection_pool.release(found.connection)
        except ResponseError:
            self._client.topology.expire()
            self.close()
            raise
        except Exception:
            self.close()
            raise
        return answers

    def end(self, keys: Iterable[str]) -> None:
        """Wait for these keys no more."""
        for key in keys:
            if key in self._reads:
                self._end(key)

    def close(self) -> None:
        """Wait for nothing more."""
        self.end(list(self._reads))

    def _begun(self, key: str, command: tuple[Any, ...]) -> _Read:
        node = self._client.topology.node(key_slot(key.encode()))
        with node.guarded() as server:
            connection: Any = server.connection_pool.get_connection()
            try:
                connection.send_command(*command)
            except BaseException:
                connection.disconnect()
                server.connection_pool.release(connection)
                raise
        return _Read(server, connection, str(command[0]))

    def _end(self, key: str) -> None:
        read = self._reads.pop(key)
        read.connection.disconnect()
        read.server.connection_pool.release(read.connection)

    def _ready(self, seconds: float) -> list[str]:
        """The keys whose answer is there."""
        poll = select.poll()
        keys = {}
        for key, read in self._reads.items():
            number = read.connection._sock.fileno()  # the client has no other way to wait for several of them
            keys[number] = key
            poll.register(number, select.POLLIN)
        return [keys[number] for number, _ in poll.poll(max(0, int(seconds * 1000)))]
