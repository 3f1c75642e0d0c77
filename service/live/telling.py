"""What a crowd is told: the news of what it watches, in order and each once; where some are missing, the log's pages.

Nobody watches this stream: it is made once for all who watch the same and may see as much.
"""

import asyncio
import logging

from redis.exceptions import RedisError

from core.log import NEW
from service.live.audience import Audience, Crowd
from service.live.frames import Book, news_said, place_said
from service.live.reading import Reading
from service.store.feed import VERDICT, News
from service.store.heads import Position

_READY_SECONDS = 5.0
_say = logging.getLogger(__name__)


def crowd_of(audience: Audience, book: Book, reading: Reading) -> Crowd:
    """Those who are told what this book says; the first one to ask finds nobody, and a crowd begins."""
    topic = f"{book.name}.*" if book.whole else book.name
    crowd = audience.crowd(topic, book.sight)
    if crowd is None:
        crowd = audience.gather(topic, book.sight)
        crowd.leading = asyncio.get_running_loop().create_task(_Teller(audience, crowd, book, reading).tell())
    return crowd


class _Teller:
    """Tells a crowd, from where the store is when it begins. The crowd is registered for news before that is read."""

    def __init__(self, audience: Audience, crowd: Crowd, book: Book, reading: Reading) -> None:
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
        except Exception:  # noqa: BLE001 - nobody awaits this; the viewers come back to one that begins anew
            _say.exception("the stream of %s failed", self._book.name)
        finally:
            crowd.close()

    async def _hear(self, news: News) -> None:
        """Say an item of the news, once. Where the crowd is and what was said change together."""
        crowd, own = self._crowd, news.stream == self._book.name
        before = crowd.place.get(news.stream, _NOWHERE)
        after = _follow(before, news)
        if after == before:
            return
        if after is not None and self._book.tells(news):
            crowd.say([news_said(news, own)], {news.stream: after})
        elif own:
            more = True
            while more and not crowd.over:
                said, place, more = await self._reading.news(self._book.page, crowd.place[news.stream])
                crowd.say(said, {news.stream: place})
        elif (there := await self._reading.news(self._book.place, news.stream)) is not None:
            crowd.say([place_said(news.stream, there)], {news.stream: there})

    def _begin(self) -> dict[str, Position]:
        self._audience.hub.ready(_READY_SECONDS)
        return self._book.places()


_NOWHERE = Position(NEW, NEW)


def _follow(at: Position, news: News) -> Position | None:
    """Where a stream is after an item; the same if that was known; `None` if something is missing before it."""
    if news.kind == VERDICT:
        if news.version <= at.judged:
            return at
        return Position(at.version, news.version) if news.version == at.judged + 1 <= at.version else None
    if news.version <= at.version:
        return at
    return Position(news.version, at.judged) if news.version == at.version + 1 else None
