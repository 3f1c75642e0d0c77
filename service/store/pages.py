"""Logs read in bulk, for those who judge them: many streams in a round trip, each page as one piece of JSON.

What is not needed to judge is left out: the events carry no `prev_hash`. Whoever proves a chain reads `RedisLog`.
"""

import json
from collections.abc import Iterator, Mapping

from redis import Redis

from core.codec import from_stored
from core.events import Recorded
from core.log import NEW
from service.store import keys
from service.store.lua import Argument, Lua

PAGE = 1000

# A reply of one long text costs the client a tenth of a reply of many short ones. `data` is JSON already.
_PACK = Lua(
    """
local rows = {}
for i, entry in ipairs(redis.call('XRANGE', KEYS[1], ARGV[1], '+', 'COUNT', ARGV[2])) do
  local fields = entry[2]
  rows[i] = string.match(entry[1], '^%d+') .. ',"' .. fields[2] .. '",' .. fields[4] .. ',' .. fields[6]
    .. ',' .. cjson.encode(fields[8])
end
return '[' .. table.concat(rows, ',') .. ']'
"""
)
_COLUMNS = 5


def tails(client: Redis, wanted: Mapping[str, int], page: int = PAGE) -> dict[str, Iterator[Recorded]]:
    """For each stream the events with a version above the one given, in order; none if there is no such stream.

    The first page of all streams comes in one round trip, others when wanted. An event that this version of brade
    does not know raises `UnknownEvent` when it is reached, after those before it.
    """
    texts = _PACK.each(client, [_call(stream, after, page) for stream, after in wanted.items()])
    return {stream: _events(client, stream, text, page) for stream, text in zip(wanted, texts, strict=True)}


def tail(client: Redis, stream: str, after: int = NEW, page: int = PAGE) -> Iterator[Recorded]:
    """The events of one stream with a version above `after`, in order; none if there is no such stream."""
    return tails(client, {stream: after}, page)[stream]


def _events(client: Redis, stream: str, text: bytes, page: int) -> Iterator[Recorded]:
    while True:
        cells = json.loads(text.decode())
        versions, names, datas, ats, bys = (cells[column::_COLUMNS] for column in range(_COLUMNS))
        for version, name, data, at, by in zip(versions, names, datas, ats, bys, strict=True):
            yield Recorded(version, from_stored(name, data), at, by, "")
        if len(versions) < page:
            return
        text = _PACK(client, *_call(stream, versions[-1], page))


def _call(stream: str, after: int, page: int) -> tuple[list[str], list[Argument]]:
    return [keys.log(stream)], [f"{after + 1}-0" if after > NEW else "-", page]
