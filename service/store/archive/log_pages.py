"""A log read page by page, from the store, or from its file if it is archived."""

from collections.abc import Callable, Iterator
from typing import Any

from redis import Redis
from redis.exceptions import ResponseError

from core.errors import UnknownStream
from core.eventlog.log import NEW, Head
from core.events import Recorded
from service.store import keys
from service.store.archive import reader
from service.store.archive.places import is_archived
from service.store.stored_events import entry_id, from_entry, version_of

_PAGE = 1000


def read(
    client: Redis, stream: str, after: int, limit: int | None, head: Callable[[str], Head | None]
) -> Iterator[Recorded]:
    """The events with a version above `after`, at most `limit`. One page is read now, others when wanted.

    `head` gives the head of a log. Raises `UnknownStream`, `ArchiveDamaged`.
    """
    try:
        page = _page(client, stream, after, limit)
        if not page:
            last = head(stream)
            if last is None:
                raise UnknownStream(stream)
            if last.version > after:  # written since the page was read
                page = _page(client, stream, after, limit)
    except ResponseError as error:
        return _archived(client, error, stream, after, limit, head)
    return _pages(client, stream, page, limit, head)


def _page(client: Redis, stream: str, after: int, limit: int | None) -> list[Any]:
    count = _PAGE if limit is None else min(limit, _PAGE)
    if count <= 0:
        return []
    start = entry_id(after + 1) if after > NEW else "-"
    return client.xrange(keys.log(stream), start, "+", count) or []


def _pages(
    client: Redis, stream: str, page: list[Any], limit: int | None, head: Callable[[str], Head | None]
) -> Iterator[Recorded]:
    while page:
        for entry, fields in page:
            yield from_entry(entry, fields)
        limit = None if limit is None else limit - len(page)
        # A short page was the last one, unless there was a write since: then it is for the next reader.
        if len(page) < _PAGE:
            return
        last = version_of(page[-1][0])
        try:
            page = _page(client, stream, last, limit)
        except ResponseError as error:  # it was archived since the page before
            yield from _archived(client, error, stream, last, limit, head)
            return


def _archived(
    client: Redis,
    error: ResponseError,
    stream: str,
    after: int,
    limit: int | None,
    head: Callable[[str], Head | None],
) -> Iterator[Recorded]:
    """The events of an archived log, after the error of the store at it; other errors are raised."""
    if not is_archived(error):
        raise error
    found = reader.events(client, stream, after, limit)
    return read(client, stream, after, limit, head) if found is None else found  # it was brought back meanwhile
