"""A log that lacks events put right: whole again, or ended before what it lacks. One script puts it in place."""

from collections.abc import Sequence
from uuid import uuid4

from redis import Redis

from core.errors import VersionConflict
from core.eventlog.log import Head, proven
from core.events import Recorded
from service.store import keys
from service.store.archive.gathering import gather
from service.store.lua import Lua
from service.store.stored_events import head_text

_REPLACE = Lua(
    """
local log, heads, unjudged, feed, gathered = unpack(KEYS)
local stream, assumed, head, length = unpack(ARGV)
local actual = redis.call('HGET', heads, stream) or ''
if actual ~= assumed then return {'moved', actual} end
if redis.call('XLEN', gathered) ~= tonumber(length) then return {'incomplete', actual} end
if head == '' then
  redis.call('DEL', log)
  redis.call('HDEL', heads, stream)
  redis.call('HDEL', unjudged, stream)
else
  redis.call('RENAME', gathered, log)
  redis.call('PERSIST', log)
  redis.call('HSET', heads, stream, head)
  redis.call('HSET', unjudged, stream, length - 1)
end
redis.call('XADD', feed, '*', 'stream', stream, 'first', 0, 'last', length - 1)
return {'written', head}
"""
)


def replace(client: Redis, stream: str, assumed: Head, events: Sequence[Recorded]) -> Head | None:
    """Put these events in the place of a log that has the head `assumed`; the head that it has then.

    Without events there is no such log any more. Raises `VersionConflict` if the head has moved, and `Invalid` if the
    events are no whole log.
    """
    head = proven(stream, events) if events else None
    gathered = keys.restoring(stream, uuid4().hex)
    gather(client, gathered, events)
    shard = keys.shard_of(stream)
    places = [keys.log(stream), keys.head(shard), keys.unjudged(shard), keys.feed(shard), gathered]
    reply, actual = _REPLACE(client, places, [stream, head_text(assumed), head_text(head), len(events)])
    if reply != b"written":
        client.delete(gathered)
        raise VersionConflict(stream, assumed.version, int(actual.split(b" ")[0]) if actual else -1)
    return head
