"""Logs read in bulk for the judge: many streams in a round trip, each page as one piece of text.

Fields that judging does not need are left out: the events carry no `prev_hash`. To verify a chain, read `RedisLog`.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import islice

from redis import Redis

from core.errors import BradeError
from core.eventlog.log import NEW
from core.events import Recorded
from service.store import keys
from service.store.archive import reader
from service.store.lua import Argument, Lua
from service.store.stored_events import decoded_each

PAGE = 1000

# A reply of one long text costs the client a tenth of a reply of many short ones. Three lines an event: type and data,
# time, author; then the id of the last. What people wrote is JSON, and so holds no line break and no tab of its own.
_PACK = Lua(
    """
local lines, authors = {}, {}
local entries = redis.pcall('XRANGE', KEYS[1], ARGV[1], '+', 'COUNT', ARGV[2])
if entries.err then
  if string.find(entries.err, 'WRONGTYPE', 1, true) then return 'archived' end
  return entries
end
for i, entry in ipairs(entries) do
  local fields = entry[2]
  local by = fields[8]
  authors[by] = authors[by] or cjson.encode(by)
  lines[3 * i - 2] = fields[2] .. '\\t' .. fields[4]
  lines[3 * i - 1] = fields[6]
  lines[3 * i] = authors[by]
end
if #entries > 0 then lines[#lines + 1] = string.match(entries[#entries][1], '^%d+') end
return table.concat(lines, '\\n')
"""
)
_LINES = 3
_ARCHIVED = b"archived"
"""The answer of the store for a log that is in a file. No page is like it: each has a line break."""
Answer = Callable[[], bytes]


class GapInLog(BradeError):
    """A log does not number its events one after the other: it was changed by hand. `brade verify` says where."""

    code = "gap-in-log"

    def __init__(self, stream: str, counted: int, last: int) -> None:
        self.stream, self.counted, self.last = stream, counted, last
        super().__init__(f"{stream} has an event {last} where {counted} should be: some of its log is missing")


def tails(client: Redis, wanted: Mapping[str, int], page: int = PAGE) -> dict[str, Iterator[Recorded]]:
    """For each stream the events with a version above the one given, in order; none if there is no such stream.

    The first page of all streams comes in one round trip, others when wanted. An event that this version of brade
    does not know raises `UnknownEvent` when it is reached, after those before it; a page whose versions have a gap
    raises `GapInLog` at its end. An archived log is read from its file, and raises `ArchiveDamaged` when it is reached.
    """
    texts = _PACK.each(client, [_call(stream, after, page) for stream, after in wanted.items()])
    return {
        stream: _read(client, stream, after, page, partial(bytes, text), _later(client, stream, page))
        for (stream, after), text in zip(wanted.items(), texts, strict=True)
    }


def tail(client: Redis, stream: str, after: int = NEW, page: int = PAGE) -> Iterator[Recorded]:
    """The events of one stream with a version above `after`, in order; none if there is no such stream."""
    ask = _later(client, stream, page)
    return _read(client, stream, after, page, ask(after), ask)


def single(client: Redis, wanted: Sequence[tuple[str, int]]) -> Iterator[tuple[str, Recorded]]:
    """Single events of streams, by their versions, as far as there are such, in one round trip."""
    texts = _PACK.each(client, [_call(stream, version - 1, 1) for stream, version in wanted]) if wanted else []
    for (stream, version), text in zip(wanted, texts, strict=True):
        ask = _later(client, stream, 1)
        for recorded in islice(_read(client, stream, version - 1, 1, partial(bytes, text), ask), 1):
            yield stream, recorded


def _later(client: Redis, stream: str, page: int) -> Callable[[int], Answer]:
    """Ask for a page when its answer is wanted."""
    return lambda after: partial(_page, client, stream, after, page)


def _page(client: Redis, stream: str, after: int, page: int) -> bytes:
    text: bytes = _PACK(client, *_call(stream, after, page))
    return text


def _read(
    client: Redis, stream: str, after: int, page: int, answer: Answer, ask: Callable[[int], Answer]
) -> Iterator[Recorded]:  # fmt: skip
    version = after
    while text := answer():
        if text == _ARCHIVED:
            found = reader.events(client, stream, version)
            yield from tail(client, stream, version, page) if found is None else found  # or brought back meanwhile
            return
        *lines, last = text.decode().split("\n")
        is_full = len(lines) >= page * _LINES
        if is_full:
            answer = ask(int(last))
        authors = {author: _author(author) for author in set(lines[2::_LINES])}
        events = decoded_each(lines[::_LINES])
        for event, at, author in zip(events, lines[1::_LINES], lines[2::_LINES], strict=True):
            version += 1
            yield Recorded(version, event, int(at), authors[author], "")
        if version != int(last):
            raise GapInLog(stream, version, int(last))
        if not is_full:
            return


@lru_cache(1000)
def _author(text: str) -> str:
    """The author of their JSON: few write many logs."""
    return str(json.loads(text))


def _call(stream: str, after: int, page: int) -> tuple[list[str], list[Argument]]:
    return [keys.log(stream)], [f"{after + 1}-0" if after > NEW else "-", page]
