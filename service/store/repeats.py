"""The idempotency keys of a shard with their answers, each kept for a day in which the service's machine is on.

| key | type | holds |
|---|---|---|
| `{s07}:repeats` | hash | `<stream> <key>` → `<first> <last> <fingerprint>`, of a day |
| `{s07}:repeats:before` | hash | those of the day before |
| `{s07}:repeats:since` | string | the running time (`service.store.steady_clock`) at which the day began |

After a day the keys of the day before are forgotten, and those of the day take their place. So a key is kept for one
day at least, and two at most. No time to live of the store has a part in it: these end by the machine's clock.
"""

from collections.abc import Iterable

from redis import Redis

from service.store import keys
from service.store.lua import Lua

DAY_MS = 24 * 3600 * 1000

SEEN = """
local function seen(repeats, before, field)
  return redis.call('HGET', repeats, field) or redis.call('HGET', before, field)
end
"""
"""A function for scripts: the answer of a key, `false` for a new one."""

_GET = Lua(SEEN + "return seen(KEYS[1], KEYS[2], ARGV[1])")
_ADD = Lua(
    SEEN
    + """
local answer = seen(KEYS[1], KEYS[2], ARGV[1])
if not answer then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
return answer
"""
)
_FORGET = Lua("""
local repeats, before, since = unpack(KEYS)
local now, day = tonumber(ARGV[1]), tonumber(ARGV[2])
if redis.call('EXISTS', repeats, before) == 0 then
  if redis.call('EXISTS', since) == 1 then redis.call('DEL', since) end
  return 0
end
local began = tonumber(redis.call('GET', since) or -1)
if began >= 0 and began <= now and now - began < day then return 0 end
redis.call('SET', since, ARGV[1])
if began < 0 or began > now then return 0 end
redis.call('UNLINK', before)
if redis.call('EXISTS', repeats) == 1 then redis.call('RENAME', repeats, before) end
return 1
""")


def places(shard: int) -> tuple[str, str]:
    """The keys of the answers of a shard: of the day, and of the day before."""
    return keys.repeats(shard), keys.repeats_before(shard)


def field(stream: str, key: str) -> str:
    """The field of an idempotency key of a stream."""
    return f"{stream} {key}"


def get(client: Redis, stream: str, key: str) -> bytes | None:
    """The answer of a key; `None` for a new one."""
    answer: bytes | None = _GET(client, places(keys.shard_of(stream)), [field(stream, key)])
    return answer


def add(client: Redis, stream: str, key: str, answer: str) -> bytes | None:
    """Keep the answer of a key; the one that it has already, if any."""
    known: bytes | None = _ADD(client, places(keys.shard_of(stream)), [field(stream, key), answer])
    return known


def forget_old(client: Redis, shards: Iterable[int], running: int) -> None:
    """Begin another day in the shards whose day is over, at this running time (ms). Others write nothing."""
    places_of = [[*places(shard), keys.repeats_since(shard)] for shard in shards]
    _FORGET.each(client, [(place, [running, DAY_MS]) for place in places_of])
