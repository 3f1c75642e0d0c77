"""States of matches along their logs, so that one at any version is few facts from a kept one: `core.match.checkpoint`.

`{s07}:checkpoints:<match>` is a stream whose ids are the versions. A state follows from the log up to its version, so
the judge and any reader may write it, at any time and in any number: a second write changes nothing. `views.forget`
drops them with the other states.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from redis import Redis

from service.store import keys
from service.store.lua import Argument, Lua


class Checkpoint(NamedTuple):
    """A state as text, and its version."""

    version: int
    text: str


_KEEP = Lua(
    """
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
local last = newest[1] and tonumber(string.match(newest[1][1], '^%d+')) or 0
for i = 1, #ARGV, 2 do
  local version = tonumber(ARGV[i])
  if version > last then
    redis.call('XADD', KEYS[1], version .. '-0', 'state', ARGV[i + 1])
    last = version
  end
end
return last
"""
)


def keep(client: Redis, match_id: str, found: Sequence[Checkpoint]) -> None:
    """Write states in the order of their versions; those up to the newest that is there are left as they are."""
    if found:
        arguments: list[Argument] = [word for checkpoint in found for word in (checkpoint.version, checkpoint.text)]
        _KEEP(client, [keys.checkpoints(match_id)], arguments)


def before(client: Redis, match_id: str, version: int) -> tuple[Checkpoint | None, int]:
    """The newest state of a version that is not above this one, if there is one; and the newest version of them all."""
    place, pipeline = keys.checkpoints(match_id), client.pipeline(transaction=False)
    pipeline.xrevrange(place, f"{version}-0", "-", count=1)
    pipeline.xrevrange(place, "+", "-", count=1)
    found, last = pipeline.execute()
    return (checkpoint_of(*found[0]) if found else None), (checkpoint_of(*last[0]).version if last else 0)


def all_of(client: Redis, match_id: str) -> list[Checkpoint]:
    """Every state that is kept of a match, the oldest first."""
    found: list[Any] = client.xrange(keys.checkpoints(match_id)) or []
    return [checkpoint_of(*each) for each in found]


def checkpoint_of(entry: bytes, fields: dict[bytes, bytes]) -> Checkpoint:
    """The state in an entry of the stream."""
    return Checkpoint(int(entry.partition(b"-")[0]), fields[b"state"].decode())
