"""Re-checks a viewer's authorization by repeating the original request when there is reason to doubt it.

Reasons of the club: changed tokens, members or sessions. Reasons of the tournament: a changed publication. Also the end
of a session or link, and a long time since the last check. A viewer without rights gets nothing more, reconnects, and
gets the reason. So does one who would see other names from now on: the page is renewed as it joins again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from core.names.shown_names import ALL, PUBLIC
from service.asgi.types import Message
from service.live.broadcast import Viewer
from service.live.grant import StreamGrant
from service.live.hub import Hub
from service.repository import CACHE_SECONDS
from service.store.feed import EVENT, MISSED, NAMES_FORGOTTEN, SESSION_ENDED, NewsMessage
from service.store.keys import root_of

_SOON = 2 * CACHE_SECONDS
"""The delay between a reason and the request: after it no process believes what it knew before."""

_FIRST, _LONGEST = 1.0, 120.0
"""Seconds until everybody is asked for: once news of them surely come in, and then if no reason came."""

_AGAIN = 1.0
KEYS = (b"authorization", b"cookie")
"""The headers that carry a viewer's rights."""

_log = logging.getLogger(__name__)
Ask = Callable[[Message], Awaitable[StreamGrant | None]]


class AuthorizationUnknown(Exception):
    """The authorization of a viewer cannot be decided now."""


class _WatchedViewer:
    """A viewer, the grant that let it in, and the request that got it."""

    def __init__(self, viewer: Viewer, grant: StreamGrant, scope: Message) -> None:
        self.viewer, self.grant, self.scope = viewer, grant, scope
        self.timer: asyncio.Handle | None = None
        keys = [(name, value) for name, value in scope["headers"] if name in KEYS]
        self.question = (scope["path"], scope["scheme"], *sorted(keys))

    @property
    def club(self) -> str:
        """The log that says which names it sees."""
        return f"c_{self.grant.club}"

    @property
    def grounds(self) -> set[str]:
        """The logs that say whether it may watch; of a club's news both are one."""
        own = {root_of(self.grant.name)}
        return own if self.grant.sight == PUBLIC else own | {self.club}

    @property
    def heard(self) -> set[str]:
        """The logs whose news may end the stream."""
        return self.grounds | {self.club}


class Reauthorizer:
    """The viewers of one event loop. `ask` returns the grant of a repeated request, `None` without rights.

    Viewers with the same request and key share one check. Checks run one at a time, because other requests need threads
    meanwhile.
    """

    def __init__(self, hub: Hub, ask: Ask, steady: Callable[[], int]) -> None:
        self._hub, self._ask, self._steady = hub, ask, steady
        self._loop = asyncio.get_running_loop()
        self._watched: dict[str, set[_WatchedViewer]] = {}
        self._doubted: set[_WatchedViewer] = set()
        self._asking: asyncio.Task[None] | None = None
        self._following = hub.follow_here(self._is_reason, self._hear)

    @contextmanager
    def about(self, viewer: Viewer, grant: StreamGrant, scope: Message) -> Iterator[None]:
        """Doubt, as long as it watches, whether a viewer still may."""
        watched = _WatchedViewer(viewer, grant, scope)
        for stream in watched.heard:
            self._watched.setdefault(stream, set()).add(watched)
            self._hub.listen(stream)
        self._later(watched, _FIRST)
        try:
            yield
        finally:
            for stream in watched.heard:
                self._hub.leave(stream)
                self._watched[stream].discard(watched)
                if not self._watched[stream]:
                    del self._watched[stream]
            self._doubted.discard(watched)
            if watched.timer:
                watched.timer.cancel()

    def close(self) -> None:
        """Stop all checks."""
        self._hub.unfollow(self._following)
        if self._asking:
            self._asking.cancel()

    def _later(self, watched: _WatchedViewer, seconds: float) -> None:
        if watched.timer:
            watched.timer.cancel()
        if watched.grant.until:
            seconds = max(0.0, min(seconds, (watched.grant.until - self._steady()) / 1000))
        watched.timer = self._loop.call_later(seconds, partial(self._doubt, [watched]))

    def _is_reason(self, news: NewsMessage) -> bool:
        if news.kind == NAMES_FORGOTTEN:
            return True
        return news.stream in self._watched and (_may_end_a_right(news) or _changes_names(news))

    def _hear(self, batch: Iterable[NewsMessage]) -> None:
        for news in batch:
            watched = self._watched.get(news.stream, ())
            if news.kind == NAMES_FORGOTTEN:
                _end(watched_viewer for every in self._watched.values() for watched_viewer in every)
            elif _changes_names(news):
                _end(watched_viewer for watched_viewer in watched if watched_viewer.grant.sight != ALL)
            else:
                self._doubt(watched_viewer for watched_viewer in watched if news.stream in watched_viewer.grounds)

    def _doubt(self, watched_viewers: Iterable[_WatchedViewer]) -> None:
        self._doubted.update(watched_viewers)
        if self._doubted and (self._asking is None or self._asking.done()):
            self._asking = self._loop.create_task(self._ask_all())

    async def _ask_all(self) -> None:
        pause = _SOON
        while self._doubted:
            await asyncio.sleep(pause)
            doubted, self._doubted = self._doubted, set()  # who is doubted meanwhile is asked for anew
            try:
                await self._ask_for(doubted)
                pause = _SOON
            except AuthorizationUnknown as error:
                if pause != _AGAIN:
                    _log.warning("whether viewers still may watch cannot be told, and is asked again: %s", error)
                self._doubted |= doubted
                pause = _AGAIN

    async def _ask_for(self, doubted: set[_WatchedViewer]) -> None:
        """Settle all of them; settled viewers are taken out. Raises `AuthorizationUnknown`."""
        answers: dict[object, StreamGrant | None] = {}
        for watched in tuple(doubted):
            if not watched.viewer.ended:
                if watched.question not in answers:
                    answers[watched.question] = await self._ask(watched.scope)
                self._settle(watched, answers[watched.question])
            doubted.discard(watched)

    def _settle(self, watched: _WatchedViewer, grant: StreamGrant | None) -> None:
        if grant is not None and grant.is_like(watched.grant):
            self._later(watched, _LONGEST)
        else:
            watched.viewer.end()


def _end(watched_viewers: Iterable[_WatchedViewer]) -> None:
    """End these streams: their viewers join again, and their pages are shown with the names of now."""
    for watched_viewer in tuple(watched_viewers):
        watched_viewer.viewer.end()


def _changes_names(news: NewsMessage) -> bool:
    """True if a message says that a club's readers see other names from now on."""
    return news.kind == EVENT and news.stream.startswith("c_") and '"type":"PlayerNameShown"' in news.json


def _may_end_a_right(news: NewsMessage) -> bool:
    """True if a message may be about the end of a right to watch: of a club, all events but its players' may."""
    if news.kind in (SESSION_ENDED, MISSED):
        return True
    if news.stream.startswith("c_"):
        return news.kind == EVENT and '"type":"Player' not in news.json
    return '"type":"TournamentPublished"' in news.json or '"type":"TournamentDeleted"' in news.json
