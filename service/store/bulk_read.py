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
from service.store.stored_events import ARCHIVED, PACKED, PACKED_LINES, decoded_each

PAGE = 1000

# After the lines of the events that of the last one's version.
_PAGE = Lua(
    PACKED
    + """
if #entries > 0 then lines[#lines + 1] = string.match(entries[#entries][1], '^%d+') end
return table.concat(lines, '\\n')
"""
)
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
    texts = _PAGE.each(client, [_call(stream, after, page) for stream, after in wanted.items()])
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
    texts = _PAGE.each(client, [_call(stream, version - 1, 1) for stream, version in wanted]) if wanted else []
    for (stream, version), text in zip(wanted, texts, strict=True):
        ask = _later(client, stream, 1)
        for recorded in islice(_read(client, stream, version - 1, 1, partial(bytes, text), ask), 1):
            yield stream, recorded


def _later(client: Redis, stream: str, page: int) -> Callable[[int], Answer]:
    """Ask for a page when its answer is wanted."""
    return lambda after: partial(_page, client, stream, after, page)


def _page(client: Redis, stream: str, after: int, page: int) -> bytes:
    text: bytes = _PAGE(client, *_call(stream, after, page))
    return text


def _read(
    client: Redis, stream: str, after: int, page: int, answer: Answer, ask: Callable[[int], Answer]
) -> Iterator[Recorded]:  # fmt: skip
    version = after
    while text := answer():
        if text == ARCHIVED:
            found = reader.events(client, stream, version)
            yield from tail(client, stream, version, page) if found is None else found  # or brought back meanwhile
            return
        *lines, last = text.decode().split("\n")
        is_full = len(lines) >= page * PACKED_LINES
        if is_full:
            answer = ask(int(last))
        authors = {author: _author(author) for author in set(lines[2::PACKED_LINES])}
        events = decoded_each(lines[::PACKED_LINES])
        for event, at, author in zip(events, lines[1::PACKED_LINES], lines[2::PACKED_LINES], strict=True):
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
