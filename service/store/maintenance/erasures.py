"""Erasures of names of players: what was asked for, and how far a worker is.

`{s00}:erasure:<club>.<player>` is a hash, and `{s00}:erasing` a sorted set of the ids of all, by when they were asked
for (Unix ms). The names stand in it until the worker has erased them everywhere else. A month later the rest is gone:
the club's log has what is remembered. `{s00}:erasures` counts what the processes have to forget.
"""

import json
from typing import Any, NamedTuple, Self

from redis import Redis

from core.eventlog.erasure import Erasure
from service.store import keys
from service.store.cluster.keys import HOME
from service.store.lua import Argument, Lua

WORKING, FAILED, DONE = "working", "failed", "done"
STALE_MS = 15_000
"""After so long without a word of a worker another one goes on."""
KEPT_SECONDS = 30 * 24 * 3600

_ALL = f"{HOME}:erasing"
_MOVE = Lua(
    """
if redis.call('HGET', KEYS[1], 'state') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
return 1
"""
)


class StoredErasure(NamedTuple):
    """An erasure: of which player, asked for by whom (`by`, as in logs) and when (Unix ms).

    `players`, `names`, `others`, `kept`, `emptied` and `archived` are JSON lists: the ids and names of the player,
    other names that hold one of these, references of texts, and the tournaments that are archived again at the end.
    `done` of `total` logs are through. `away` are second copies, as a JSON list, from which the name is removed when
    their folder is back.
    """

    id: str
    club: str
    player: str
    by: str
    asked: int
    players: str
    names: str
    others: str = "[]"
    texts: int = 1
    kept: str = "[]"
    emptied: str = "[]"
    state: str = WORKING
    beat: int = 0
    step: str = "logs"
    done: int = 0
    total: int = 0
    tries: int = 0
    archived: str = "[]"
    away: str = "[]"

    @property
    def percent(self) -> int:
        """The part of the logs that is done."""
        return 100 if self.state == DONE else min(99, 100 * self.done // self.total) if self.total else 0

    @property
    def erasure(self) -> Erasure:
        """The erasure of the names from a log."""
        lists = self.players, self.names, self.others, self.kept, self.emptied
        players, names, others, kept, emptied = (frozenset(json.loads(list_)) for list_ in lists)
        return Erasure(players, names, texts=bool(self.texts), others=others, kept=kept, emptied=emptied)

    @classmethod
    def read(cls, fields: dict[bytes, bytes]) -> Self:
        """An erasure as it is stored."""
        kinds = cls.__annotations__
        words = {name.decode(): value.decode() for name, value in fields.items()}
        read: dict[str, Any] = {name: int(text) if kinds[name] is int else text for name, text in words.items()}
        return cls(**read)


def id_of(club: str, player_id: str) -> str:
    """The id of the erasure of a player."""
    return f"{club}.{player_id}"


def add(client: Redis, asked: StoredErasure) -> None:
    """Note an erasure that is asked for."""
    pipeline = client.pipeline(transaction=True)
    pipeline.delete(_key(asked.id))
    for name, value in asked._asdict().items():
        pipeline.hset(_key(asked.id), name, value)
    pipeline.zadd(_ALL, {asked.id: asked.asked})
    pipeline.execute()


def find(client: Redis, club: str, player_id: str) -> StoredErasure | None:
    """The erasure of a player, if there is one."""
    return _find(client, id_of(club, player_id))


def unfinished(client: Redis) -> list[StoredErasure]:
    """The erasures that a worker goes on with, the oldest first."""
    ids: list[bytes] = client.zrange(_ALL, 0, -1)  # type: ignore[assignment]
    found = (_find(client, id_.decode()) for id_ in ids)
    return [
        stored_erasure for stored_erasure in found if stored_erasure is not None and stored_erasure.state == WORKING
    ]


def move(client: Redis, erasure_id: str, now: str, /, **changed: str | int) -> bool:
    """Change the fields of one in the state `now`; `False`, and nothing is changed, if it is in another."""
    words: list[Argument] = [word for name, value in changed.items() for word in (name, value)]
    return bool(_MOVE(client, [_key(erasure_id)], [now, *words]))


def begin(client: Redis, erasure_id: str) -> int:
    """Count one more worker that begins; how many began so far."""
    return int(client.hincrby(_key(erasure_id), "tries", 1))


def forget_names(client: Redis, erasure_id: str) -> None:
    """Forget the names: they stand nowhere else any more."""
    client.hset(_key(erasure_id), mapping={"names": "[]", "others": "[]"})


def end(client: Redis, erasure_id: str) -> None:
    """An erasure is done: it is shown for a month."""
    pipeline = client.pipeline(transaction=True)
    pipeline.hset(_key(erasure_id), "state", DONE)
    pipeline.expire(_key(erasure_id), KEPT_SECONDS)
    pipeline.zrem(_ALL, erasure_id)
    pipeline.execute()


def count(client: Redis) -> int:
    """The number of times that the processes had to forget names."""
    return int(client.get(keys.ERASURES) or 0)


def raise_count(client: Redis) -> int:
    """Have all processes forget what they keep of names."""
    return int(client.incr(keys.ERASURES))


def _find(client: Redis, erasure_id: str) -> StoredErasure | None:
    fields: dict[bytes, bytes] = client.hgetall(_key(erasure_id))  # type: ignore[assignment]
    return StoredErasure.read(fields) if b"id" in fields else None


def _key(erasure_id: str) -> str:
    return f"{HOME}:erasure:{erasure_id}"
