"""Re-checks a viewer's authorization by repeating the original request when there is reason to doubt it.

Reasons of the club: changed tokens, members or sessions. Reasons of the tournament: a changed publication. Also the end
of a session or link, and a long time since the last check. A viewer without rights gets nothing more, reconnects, and
gets the reason.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from service.asgi.types import Message
from service.auth.authorization import PUBLIC
from service.live.broadcast import Viewer
from service.live.grant import StreamGrant
from service.live.hub import Hub
from service.repository import CACHE_SECONDS
from service.store.feed import EVENT, MISSED, SESSION_ENDED, NewsMessage
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
    """A viewer, the ticket that let it in, and the request that got it."""

    def __init__(self, viewer: Viewer, ticket: StreamGrant, scope: Message) -> None:
        self.viewer, self.ticket, self.scope = viewer, ticket, scope
        self.timer: asyncio.Handle | None = None
        keys = [(name, value) for name, value in scope["headers"] if name in KEYS]
        self.question = (scope["path"], scope["scheme"], *sorted(keys))

    @property
    def grounds(self) -> set[str]:
        """The logs that say whether it may watch; of a club's news both are one."""
        own = {root_of(self.ticket.name)}
        return own if self.ticket.sight == PUBLIC else own | {f"c_{self.ticket.club}"}


class Reauthorizer:
    """The viewers of one event loop. `ask` returns the ticket of a repeated request, `None` without rights.

    Viewers with the same request and key share one check. Checks run one at a time, because other requests need threads
    meanwhile.
    """

    def __init__(self, hub: Hub, ask: Ask, clock: Callable[[], int]) -> None:
        self._hub, self._ask, self._clock = hub, ask, clock
        self._loop = asyncio.get_running_loop()
        self._guests: dict[str, set[_WatchedViewer]] = {}
        self._doubted: set[_WatchedViewer] = set()
        self._asking: asyncio.Task[None] | None = None
        self._following = hub.follow_here(self._is_reason, self._hear)

    @contextmanager
    def about(self, viewer: Viewer, ticket: StreamGrant, scope: Message) -> Iterator[None]:
        """Doubt, as long as it watches, whether a viewer still may."""
        guest = _WatchedViewer(viewer, ticket, scope)
        for stream in guest.grounds:
            self._guests.setdefault(stream, set()).add(guest)
            self._hub.listen(stream)
        self._later(guest, _FIRST)
        try:
            yield
        finally:
            for stream in guest.grounds:
                self._hub.leave(stream)
                self._guests[stream].discard(guest)
                if not self._guests[stream]:
                    del self._guests[stream]
            self._doubted.discard(guest)
            if guest.timer:
                guest.timer.cancel()

    def close(self) -> None:
        """Stop all checks."""
        self._hub.unfollow(self._following)
        if self._asking:
            self._asking.cancel()

    def _later(self, guest: _WatchedViewer, seconds: float) -> None:
        if guest.timer:
            guest.timer.cancel()
        if guest.ticket.until:
            seconds = max(0.0, min(seconds, (guest.ticket.until - self._clock()) / 1000))
        guest.timer = self._loop.call_later(seconds, partial(self._doubt, [guest]))

    def _is_reason(self, news: NewsMessage) -> bool:
        return news.stream in self._guests and _may_end_a_right(news)

    def _hear(self, batch: Iterable[NewsMessage]) -> None:
        for stream in {news.stream for news in batch}:
            self._doubt(self._guests.get(stream, ()))

    def _doubt(self, guests: Iterable[_WatchedViewer]) -> None:
        self._doubted.update(guests)
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
        for guest in tuple(doubted):
            if not guest.viewer.ended:
                if guest.question not in answers:
                    answers[guest.question] = await self._ask(guest.scope)
                self._settle(guest, answers[guest.question])
            doubted.discard(guest)

    def _settle(self, guest: _WatchedViewer, ticket: StreamGrant | None) -> None:
        if ticket is not None and ticket.is_like(guest.ticket):
            self._later(guest, _LONGEST)
        else:
            guest.viewer.end()


def _may_end_a_right(news: NewsMessage) -> bool:
    """True if a message may be about the end of a right to watch: of a club, all events but its players' may."""
    if news.kind in (SESSION_ENDED, MISSED):
        return True
    if news.stream.startswith("c_"):
        return news.kind == EVENT and '"type":"Player' not in news.json
    return '"type":"TournamentPublished"' in news.json
