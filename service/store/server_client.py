"""A client of one server that leaves out what redis-py does to measure commands and to repeat them.

Brade asks for neither, and both cost more than to send a short command and to read its answer.
"""

import os
from collections.abc import Mapping, Sequence
from itertools import chain, repeat
from queue import Empty
from typing import Any

from hiredis import pack_command
from redis import BlockingConnectionPool, Redis
from redis.client import Pipeline
from redis.exceptions import DataError, RedisError, ResponseError

from service.store import observed_reads
from service.store.observed_reads import Answer, Command, Observation, Options


class ServerClient(Redis):
    """A client of one server. It sends every command once, and tells an observation of it (`observed_reads`)."""

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """See `Redis.execute_command`."""
        observation = observed_reads.current()
        if observation is None:
            return self._execute(args, options)
        self.ask_before(observation, [args])
        try:
            value = self._execute(args, options)
        except Exception:
            observation.end("an error")
            raise
        observation.answered(args, value, options)
        return value

    def ask_before(self, observation: Observation, commands: Sequence[Command]) -> None:
        """Ask for what these commands are known by, in one round trip."""
        if before := observation.before(commands):
            for command, value in zip(before, self._answers_or_errors(before), strict=True):
                observation.add(command, value)

    def _execute(self, args: Command, options: Options) -> Any:
        connection = self.connection_pool.get_connection()
        try:
            connection.send_command(*args)
            return self.parse_response(connection, args[0], **options)
        except ResponseError:  # the answer was read
            raise
        except BaseException:  # a job's time may be up before the answer is there
            connection.disconnect()  # what was not read is no answer to another command
            raise
        finally:
            self.connection_pool.release(connection)

    def pipeline(self, transaction: bool = True, shard_hint: Any = None) -> Pipeline:
        """See `Redis.pipeline`."""
        return _ObservedPipeline(self, transaction, shard_hint)

    def answers_or_errors(self, commands: Sequence[Command], options: Sequence[Options] = ()) -> list[Any]:
        """The answer to each command, or the error that is its answer, in one round trip, read by its options."""
        observation = observed_reads.current()
        if observation is None:
            return self._answers_or_errors(commands, options)
        self.ask_before(observation, commands)
        values = self._answers_or_errors(commands, options)
        for command, value in zip(commands, values, strict=True):
            observation.answered(command, value)
        return values

    def _answers_or_errors(self, commands: Sequence[Command], options: Sequence[Options] = ()) -> list[Any]:
        connection = self.connection_pool.get_connection()
        try:
            connection.send_packed_command([b"".join(map(pack_command, commands))])
            return [
                self._answer_or_error(connection, command, option)
                for command, option in zip(commands, chain(options, repeat({})), strict=False)
            ]
        except BaseException:
            connection.disconnect()
            raise
        finally:
            self.connection_pool.release(connection)

    def _answer_or_error(self, connection: Any, command: Command, options: Options) -> Any:
        try:
            return self.parse_response(connection, command[0], **options)
        except ResponseError as error:
            return error


class _ObservedPipeline(Pipeline):
    """A pipeline that tells an observation of its commands and their answers."""

    def __init__(self, client: ServerClient, transaction: bool, shard_hint: Any) -> None:
        super().__init__(client.connection_pool, client.response_callbacks, transaction, shard_hint)
        self._client = client

    def execute(self, raise_on_error: bool = True) -> list[Any]:
        """See `Pipeline.execute`."""
        observation, stack = observed_reads.current(), self.command_stack
        if observation is None:
            return super().execute(raise_on_error)
        if self.watching or self.scripts:
            observation.end("a transaction that watches")
        self._client.ask_before(observation, [command for command, _ in stack])
        try:
            values = super().execute(raise_on_error)
        except Exception as error:
            observation.end(type(error).__name__)
            raise
        for (command, options), value in zip(stack, values, strict=True):
            observation.answered(command, value, options)
        return values


def same_answers(client: ServerClient, kept: Mapping[Command, Answer]) -> bool:
    """True if the store gives the same answers as when they were kept, asked for in one round trip."""
    values = client.answers_or_errors(list(kept), [answer.options for answer in kept.values()])
    return all(value == answer.value for value, answer in zip(values, kept.values(), strict=True))


def answers(client: Redis, commands: Sequence[Command]) -> list[Any]:
    """The answers to commands with a key each, in one round trip. Raises the first error among them."""
    return without_errors(answers_or_errors(client, commands))


def answers_or_errors(client: Redis, commands: Sequence[Command]) -> list[Any]:
    """The answer to each command with a key, or the error that is its answer, in one round trip.

    In a cluster the commands go to all servers at once. The name of a command is one word.
    """
    if isinstance(client, ServerClient):
        return client.answers_or_errors(commands)
    pipeline = client.pipeline(transaction=False)
    for command in commands:
        pipeline.execute_command(*command)
    return pipeline.execute(raise_on_error=False)


def without_errors(found: list[Any]) -> list[Any]:
    """The answers. Raises the first error among them."""
    for answer in found:
        if isinstance(answer, Exception):
            raise answer
    return found


class Pool(BlockingConnectionPool):
    """A pool that gives and takes a connection that is in order, and leaves all others to the pool of redis-py."""

    def get_connection(self, *args: Any, **options: Any) -> Any:
        """See `BlockingConnectionPool.get_connection`. A connection that the server has closed is opened again."""
        if self.pid != os.getpid():
            return super().get_connection(*args, **options)
        try:
            connection = self.pool.get_nowait()
        except Empty:
            return super().get_connection(*args, **options)
        is_in_order = False
        try:
            is_in_order = connection is not None and connection.is_connected and not connection.can_read()
        except (RedisError, OSError):  # the server has closed it
            pass
        finally:
            if not is_in_order:
                self.pool.put_nowait(connection)  # on top: it is taken next
        return connection if is_in_order else super().get_connection(*args, **options)

    def release(self, connection: Any) -> None:
        """See `BlockingConnectionPool.release`."""
        if not connection.pid == self.pid == os.getpid() or connection.should_reconnect():
            super().release(connection)
        else:
            self.pool.put_nowait(connection)


class Packer:
    """Packs commands for a connection. Their arguments are texts, bytes and numbers."""

    def pack(self, *args: Any) -> list[bytes]:
        """The bytes of a command, whose name may have several words."""
        try:
            return [pack_command((*args[0].split(), *args[1:]) if " " in args[0] else args)]
        except TypeError as error:
            raise DataError(error) from error
