"""Strangers who ask to enter a tournament, until an organiser accepts or declines them.

`{s07}:asked:<tournament>` is a hash of an id and JSON. What strangers write is in no log: it is gone when an organiser
has decided, and 60 days after the last of them at the latest.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple, Self

from redis import Redis

from service.store.keys import shard_of, tag
from service.store.lua import Lua

MOST, MOST_OF_NETWORK, DAYS = 200, 20, 60
"""Requests of a tournament that wait at once, and those of them from one network; how long they are kept."""
ADDED, FULL, TOO_MANY = 1, 0, -1

_ADD = Lua("""
local of_network = 0
for _, each in ipairs(redis.call('HVALS', KEYS[1])) do
    if cjson.decode(each)['network'] == ARGV[3] then of_network = of_network + 1 end
end
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[4]) then return 0 end
if of_network >= tonumber(ARGV[5]) then return -1 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[6])
return 1
""")


class EntryRequest(NamedTuple):
    """A stranger's wish to enter, as they wrote it; `at` is when (Unix ms), `network` where it came from.

    `byes` are the rounds that they would like to sit out.
    """

    id: str
    at: int
    name: str
    group: str | None = None
    rating: int | None = None
    contact: str | None = None
    network: str = ""
    byes: Sequence[int] = ()

    @classmethod
    def read(cls, text: bytes) -> Self:
        """A request as it is stored."""
        words: dict[str, Any] = json.loads(text)
        return cls(**words | {"byes": tuple(words.get("byes", ()))})


def add(client: Redis, tournament_id: str, asked: EntryRequest) -> int:
    """Keep a request: `ADDED`, or `FULL` and `TOO_MANY` (of its network) where it is not kept."""
    text = json.dumps(asked._asdict(), ensure_ascii=False)
    bounds = [MOST, MOST_OF_NETWORK, DAYS * 24 * 3600]
    return int(_ADD(client, [_key(tournament_id)], [asked.id, text, asked.network, *bounds]))


def waiting(client: Redis, tournament_id: str) -> list[EntryRequest]:
    """The requests of a tournament, the oldest first."""
    found: list[bytes] = client.hvals(_key(tournament_id))  # type: ignore[assignment]
    return sorted(map(EntryRequest.read, found), key=lambda each: (each.at, each.id))


def remove(client: Redis, tournament_id: str, ids: list[str]) -> None:
    """Forget requests."""
    if ids:
        client.hdel(_key(tournament_id), *ids)


def _key(tournament_id: str) -> str:
    return f"{tag(shard_of(tournament_id))}:asked:{tournament_id}"
