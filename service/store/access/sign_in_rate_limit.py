"""Sign-in rate limit. The counter is in the store, shared by all web processes.

| key | type | holds |
|---|---|---|
| `{s00}:tries:<whose>` | string | failed tries; gone a minute after the first of them |
| `{s00}:trying:<whose>` | string | tries under way; gone a minute after the first, should a process die meanwhile |
| `{s00}:known:<name>` | sorted set | networks from which a person signed in lately, by time (Unix ms) |

Failed tries and those under way are together at most `MOST`, so tries at the same time gain a stranger nothing. Only
tries that are under way for longer than a minute are forgotten: then there can be `MOST` more of them.
"""

from redis import Redis

from service.store.keys import shard_of, tag
from service.store.lua import Lua

MOST, SECONDS = 5, 60
MOST_FOR_NAME = 30
"""More than one address may try, so that no other address alone can keep a person from signing in."""
KNOWN_DAYS, MOST_KNOWN = 30, 16
"""For how long a person's network is remembered, and how many of them: the latest."""
WAIT = -1
"""A try may follow as soon as one that is under way was right."""

_TAKE = Lua("""
local most = tonumber(ARGV[1])
local failed = tonumber(redis.call('GET', KEYS[1]) or 0)
if failed >= most then return math.max(1, redis.call('TTL', KEYS[1])) end
if failed + tonumber(redis.call('GET', KEYS[2]) or 0) >= most then return -1 end
if redis.call('INCR', KEYS[2]) == 1 then redis.call('EXPIRE', KEYS[2], ARGV[2]) end
return 0
""")
_END = Lua("""
if tonumber(redis.call('GET', KEYS[2]) or 0) > 1 then redis.call('DECR', KEYS[2]) else redis.call('DEL', KEYS[2]) end
if ARGV[1] == '1' and redis.call('INCR', KEYS[1]) == 1 then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
""")


def take(client: Redis, whose: str, most: int = MOST) -> int:
    """Begin a try of an address or for a name: 0, or in how many seconds to come back, or `WAIT`.

    A try that is refused counts for nothing. One that was begun is ended by `end`.
    """
    return int(_TAKE(client, _keys(whose), [most, SECONDS]))


def end(client: Redis, whose: str, *, failed: bool) -> None:
    """End a try; only one that failed counts from then on."""
    _END(client, _keys(whose), [int(failed), SECONDS])


def remember(client: Redis, name: str, network: str, now: int) -> None:
    """A person signed in from this network (`now` in Unix ms)."""
    pipeline = client.pipeline(transaction=False)
    pipeline.zadd(_known(name), {network: now})
    pipeline.zremrangebyrank(_known(name), 0, -1 - MOST_KNOWN)
    pipeline.expire(_known(name), KNOWN_DAYS * 24 * 3600)
    pipeline.execute()


def is_known(client: Redis, name: str, network: str, now: int) -> bool:
    """True if a person signed in from this network lately."""
    at = client.zscore(_known(name), network)
    return at is not None and float(at) > now - KNOWN_DAYS * 24 * 3600 * 1000


def _keys(whose: str) -> list[str]:
    shard = tag(shard_of(whose))
    return [f"{shard}:tries:{whose}", f"{shard}:trying:{whose}"]


def _known(name: str) -> str:
    return f"{tag(shard_of(name))}:known:{name}"
