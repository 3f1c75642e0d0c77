"""Strangers who ask to enter a tournament, until an organiser accepts or declines them.

`{s07}:asked:<tournament>` is a hash of an id and JSON. What strangers write is in no log: it is gone when an organiser
has decided, and 60 days after the last of them at the latest. `{s07}:asked_ends` is a sorted set of tournaments that
ended while requests waited, by the time of the end (Unix ms): housekeeping removes these requests by the club's rule.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
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

    `byes` are the rounds that they would like to sit out. `shown_as` is the style in which everybody may see the name:
    `full`, `initials` or `number`.
    """

    id: str
    at: int
    name: str
    group: str | None = None
    rating: int | None = None
    contact: str | None = None
    network: str = ""
    byes: Sequence[int] = ()
    shown_as: str = "full"

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
    return sorted(map(EntryRequest.read, found), key=lambda entry_request: (entry_request.at, entry_request.id))


def remove(client: Redis, tournament_id: str, ids: list[str]) -> None:
    """Forget requests."""
    if ids:
        client.hdel(_key(tournament_id), *ids)


def note_end(client: Redis, tournament_id: str, at: int | None) -> None:
    """Note when a tournament with requests that wait ended (Unix ms), once; `None`: it goes on."""
    ends = _ends(shard_of(tournament_id))
    if at is None:
        client.zrem(ends, tournament_id)
    elif client.exists(_key(tournament_id)):
        client.zadd(ends, {tournament_id: at}, nx=True)


def of_ended(client: Redis, shards: Iterable[int]) -> Iterator[tuple[str, int]]:
    """Tournaments that ended while requests waited, with the time of the end (Unix ms)."""
    for shard in shards:
        rows: list[tuple[bytes, float]] = client.zrange(_ends(shard), 0, -1, withscores=True)  # type: ignore[assignment]
        yield from ((tournament_id.decode(), int(at)) for tournament_id, at in rows)


def remove_all(client: Redis, tournament_id: str) -> None:
    """Forget all requests of a tournament, and that it ended."""
    pipeline = client.pipeline()
    pipeline.unlink(_key(tournament_id))
    pipeline.zrem(_ends(shard_of(tournament_id)), tournament_id)
    pipeline.execute()


def _ends(shard: int) -> str:
    return f"{tag(shard)}:asked_ends"


def _key(tournament_id: str) -> str:
    return f"{tag(shard_of(tournament_id))}:asked:{tournament_id}"
