"""Backups that came by a page, to be brought back: what each holds, what it shall become, and how far it is.

`{s00}:restore:<id>` is a hash, and `{s00}:restores` a sorted set of all ids by when they came (Unix ms). Both are gone
a day later. The file is in the data folder.
"""

from typing import Any, NamedTuple, Self

from redis import Redis

from service.store.cluster.keys import HOME
from service.store.lua import Argument, Lua

READING, READ, REFUSED, RESTORING, JUDGING, DONE = "reading", "read", "refused", "restoring", "judging", "done"
"""A worker reads the file; it can be brought back; it cannot; a worker brings it back; the workers judge it; done."""
START = "start"
"""The owner of what comes to an empty installation."""
AT_WORK = (READING, RESTORING, JUDGING)
JOBS = {READING: "read_backup", RESTORING: "restore_backup", JUDGING: "restore_backup"}
"""The job that goes on from a state."""
KEPT_SECONDS = 24 * 3600
STALE_MS = 15_000
"""After so long without a word of a worker another one goes on."""

_ALL = f"{HOME}:restores"
_MOVE = Lua(
    """
if redis.call('HGET', KEYS[1], 'state') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
return 1
"""
)


class Restore(NamedTuple):
    """A backup that came: `owner` is `start` or a club's log, `path` the file's name; times in Unix ms.

    `done` of `total` events, then logs, are through. `reason` and `detail` say what is wrong. `contents` and `target`
    are JSON. `published`: its logs are in place. `tries` are the workers that began.
    """

    id: str
    owner: str
    state: str
    asked: int
    beat: int = 0
    size: int = 0
    done: int = 0
    total: int = 0
    reason: str = ""
    detail: str = ""
    contents: str = ""
    target: str = ""
    published: int = 0
    tries: int = 0

    @property
    def is_at_work(self) -> bool:
        """True if a worker has something to do with it."""
        return self.state in AT_WORK

    @property
    def percent(self) -> int:
        """The part that is done."""
        return min(100, 100 * self.done // self.total) if self.total else 0

    @classmethod
    def read(cls, fields: dict[bytes, bytes]) -> Self:
        """A backup as it is stored."""
        kinds = cls.__annotations__
        words = {name.decode(): value.decode() for name, value in fields.items()}
        read: dict[str, Any] = {name: int(text) if kinds[name] is int else text for name, text in words.items()}
        return cls(**read)


def key(restore_id: str) -> str:
    """The key of a backup that came."""
    return f"{HOME}:restore:{restore_id}"


def add(client: Redis, came: Restore) -> None:
    """Note a backup that came."""
    pipeline = client.pipeline(transaction=True)
    for name, value in came._asdict().items():
        pipeline.hset(key(came.id), name, value)
    pipeline.expire(key(came.id), KEPT_SECONDS)
    pipeline.zadd(_ALL, {came.id: came.asked})
    pipeline.zremrangebyscore(_ALL, "-inf", came.asked - KEPT_SECONDS * 1000)
    pipeline.execute()


def find(client: Redis, restore_id: str) -> Restore | None:
    """The backup of that id, if it came within a day."""
    fields: dict[bytes, bytes] = client.hgetall(key(restore_id))  # type: ignore[assignment]
    return Restore.read(fields) if b"id" in fields else None


def every(client: Redis) -> list[Restore]:
    """All that came within a day, the oldest first."""
    ids: list[bytes] = client.zrange(_ALL, 0, -1)  # type: ignore[assignment]
    found = (find(client, id_.decode()) for id_ in ids)
    return [restore for restore in found if restore is not None]


def of_owner(client: Redis, owner: str) -> Restore | None:
    """The last that came of an owner."""
    return next((restore for restore in reversed(every(client)) if restore.owner == owner), None)


def move(client: Redis, restore_id: str, now: str, /, **changed: str | int) -> bool:
    """Change the fields of one that is in the state `now`; `False`, and nothing is changed, if it is in another."""
    words: list[Argument] = [word for name, value in changed.items() for word in (name, value)]
    return bool(_MOVE(client, [key(restore_id)], [now, *words]))


def begin(client: Redis, restore_id: str) -> int:
    """Count one more worker that begins with one; how many began so far."""
    return int(client.hincrby(key(restore_id), "tries", 1))


def remove(client: Redis, restore_id: str) -> None:
    """Forget one."""
    pipeline = client.pipeline(transaction=True)
    pipeline.delete(key(restore_id))
    pipeline.zrem(_ALL, restore_id)
    pipeline.execute()
