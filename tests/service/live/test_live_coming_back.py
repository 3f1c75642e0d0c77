"""A viewer who goes and comes back at any time has everything in the end, each thing once: see docs/api/live.md."""

import asyncio
import random
from collections.abc import Callable

import pytest

from core.events import PlayerEntered
from service.bootstrap import Dependencies
from service.live import broadcast
from service.server.asgi import AsgiApp
from service.store.read_models import positions
from service.store.read_models.positions import Position
from tests.service.live.test_live import judged, opened, rolled
from tests.support.proving import some
from tests.support.store import Store
from tests.support.viewers import TOURNAMENT, Message, Watch, announced, messages, play


class Phone:
    """A client of a tournament's stream: what it has of each stream, and that it was never told too much or too little.

    Where an `event: match` says more than it has, it asks for the rest of that match.
    """

    def __init__(self, sight: str) -> None:
        self.sight = sight
        self.has: dict[str, Position] = {TOURNAMENT: Position(0, 0)}
        self.of_this_line: set[str] = set()
        self.seen = 0

    def come(self, watch: Callable[[str], Watch]) -> Watch:
        self.of_this_line, self.seen = {TOURNAMENT}, 0
        return watch(f"/tournament/{TOURNAMENT}/{self.has[TOURNAMENT].version}/{self.sight}")

    def look(self, line: Watch) -> None:
        """Take in what came since."""
        found = messages(line.visit.text.rpartition("\n\n")[0] + "\n\n")
        for message in found[self.seen :]:
            self.take(message)
        self.seen = len(found)

    def take(self, message: Message) -> None:
        stream, version = message.data["stream"], message.data["version"]
        has = self.has.get(stream, Position(-1, -1))
        if message.event == "match":
            self.of_this_line.add(stream)
            assert version >= has.version
            self.has[stream] = Position(version, max(has.judged, message.data["judged_version"]))
        elif message.event == "fact":
            assert version == has.version + 1, (stream, has, version)
            assert stream in self.of_this_line or version == 0, f"{stream} begins with {version}"
            assert (message.id is not None) == (stream == TOURNAMENT)
            self.of_this_line.add(stream)
            self.has[stream] = Position(version, has.judged)
        else:
            assert version <= has.version
            assert version <= has.judged + 1, (stream, has, version)
            self.has[stream] = Position(has.version, max(version, has.judged))


@pytest.mark.parametrize(("matches", "phones", "seed"), some([(10, 12, 1), (10, 12, 2), (200, 4, 3)], (10, 12, 1)))
def test_who_comes_and_goes_has_everything_once(
    store: Store, deps: Dependencies, monkeypatch: pytest.MonkeyPatch, matches: int, phones: int, seed: int
) -> None:
    monkeypatch.setattr(broadcast, "_SECONDS_EACH", 0.002)  # so far between that many come between two waves
    announced(store)
    streams = [opened(store, f"{TOURNAMENT}.{number + 1}") for number in range(matches)]
    chance = random.Random(seed)
    told = 150

    def happen() -> None:
        for number in range(told):
            stream = chance.choice(streams)
            last = rolled(store, stream, chance.choice([1, 1, 1, 4]))
            if chance.random() < 0.6:
                judged(store, stream, last)
            if chance.random() < 0.2:
                store.log().append(TOURNAMENT, [PlayerEntered(f"p_{number}", "Åsa")], by="x", at=0)
        for stream in (*streams, TOURNAMENT):
            if (place := positions.of(store.client, stream)) and place.judged < place.version:
                judged(store, stream, place.version)

    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        happening = asyncio.ensure_future(asyncio.to_thread(happen))
        everybody = [Phone(chance.choice(["all", "member", "public"])) for _ in range(phones)]

        async def live(phone: Phone, number: int) -> None:
            mine = random.Random(1000 * seed + number)
            while not happening.done():
                line = phone.come(watch)
                for _ in range(mine.randrange(6)):
                    await asyncio.sleep(mine.random() / 20)
                    phone.look(line)
                await line.leave()
                phone.look(line)
            line = phone.come(watch)
            heads_now = await asyncio.to_thread(lambda: {each: positions.of(store.client, each) for each in phone.has})
            async with asyncio.timeout(10.0):
                while any(phone.has[each] != place for each, place in heads_now.items()):
                    phone.look(line)
                    await asyncio.sleep(0.01)
            assert len(phone.has) == matches + 1

        await asyncio.gather(*map(live, everybody, range(phones)))
        await happening

    play(deps, scenario)
