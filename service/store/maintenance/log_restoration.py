"""Bringing a whole log back as it was recorded: gathered at a hidden key, then put in place by one script."""

from collections.abc import Iterable
from itertools import islice
from uuid import uuid4

from redis import Redis

from core.errors import VersionConflict
from core.eventlog.log import NEW, Head, proven
from core.events import Recorded
from service.store import keys
from service.store.lua import Lua
from service.store.stored_events import entry_id, head_of, head_text, to_fields

_PAGE = 1000
_RESTORING_MS = 3600 * 1000

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
    rest = iter(written)
    while page := list(islice(rest, _PAGE)):
        pipeline = client.pipeline(transaction=True)
        for recorded in page:
            pipeline.xadd(gathered, to_fields(recorded), id=entry_id(recorded.version))
        # Should this process end here, the store itself clears up.
        pipeline.pexpire(gathered, _RESTORING_MS)
        pipeline.execute()
    shard = keys.shard_of(stream)
    places = [keys.log(stream), keys.head(shard), keys.unjudged(shard), keys.feed(shard), gathered]
    reply, what = _RESTORE(client, places, [stream, head_text(head), head.version])
    if reply != b"written":
        client.delete(gathered)
        if existing := head_of(what):
            raise VersionConflict(stream, NEW, existing.version)
        return None
    return head
