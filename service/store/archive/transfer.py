"""Archiving a log whose file is on the disk, and bringing it back: each one atomic step of the store."""

from collections.abc import Iterable
from uuid import uuid4

from redis import Redis

from core.errors import BradeError
from core.eventlog.log import Head
from core.events import Recorded
from service.store import keys
from service.store.archive.gathering import gather
from service.store.archive.places import Place, place_of
from service.store.archive.reader import whole
from service.store.lua import Lua

_ARCHIVE = Lua(
    """
local log, heads, unjudged, held, newer, state, checkpoints, sheet, longs = unpack(KEYS)
local stream, head, place = unpack(ARGV)
if redis.call('HGET', heads, stream) ~= head then return 'moved' end
for _, list in ipairs({unjudged, held, newer}) do
  if redis.call('HEXISTS', list, stream) == 1 then return 'busy' end
end
local kind = redis.call('TYPE', log).ok
if kind == 'stream' then
  if redis.call('XLEN', log) ~= tonumber(string.match(head, '^%d+')) + 1 then return 'altered' end
elseif kind ~= 'string' then
  return 'altered'
end
redis.call('SET', log, place)
redis.call('DEL', checkpoints, sheet)
redis.call('SREM', longs, stream)
redis.call('HDEL', state, 'whole')
return 'archived'
"""
)

_BRING_BACK = Lua(
    """
local log, heads, gathered = unpack(KEYS)
local stream, place, last = unpack(ARGV)
if redis.call('TYPE', log).ok ~= 'string' or redis.call('GET', log) ~= place then return 'moved' end
if string.match(redis.call('HGET', heads, stream) or '', '^%d+') ~= last then return 'moved' end
if redis.call('XLEN', gathered) ~= last + 1 then return 'incomplete' end
redis.call('RENAME', gathered, log)
redis.call('PERSIST', log)
return 'back'
"""
)


class NotArchived(BradeError):
    """A log was not archived: it changed meanwhile, or waits to be judged. Nothing was changed."""

    code = "not-archived"


def archive(client: Redis, stream: str, head: Head, place: Place) -> None:
    """Keep a log at a place alone, whose file is durable. States along the log are dropped, and made again when needed.

    Raises `NotArchived`.
    """
    shard = keys.shard_of(stream)
    places = [
        keys.log(stream),
        keys.head(shard),
        keys.unjudged(shard),
        keys.held(shard),
        keys.newer(shard),
        keys.state(stream),
        keys.checkpoints(stream),
        keys.sheet(stream),
        keys.long_sheets(shard),
    ]
    reply = _ARCHIVE(client, places, [stream, f"{head.version} {head.hash}", place.text])
    if reply != b"archived":
        why = {b"moved": "it was written to meanwhile", b"altered": "it is not as it was written"}
        raise NotArchived(f"{stream}: {why.get(reply, 'it waits to be judged, or is held')}")


def bring_back(client: Redis, stream: str) -> bool:
    """Bring an archived log back into the store, as before a write to it; `False` if it is not archived.

    Raises `ArchiveDamaged`.
    """
    place = place_of(client, stream)
    if place is None:
        return False
    put_back(client, stream, place, whole(client, stream, place))
    return True


def put_back(client: Redis, stream: str, place: Place, events: Iterable[Recorded]) -> None:
    """Put the events of an archived log, which the caller has proved, in the place of the text that says where it is.

    Nothing is changed where another process did so meanwhile.
    """
    gathered = keys.restoring(stream, uuid4().hex)
    gather(client, gathered, events)
    shard = keys.shard_of(stream)
    if (
        _BRING_BACK(client, [keys.log(stream), keys.head(shard), gathered], [stream, place.text, place.version])
        != b"back"
    ):
        client.delete(gathered)
