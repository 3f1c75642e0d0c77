"""A hash with one row for each match, of which the latest stay: for read models of a club."""

from collections.abc import Sequence
from typing import NamedTuple

from redis import Redis

from service.store.lua import Lua

KEEP_LATEST = Lua(
    """
local place, match, value, most = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3])
if value == '' then return redis.call('HDEL', place, match) end
redis.call('HSET', place, match, value)
if redis.call('HLEN', place) <= most then return 0 end
local rows, oldest, since = redis.call('HGETALL', place), nil, nil
for i = 1, #rows, 2 do
  local at = tonumber(string.match(rows[i + 1], '^%d+'))
  if not since or at < since or (at == since and rows[i] < oldest) then oldest, since = rows[i], at end
end
return redis.call('HDEL', place, oldest)
"""
)
"""`KEYS` is the hash, `ARGV` the match, its row and the number of rows that stay. A row begins with its time (Unix ms)
and a space. An empty row takes the match off.
"""


class Row(NamedTuple):
    """The row of a match in the hash at a key; an empty text is no row."""

    place: str
    match_id: str
    text: str


def are_stored(client: Redis, rows: Sequence[Row]) -> list[bool]:
    """True for each row that is stored just so, in one round trip."""
    if not rows:
        return []
    by_place: dict[str, list[str]] = {}
    for row in rows:
        by_place.setdefault(row.place, []).append(row.match_id)
    pipeline = client.pipeline(transaction=False)
    for place, matches in by_place.items():
        pipeline.hmget(place, matches)
    found = {
        (place, match_id): (value or b"").decode()
        for (place, matches), values in zip(by_place.items(), pipeline.execute(), strict=True)
        for match_id, value in zip(matches, values, strict=True)
    }
    return [found[row.place, row.match_id] == row.text for row in rows]


def differing(client: Redis, place: str, match_id: str, made: str, most: int) -> tuple[str, str] | None:
    """The row of a match that is stored and the one that its log makes, where they differ; `None` where they do not.

    "" is no row. A match that is older than all rows needs none where no more stay.
    """
    pipeline = client.pipeline(transaction=True)
    pipeline.hget(place, match_id)
    pipeline.hvals(place)
    found, rows = pipeline.execute()
    stored = "" if found is None else found.decode()
    if stored == made:
        return None
    if not stored and len(rows) >= most and _at(made) <= min(_at(row.decode()) for row in rows):
        return None
    return stored, made


def _at(row: str) -> int:
    return int(row.partition(" ")[0])
