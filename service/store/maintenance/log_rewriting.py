"""A log written in place anew, as when a name is erased from it: the same versions, and further events at its end.

What is kept along a log of its former words goes in the same step: finished parts of its sheet and, where events have
other hashes than before, its state, verdicts and checkpoints. The pump is told of the new events as after an append.
"""

from collections.abc import Sequence
from uuid import uuid4

from redis import Redis

from core.errors import VersionConflict
from core.eventlog.log import Head, ensure_longer, proven
from core.events import Recorded
from service.store import keys
from service.store.archive import transfer
from service.store.archive.gathering import gather
from service.store.held_streams import StreamHeld
from service.store.lua import Argument, Lua
from service.store.stored_events import event_message, head_text

_REWRITE = Lua(
    """
local log, heads, unjudged, feed, gathered, held, newer, state, verdicts, checkpoints, sheet, live, longs, parts =
  unpack(KEYS)
local stream, assumed, head, last, first, anew = unpack(ARGV, 1, 6)
local actual = redis.call('HGET', heads, stream) or ''
if actual ~= assumed then return {'moved', actual} end
if redis.call('HEXISTS', held, stream) == 1 or redis.call('HEXISTS', newer, stream) == 1 then return {'held', ''} end
if redis.call('TYPE', log).ok ~= 'stream' then return {'archived', ''} end
if redis.call('XLEN', gathered) ~= tonumber(last) + 1 then return {'incomplete', ''} end
redis.call('RENAME', gathered, log)
redis.call('PERSIST', log)
redis.call('DEL', sheet, checkpoints)
redis.call('SREM', longs, stream)
redis.call('ZREM', parts, stream)
if anew == '1' then
  redis.call('DEL', state, verdicts)
  first = '0'
end
redis.call('HSET', heads, stream, head)
redis.call('HSET', unjudged, stream, last)
redis.call('XADD', feed, '*', 'stream', stream, 'first', first, 'last', last)
for i = 7, #ARGV do redis.call('SPUBLISH', live, ARGV[i]) end
return {'written', head}
"""
)


def rewrite(client: Redis, stream: str, assumed: Head, events: Sequence[Recorded]) -> Head | None:
    """Put these events in the place of a log that has the head `assumed`; the head that it has then.

    `None` if the store lost meanwhile what was gathered, or the log was archived: nothing was written, and the same may
    be tried again. Raises `VersionConflict` if the head has moved, `StreamHeld`, and `Invalid` if the events are no
    whole log, or are not longer than it was.
    """
    head = ensure_longer(proven(stream, events), assumed)
    transfer.bring_back(client, stream)
    gathered = keys.restoring(stream, uuid4().hex)
    gather(client, gathered, events)
    shard = keys.shard_of(stream)
    added = events[assumed.version + 1 :]
    is_anew = added[0].prev_hash != assumed.hash
    places = [
        keys.log(stream),
        keys.head(shard),
        keys.unjudged(shard),
        keys.feed(shard),
        gathered,
        keys.held(shard),
        keys.newer(shard),
        keys.state(stream),
        keys.verdicts(stream),
        keys.checkpoints(stream),
        keys.sheet(stream),
        keys.live(stream),
        keys.long_sheets(shard),
        keys.sheets(shard),
    ]
    words: list[Argument] = [stream, head_text(assumed), head_text(head), head.version, added[0].version, int(is_anew)]
    reply, actual = _REWRITE(client, places, [*words, *(event_message(stream, recorded) for recorded in added)])
    if reply == b"written":
        return head
    client.delete(gathered)
    if reply == b"held":
        raise StreamHeld(stream)
    if reply == b"moved":
        raise VersionConflict(stream, assumed.version, int(actual.split(b" ")[0]) if actual else -1)
    return None
