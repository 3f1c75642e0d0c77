"""Bringing back the end of a log that is shorter than it was: page by page, each chained to the one before."""

from collections.abc import Sequence
from itertools import islice

from redis import Redis

from core.errors import Invalid, VersionConflict
from core.eventlog.hash_chain import recorded_hash
from core.eventlog.log import Head
from core.events import Recorded
from core.messages import say
from service.store import keys
from service.store.archive import transfer
from service.store.lua import Argument, Lua
from service.store.stored_events import to_fields

_PAGE = 500

_EXTEND = Lua(
    """
local log, heads, unjudged, feed = unpack(KEYS)
local stream, assumed, head, first = unpack(ARGV, 1, 4)
local actual = redis.call('HGET', heads, stream) or ''
if actual ~= assumed then return {'moved', actual} end
local version = tonumber(first)
for i = 5, #ARGV, 5 do
  redis.call('XADD', log, version .. '-0',
    'type', ARGV[i], 'data', ARGV[i + 1], 'at', ARGV[i + 2], 'by', ARGV[i + 3], 'prev', ARGV[i + 4])
  version = version + 1
end
redis.call('HSET', heads, stream, head)
redis.call('HSET', unjudged, stream, version - 1)
redis.call('XADD', feed, '*', 'stream', stream, 'first', first, 'last', version - 1)
return {'written', head}
"""
)


def extend(client: Redis, stream: str, head: Head, events: Sequence[Recorded]) -> Head:
    """Write the events that follow a stream's head, as they were recorded; gives the new head.

    The pump is told to judge them; viewers are told nothing. An archived log is brought back into the store first.
    Where it stops in the middle the log is a shorter part of the same, and may be extended again. A stream that is held
    for missing facts may be extended, too: it is what brings them back. Raises `Invalid` if the events do not follow,
    and `VersionConflict` if the head has moved.
    """
    transfer.bring_back(client, stream)
    shard = keys.shard_of(stream)
    places = [keys.log(stream), keys.head(shard), keys.unjudged(shard), keys.feed(shard)]
    rest = iter(events)
    while page := list(islice(rest, _PAGE)):
        after = _chained(stream, head, page)
        fields: list[Argument] = [value for recorded in page for value in to_fields(recorded).values()]
        assumed, new = f"{head.version} {head.hash}", f"{after.version} {after.hash}"
        reply, actual = _EXTEND(client, places, [stream, assumed, new, head.version + 1, *fields])
        if reply != b"written":
            raise VersionConflict(stream, head.version, int(actual.split(b" ")[0]) if actual else -1)
        head = after
    return head


def _chained(stream: str, head: Head, events: Sequence[Recorded]) -> Head:
    for recorded in events:
        if (recorded.version, recorded.prev_hash) != (head.version + 1, head.hash):
            raise Invalid(
                {
                    f"events.{recorded.version}": [
                        say("it does not follow version {version} of the log", version=head.version)
                    ]
                }
            )
        head = Head(recorded.version, recorded_hash(stream, recorded))
    return head
