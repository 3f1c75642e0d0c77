"""Bringing a whole log back as it was recorded: gathered at a hidden key, then put in place by one script."""

from collections.abc import Iterable
from uuid import uuid4

from redis import Redis

from core.errors import VersionConflict
from core.eventlog.log import NEW, Head, proven
from core.events import Recorded
from service.store import keys
from service.store.archive.gathering import gather
from service.store.lua import Lua
from service.store.stored_events import head_of, head_text

_RESTORE = Lua(
    """
local log, heads, unjudged, feed, gathered = unpack(KEYS)
local stream, head, last = unpack(ARGV)
local actual = redis.call('HGET', heads, stream)
if actual then return {'exists', actual} end
if redis.call('XLEN', gathered) ~= last + 1 then return {'incomplete', ''} end
redis.call('RENAME', gathered, log)
redis.call('PERSIST', log)
redis.call('HSET', heads, stream, head)
redis.call('HSET', unjudged, stream, last)
redis.call('XADD', feed, '*', 'stream', stream, 'first', 0, 'last', last)
return {'written', head}
"""
)


def restore(client: Redis, stream: str, events: Iterable[Recorded]) -> Head | None:
    """The head of a stream that was brought back, as `core.eventlog.log.Log.restore`.

    `None` if the store lost what was gathered meanwhile: nothing was written then.
    """
    written = list(events)
    head = proven(stream, written)
    gathered = keys.restoring(stream, uuid4().hex)
    gather(client, gathered, written)
    shard = keys.shard_of(stream)
    places = [keys.log(stream), keys.head(shard), keys.unjudged(shard), keys.feed(shard), gathered]
    reply, what = _RESTORE(client, places, [stream, head_text(head), head.version])
    if reply != b"written":
        client.delete(gathered)
        if existing := head_of(what):
            raise VersionConflict(stream, NEW, existing.version)
        return None
    return head
