"""Rate limit for facts that come by links: a token bucket for each match, in the store, shared by all processes.

`{s07}:rate:<match>` is a hash of what is left in the bucket and when that was so; it is gone once the bucket is full.
"""

from redis import Redis

from service.store.access.rate_limit import RateLimit
from service.store.keys import shard_of, tag
from service.store.lua import Lua

BURST, A_MINUTE = 1000, 60
"""The facts that a match takes at once, such as after an hour without a network, and the addition every minute."""

_TAKE = Lua("""
local most, a_minute, now, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local left, since = unpack(redis.call('HMGET', KEYS[1], 'left', 'since'))
left, since = tonumber(left or most), tonumber(since or now)
left = math.min(most, left + math.max(0, now - since) * a_minute / 60000)
if left < wanted then return math.ceil((wanted - left) * 60 / a_minute) end
redis.call('HSET', KEYS[1], 'left', tostring(left - wanted), 'since', now)
redis.call('PEXPIRE', KEYS[1], math.ceil(most * 60000 / a_minute))
return 0
""")
_GIVE_BACK = Lua("""
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HINCRBYFLOAT', KEYS[1], 'left', ARGV[1]) end
""")


def take(client: Redis, match_id: str, facts: int, now: int) -> int:
    """Take so many facts from a match's bucket (`now` in steady ms): 0, or in how many seconds they will be there."""
    return int(_TAKE(client, [_key(match_id)], [BURST, A_MINUTE, now, facts]))


def state(client: Redis, match_id: str, now: int) -> RateLimit:
    """The limit of a match as it is told to callers, at that steady time (ms)."""
    left, since = client.hmget(_key(match_id), "left", "since")
    gained = max(0, now - int(since or now)) * A_MINUTE / 60_000
    whole = max(0, int(min(BURST, float(BURST if left is None else left) + gained)))
    return RateLimit("facts", BURST, BURST * 60 // A_MINUTE, whole, 0 if whole else 60 // A_MINUTE)


def give_back(client: Redis, match_id: str, facts: int) -> None:
    """Put back facts that were taken and not written; the next `take` finds no more than `BURST`."""
    _GIVE_BACK(client, [_key(match_id)], [facts])


def _key(match_id: str) -> str:
    return f"{tag(shard_of(match_id))}:rate:{match_id}"
