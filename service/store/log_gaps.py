"""Logs that hold fewer events than their heads say: some were lost from the middle, whatever caused it."""

from collections.abc import Iterator, Mapping
from itertools import islice

from redis import Redis
from redis.exceptions import ResponseError

from service.store import keys
from service.store.archive.places import is_archived
from service.store.stored_events import entry_id, version_of

_AT_ONCE = 1000


def lacking(client: Redis, heads: Mapping[bytes, bytes]) -> dict[bytes, int]:
    """The logs that have fewer events than their heads, read before, say; each with the number that it lacks.

    An archived log is as long as its file, which has a digest.
    """
    found: dict[bytes, int] = {}
    rest = iter(heads.items())
    while page := list(islice(rest, _AT_ONCE)):
        pipeline = client.pipeline(transaction=False)
        for stream, _ in page:
            pipeline.xlen(keys.log(stream.decode()))
        for (stream, head), length in zip(page, pipeline.execute(raise_on_error=False), strict=True):
            if isinstance(length, ResponseError) and is_archived(length):
                continue
            if isinstance(length, Exception):
                raise length
            lacks = int(head.partition(b" ")[0]) + 1 - length
            if lacks > 0:  # a log that is written meanwhile is longer
                found[stream] = lacks
    return found


def gaps(client: Redis, stream: str, last: int) -> Iterator[range]:
    """The versions up to `last` that a log does not have, in order; it is read as far as they are wanted."""
    following = 0
    while page := _page(client, stream, following):
        for entry, _ in page:
            if (version := version_of(entry)) > following:
                yield range(following, version)
            following = version + 1
    if following <= last:
        yield range(following, last + 1)


def _page(client: Redis, stream: str, first: int) -> list[tuple[bytes, object]]:
    return client.xrange(keys.log(stream), entry_id(first), count=_AT_ONCE)  # type: ignore[return-value]
