"""A script that the store runs as one step: nobody sees half of it."""

from collections.abc import Sequence
from hashlib import sha1
from typing import Any

from redis import Redis
from redis.exceptions import NoScriptError

Argument = str | bytes | int


class Lua:
    """A Lua script, known to the server by the SHA-1 of its text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.sha = sha1(text.encode(), usedforsecurity=False).hexdigest()

    def __call__(self, client: Redis, keys: Sequence[str], arguments: Sequence[Argument]) -> Any:
        """What the script returns. A server that does not know it has run nothing, and is told the text."""
        try:
            return client.evalsha(self.sha, len(keys), *keys, *arguments)
        except NoScriptError:
            return client.eval(self.text, len(keys), *keys, *arguments)
