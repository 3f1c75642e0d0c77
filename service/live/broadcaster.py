"""Publisher of a channel: its news, in order and each once; where some are missing, the log's pages.

It is computed once for all viewers with the same topic and visibility.
"""

import asyncio
import logging
import re
from typing import NamedTuple

from redis.exceptions import ConnectionError as StoreUnreachable
from redis.exceptions import RedisError

from core.eventlog.log import NEW
from service.live.broadcast import Channel, Channels
from service.live.sse_frames import Source, news_frame, place_frame
from service.live.threads import Reading
from service.store.feed import EVENT, MISSED, VERDICT, NewsMessage
from service.store.read_models.positions import Position

_READY_SECONDS = 5.0
_log = logging.getLogger(__name__)


def channel_for(channels: Channels, source: Source, reading: Reading) -> Channel:
    """The channel of this source and its variant; the first viewer opens it."""
    topic = f"{source.name}.*" if source.whole else source.name
    channel = channels.channel(topic, source.variant)
    if channel is None:
        channel = channels.open_channel(topic, source.variant, source.root)
        publisher = _Publisher(channels, channel, source, reading)
        channel.leading = asyncio.get_running_loop().create_task(publisher.publish())
    return channel


class _Publisher:
    """Publishes news to a channel, from the state of the store at its begin. It hears the news before it reads."""

    def __init__(self, channels: Channels, channel: Channel, source: Source, reading: Reading) -> None:
        self._channels, self._channel, self._source, self._reading = channels, channel, source, reading
        self._last: dict[str, _Fact] = {}

    async def publish(self) -> None:
        """Publish until the channel is over. If the store is away, all viewers are disconnected and come back."""
        channel = self._channel
        try:
            await self._reading.news(self._ensure_heard)
            channel.news.forget()  # the state that is read now has all of it
            channel.begin(await self._reading.news(self._source.places))
            while not channel.over:
                for news in await channel.news.take():
                    await (self._look_again() if news.kind == MISSED else self._hear(news))
        except RedisError as error:
            _log.warning("streams end, and their viewers come back: %s", error)
        except Exception:  # noqa: BLE001 - not awaited; the viewers come back to one that begins anew
            _log.exception("the stream of %s failed", self._source.name)
        finally:
            channel.close()

    async def _hear(self, news: NewsMessage) -> None:
        """Say an item of the news, once. Where the channel is and what was said change together."""
        channel, own = self._channel, news.stream == self._source.name
        if news.kind == EVENT and not self._goes_on(news):
            _log.warning("%s has other events than its viewers were sent: they come back for them", news.stream)
            channel.close()
            return
        before = channel.place.get(news.stream, _NOWHERE)
        after = _follow(before, news)
        if after == before:
            return
        if after is not None and self._source.tells(news):
            channel.say([news_frame(news, own, self._source.language)], {news.stream: after})
        elif own:
            await self._read_on()
        elif (there := await self._reading.news(self._source.place, news.stream)) is not None:
            channel.say([place_frame(news.stream, there)], {news.stream: there})

    def _goes_on(self, news: NewsMessage) -> bool:
        """True if a fact follows the last one of its stream, or if that is not known.

        A store that came back without its last facts has others under the same versions.
        """
        before, fact = self._last.get(news.stream), _fact(news)
        self._last[news.stream] = fact
        if before is None or fact.version > before.version + 1:
            return True
        return fact.previous == before.hash if fact.version > before.version else fact == before

    async def _look_again(self) -> None:
        """Say what the store has beyond the channel. One that has lost facts ends it: its viewers begin anew."""
        channel, places = self._channel, await self._reading.news(self._source.places)
        is_behind = any(there.version < channel.place.get(each, _NOWHERE).version for each, there in places.items())
        known = [(stream, fact.version, fact.hash) for stream, fact in self._last.items()]
        if is_behind or not await self._reading.news(self._source.has, known):
            channel.close()
            return
        await self._read_on()
        for stream, there in places.items():
            if stream != self._source.name and there != channel.place.get(stream):
                channel.say([place_frame(stream, there)], {stream: there})

    async def _read_on(self) -> None:
        """Say what the log of the channel's own stream has beyond it."""
        channel, name, more = self._channel, self._source.name, True
        while more and not channel.over:
            frames, place, more = await self._reading.news(self._source.page, channel.place[name])
            channel.say(frames, {name: place})

    def _ensure_heard(self) -> None:
        """Raises `StoreUnreachable` if the store tells no news."""
        if not self._channels.hub.ready(self._source.root, _READY_SECONDS):
            raise StoreUnreachable("the store tells no news")


class _Fact(NamedTuple):
    """A fact's version, its hash, and that of the fact before it."""

    version: int
    previous: str
    hash: str


_PREVIOUS = re.compile(r'"prev_hash":"([0-9a-f]{64})"')
_OWN = re.compile(r'"hash":"([0-9a-f]{64})"\}$')


def _fact(news: NewsMessage) -> _Fact:
    """The place of a fact in its chain."""
    previous, own = _PREVIOUS.search(news.json), _OWN.search(news.json)
    return _Fact(news.version, previous[1] if previous else "", own[1] if own else "")


_NOWHERE = Position(NEW, NEW)


def _follow(at: Position, news: NewsMessage) -> Position | None:
    """The position of a stream after an item; the same if that was known; `None` if an item before it is missing."""
    if news.kind == VERDICT:
        if news.version <= at.judged:
            return at
        return Position(at.version, news.version) if news.version == at.judged + 1 <= at.version else None
    if news.version <= at.version:
        return at
    return Position(news.version, at.judged) if news.version == at.version + 1 else None
