"""A script that the store runs as one atomic step."""

from collections.abc import Sequence
from hashlib import sha1
from typing import Any

from hiredis import pack_command
from redis import Redis
from redis.exceptions import NoScriptError, ResponseError

Argument = str | bytes | int


class Lua:
    """A Lua script, known to the server by the SHA-1 of its text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.sha = sha1(text.encode(), usedforsecurity=False).hexdigest()

    def __call__(self, client: Redis, keys: Sequence[str], arguments: Sequence[Argument]) -> Any:
        """The result of the script. A server that does not know it has run nothing, and gets the text."""
        try:
            if type(client) is Redis:
                return _answer(client, self._command(keys, arguments))
            return client.evalsha(self.sha, len(keys), *keys, *arguments)
        except NoScriptError:
            return client.eval(self.text, len(keys), *keys, *arguments)

    def each(self, client: Redis, calls: Sequence[tuple[Sequence[str], Sequence[Argument]]]) -> list[Any]:
        """The result of the script for each call's keys and arguments, in one round trip; each is a step of its own.

        On a failure, the first error is raised after all other calls ran.
        """
        if type(client) is Redis:
            answers = _answers(client, [self._command(*call) for call in calls])
        else:
            pipeline = client.pipeline(transaction=False)
            for keys, arguments in calls:
                pipeline.evalsha(self.sha, len(keys), *keys, *arguments)
            answers = pipeline.execute(raise_on_error=False)
        for place, answer in enumerate(answers):
            if isinstance(answer, NoScriptError):
                answers[place] = self(client, *calls[place])
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        return answers

    def _command(self, keys: Sequence[str], arguments: Sequence[Argument]) -> tuple[Argument, ...]:
        return "EVALSHA", self.sha, len(keys), *keys, *arguments


def _answer(client: Redis, command: Any) -> Any:
    """The answer of a server to a command. Raises what it answers as an error."""
    (answer,) = _answers(client, [command])
    if isinstance(answer, Exception):
        raise answer
    return answer


def _answers(client: Redis, commands: Sequence[Any]) -> list[Any]:
    """The answers of a server to commands, errors among them, without what the client does to repeat and measure them.

    Every fact is one such command, and the client's part of it was twice what it is here.
    """
    pool = client.connection_pool
    connection = pool.get_connection()
    try:
        connection.send_packed_command([b"".join(map(pack_command, commands))])
        return [_read(connection) for _ in commands]
    except BaseException:  # a job's time may be up between two answers
        connection.disconnect()  # what was not read is no answer to another command
        raise
    finally:
        pool.release(connection)


def _read(connection: Any) -> Any:
    try:
        return connection.read_response()
    except ResponseError as error:
        return error
