"""Whether those who watch still may. It is asked again where it was asked first, whenever there is reason to doubt it.

Reasons are what happens to the keys, people and sessions of their club, or to their tournament's being published, the
end of a session's or a link's time, and that it was not asked for long. Who may not any more is sent nothing more,
comes back, and is told why.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from service.access import PUBLIC
from service.live.audience import Viewer
from service.live.hub import Hub
from service.live.ticket import Ticket
from service.server.asgi_types import Message
from service.shelf import MOMENT_SECONDS
from service.store.feed import EVENT, SESSION_ENDED, News

_SOON = 2 * MOMENT_SECONDS
"""How long after a reason it is asked: by then no process believes what it knew before."""

_FIRST, _LONGEST = 1.0, 120.0
"""Seconds until everybody is asked for: once news of them surely come in, and then if no reason came."""

_AGAIN = 1.0
KEYS = (b"authorization", b"cookie")
"""The headers by which somebody has a right."""

_say = logging.getLogger(__name__)
Ask = Callable[[Message], Awaitable[Ticket | None]]


class Unanswered(Exception):
    """It cannot be told now whether somebody may watch."""


class _Guest:
    """A viewer, the ticket that let it in, and the request that got it."""

    def __init__(self, viewer: Viewer, ticket: Ticket, scope: Message) -> None:
        self.viewer, self.ticket, self.scope = viewer, ticket, scope
        self.timer: asyncio.Handle | None = None
        keys = [(name, value) for name, value in scope["headers"] if name in KEYS]
        self.question = (scope["path"], scope["scheme"], *sorted(keys))

    @property
    def grounds(self) -> Iterator[str]:
        """The logs that say whether it may watch."""
        yield self.ticket.name.partition(".")[0]
        if self.ticket.sight != PUBLIC:
            yield f"c_{self.ticket.club}"


class Doubts:
    """Those who watch in one event loop. `ask` gives the ticket that a request gets now, `None` for none.

    Who asks the same with the same key is asked for once, and one at a time: others have to be served meanwhile.
    """

    def __init__(self, hub: Hub, ask: Ask, clock: Callable[[], int]) -> None:
        self._hub, self._ask, self._clock = hub, ask, clock
        self._loop = asyncio.get_running_loop()
        self._guests: dict[str, set[_Guest]] = {}
        self._doubted: set[_Guest] = set()
        self._asking: asyncio.Task[None] | None = None
        self._following = hub.follow_here(self._is_reason, self._hear)

    @contextmanager
    def about(self, viewer: Viewer, ticket: Ticket, scope: Message) -> Iterator[None]:
        """Doubt, as long as it watches, whether a viewer still may."""
        guest = _Guest(viewer, ticket, scope)
        for stream in guest.grounds:
            self._guests.setdefault(stream, set()).add(guest)
        self._later(guest, _FIRST)
        try:
            yield
        finally:
            for stream in guest.grounds:
                self._guests[stream].discard(guest)
                if not self._guests[stream]:
                    del self._guests[stream]
            self._doubted.discard(guest)
            if guest.timer:
                guest.timer.cancel()

    def close(self) -> None:
        """Doubt nobody any more."""
        self._hub.unfollow(self._following)
        if self._asking:
            self._asking.cancel()

    def _later(self, guest: _Guest, seconds: float) -> None:
        if guest.timer:
            guest.timer.cancel()
        if guest.ticket.until:
            seconds = max(0.0, min(seconds, (guest.ticket.until - self._clock()) / 1000))
        guest.timer = self._loop.call_later(seconds, partial(self._doubt, [guest]))

    def _is_reason(self, news: News) -> bool:
        return news.stream in self._guests and _may_end_a_right(news)

    def _hear(self, batch: Iterable[News]) -> None:
        for stream in {news.stream for news in batch}:
            self._doubt(self._guests.get(stream, ()))

    def _doubt(self, guests: Iterable[_Guest]) -> None:
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
            except Unanswered as trouble:
                if pause != _AGAIN:
                    _say.warning("whether viewers still may watch cannot be told, and is asked again: %s", trouble)
                self._doubted |= doubted
                pause = _AGAIN

    async def _ask_for(self, doubted: set[_Guest]) -> None:
        """Settle all of them; whoever is settled is taken out. Raises `Unanswered`."""
        answers: dict[object, Ticket | None] = {}
        for guest in tuple(doubted):
            if not guest.viewer.ended:
                if guest.question not in answers:
                    answers[guest.question] = await self._ask(guest.scope)
                self._settle(guest, answers[guest.question])
            doubted.discard(guest)

    def _settle(self, guest: _Guest, ticket: Ticket | None) -> None:
        if ticket is not None and ticket.is_like(guest.ticket):
            self._later(guest, _LONGEST)
        else:
            guest.viewer.end()


def _may_end_a_right(news: News) -> bool:
    """Whether an event may take a right to watch away: of a club, all but those of its players may."""
    if news.kind == SESSION_ENDED:
        return True
    if news.stream.startswith("c_"):
        return news.kind == EVENT and '"type":"Player' not in news.json
    return '"type":"TournamentPublished"' in news.json
