"""Files that take long to write: who asked for each, and how far a worker is.

`{s00}:prepared:<id>` is a hash, and `{s00}:prepared` a sorted set of all ids by when they were asked for (Unix ms).
They are gone a day later. The file is in the data folder.
"""

from typing import Any, NamedTuple, Self

from redis import Redis

from service.store.cluster.keys import HOME
from service.store.lua import Argument, Lua

WAITING, WRITING, READY, FAILED = "waiting", "writing", "ready", "failed"
STATES = (WAITING, WRITING, READY, FAILED)
"""No worker has begun; a worker writes it; it is there; the workers ended again and again."""
UNFINISHED = (WAITING, WRITING)
KEPT_SECONDS = 24 * 3600
STALE_MS = 15_000
"""After so long without a word of a worker another one begins anew."""

_ALL = f"{HOME}:prepared"
_CHANGE = Lua(
    """
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV))
return 1
"""
)


class PreparedFile(NamedTuple):
    """A file that was asked for: its tournament, the tournament's version, its name and language; times in Unix ms.

    `done` of `total` matches are written. `beat` is the last word of a worker, `tries` are the workers that began,
    `size` is in bytes.
    """

    id: str
    club: str
    tournament: str
    version: int
    name: str
    lang: str
    state: str
    asked: int
    beat: int = 0
    done: int = 0
    total: int = 0
    size: int = 0
    tries: int = 0

    @property
    def content(self) -> str | None:
        """The address of the file, once it is ready."""
        return f"/v1/tournaments/{self.tournament}/prepared-files/{self.id}/content" if self.state == READY else None

    @property
    def percent(self) -> int:
        """The part that is written."""
        if self.state == READY:
            return 100
        return min(99, 100 * self.done // self.total) if self.total else 0

    @classmethod
    def read(cls, fields: dict[bytes, bytes]) -> Self:
        """A file as it is stored."""
        kinds = cls.__annotations__
        words = {name.decode(): value.decode() for name, value in fields.items()}
        read: dict[str, Any] = {name: int(text) if kinds[name] is int else text for name, text in words.items()}
        return cls(**read)


def add(client: Redis, file: PreparedFile) -> None:
    """Note a file that was asked for."""
    pipeline = client.pipeline(transaction=True)
    pipeline.delete(_key(file.id))
    for name, value in file._asdict().items():
        pipeline.hset(_key(file.id), name, value)
    pipeline.expire(_key(file.id), KEPT_SECONDS)
    pipeline.zadd(_ALL, {file.id: file.asked})
    pipeline.zremrangebyscore(_ALL, "-inf", file.asked - KEPT_SECONDS * 1000)
    pipeline.execute()


def find(client: Redis, file_id: str) -> PreparedFile | None:
    """The file of that id, if it was asked for within a day and not removed."""
    return next(iter(_found(client, [file_id])), None)


def every(client: Redis) -> list[PreparedFile]:
    """All that were asked for within a day, the newest first."""
    ids: list[bytes] = client.zrevrange(_ALL, 0, -1)  # type: ignore[assignment]
    return _found(client, [id_.decode() for id_ in ids])


def change(client: Redis, file_id: str, **changed: str | int) -> bool:
    """Change the fields of a file; `False`, and nothing is changed, if it was removed."""
    words: list[Argument] = [word for name, value in changed.items() for word in (name, value)]
    return bool(_CHANGE(client, [_key(file_id)], words))


def begin(client: Redis, file_id: str) -> int:
    """Count one more worker that begins with a file; how many began so far."""
    return int(client.hincrby(_key(file_id), "tries", 1))


def remove(client: Redis, file_id: str) -> None:
    """Forget a file; a worker that writes it stops."""
    pipeline = client.pipeline(transaction=True)
    pipeline.delete(_key(file_id))
    pipeline.zrem(_ALL, file_id)
    pipeline.execute()


def _found(client: Redis, file_ids: list[str]) -> list[PreparedFile]:
    if not file_ids:
        return []
    pipeline = client.pipeline(transaction=False)
    for file_id in file_ids:
        pipeline.hgetall(_key(file_id))
    return [PreparedFile.read(fields) for fields in pipeline.execute() if b"id" in fields]


def _key(file_id: str) -> str:
    return f"{HOME}:prepared:{file_id}"
