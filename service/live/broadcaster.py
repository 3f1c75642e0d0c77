"""Publisher of a channel: its news, in order and each once; where some are missing, the log's pages.

It is computed once for all viewers with the same topic and visibility.
"""

import asyncio
import logging

from redis.exceptions import RedisError

from core.eventlog.log import NEW
from service.live.broadcast import Channel, Channels
from service.live.sse_frames import FrameSource, news_frame, place_frame
from service.live.threads import Reading
from service.store.feed import VERDICT, OutboxEntry
from service.store.read_models.positions import Position

_READY_SECONDS = 5.0
_say = logging.getLogger(__name__)


def channel_for(audience: Channels, book: FrameSource, reading: Reading) -> Channel:
    """The channel of this source; the first viewer opens it."""
    topic = f"{book.name}.*" if book.whole else book.name
    crowd = audience.crowd(topic, book.sight)
    if crowd is None:
        crowd = audience.open_channel(topic, book.sight)
        crowd.leading = asyncio.get_running_loop().create_task(_Publisher(audience, crowd, book, reading).tell())
    return crowd


class _Publisher:
    """Tells a crowd, from where the store is when it begins. The crowd is registered for news before that is read."""

    def __init__(self, audience: Channels, crowd: Channel, book: FrameSource, reading: Reading) -> None:
        self._audience, self._crowd, self._book, self._reading = audience, crowd, book, reading

    async def tell(self) -> None:
        """Tell until the crowd is over. If the store is away, all end and come back."""
        crowd = self._crowd
        try:
            crowd.begin(await self._reading.news(self._begin))
            while not crowd.over:
                for news in await crowd.news.take():
                    await self._hear(news)
        except RedisError as error:
            _say.warning("streams end, and their viewers come back: %s", error)
        except Exception:  # noqa: BLE001 - not awaited; the viewers come back to one that begins anew
            _say.exception("the stream of %s failed", self._book.name)
        finally:
            crowd.close()

    async def _hear(self, news: OutboxEntry) -> None:
        """Say an item of the news, once. Where the crowd is and what was said change together."""
        crowd, own = self._crowd, news.stream == self._book.name
        before = crowd.place.get(news.stream, _NOWHERE)
        after = _follow(before, news)
        if after == before:
            return
        if after is not None and self._book.tells(news):
            crowd.say([news_frame(news, own)], {news.stream: after})
        elif own:
            more = True
            while more and not crowd.over:
                frames, place, more = await self._reading.news(self._book.page, crowd.place[news.stream])
                crowd.say(frames, {news.stream: place})
        elif (there := await self._reading.news(self._book.place, news.stream)) is not None:
            crowd.say([place_frame(news.stream, there)], {news.stream: there})

    def _begin(self) -> dict[str, Position]:
        self._audience.hub.ready(_READY_SECONDS)
        return self._book.places()


_NOWHERE = Position(NEW, NEW)


def _follow(at: Position, news: OutboxEntry) -> Position | None:
    """Where a stream is after an item; the same if that was known; `None` if something is missing before it."""
    if news.kind == VERDICT:
        if news.version <= at.judged:
            return at
        return Position(at.version, news.version) if news.version == at.judged + 1 <= at.version else None
    if news.version <= at.version:
        return at
    return Position(news.version, at.judged) if news.version == at.version + 1 else None
