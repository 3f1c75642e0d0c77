"""Logs that are not as they were recorded: another program wrote to them, or a disk spoiled them.

A log that does not end where its head says is met by an append. The proof that goes on beside a service finds the
others: `{s00}:altered` is a hash from a stream to the message, as text, of what is wrong with it. It is written where
that changes.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from redis import Redis
from redis.exceptions import ResponseError

from core.errors import BradeError
from core.messages import from_text, say, to_text
from service.store import keys
from service.store.archive.places import is_archived, place_of
from service.store.stored_events import entry_id

_PAGE = 1000
_LOOKS = 3
"""A log may be written between the look at its head and that at its end: it is looked at again."""

_BEYOND = "equal or smaller than the target stream top item"
"""The error of a server at an XADD whose id is not beyond the last one of the stream."""


class LogAltered(BradeError):
    """A log does not end where its head says. Nothing was written."""

    code = "log-altered"

    def __init__(self, stream: str) -> None:
        self.stream = stream
        super().__init__(
            say(
                "the log of {stream} is not as it was written, an entry stands behind its end: "
                "nothing is written to it until the operator has brought it back as it was (brade "
                "verify)",
                stream=stream,
            )
        )


@contextmanager
def found(client: Redis, streams: Sequence[str]) -> Iterator[None]:
    """Raises `LogAltered` where an append inside, to one of the streams, meets an entry behind the end of its log."""
    try:
        yield
    except ResponseError as error:
        raise_if_altered(client, streams, error)
        raise


def raise_if_altered(client: Redis, streams: Sequence[str], error: ResponseError) -> None:
    """Raises `LogAltered` if an append to one of the streams met an entry behind the end of its log."""
    if _BEYOND in str(error):
        raise LogAltered((misplaced_ends(client, streams) or streams)[0]) from None


def misplaced_ends(client: Redis, streams: Iterable[str]) -> list[str]:
    """The streams whose last entry is not the one that the head names. Those that are written meanwhile are whole."""
    remaining = list(streams)
    for _ in range(_LOOKS):
        if remaining:
            remaining = [
                each
                for first in range(0, len(remaining), _PAGE)
                for each in _look(client, remaining[first : first + _PAGE])
            ]
    return remaining


def _look(client: Redis, streams: Sequence[str]) -> Iterator[str]:
    pipeline = client.pipeline(transaction=False)
    for stream in streams:
        pipeline.hget(keys.head(keys.shard_of(stream)), stream)
        pipeline.xrevrange(keys.log(stream), count=1)
    replies = pipeline.execute(raise_on_error=False)
    for stream, head, last in zip(streams, replies[::2], replies[1::2], strict=True):
        end = entry_id(int(head.partition(b" ")[0])) if head else None
        if is_archived(last):
            place = place_of(client, stream)
            found = entry_id(place.version) if place else end  # brought back meanwhile: it was whole
        elif isinstance(last, Exception):
            raise last
        else:
            found = last[0][0].decode() if last else None
        if end != found:
            yield stream


_MOST = 1000
"""Logs that are noted at once; where a disk spoils all of them, `brade verify` names the others."""


def note(client: Redis, stream: str, sentence: str) -> bool:
    """Write down what is wrong with a log; `True` if that is new."""
    if client.hexists(keys.ALTERED, stream) or client.hlen(keys.ALTERED) >= _MOST:
        return False
    client.hset(keys.ALTERED, stream, to_text(sentence))
    return True


def forget(client: Redis, stream: str) -> None:
    """Say nothing more of a log that was brought back as it was, or is gone."""
    client.hdel(keys.ALTERED, stream)


def noted(client: Redis) -> dict[str, str]:
    """The logs that are not as they were recorded, each with what is wrong."""
    found: dict[bytes, bytes] = client.hgetall(keys.ALTERED)  # type: ignore[assignment]
    return {stream.decode(): from_text(text.decode()) for stream, text in found.items()}
