"""Viewers of all logs of a store while its processes are killed: they come back with what they saw last."""

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from service.bootstrap import build_dependencies
from service.config import Settings
from service.live.hub import Hub
from service.server.asgi import AsgiApp
from service.store.connect import STORE_AWAY, connect
from service.store.log import RedisLog
from tests.service.server.test_bridge import Visit
from tests.support.viewers import Message, everything, messages

_LOOK_SECONDS = 0.1


class Viewer(threading.Thread):
    """One viewer of each log from its first event on, in a web process of their own."""

    def __init__(self, url: str, folder: Path) -> None:
        super().__init__(daemon=True)
        self.stop = threading.Event()
        self._url, self._folder = url, folder
        self._visits: dict[str, list[Visit]] = {}

    def run(self) -> None:
        """See `threading.Thread.run`."""
        asyncio.run(self._watch_all())

    def told(self, stream: str) -> tuple[Counter[int], set[int]]:
        """The count of each fact of a stream that was shown, and the versions that were shown a verdict."""
        found = [message for message in self._messages(stream) if message.data["stream"] == stream]
        facts = Counter(each.data["version"] for each in found if each.event == "fact")
        return facts, {each.data["version"] for each in found if each.event == "verdict"}

    def _messages(self, stream: str) -> Iterator[Message]:
        for visit in self._visits.get(stream, []):
            yield from messages(visit.text.rpartition("\n\n")[0])

    async def _watch_all(self) -> None:
        operator = "the-operators-own-token"
        deps = build_dependencies(Settings(data=self._folder, store_url=self._url, admin_token=operator))
        hub = Hub(deps.client)
        front, log = AsgiApp(everything, deps, hub), RedisLog(connect(self._url))
        watching: set[asyncio.Task[None]] = set()
        while not self.stop.is_set():
            for stream in await asyncio.to_thread(_streams, log):
                if stream not in self._visits:
                    self._visits[stream] = []
                    watching.add(asyncio.create_task(self._watch(front, stream)))
            await asyncio.sleep(_LOOK_SECONDS)
        front.stop()
        await asyncio.wait_for(asyncio.gather(*watching), 10.0)
        await asyncio.to_thread(hub.close)

    async def _watch(self, front: AsgiApp, stream: str) -> None:
        while not self.stop.is_set():
            last = [message.id for message in self._messages(stream) if message.id is not None]
            visit = Visit(f"/match/{stream}/{last[-1] if last else -1}")
            self._visits[stream].append(visit)
            await front(visit.scope, visit.receive, visit.send)
            await asyncio.sleep(_LOOK_SECONDS)


def _streams(log: RedisLog) -> list[str]:
    try:
        return list(log.streams())
    except STORE_AWAY:
        return []
