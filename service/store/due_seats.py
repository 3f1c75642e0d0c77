"""Tournaments in which a match of the timetable is given its table next, by the time at which that is due.

`{s07}:seats-due` is a sorted set. Nothing else may happen in a tournament at that time, so the sweepers of the workers
look at it. A sweeper that takes a tournament moves its time on by `CLAIM_MS`: if its worker is killed, it comes again.
"""

from redis import Redis

from service.store import keys
from service.store.lua import Lua

CLAIM_MS = 60_000
_AT_ONCE = 20

_CLAIM = Lua(
    """
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, each in ipairs(found) do redis.call('ZADD', KEYS[1], ARGV[2], each) end
return found
"""
)


def remember(client: Redis, tournament_id: str, at: int | None) -> None:
    """Look at a tournament at that time (Unix ms), and not earlier; `None`: not any more."""
    key = _key(keys.shard_of(tournament_id))
    if at is None:
        client.zrem(key, tournament_id)
    else:
        client.zadd(key, {tournament_id: at})


def claim(client: Redis, now: int) -> list[str]:
    """The ids of some tournaments whose time has come. No other caller is given them before `CLAIM_MS` have passed."""
    calls = [([_key(shard)], [now, now + CLAIM_MS, _AT_ONCE]) for shard in keys.all_shards()]
    return [member.decode() for found in _CLAIM.each(client, calls) for member in found]


def _key(shard: int) -> str:
    return f"{keys.tag(shard)}:seats-due"
