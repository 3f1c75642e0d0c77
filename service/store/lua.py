"""A script that the store runs as one atomic step."""

from collections.abc import Sequence
from hashlib import sha1
from typing import Any

from redis import Redis
from redis.exceptions import NoScriptError

from service.store import observed_reads
from service.store.observed_reads import LOG_SCRIPTS, Command
from service.store.server_client import answers_or_errors, without_errors

Argument = str | bytes | int


class Lua:
    """A Lua script, known to the server by the SHA-1 of its text."""

    def __init__(self, text: str, *, reads_log: bool = False) -> None:
        """`reads_log`: it changes nothing, and reads the log that is its first key (`observed_reads.LOG_SCRIPTS`)."""
        self.text = text
        self.sha = sha1(text.encode(), usedforsecurity=False).hexdigest()
        if reads_log:
            LOG_SCRIPTS.add(self.sha)

    def __call__(self, client: Redis, keys: Sequence[str], arguments: Sequence[Argument]) -> Any:
        """The result of the script. A server that does not know it has run nothing, and gets the text."""
        try:
            return client.execute_command(*self._command(keys, arguments))
        except NoScriptError:
            with observed_reads.unobserved():  # the command before was seen already
                return client.eval(self.text, len(keys), *keys, *arguments)

    def each(self, client: Redis, calls: Sequence[tuple[Sequence[str], Sequence[Argument]]]) -> list[Any]:
        """The result of the script for each call's keys and arguments, in one round trip; each is a step of its own.

        On a failure, the first error is raised after all other calls ran.
        """
        found = answers_or_errors(client, [self._command(*call) for call in calls])
        for place, answer in enumerate(found):
            if isinstance(answer, NoScriptError):
                found[place] = self(client, *calls[place])
        return without_errors(found)

    def _command(self, keys: Sequence[str], arguments: Sequence[Argument]) -> Command:
        return "EVALSHA", self.sha, len(keys), *keys, *arguments
