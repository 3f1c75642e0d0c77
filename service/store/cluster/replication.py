"""Writes that are answered once they lie on replicas too, so that a replica which takes over has them (`WAIT`)."""

from collections.abc import Sequence
from typing import Any

from redis import Redis
from redis.exceptions import NoScriptError, RedisError

from core.messages import say
from service.store.cluster.servers import at, servers
from service.store.lua import Argument, Lua

_WAIT_MS = 1000
_BRIEF_MS = 50
"""The wait while replicas are known to be lost: no request then keeps its thread for a second."""
_MARK_MS = 1000


class NotReplicated(RedisError):
    """A write is not known to lie on enough replicas. It may have been done, and its key tells when it is repeated."""


class Replication:
    """The replicas on which a write must lie. `strict`: where they are lost, writing is refused; else it goes on.

    The write that finds them lost was done all the same, and is not acknowledged. Those after it are not done. With
    `needed` 0 nothing waits. Safe to share between threads.
    """

    def __init__(self, needed: int = 0, *, strict: bool = True) -> None:
        self.needed, self.strict = needed, strict
        self._lost: set[int] = set()  # servers, by the identity of their client

    def run(self, client: Redis, script: Lua, keys: Sequence[str], arguments: list[Argument]) -> Any:
        """The result of a script that writes, once that lies on the replicas. Raises `NotReplicated`."""
        if not self.needed:
            return script(client, keys, arguments)
        return at(client, keys[0], lambda server: self._run(server, script, keys, arguments))

    def confirm(self, client: Redis, mark: str) -> None:
        """Wait until all that the server of a key was told before lies on the replicas. Raises `NotReplicated`.

        The server counts from this connection's last write, so a mark is written first.
        """
        if self.needed:
            at(client, mark, lambda server: self._confirm(server, mark))

    def _run(self, server: Redis, script: Lua, keys: Sequence[str], arguments: list[Argument]) -> Any:
        if self.strict and id(server) in self._lost:
            self._confirm(server, f"{keys[0].partition(':')[0]}:mark")
        for command, text in (("EVALSHA", script.sha), ("EVAL", script.text)):
            pipeline = server.pipeline(transaction=False)
            pipeline.execute_command(command, text, len(keys), *keys, *arguments)
            pipeline.execute_command("WAIT", self.needed, self._wait_ms(server))
            answer, copied = pipeline.execute(raise_on_error=False)
            if not isinstance(answer, NoScriptError):
                break
        for each in (answer, copied):
            if isinstance(each, Exception):
                raise each
        self._record(server, copied)
        return answer

    def _confirm(self, server: Redis, mark: str) -> None:
        pipeline = server.pipeline(transaction=False)
        pipeline.set(mark, "", px=_MARK_MS)
        pipeline.execute_command("WAIT", self.needed, self._wait_ms(server))
        self._record(server, pipeline.execute()[1])

    def _wait_ms(self, server: Redis) -> int:
        return _BRIEF_MS if id(server) in self._lost else _WAIT_MS

    def _record(self, server: Redis, copied: int) -> None:
        if copied >= self.needed:
            self._lost.discard(id(server))
            return
        self._lost.add(id(server))
        if self.strict:
            raise NotReplicated(f"a write lies on {copied} replicas, and {self.needed} are asked for")


def is_copied(client: Redis, key: str, needed: int) -> bool:
    """True if the server that has a key has as many replicas as are asked for."""
    return not needed or at(client, key, _replicas) >= needed


def _replicas(server: Redis) -> int:
    """The number of replicas that are connected to a server and have what it has."""
    return sum(
        value.get("state") == "online"
        for name, value in server.info("replication").items()
        if name.startswith("slave") and isinstance(value, dict)
    )


def replica_warnings(client: Redis, needed: int, *, strict: bool) -> list[str]:
    """Sentences about servers that have fewer replicas than are asked for; none where all have them."""
    if not needed:
        return []
    found = []
    for server in servers(client):
        there = _replicas(server)
        if there >= needed:
            continue
        if strict:
            text = say(
                "a server of the store has {there} of {needed} replicas: nothing is recorded there until it has them",
                there=there,
                needed=needed,
            )
        else:
            text = say(
                "a server of the store has {there} of {needed} replicas: recording goes on, and what is recorded now"
                " is lost if that server is lost",
                there=there,
                needed=needed,
            )
        found.append(text)
    return list(dict.fromkeys(found))
