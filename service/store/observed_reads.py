"""The store's answers that something was made of: as long as they are the same, it need not be made again.

While a thread observes, every command that it sends to the store is kept with its answer. A log is kept as its head,
which is asked for before its events are read: what is written in between makes another head. What follows from anything
else than these answers (the time, a write, a script that may change something) cannot be compared, and ends the
observation. So nothing is left out by oversight: only what is known to be comparable is kept.
"""

import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple, TypeVar

from core.eventlog.log import Head
from service.store import keys

Value = TypeVar("Value")
Command = tuple[Any, ...]
"""Its name, and its arguments: texts, bytes and numbers."""
Options = dict[str, Any]
"""The options by which a client reads the answer to a command."""
_READS = frozenset(
    (
        *("EXISTS", "GET", "MGET", "STRLEN", "HEXISTS", "HGET", "HMGET", "HGETALL", "HKEYS", "HVALS", "HLEN"),
        *("SCARD", "SISMEMBER", "SMEMBERS", "ZCARD", "ZSCORE", "ZRANGE", "ZRANGEBYSCORE", "ZREVRANGE", "ZCOUNT"),
        *("XLEN", "XRANGE", "XREVRANGE", "LLEN", "LRANGE"),
    )
)
"""Commands that change nothing and whose answer follows from the store alone."""
LOG_SCRIPTS: set[str] = set()
"""The hashes of scripts that read the log in their first key, and what is judged of it in their second, if any."""
_LOG = ":log:"
_MOST_BYTES = 256 << 10


class Answer(NamedTuple):
    """An answer of the store, and the options by which it was read."""

    value: Any
    options: Options


class Observation:
    """The answers of the store that a thread used, and the values of functions that can be asked again (`followed`).

    `ended_by` is what else its work follows from, "" if nothing.
    """

    def __init__(self) -> None:
        self.answers: dict[Command, Answer] = {}
        self.values: list[tuple[Callable[[], Any], Any]] = []
        self.ended_by = ""
        self.size = 0

    def end(self, reason: str) -> None:
        """Note that something else than the store is used, too."""
        self.ended_by = self.ended_by or reason

    def add(self, command: Command, value: Any, options: Options | None = None) -> None:
        """An answer that was used. Two different ones to the same command end the observation."""
        if isinstance(value, Exception):
            return self.end("an error")
        if command in self.answers:
            if self.answers[command].value != value:
                self.end("the store changed meanwhile")
            return None
        self.answers[command] = Answer(value, options or {})
        self.size += len(pickle.dumps((command, value)))
        if self.size > _MOST_BYTES:
            self.end("too much was read")
        return None

    def before(self, commands: Iterable[Command]) -> list[Command]:
        """The commands that are to be answered before these are sent, and have not been: those for heads of logs.

        It takes note of what ends the observation.
        """
        asked = dict.fromkeys(each for command in commands for each in self._stand_for(command))
        return [each for each in asked if each not in self.answers]

    def answered(self, command: Command, value: Any, options: Options | None = None) -> None:
        """Take note of the answer to a command that was sent after those `before` it."""
        if _is_comparable(command):
            self.add(command, value, options)

    def _stand_for(self, command: Command) -> list[Command]:
        name, key = _name_and_key(command)
        if name == "EVALSHA" and key in LOG_SCRIPTS:
            judged = [("HGET", command[4], "judged_version")] if command[2] > 1 else []
            return [_head(_text(command[3])), *judged]
        if name not in _READS:
            self.end(name)
            return []
        return [_head(key)] if _LOG in key else []


def _name_and_key(command: Command) -> tuple[str, str]:
    return str(command[0]).upper(), _text(command[1]) if len(command) > 1 else ""


def _is_comparable(command: Command) -> bool:
    """True if the answer itself is kept, and not the head of a log for it."""
    name, key = _name_and_key(command)
    return name in _READS and _LOG not in key


def _head(key: str) -> Command:
    """The command for the head of the log at a key."""
    tag, _, stream = key.partition(_LOG)
    return "HGET", f"{tag}:head", stream


def _text(argument: Any) -> str:
    return argument.decode() if isinstance(argument, bytes) else str(argument)


_now: ContextVar[Observation | None] = ContextVar("observation", default=None)


@contextmanager
def observed() -> Iterator[Observation]:
    """Observe this thread."""
    observation = Observation()
    before = _now.set(observation)
    try:
        yield observation
    finally:
        _now.reset(before)


@contextmanager
def unobserved() -> Iterator[None]:
    """Do something that is no part of what is made."""
    before = _now.set(None)
    try:
        yield
    finally:
        _now.reset(before)


def current() -> Observation | None:
    """The observation of this thread, if it has not ended."""
    observation = _now.get()
    return None if observation is None or observation.ended_by else observation


def end(reason: str) -> None:
    """Note that this thread uses something else than the store's answers, such as the time."""
    if (observation := _now.get()) is not None:
        observation.end(reason)


def followed(function: Callable[[], Value]) -> Value:
    """The value of a function that is asked again before what was made with it counts again."""
    value = function()
    if (observation := current()) is not None:
        observation.values.append((function, value))
    return value


def used_head(stream: str, head: Head) -> None:
    """A log up to this head is used that this thread, or another one, read before."""
    if (observation := current()) is not None:
        observation.add(("HGET", keys.head(keys.shard_of(stream)), stream), f"{head.version} {head.hash}".encode())
