"""Sign-in rate limit. The counter is in the store, shared by all web processes.

| key | type | holds |
|---|---|---|
| `{s00}:failed-tries:<whose>` | hash | `count` of failed tries, and `since` when: they count for a minute |
| `{s00}:open-tries:<whose>` | hash | the same of tries under way, should a process die meanwhile |
| `{s00}:known:<name>` | sorted set | networks from which a person signed in lately, by time |

All times are those of the steady clock (ms), so a machine's clock that is set neither locks a person out for longer
nor gives a stranger more tries. Failed tries and those under way are together at most `MOST`, so tries at the same time
gain a stranger nothing. Only tries that are under way for longer than a minute are forgotten: then there can be `MOST`
more of them. A time to live only removes what counts no more.
"""

from redis import Redis

from service.store.access.rate_limit import RateLimit
from service.store.keys import shard_of, tag
from service.store.lua import Lua

MOST, SECONDS = 5, 60
MOST_FOR_NAME = 30
"""More than one address may try, so that no other address alone can keep a person from signing in."""
KNOWN_DAYS, MOST_KNOWN = 30, 16
"""For how long a person's network is remembered, and how many of them: the latest."""
WAIT = -1
"""A try may follow as soon as one that is under way was right."""

_COUNT = """
local function count(key, now, lasts)
  local number, since = unpack(redis.call('HMGET', key, 'count', 'since'))
  local left = number and tonumber(since) + lasts - now or 0
  if left <= 0 then return 0, 0 end
  return tonumber(number), left
end
local function add(key, now, lasts)
  if count(key, now, lasts) == 0 then redis.call('HSET', key, 'count', 0, 'since', now) end
  redis.call('HINCRBY', key, 'count', 1)
  redis.call('PEXPIRE', key, lasts)
end
"""
_TAKE = Lua(
    _COUNT
    + """
local most, lasts, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local failed, left = count(KEYS[1], now, lasts)
if failed >= most then return math.ceil(left / 1000) end
if failed + count(KEYS[2], now, lasts) >= most then return -1 end
add(KEYS[2], now, lasts)
return 0
"""
)
_END = Lua(
    _COUNT
    + """
local failed, lasts, now = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
if count(KEYS[2], now, lasts) > 1 then redis.call('HINCRBY', KEYS[2], 'count', -1) else redis.call('DEL', KEYS[2]) end
if failed == '1' then add(KEYS[1], now, lasts) end
"""
)


def take(client: Redis, whose: str, now: int, most: int = MOST) -> int:
    """Begin a try of an address or for a name: 0, or in how many seconds to come back, or `WAIT`.

    A try that is refused counts for nothing. One that was begun is ended by `end`.
    """
    return int(_TAKE(client, _keys(whose), [most, SECONDS * 1000, now]))


def end(client: Redis, whose: str, now: int, *, failed: bool) -> None:
    """End a try; only one that failed counts from then on."""
    _END(client, _keys(whose), [int(failed), SECONDS * 1000, now])


def exhausted(seconds: int, most: int = MOST) -> RateLimit:
    """The limit as it is told to a caller who has to wait."""
    return RateLimit("tries", most, SECONDS, 0, seconds)


def remember(client: Redis, name: str, network: str, now: int) -> None:
    """A person signed in from this network (`now` in steady ms)."""
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
    return [f"{shard}:failed-tries:{whose}", f"{shard}:open-tries:{whose}"]


def _known(name: str) -> str:
    return f"{tag(shard_of(name))}:known:{name}"
