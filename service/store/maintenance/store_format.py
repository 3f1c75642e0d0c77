"""The number of the store's format: what a version of brade must know to read and write it.

`{s00}:format` holds the number. `brade serve`, and commands that may begin a store, write it into an empty one, upgrade
an older one step by step, and say so. Every other program refuses a number that is not its own: a newer one may
hold what it would misread, and an older one is not upgraded by chance. New types of events need no new number:
what a program does not know of them is a `NewerEvent`. In a cluster `{s00}:layout` names the shards. They never
change.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

from core.errors import BradeError
from service.store import keys
from service.store.cluster.client import ClusterClient

FORMAT = 5
"""The number that this version of brade writes.

1: the stores of versions that wrote no number; 2: those with one; 3: those whose logs may be archived;
4: those that keep no news for viewers, who are told of them once; 5: those whose idempotency keys and ended sessions
do not end by the machine's clock.
"""

_UNNUMBERED = 1
_AWAY_SECONDS = 30.0
_AT_ONCE = 1000


class StoreTooNew(BradeError):
    """A newer version of brade wrote the store."""

    code = "store-too-new"


class StoreNotUpgraded(BradeError):
    """An older version of brade wrote the store, and it was not upgraded yet."""

    code = "store-not-upgraded"


def learn_layout(client: Redis, shards: int = 16) -> None:
    """Name this process's keys by the layout of a store; an empty cluster gets one with so many shards.

    Raises `StoreTooNew` for one that this version does not know.
    """
    if not isinstance(client, ClusterClient):
        keys.use(keys.FIRST)
        return
    stored = client.get(keys.LAYOUT)
    if stored is None and client.get(keys.FORMAT) is None:
        client.set(keys.LAYOUT, keys.even(shards).name, nx=True)  # of several processes, the first one's counts
        stored = client.get(keys.LAYOUT)
    try:
        keys.use(keys.FIRST if stored is None else keys.layout_named(_text(stored)))
    except ValueError as error:
        raise StoreTooNew(f"the store has shards as {error}, which this version of brade does not know") from None


def number(client: Redis) -> int | None:
    """The number of a store's format; `None` of an empty one. Raises `StoreTooNew` for what is no number."""
    stored = client.get(keys.FORMAT)
    if stored is None:
        pipeline = client.pipeline(transaction=False)
        for shard in keys.all_shards():
            pipeline.exists(keys.head(shard))
        return _UNNUMBERED if any(pipeline.execute()) else None
    text = _text(stored)
    if not text.isdecimal():
        raise StoreTooNew(f"the store's format is {text!r}, which this version of brade does not know")
    return int(text)


def _text(stored: bytes | str) -> str:
    return stored.decode() if isinstance(stored, bytes) else stored


def ensure_readable(client: Redis) -> None:
    """Raises `StoreTooNew` for a store that a newer version of brade wrote. Keys are named by its layout afterwards."""
    learn_layout(client)
    if (found := number(client) or 0) > FORMAT:
        raise StoreTooNew(
            f"the store has the format {found}, and this version of brade knows those up to {FORMAT}: run the newer"
            " version that wrote it, or restore a backup from before the upgrade into an empty data folder"
        )


def ensure_ours(client: Redis) -> None:
    """Raises `StoreTooNew`, and `StoreNotUpgraded` for a store that was not upgraded yet."""
    ensure_readable(client)
    found = number(client)
    if found is not None and found < FORMAT:
        raise StoreNotUpgraded(
            f"the store has the format {found}, and this version of brade works with {FORMAT}: `brade serve`"
            " upgrades it when it starts"
        )


def ensure_ours_if_there(client: Redis, shards: int = 16) -> None:
    """As `ensure_ours`, of a store that answers: one that is away is waited for, and was looked at by `brade serve`.

    A cluster is waited for here, since nothing can be named before its layout is known. Raises `RedisError` if it does
    not answer.
    """
    if isinstance(client, ClusterClient):
        _await_layout(client, shards)
    with suppress(RedisError):
        ensure_ours(client)


def _await_layout(client: Redis, shards: int) -> None:
    deadline = time.monotonic() + _AWAY_SECONDS
    while True:
        try:
            learn_layout(client, shards)
        except RedisError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
        else:
            return


def upgrade(client: Redis, say: Callable[[str], object] = lambda _: None, shards: int = 16) -> None:
    """Give an empty store its number, and upgrade an older one. Raises `StoreTooNew`, and changes nothing then.

    An empty cluster gets so many shards. A step may run twice: after a crash in between it runs again.
    """
    learn_layout(client, shards)
    ensure_readable(client)
    found = number(client)
    for step in range(found or FORMAT, FORMAT):
        summary = _STEPS[step](client)
        client.set(keys.FORMAT, step + 1)
        say(f"the store was upgraded from format {step} to {step + 1}: {summary}")
    if found is None:
        client.set(keys.FORMAT, FORMAT)


def _numbered(_client: Redis) -> str:
    return "it carries its number now, and nothing else changed; earlier versions of brade still read it"


def _archivable(_client: Redis) -> str:
    return "logs may be archived from now on, and nothing else changed; earlier versions of brade do not read these"


def _without_news(client: Redis) -> str:
    pipeline = client.pipeline(transaction=False)
    for shard in keys.all_shards():
        pipeline.unlink(f"{keys.tag(shard)}:out")
    pipeline.execute()
    return "what viewers were told is not kept any more, and less memory is taken; viewers miss nothing"


def _by_elapsed_time(client: Redis) -> str:
    """Idempotency keys and ended sessions go where no time to live of the store ends them.

    The steady clock begins with the machine's time, so the end of a session is the same by both.
    """
    for names in _found(client, "{s*}:idem:*"):
        pipeline = client.pipeline(transaction=False)
        for name, answer in zip(names, _each(client, "get", names), strict=True):
            if answer is not None:  # else its day is over since it was found
                tag, _, field = name.decode().partition(":idem:")
                pipeline.hsetnx(f"{tag}:repeats", field.replace(":", " ", 1), answer)
        pipeline.execute()
        _each(client, "unlink", names)
    for names in _found(client, "{s*}:ended:*"):
        now, pipeline = time.time_ns() // 1_000_000, client.pipeline(transaction=False)
        for name, left in zip(names, _each(client, "pttl", names), strict=True):
            tag, _, ended = name.decode().partition(":ended:")
            club, _, session_id = ended.partition(":")
            pipeline.zadd(f"{tag}:signed-out:{club}", {session_id: now + max(0, left)})
        pipeline.execute()
        _each(client, "unlink", names)
    return "idempotency keys and ended sessions are kept by elapsed time, whatever the machine's clock is set to"


def _found(client: Redis, pattern: str) -> Iterator[list[bytes]]:
    names = iter(client.scan_iter(match=pattern, count=_AT_ONCE, _type="string"))
    while page := list(islice(names, _AT_ONCE)):
        yield page


def _each(client: Redis, command: str, names: Sequence[bytes]) -> list[Any]:
    pipeline = client.pipeline(transaction=False)
    for name in names:
        getattr(pipeline, command)(name)
    return pipeline.execute()


_STEPS: dict[int, Callable[[Redis], str]] = {1: _numbered, 2: _archivable, 3: _without_news, 4: _by_elapsed_time}
"""Upgrade step from a store of one number to the next. Returns a clause that says what it did."""
