"""Viewers of a stream in the test's own process: they ask the ASGI application and read what it sends."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from redis import Redis

from core.eventlog.log import NEW
from core.events import (
    TournamentCreated,
)
from service.bootstrap import Dependencies
from service.live.hub import Hub
from service.server.asgi import AsgiApp
from service.store import keys
from service.store.feed import MISSED, NewsMessage
from tests.service.server.test_bridge import Visit
from tests.support.store import Store, eventually

MATCH = "m_abcdefghij"
TOURNAMENT = "t_abcdefghij"


def everything(environ: Any, start: Any) -> list[bytes]:
    """`/match/m_x/3` → the stream of m_x after 3, compressed for who asks for that."""
    wanted = environ["PATH_INFO"].strip("/").replace("/", " ")
    packed = [("Content-Encoding", "gzip")] if environ.get("HTTP_ACCEPT_ENCODING") == "gzip" else []
    start("200 OK", [("Content-Type", "text/plain"), ("X-Request-Id", "r1"), ("X-Brade-Stream", wanted), *packed])
    return [b"never seen"]


@dataclass
class Message:
    """One event of a stream, as EventSource would hand it over. `id` is without the hash, which `whole_id` has."""

    event: str
    data: Any
    id: str | None = None
    whole_id: str | None = None


def messages(text: str) -> list[Message]:
    found = []
    for block in text.split("\n\n"):
        lines = [line.partition(": ")[::2] for line in block.split("\n") if line and not line.startswith(":")]
        words = dict(lines)
        assert len(words) == len(lines), block
        if "data" in words:
            data, whole = json.loads(words["data"]), words.get("id")
            version, _, digest = (whole or "").partition("-")
            if words["event"] == "fact" and whole:
                assert digest == data.get("hash", "")[:8], "a fact that shows its hash has it in its id"
            found.append(Message(words["event"], data, version or None, whole))
    return found


@dataclass
class Watch:
    """A stream as it comes in: `until` waits for a number of messages, `until_seen` for some of them."""

    visit: Visit
    serving: "asyncio.Task[Visit]"

    async def until(self, count: int) -> list[Message]:
        return await self._until(lambda found: len(found) >= count)

    async def until_seen(self, *wanted: tuple[str, int, str | None]) -> list[Message]:
        return await self._until(lambda found: set(wanted) <= set(seen(found)))

    async def _until(self, enough: Callable[[list[Message]], bool]) -> list[Message]:
        async with asyncio.timeout(10.0):
            while not enough(found := messages(self.visit.text)):
                self.visit.heard.clear()
                await self.visit.heard.wait()
        return found

    async def alive(self, beats: int = 1) -> None:
        """Wait for signs of life: what was there before has been sent."""
        async with asyncio.timeout(10.0):
            while self.visit.text.count(":\n\n") < beats:
                self.visit.heard.clear()
                await self.visit.heard.wait()

    async def ended(self) -> None:
        """Wait until the service ends the stream."""
        await asyncio.wait_for(self.serving, 10.0)

    async def leave(self) -> None:
        self.visit.gone.set()
        await asyncio.wait_for(self.serving, 10.0)


Scenario = Callable[[AsgiApp, Callable[..., Watch]], Awaitable[None]]


def play(deps: Dependencies, scenario: Scenario, app: Any = everything, **options: Any) -> None:
    """Play a scenario with an application of its own; `watch(path, **headers)` begins to look at a stream."""

    async def whole() -> None:
        hub = Hub(deps.client)
        front = AsgiApp(app, deps, hub, **options)

        def watch(path: str, **headers: str) -> Watch:
            visit = Visit(path, **headers)
            return Watch(visit, asyncio.ensure_future(visit.to(front)))

        try:
            await asyncio.wait_for(scenario(front, watch), 20.0)  # type: ignore[arg-type]
        finally:
            front.stop()
            await asyncio.to_thread(hub.close)

    asyncio.run(whole())


def seen(found: list[Message]) -> list[tuple[str, int, str | None]]:
    return [(each.event, each.data["version"], each.id) for each in found]


def announced(store: Store) -> None:
    created = TournamentCreated("huk", "Vasa Open", "swedish", {"games": 3}, "round_robin")
    store.log().append(TOURNAMENT, [created], by="x", at=0, expected=NEW)


# ── news without a viewer ────────────────────────────────────────────────────────────────────────────────────────────
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
