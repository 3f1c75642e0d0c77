"""The stream of a match: what a viewer is sent, from the first line to the last, and after a gap."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path

from core.eventlog.hash_chain import hash_of
from core.events import (
    DiceRolled,
    RulingMade,
)
from service.bootstrap import Dependencies, build_dependencies
from service.config import Settings
from service.server.asgi import AsgiApp
from service.store.connect import STORE_AWAY, connect
from service.store.server.embedded_server import EmbeddedStore
from tests.service.live.test_live import judged, opened, rolled
from tests.support.cluster.both_stores import on_cluster
from tests.support.logs.lost_facts import Moment
from tests.support.store import Store, eventually
from tests.support.viewers import MATCH, Watch, play, seen


@on_cluster
def test_a_stream_begins_with_the_log_and_goes_on_with_what_happens(store: Store, deps: Dependencies) -> None:
    rolled(store, opened(store), 2)
    judged(store, MATCH, 1)

    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        one = watch(f"/match/{MATCH}/0")
        assert seen(await one.until(3)) == [("fact", 1, "1"), ("verdict", 1, None), ("fact", 2, "2")]
        judged(store, MATCH, 2)
        rolled(store)
        found = await one.until(5)
        assert seen(found)[3:] == [("verdict", 2, None), ("fact", 3, "3")]
        assert one.visit.text.startswith("retry: 1000\n\n")
        assert one.visit.headers["content-type"].startswith("text/event-stream")
        assert one.visit.headers["x-accel-buffering"] == "no"
        assert one.visit.headers["x-request-id"] == "r1"
        assert "x-brade-stream" not in one.visit.headers
        assert "never seen" not in one.visit.text

    play(deps, scenario)


def test_a_fact_of_the_log_and_one_of_the_news_look_the_same_and_carry_their_hash(
    store: Store, deps: Dependencies
) -> None:
    opened(store)

    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        live = watch(f"/match/{MATCH}/-1")
        await live.until(1)
        rolled(store)
        fresh = (await live.until(2))[1].data
        old = (await watch(f"/match/{MATCH}/0").until(1))[0].data
        assert fresh == old
        assert fresh["hash"] == hash_of(fresh)
        assert fresh["recorded_at"] == "1970-01-01T00:00:00.000Z"

    play(deps, scenario)


def test_viewers_of_facts_that_the_store_lost_are_sent_away_when_others_come_in_their_place(
    store: Store, deps: Dependencies
) -> None:
    """They come back with the id of a fact that is none of the log, and get all of it again."""
    rolled(store, opened(store))
    moment = Moment(store.client)

    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        one = watch(f"/match/{MATCH}/0")
        await one.until(1)
        rolled(store)
        lost = (await one.until(2))[1]
        moment.come_back()
        store.log().append(MATCH, [RulingMade("note", "another")], by="x", at=1)
        await one.ended()
        again = (await watch(f"/match/{MATCH}/0").until(2))[1]
        assert (again.id, again.data["type"]) == (lost.id, "RulingMade")
        assert again.whole_id != lost.whole_id

    play(deps, scenario)


def test_who_comes_back_misses_nothing_and_is_told_late_verdicts_again(store: Store, deps: Dependencies) -> None:
    rolled(store, opened(store), 5)

    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        first = watch(f"/match/{MATCH}/0")
        assert [each.id for each in await first.until(5)] == ["1", "2", "3", "4", "5"]
        await first.leave()
        judged(store, MATCH, 4)
        rolled(store)
        again = watch(f"/match/{MATCH}/5")
        verdicts = [("verdict", version, None) for version in (1, 2, 3, 4)]
        assert seen(await again.until(5)) == [*verdicts, ("fact", 6, "6")]

    play(deps, scenario)


def test_a_long_log_is_sent_whole_while_facts_go_on_being_recorded(store: Store, deps: Dependencies) -> None:
    rolled(store, opened(store), 2500)

    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        one = watch(f"/match/{MATCH}/0")
        for _ in range(50):
            await asyncio.to_thread(rolled, store)
        assert [each.data["version"] for each in await one.until(2550)] == list(range(1, 2551))

    play(deps, scenario)


def test_a_gap_in_the_news_is_filled_from_the_log(store: Store, deps: Dependencies) -> None:
    opened(store)
    held, go_on = threading.Event(), threading.Event()

    def hold(batch: object) -> None:
        held.set()
        go_on.wait(10.0)

    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        one = watch(f"/match/{MATCH}/-1")
        await one.until(1)
        assert front.streams.hub
        front.streams.hub.follow(hold)
        judged(store, MATCH, 0)  # the reader is busy with this one
        assert await asyncio.to_thread(held.wait, 10.0)
        rolled(store, MATCH, 2)
        store.client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")  # the news of 1 and 2 are lost
        go_on.set()
        found = seen(await one.until_seen(("fact", 2, "2"), ("verdict", 0, None)))
        assert [each for each in found if each[0] == "fact"] == [("fact", n, str(n)) for n in range(3)]
        judged(store, MATCH, 1)
        rolled(store)
        found = seen(await one.until_seen(("fact", 3, "3"), ("verdict", 1, None)))
        assert [each for each in found if each[0] == "fact"] == [("fact", n, str(n)) for n in range(4)]

    play(deps, scenario)


def test_who_has_more_than_a_restored_log_has_follows_it_all_the_same(store: Store, deps: Dependencies) -> None:
    rolled(store, opened(store))

    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        one = watch(f"/match/{MATCH}/70")
        await one.alive()
        rolled(store)
        assert seen(await one.until(1)) == [("fact", 2, "2")]

    play(deps, scenario, heartbeat=0.02)


def test_a_stream_outlives_an_outage_of_the_store(folder: Path, tmp_path: Path) -> None:
    with EmbeddedStore(folder, durable=True) as server, connect(server.url) as client:
        store, before = Store(server, client), server.pid
        opened(store)

        def back_and_rolled() -> bool:
            try:
                store.log().append(MATCH, [DiceRolled("white", (1, 2))], by="x", at=0, key="once")
            except STORE_AWAY:
                return False
            return server.pid != before

        async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
            one = watch(f"/match/{MATCH}/-1")
            await one.until(1)
            assert before
            os.kill(before, signal.SIGKILL)
            await asyncio.to_thread(eventually, back_and_rolled)
            assert seen(await one.until(2)) == [("fact", 0, "0"), ("fact", 1, "1")]

        settings = Settings(data=tmp_path, store_url=server.url, admin_token="the-operators-own-token")
        play(build_dependencies(settings), scenario)
