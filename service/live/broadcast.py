"""Viewers with the same topic, visibility and language share a channel. Each frame is encoded once per channel.

Frames go out in waves, with longer pauses for more viewers. With few viewers a fact goes out at once. With two
thousand, one write to each of them carries many facts.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

from service.live.hub import Hub
from service.live.packing import Piece
from service.live.sse_frames import Frame
from service.live.viewer_seats import Claim, Seats
from service.store.feed import MISSED, NewsMessage
from service.store.read_models.positions import Position

_SECONDS_EACH = 60e-6
"""The time between two waves, for each viewer of the process: writing to one takes about half of it."""

_LONGEST_PAUSE = 0.15

_AT_ONCE = 100  # viewers woken before the loop looks at anything else, such as a request
Item = TypeVar("Item")


class Batch(NamedTuple):
    """The frames since the wave before, one by one and in one piece, and their streams."""

    frames: Sequence[Frame]
    whole: Piece
    streams: Set[str]


class Inbox(Generic[Item]):
    """Frames that a viewer has received and not taken yet. Belongs to the event loop that made it."""

    def __init__(self) -> None:
        self.ended = False
        self._heard: deque[Item] = deque()
        self._wake: asyncio.Future[None] | None = None

    async def take(self) -> list[Item]:
        """Everything new, as soon as there is anything; nothing once it has ended, or was poked."""
        if not self._heard and not self.ended:
            self._wake = asyncio.get_running_loop().create_future()
            try:
                await self._wake
            finally:
                self._wake = None
        heard = list(self._heard)
        self._heard.clear()
        return heard

    def wake(self) -> None:
        """Let `take` return now."""
        if self._wake and not self._wake.done():
            self._wake.set_result(None)

    def end(self) -> None:
        """Take nothing more; what was not taken is dropped, to be asked for again."""
        self.ended = True
        self.forget()
        self.wake()

    def put(self, item: Item) -> None:
        """Keep an item until it is taken."""
        if not self.ended:
            self._heard.append(item)
            self.wake()

    def forget(self) -> None:
        """Drop what was not taken."""
        self._heard.clear()


class Viewer(Inbox[Batch]):
    """One who watches. `give_up` is called when it is `backlog` frames behind, or stuck: it may never be sent the rest.

    `sending` is what is on its way to it.
    """

    def __init__(self, backlog: int) -> None:
        super().__init__()
        self.channel: Channel | None = None
        self.give_up: Callable[[], object] = lambda: None
        self.backlog = backlog
        self.sending: bytes | None = None
        self._was_sending: bytes | None = None
        self._behind = 0

    def put(self, item: Batch) -> None:
        """Keep a wave until it is taken; a viewer too slow for its backlog ends."""
        behind = self._behind if self._heard else 0
        if behind >= self.backlog:
            self.drop()
        self._behind = behind + len(item.frames)
        super().put(item)

    def drop(self) -> None:
        """End, whatever is on its way."""
        self.end()
        self.give_up()

    def is_stuck(self) -> bool:
        """True if the same frames are on their way as at the last call."""
        before, self._was_sending = self._was_sending, self.sending
        return before is not None and before is self.sending


class Channel:
    """Viewers who are told the same, `pause()` seconds after what they were told before.

    `news` is what there is to tell, `leading` the work of telling it, `place` how far everything is that was told.
    """

    leading: asyncio.Task[None]

    def __init__(self, pause: Callable[[], float], ending: Callable[[], object]) -> None:
        self.news: Inbox[NewsMessage] = Inbox()
        self.place: dict[str, Position] = {}
        self._pause, self._ending = pause, ending
        self._loop = asyncio.get_running_loop()
        self._begun: asyncio.Future[dict[str, Position]] = self._loop.create_future()
        self._members: dict[Viewer, int] = {}  # how much of what is gathered was said before each came
        self._gathered: list[Frame] = []
        self._next_wave = 0.0
        self._wave: asyncio.Handle | None = None

    @property
    def over(self) -> bool:
        """True if no more frames follow."""
        return self.news.ended

    def begin(self, place: Mapping[str, Position]) -> None:
        """Whatever comes after these places will be said."""
        self.place.update(place)
        if not self._begun.done():
            self._begun.set_result(dict(place))

    async def join(self, viewer: Viewer) -> dict[str, Position]:
        """Take in a viewer, who hears all that is said after the places that come back; none if the channel is over."""
        viewer.channel = self
        self._members[viewer] = len(self._gathered)
        return dict(self.place) if self._begun.done() else await asyncio.shield(self._begun)

    def leave(self, viewer: Viewer) -> None:
        """Forget a viewer; the channel is over with the last one."""
        if self._members.pop(viewer, None) is not None and not self._members:
            self.close()

    def say(self, frames: Sequence[Frame], place: Mapping[str, Position]) -> None:
        """Tell everybody, at once or with the next wave; that is how far these streams are then."""
        self.place.update(place)
        self._gathered += frames
        if self._gathered and self._wave is None:
            self._wave = self._loop.call_at(self._next_wave, self._begin_wave)

    def close(self) -> None:
        """End all members: they come back and ask for the rest."""
        self._ending()
        if self._wave:
            self._wave.cancel()
        self.news.end()
        for member in self._members:
            member.end()
        if not self._begun.done():
            self._begun.set_result({})

    def _begin_wave(self) -> None:
        self._next_wave = self._loop.time() + self._pause()
        waves: dict[int, Batch] = {}
        for before in set(self._members.values()):
            frames = self._gathered[before:]
            whole = Piece(b"".join(frame.frame for frame in frames))
            waves[before] = Batch(frames, whole, {frame.stream for frame in frames})
        wave = [(viewer, waves[before]) for viewer, before in self._members.items()]
        self._members = dict.fromkeys(self._members, 0)
        self._gathered.clear()
        self._go_on(iter(wave))

    def _go_on(self, wave: Iterable[tuple[Viewer, Batch]]) -> None:
        some = list(islice(wave, _AT_ONCE))
        for viewer, heard in some:
            if heard.frames:
                viewer.put(heard)
        if some:
            self._wave = self._loop.call_soon(self._go_on, wave)
        else:
            self._wave = self._loop.call_at(self._next_wave, self._begin_wave) if self._gathered else None


class Channels:
    """The viewers of one event loop, each in a seat; each may be `backlog` frames behind before it is dropped.

    A topic is a stream's id for that stream alone, or a tournament's id and `.*` for it and all its matches. A match's
    channel hears of its tournament, too. The reader hands a batch over with one call, however many watch.
    """

    def __init__(self, hub: Hub, seats: Seats[Viewer], backlog: int = 2000) -> None:
        self.hub, self.seats, self.backlog = hub, seats, backlog
        self._by_topic: dict[str, dict[tuple[str, str], Channel]] = {}  # by what they hear; by topic and variant
        self._present: set[Viewer] = set()
        self._following = hub.follow_here(self._watched, self._deliver)

    def __len__(self) -> int:
        return len(self._present)

    def enter(self, asked: Claim) -> Viewer:
        """A new viewer, for whom another one may have to end. Raises `Full`."""
        viewer = Viewer(self.backlog)
        before = self.seats.take(viewer, asked)
        if before is not None:
            before.end()
        self._present.add(viewer)
        return viewer

    def leave(self, viewer: Viewer) -> None:
        """End a viewer; harmless if it left before."""
        viewer.end()
        self._present.discard(viewer)
        self.seats.leave(viewer)
        if viewer.channel:
            viewer.channel.leave(viewer)

    def channel(self, topic: str, variant: str) -> Channel | None:
        """The channel of a topic with this visibility and language, if there is one."""
        return self._by_topic.get(topic, {}).get((topic, variant))

    def open_channel(self, topic: str, variant: str, root: str) -> Channel:
        """A new channel, which hears its topic's news as soon as the hub hears those of the root."""
        channel = Channel(self._pause, lambda: self._forget(topic, variant, root, channel))
        for heard in _heard(topic, root):
            self._by_topic.setdefault(heard, {})[topic, variant] = channel
        self.hub.listen(root)
        return channel

    def wake(self) -> None:
        """Let every viewer that waits look up, since it is time for a sign of life; drop those that are stuck."""
        for viewer in tuple(self._present):
            if viewer.is_stuck():
                viewer.drop()
            else:
                viewer.wake()

    def close(self) -> None:
        """End all viewers."""
        self.hub.unfollow(self._following)
        for viewer in tuple(self._present):
            self.leave(viewer)

    def _forget(self, topic: str, variant: str, root: str, channel: Channel) -> None:
        if self.channel(topic, variant) is channel:
            self.hub.leave(root)
            for heard in _heard(topic, root):
                del self._by_topic[heard][topic, variant]
                if not self._by_topic[heard]:
                    del self._by_topic[heard]

    def _pause(self) -> float:
        return min(_SECONDS_EACH * len(self), _LONGEST_PAUSE)

    def _watched(self, news: NewsMessage) -> bool:
        """True if there is a viewer. A channel reads the store after its registration, so it misses nothing."""
        return any(topic in self._by_topic for topic in _topics(news))

    def _deliver(self, batch: Iterable[NewsMessage]) -> None:
        for news in batch:
            for topic in _topics(news):
                for channel in self._by_topic.get(topic, {}).values():
                    channel.news.put(news)


_OF_MATCHES = ".?"
"""Behind a tournament's id: what the channels of its matches hear of the tournament itself."""


def _heard(topic: str, root: str) -> tuple[str, ...]:
    """The topics of a channel: its own, of a match also its tournament, and what may be missed of its root."""
    tournament, dot, match = topic.partition(".")
    return topic, *((tournament + _OF_MATCHES,) if dot and match != "*" else ()), f"{MISSED} {root}"


def _topics(news: NewsMessage) -> tuple[str, ...]:
    """Under which topics a message is heard."""
    if news.kind == MISSED:
        return (f"{MISSED} {news.stream}",)
    tournament, dot, _match = news.stream.partition(".")
    return news.stream, tournament + ".*", *(() if dot else (tournament + _OF_MATCHES,))
