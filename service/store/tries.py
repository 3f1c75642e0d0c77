"""How often somebody tried to sign in lately: counted in the store, so that all server processes count together.

`{s00}:tries:<whose>` is a number that is gone a minute after the first try.
"""

from redis import Redis

from service.store.keys import shard_of, tag
from service.store.lua import Lua

MOST, SECONDS = 5, 60
MOST_FOR_NAME = 30
"""More than one address may try, so that no other address alone can keep a person from signing in."""

_COUNT = Lua("""
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
if count <= tonumber(ARGV[1]) then return 0 end
return math.max(1, redis.call('TTL', KEYS[1]))
""")
_FORGIVE = Lua("if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('DECR', KEYS[1]) end return 0")


def _key(whose: str) -> str:
    return f"{tag(shard_of(whose))}:tries:{whose}"


def count(client: Redis, whose: str, most: int = MOST) -> int:
    """One more try of an address or for a name: 0, or in how many seconds to come back, if there were too many."""
    return int(_COUNT(client, [_key(whose)], [most, SECONDS]))


def forgive(client: Redis, whose: str) -> None:
    """The last try was a good one and counts for nothing."""
    _FORGIVE(client, [_key(whose)], [])
