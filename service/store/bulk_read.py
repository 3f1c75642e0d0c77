"""Logs read in bulk for the judge: many streams in a round trip, each page as one piece of text.

Fields that judging does not need are left out: the events carry no `prev_hash`. To verify a chain, read `RedisLog`.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain, islice, repeat
from typing import Any

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
""",
    reads_log=True,
)


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
    return {stream: chain.from_iterable(found) for stream, found in pages(client, wanted, page).items()}


def pages(client: Redis, wanted: Mapping[str, int], page: int = PAGE) -> dict[str, Iterator[Sequence[Recorded]]]:
    """The same events, page by page. A page with an event that raises comes as pages of one event."""
    texts = _PAGE.each(client, [_call(stream, after, page) for stream, after in wanted.items()])
    return {
        stream: _pages(client, stream, after, page, text)
        for (stream, after), text in zip(wanted.items(), texts, strict=True)
    }


def tail(client: Redis, stream: str, after: int = NEW, page: int = PAGE) -> Iterator[Recorded]:
    """The events of one stream with a version above `after`, in order; none if there is no such stream."""
    return chain.from_iterable(tail_pages(client, stream, after, page))


def tail_pages(client: Redis, stream: str, after: int = NEW, page: int = PAGE) -> Iterator[Sequence[Recorded]]:
    """The same events, page by page, as `pages`. The first page is read when it is wanted."""
    yield from _pages(client, stream, after, page, _page(client, stream, after, page))


def single(client: Redis, wanted: Sequence[tuple[str, int]]) -> Iterator[tuple[str, Recorded]]:
    """Single events of streams, by their versions, as far as there are such, in one round trip."""
    texts = _PAGE.each(client, [_call(stream, version - 1, 1) for stream, version in wanted]) if wanted else []
    for (stream, version), text in zip(wanted, texts, strict=True):
        for recorded in islice(chain.from_iterable(_pages(client, stream, version - 1, 1, text)), 1):
            yield stream, recorded


def _page(client: Redis, stream: str, after: int, page: int) -> bytes:
    text: bytes = _PAGE(client, *_call(stream, after, page))
    return text


def _pages(client: Redis, stream: str, after: int, page: int, text: bytes) -> Iterator[Sequence[Recorded]]:
    """The pages from the one of this text on."""
    version = after
    while text:
        if text == ARCHIVED:
            found = reader.events(client, stream, version)
            yield from tail_pages(client, stream, version, page) if found is None else [tuple(found)]
            return
        lines = text.decode().split("\n")
        last = int(lines.pop())
        yield from _events(version + 1, lines)
        version += len(lines) // PACKED_LINES
        if version != last:
            raise GapInLog(stream, version, last)
        if len(lines) < page * PACKED_LINES:
            return
        text = _page(client, stream, version, page)


def _events(first: int, lines: Sequence[str]) -> Iterable[Sequence[Recorded]]:
    """The events of a page, of which the first has this version."""
    authors = {author: _author(author) for author in set(lines[2::PACKED_LINES])}
    try:
        return [_recorded(first, lines, authors)]
    except Exception:  # noqa: BLE001 - it is raised again where the event is reached
        return (
            _recorded(first + place // PACKED_LINES, lines[place : place + PACKED_LINES], authors)
            for place in range(0, len(lines), PACKED_LINES)
        )


def _recorded(first: int, lines: Sequence[str], authors: Mapping[str, str]) -> list[Recorded]:
    stored, times, by = (lines[place::PACKED_LINES] for place in range(PACKED_LINES))
    count = len(stored)
    fields = zip(
        range(first, first + count),
        decoded_each(stored),
        map(int, times),
        map(authors.__getitem__, by),
        repeat("", count),
        strict=True,
    )
    return list(map(_AS_RECORDED, fields))


_AS_RECORDED: Callable[[tuple[Any, ...]], Recorded] = partial(tuple.__new__, Recorded)
"""A named tuple of a tuple, in a third of the time of its constructor."""


@lru_cache(1000)
def _author(text: str) -> str:
    """The author of their JSON: few write many logs."""
    return str(json.loads(text))


def _call(stream: str, after: int, page: int) -> tuple[list[str], list[Argument]]:
    return [keys.log(stream)], [f"{after + 1}-0" if after > NEW else "-", page]
