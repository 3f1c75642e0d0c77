"""Those who watch: each takes the news by itself until it is where the others are, and what they are told from then on.

Viewers of one topic who may see the same and are at the same place make a crowd. One stream, the crowd's lead, makes
what all of them are sent, once; it is handed out in waves, the longer apart the more viewers there are. Where few
watch, a fact goes out at once; where two thousand do, one writing to each carries many facts.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import islice
from typing import Any

from service.live import Hub
from service.store.feed import News

_SECONDS_EACH = 60e-6
"""The time between two waves, for each viewer of the process: writing to one takes about half of it."""

_AT_ONCE = 100  # viewers woken before the loop looks at anything else, such as a request


class Full(Exception):
    """There are as many viewers as this process takes."""


class Viewer:
    """One who watches a stream, or a tournament with all its matches. Belongs to the event loop that made it.

    It hears news, and in a crowd the bytes to send. `give_up` is called when it falls behind by more than its backlog:
    whoever sends to it may be stuck in sending.
    """

    def __init__(self, topic: str, backlog: float) -> None:
        self.topic = topic
        self.ended = False
        self.crowd: Crowd | None = None
        self.give_up: Callable[[], object] = lambda: None
        self._backlog = backlog
        self._heard: deque[Any] = deque()
        self._behind = 0
        self._wake: asyncio.Future[None] | None = None

    @property
    def has_more(self) -> bool:
        """Whether it heard what was not taken."""
        return bool(self._heard)

    async def take(self) -> list[Any]:
        """Everything new, as soon as there is anything; nothing once the viewer has ended, or was poked."""
        if not self._heard and not self.ended:
            self._wake = asyncio.get_running_loop().create_future()
            try:
                await self._wake
            finally:
                self._wake = None
        heard = list(self._heard)
        self._heard.clear()
        self._behind = 0
        return heard

    def poke(self) -> None:
        """Let `take` return now."""
        if self._wake and not self._wake.done():
            self._wake.set_result(None)

    def end(self) -> None:
        """Take nothing more; what was not taken is dropped, to be asked for again."""
        self.ended = True
        self._heard.clear()
        self.poke()

    def hear(self, item: News | bytes, weight: int = 1) -> None:
        """Keep an item that tells so many things until it is taken; a viewer too slow for its backlog ends."""
        if self.ended:
            return
        if self._behind >= self._backlog:
            self.end()
            self.give_up()
            return
        self._heard.append(item)
        self._behind += weight
        self.poke()


class Crowd:
    """Viewers who are sent the same from the same place on, `pause()` seconds after what they were sent before.

    `place()` is where its lead is, which hears the news as a viewer does; `leading` is its work.
    """

    leading: asyncio.Task[None]

    def __init__(
        self, lead: Viewer, place: Callable[[], object], pause: Callable[[], float], over: Callable[["Crowd"], object]
    ) -> None:
        self.lead, self.place = lead, place
        lead.crowd = self
        self._pause, self._over = pause, over
        self._loop = asyncio.get_running_loop()
        self._members: dict[Viewer, int] = {}  # what of the gathered each has had already
        self._gathered: list[bytes] = []
        self._next_wave = 0.0
        self._wave: asyncio.Handle | None = None

    def join(self, viewer: Viewer) -> None:
        """Take in a viewer who has had all that was said until now."""
        viewer.crowd = self
        self._members[viewer] = len(self._gathered)

    def leave(self, viewer: Viewer) -> None:
        """Forget a viewer; the crowd is over with the last one."""
        if self._members.pop(viewer, None) is not None and not self._members:
            self.close()

    def say(self, chunk: bytes) -> None:
        """Send bytes to everybody, at once or with the next wave."""
        self._gathered.append(chunk)
        if self._wave is None:
            self._wave = self._loop.call_at(self._next_wave, self._begin)

    def close(self) -> None:
        """End the lead and all members: they come back and ask for the rest."""
        self._over(self)
        if self._wave:
            self._wave.cancel()
        for each in (self.lead, *self._members):
            each.end()

    def _begin(self) -> None:
        self._next_wave = self._loop.time() + self._pause()
        parts: dict[int, tuple[bytes, int]] = {}
        for had in set(self._members.values()):
            part = b"".join(self._gathered[had:])
            parts[had] = part, part.count(b"\n\n")
        wave = [(viewer, *parts[had]) for viewer, had in self._members.items()]
        self._members = dict.fromkeys(self._members, 0)
        self._gathered.clear()
        self._go_on(iter(wave))

    def _go_on(self, wave: Iterable[tuple[Viewer, bytes, int]]) -> None:
        some = list(islice(wave, _AT_ONCE))
        for viewer, part, weight in some:
            if part:
                viewer.hear(part, weight)
        if some:
            self._wave = self._loop.call_soon(self._go_on, wave)
        else:
            self._wave = self._loop.call_at(self._next_wave, self._begin) if self._gathered else None


class Audience:
    """The viewers of one event loop, at most `most`; each may be `backlog` items behind before it is dropped.

    A topic is a stream's id for that stream alone, or a tournament's id and `.*` for it and all its matches. The reader
    hands a batch over with one call, however many watch.
    """

    def __init__(self, hub: Hub, most: int = 2000, backlog: int = 2000) -> None:
        self.hub = hub
        self.most = most
        self._backlog = backlog
        self._loop = asyncio.get_running_loop()
        self._viewers: dict[str, dict[Viewer, None]] = {}
        self._crowds: dict[Hashable, Crowd] = {}
        self._present: set[Viewer] = set()
        hub.follow(self._on_news)

    def __len__(self) -> int:
        return len(self._present)

    def enter(self, topic: str) -> Viewer:
        """A new viewer of a topic. Raises `Full`."""
        if len(self) >= self.most:
            raise Full
        viewer = Viewer(topic, self._backlog)
        self._present.add(viewer)
        self._viewers.setdefault(topic, {})[viewer] = None
        return viewer

    def leave(self, viewer: Viewer) -> None:
        """End a viewer; harmless if it left before."""
        viewer.end()
        self._present.discard(viewer)
        self._ignore(viewer)
        if viewer.crowd:
            viewer.crowd.leave(viewer)

    def crowd(self, sort: Hashable) -> Crowd | None:
        """Those of a topic and a sight, or whatever it is that makes them alike."""
        return self._crowds.get(sort)

    def gather(self, sort: Hashable, lead: Viewer, place: Callable[[], object]) -> Crowd:
        """A new crowd, whose lead is no viewer that counts and hears its topic's news from now on."""
        watching = self._viewers.get(lead.topic, {})
        self._viewers[lead.topic] = {lead: None, **watching}  # first of all: the others find it where they are
        crowd = Crowd(lead, place, lambda: _SECONDS_EACH * len(self), lambda over: self._end(sort, over))
        self._crowds[sort] = crowd
        return crowd

    def join(self, crowd: Crowd, viewer: Viewer) -> None:
        """From now on a viewer, who has taken all that it heard, hears what the crowd is told."""
        self._ignore(viewer)
        crowd.join(viewer)

    def poke(self) -> None:
        """Let every viewer that waits look up: the time has come for a sign of life."""
        for viewer in self._everybody():
            viewer.poke()

    def close(self) -> None:
        """End all viewers."""
        self.hub.unfollow(self._on_news)
        for viewer in self._everybody():
            self.leave(viewer)

    def _everybody(self) -> list[Viewer]:
        return [*self._present, *(crowd.lead for crowd in self._crowds.values())]

    def _end(self, sort: Hashable, crowd: Crowd) -> None:
        if self._crowds.get(sort) is crowd:
            del self._crowds[sort]
        self._ignore(crowd.lead)

    def _ignore(self, viewer: Viewer) -> None:
        """Pass no news on to a viewer any more."""
        watching = self._viewers.get(viewer.topic, {})
        watching.pop(viewer, None)
        if not watching:
            self._viewers.pop(viewer.topic, None)

    def _on_news(self, batch: Sequence[News]) -> None:
        """In the reader's thread: pass on what anybody watches. Whoever enters meanwhile reads the log afterwards."""
        watched = [news for news in batch if any(topic in self._viewers for topic in _topics(news.stream))]
        if watched:
            try:
                self._loop.call_soon_threadsafe(self._deliver, watched)
            except RuntimeError:  # the loop has ended, and with it its viewers
                self.hub.unfollow(self._on_news)

    def _deliver(self, batch: Iterable[News]) -> None:
        for news in batch:
            for topic in _topics(news.stream):
                for viewer in tuple(self._viewers.get(topic, ())):
                    viewer.hear(news)


def _topics(stream: str) -> tuple[str, str]:
    return stream, stream.partition(".")[0] + ".*"
