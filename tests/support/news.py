"""News that a store publishes, as they come: for a test that looks at what viewers are told."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from redis import Redis

from service.live.hub import Hub
from service.store import keys
from service.store.feed import MISSED, NewsMessage
from tests.support.store import eventually

_END = "end"


class Heard(list[NewsMessage]):
    """The messages about some streams and what belongs to them, since the listening began."""

    def __init__(self, client: Redis, streams: Sequence[str]) -> None:
        self._client, self._streams = client, streams

    def until(self, count: int) -> list[NewsMessage]:
        """The messages, as soon as there are so many."""
        eventually(lambda: len(self) >= count, what=f"{count} messages, not {self}")
        return list(self)

    def published(self) -> list[NewsMessage]:
        """All messages that were published before this call."""
        for stream in self._streams:
            self._client.spublish(keys.live(stream), f"{_END} {stream} 0 ")
        eventually(lambda: sum(each.kind == _END for each in self) >= len(self._streams), what="the end of the news")
        self[:] = [each for each in self if each.kind != _END]
        return list(self)


@contextmanager
def listening(client: Redis, *streams: str) -> Iterator[Heard]:
    """Listen to what viewers of these streams are told, from now on."""
    hub, heard = Hub(client), Heard(client, streams)
    hub.follow(lambda batch: heard.extend(news for news in batch if news.kind != MISSED))
    for stream in streams:
        hub.listen(stream)
    assert all(hub.ready(stream, 5.0) for stream in streams)
    try:
        yield heard
    finally:
        hub.close()
