"""Many who watch the same are sent the same: made once, in waves, and for each of them nothing twice or left out."""

import asyncio
from collections.abc import Callable

import pytest

from core.eventlog.log import NEW
from core.events import PlayerEntered, TournamentCreated
from service.bootstrap import Dependencies
from service.live import broadcast
from service.live.broadcast import Batch, Viewer
from service.server.asgi import AsgiApp
from tests.service.live.test_live import judged, opened, rolled
from tests.support.store import Store, eventually
from tests.support.viewers import MATCH, TOURNAMENT, Message, Watch, announced, play, seen

Watcher = Callable[[str], Watch]


def facts(found: list[Message]) -> list[tuple[str, int]]:
    return [(each.data["stream"], each.data["version"]) for each in found if each.event == "fact"]


def _listen(viewer: Viewer, told: list[Batch]) -> None:
    """Note what a viewer hears."""
    put = viewer.put

    def noting(item: Batch) -> None:
        told.append(item)
        put(item)

    viewer.put = noting  # type: ignore[method-assign]


async def in_step(front: AsgiApp, count: int) -> None:
    """Wait until so many viewers have their history and wait for what their channel is told."""
    async with asyncio.timeout(10.0):
        while (
            not front.streams.channels
            or sum(each._wake is not None for each in front.streams.channels._present) < count
        ):
            await asyncio.sleep(0.005)


def test_who_comes_at_any_moment_gets_every_fact_once(
    store: Store, deps: Dependencies, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broadcast, "_SECONDS_EACH", 0.005)  # far between, so that some come between two waves
    rolled(store, opened(store), 3)

    async def scenario(front: AsgiApp, watch: Watcher) -> None:
        watching = [watch(f"/match/{MATCH}/0")]
        for _ in range(60):
            await asyncio.to_thread(rolled, store)
            watching.append(watch(f"/match/{MATCH}/0"))
        for each in watching:
            assert [version for _, version in facts(await each.until(63))] == list(range(1, 64))
        await asyncio.to_thread(judged, store, MATCH, 63)
        for each in watching:
            assert seen(await each.until(126))[63:] == [("verdict", version, None) for version in range(1, 64)]

    play(deps, scenario)


def test_viewers_of_one_tournament_are_sent_the_same_bytes(store: Store, deps: Dependencies) -> None:
    announced(store)
    opened(store, f"{TOURNAMENT}.1")

    async def scenario(front: AsgiApp, watch: Watcher) -> None:
        watching = [watch(f"/tournament/{TOURNAMENT}/0") for _ in range(20)]
        await in_step(front, 20)
        told: list[Batch] = []
        for viewer in front.streams.channels._present:  # type: ignore[union-attr]
            _listen(viewer, told)
        rolled(store, f"{TOURNAMENT}.1")
        for each in watching:
            assert facts(await each.until(2)) == [(f"{TOURNAMENT}.1", 1)]
        assert len(told) == 20
        assert len({id(each.whole) for each in told}) == 1

    play(deps, scenario)


def test_a_gap_is_filled_once_for_all_who_are_in_step(store: Store, deps: Dependencies) -> None:
    announced(store)
    stream = opened(store, f"{TOURNAMENT}.1")

    async def scenario(front: AsgiApp, watch: Watcher) -> None:
        watching = [watch(f"/tournament/{TOURNAMENT}/0") for _ in range(5)]
        await in_step(front, 5)
        hub, channels, heard = front.streams.hub, front.streams.channels, list[int]()
        assert hub
        assert channels
        hub.unfollow(channels._following)  # these news are lost
        hub.follow(lambda batch: heard.extend(news.version for news in batch))
        rolled(store, stream, 2)
        store.log().append(TOURNAMENT, [PlayerEntered("p_1", "Åsa")], by="x", at=0)
        await asyncio.to_thread(eventually, lambda: len(heard) == 3)
        hub.follow(channels._following)
        rolled(store, stream)
        store.log().append(TOURNAMENT, [PlayerEntered("p_2", "Nils")], by="x", at=0)
        for each in watching:
            told = [(one.event, one.data["stream"], one.data["version"], one.id) for one in await each.until(4)]
            assert told[1:] == [
                ("match", stream, 3, None),
                ("fact", TOURNAMENT, 1, "1"),
                ("fact", TOURNAMENT, 2, "2"),
            ]

    play(deps, scenario)


def test_a_wave_is_large_where_many_watch_and_the_first_fact_waits_for_none(
    store: Store, deps: Dependencies, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broadcast, "_SECONDS_EACH", 2)
    opened(store)

    async def scenario(front: AsgiApp, watch: Watcher) -> None:
        one = watch(f"/match/{MATCH}/0")
        await in_step(front, 1)
        clock, begun = asyncio.get_running_loop().time, asyncio.get_running_loop().time()
        await asyncio.to_thread(rolled, store)
        await one.until(1)
        assert clock() - begun < 1.6
        parts = one.visit.text.count("\n\n"), clock()
        for _ in range(10):
            await asyncio.to_thread(rolled, store)
        assert [each.data["version"] for each in await one.until(2)] == list(range(1, 12))
        assert parts[0] == 2  # the time to retry, and the first fact

    play(deps, scenario)


def test_a_channel_ends_with_its_last_viewer_and_another_begins_anew(store: Store, deps: Dependencies) -> None:
    opened(store)

    async def scenario(front: AsgiApp, watch: Watcher) -> None:
        for version in range(1, 3):
            one, two = watch(f"/match/{MATCH}/{version - 1}"), watch(f"/match/{MATCH}/{version - 1}")
            await in_step(front, 2)
            await one.leave()
            await asyncio.to_thread(rolled, store)
            assert facts(await two.until(1)) == [(MATCH, version)]
            assert front.streams.channels._by_topic  # type: ignore[union-attr]
            await two.leave()
            assert not front.streams.channels._by_topic  # type: ignore[union-attr]

    play(deps, scenario)


def test_each_visibility_has_a_channel_of_its_own(store: Store, deps: Dependencies) -> None:
    created = TournamentCreated("huk", "Vasa Open", "swedish", {"games": 3}, "round_robin", published=True)
    store.log().append(TOURNAMENT, [created], by="x", at=0, expected=NEW)

    async def scenario(front: AsgiApp, watch: Watcher) -> None:
        public = [watch(f"/tournament/{TOURNAMENT}/0/public") for _ in range(5)]
        members = [watch(f"/tournament/{TOURNAMENT}/0/member") for _ in range(5)]
        await in_step(front, 10)
        for each in public:
            await each.leave()
        store.log().append(TOURNAMENT, [PlayerEntered("p_1", "Åsa")], by="x", at=0)
        for member in members:
            assert [one.id for one in await member.until(1)] == ["1"]
        assert len(front.streams.channels or ()) == 5

    play(deps, scenario)
