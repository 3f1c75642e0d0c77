"""Streams: what a viewer is sent, from the first line to the last, and what happens when the line breaks."""

import asyncio
import json
import os
import signal
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from core.eventlog.hash_chain import hash_of
from core.eventlog.log import NEW
from core.events import (
    DiceRolled,
    MatchOpened,
    PairsAvoided,
    PlayerEntered,
    RoundPaired,
    TournamentCreated,
    TournamentStarted,
)
from service.auth.authorization import ALL, PUBLIC
from service.bootstrap import Dependencies, build_dependencies
from service.config import Settings
from service.live.broadcast import Viewer
from service.live.hub import Hub
from service.live.viewer_seats import Claim
from service.server.asgi import AsgiApp
from service.store import keys
from service.store.connect import STORE_AWAY, connect
from service.store.server.embedded_server import EmbeddedStore
from tests.service.live.test_live import judged, opened, rolled
from tests.service.server.test_bridge import Visit
from tests.support.processes.served import served
from tests.support.store import Store, eventually

MATCH = "m_abcdefghij"
TOURNAMENT = "t_abcdefghij"


# ── in this process: an application that hands every path over as a stream ───────────────────────────────────────────
@pytest.fixture
def deps(store: Store, tmp_path: Path) -> Dependencies:
    return build_dependencies(Settings(data=tmp_path, store_url=store.url, admin_token="the-operators-own-token"))


def everything(environ: Any, start: Any) -> list[bytes]:
    """`/match/m_x/3` → the stream of m_x after 3."""
    wanted = environ["PATH_INFO"].strip("/").replace("/", " ")
    start("200 OK", [("Content-Type", "text/plain"), ("X-Request-Id", "r1"), ("X-Brade-Stream", wanted)])
    return [b"never seen"]


@dataclass
class Message:
    """One event of a stream, as EventSource would hand it over."""

    event: str
    data: Any
    id: str | None = None


def messages(text: str) -> list[Message]:
    found = []
    for block in text.split("\n\n"):
        lines = [line.partition(": ")[::2] for line in block.split("\n") if line and not line.startswith(":")]
        words = dict(lines)
        assert len(words) == len(lines), block
        if "data" in words:
            found.append(Message(words["event"], json.loads(words["data"]), words.get("id")))
    return found


@dataclass
class Watch:
    """A stream as it comes in: `until` waits until so many messages are there and returns them."""

    visit: Visit
    serving: "asyncio.Task[Visit]"

    async def until(self, count: int) -> list[Message]:
        async with asyncio.timeout(10.0):
            while len(found := messages(self.visit.text)) < count:
                self.visit.heard.clear()
                await self.visit.heard.wait()
        return found

    async def alive(self, beats: int = 1) -> None:
        """Wait for signs of life: what was there before has been sent."""
        async with asyncio.timeout(10.0):
            while self.visit.text.count(":\n\n") < beats:
                self.visit.heard.clear()
                await self.visit.heard.wait()

    async def leave(self) -> None:
        self.visit.gone.set()
        await asyncio.wait_for(self.serving, 10.0)


Scene = Callable[[AsgiApp, Callable[[str], Watch]], Awaitable[None]]


def play(deps: Dependencies, scene: Scene, **options: Any) -> None:
    """Play a scene with a front of its own; `watch(path)` begins to look at a stream."""

    async def whole() -> None:
        hub = Hub(deps.client)
        front = AsgiApp(everything, deps, hub, **options)

        def watch(path: str) -> Watch:
            visit = Visit(path)
            return Watch(visit, asyncio.ensure_future(visit.to(front)))

        try:
            await asyncio.wait_for(scene(front, watch), 20.0)  # type: ignore[arg-type]
        finally:
            front.stop()
            await asyncio.to_thread(hub.close)

    asyncio.run(whole())


def seen(found: list[Message]) -> list[tuple[str, int, str | None]]:
    return [(each.event, each.data["version"], each.id) for each in found]


def test_a_stream_begins_with_the_log_and_goes_on_with_what_happens(store: Store, deps: Dependencies) -> None:
    rolled(store, opened(store), 2)
    judged(store, MATCH, 1)

    async def scene(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
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

    play(deps, scene)


def test_a_fact_of_the_log_and_one_of_the_news_look_the_same_and_carry_their_hash(
    store: Store, deps: Dependencies
) -> None:
    opened(store)

    async def scene(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        live = watch(f"/match/{MATCH}/-1")
        await live.until(1)
        rolled(store)
        fresh = (await live.until(2))[1].data
        old = (await watch(f"/match/{MATCH}/0").until(1))[0].data
        assert fresh == old
        assert fresh["hash"] == hash_of(fresh)
        assert fresh["recorded_at"] == "1970-01-01T00:00:00.000Z"

    play(deps, scene)


def test_who_comes_back_misses_nothing_and_is_told_late_verdicts_again(store: Store, deps: Dependencies) -> None:
    rolled(store, opened(store), 5)

    async def scene(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        first = watch(f"/match/{MATCH}/0")
        assert [each.id for each in await first.until(5)] == ["1", "2", "3", "4", "5"]
        await first.leave()
        judged(store, MATCH, 4)
        rolled(store)
        again = watch(f"/match/{MATCH}/5")
        verdicts = [("verdict", version, None) for version in (1, 2, 3, 4)]
        assert seen(await again.until(5)) == [*verdicts, ("fact", 6, "6")]

    play(deps, scene)


def test_a_long_log_is_sent_whole_while_facts_go_on_being_recorded(store: Store, deps: Dependencies) -> None:
    rolled(store, opened(store), 2500)

    async def scene(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        one = watch(f"/match/{MATCH}/0")
        for _ in range(50):
            await asyncio.to_thread(rolled, store)
        assert [each.data["version"] for each in await one.until(2550)] == list(range(1, 2551))

    play(deps, scene)


def test_a_gap_in_the_news_is_filled_from_the_log(store: Store, deps: Dependencies) -> None:
    opened(store)

    async def scene(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        one = watch(f"/match/{MATCH}/-1")
        await one.until(1)
        out = keys.out(keys.shard_of(MATCH))
        store.client.rename(out, "aside")  # the news of 1 and 2 are lost, as when a reader was away too long
        rolled(store, MATCH, 2)
        store.client.delete(out)
        judged(store, MATCH, 1)
        rolled(store)
        found = seen(await one.until(6))
        assert [each for each in found if each[0] == "fact"] == [("fact", n, str(n)) for n in range(4)]
        assert ("verdict", 1, None) in found

    play(deps, scene)


def test_who_has_more_than_a_restored_log_has_follows_it_all_the_same(store: Store, deps: Dependencies) -> None:
    rolled(store, opened(store))

    async def scene(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        one = watch(f"/match/{MATCH}/70")
        await one.alive()
        rolled(store)
        assert seen(await one.until(1)) == [("fact", 2, "2")]

    play(deps, scene, heartbeat=0.02)


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

        async def scene(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
            one = watch(f"/match/{MATCH}/-1")
            await one.until(1)
            assert before
            os.kill(before, signal.SIGKILL)
            await asyncio.to_thread(eventually, back_and_rolled)
            assert seen(await one.until(2)) == [("fact", 0, "0"), ("fact", 1, "1")]

        settings = Settings(data=tmp_path, store_url=server.url, admin_token="the-operators-own-token")
        play(build_dependencies(settings), scene)


# ── tournaments ──────────────────────────────────────────────────────────────────────────────────────────────────────
def announced(store: Store) -> None:
    created = TournamentCreated("huk", "Vasa Open", "swedish", {"games": 3}, "round_robin")
    store.log().append(TOURNAMENT, [created], by="x", at=0, expected=NEW)


def test_a_tournament_tells_its_own_facts_by_version_and_where_each_match_is(store: Store, deps: Dependencies) -> None:
    announced(store)
    store.log().append(TOURNAMENT, [PlayerEntered("p_1", "Åsa")], by="x", at=0)
    rolled(store, opened(store, f"{TOURNAMENT}.1"), 3)
    judged(store, f"{TOURNAMENT}.1", 2)

    async def scene(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        one = watch(f"/tournament/{TOURNAMENT}/0")
        found = await one.until(2)
        assert seen(found[:1]) == [("fact", 1, "1")]
        assert found[1].event == "match"
        assert found[1].data == {"stream": f"{TOURNAMENT}.1", "version": 3, "judged_version": 2}

        judged(store, f"{TOURNAMENT}.1", 3)
        rolled(store, f"{TOURNAMENT}.1")
        opened(store, f"{TOURNAMENT}.2")
        opened(store, f"{TOURNAMENT}x.1")
        store.log().append(TOURNAMENT, [PlayerEntered("p_2", "Nils")], by="x", at=0)
        told = [(each.event, each.data["stream"], each.data["version"], each.id) for each in (await one.until(6))[2:]]
        assert told == [
            ("verdict", f"{TOURNAMENT}.1", 3, None), ("fact", f"{TOURNAMENT}.1", 4, None),
            ("fact", f"{TOURNAMENT}.2", 0, None), ("fact", TOURNAMENT, 2, "2"),
        ]  # fmt: skip

    play(deps, scene)


def test_a_tournament_resumed_tells_where_its_matches_are_now(store: Store, deps: Dependencies) -> None:
    announced(store)
    for number in range(1, 300):
        opened(store, f"{TOURNAMENT}.{number}")

    async def scene(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        await (first := watch(f"/tournament/{TOURNAMENT}/0")).until(299)
        await first.leave()
        rolled(store, f"{TOURNAMENT}.7", 5)
        found = await watch(f"/tournament/{TOURNAMENT}/0").until(299)
        assert {each.event for each in found} == {"match"}
        versions = {each.data["stream"]: each.data["version"] for each in found}
        assert [stream for stream, version in versions.items() if version] == [f"{TOURNAMENT}.7"]
        assert versions[f"{TOURNAMENT}.7"] == 5

    play(deps, scene)


def test_a_member_is_told_of_a_draft_and_of_who_is_kept_apart_only_that_there_was_something(
    store: Store, deps: Dependencies
) -> None:
    created = TournamentCreated("huk", "Vasa Open", "swedish", {"games": 3}, "swiss", drafts=True)
    log, log_at = store.log(), {"by": "x", "at": 0}
    log.append(TOURNAMENT, [created], expected=NEW, **log_at)
    log.append(TOURNAMENT, [PlayerEntered("p_1", "Åsa"), PlayerEntered("p_2", "Bo")], **log_at)
    log.append(TOURNAMENT, [PairsAvoided((("p_1", "p_2"),), True, "a quarrel")], **log_at)

    async def scene(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        member, desk = watch(f"/tournament/{TOURNAMENT}/0/member"), watch(f"/tournament/{TOURNAMENT}/0/all")
        await member.until(3)
        log.append(TOURNAMENT, [TournamentStarted("lots")], **log_at)
        log.append(TOURNAMENT, [RoundPaired(1, ((f"{TOURNAMENT}.1", "p_1", "p_2"),))], **log_at)
        shown, whole = await member.until(5), await desk.until(5)
        assert [each.id for each in shown] == [each.id for each in whole] == ["1", "2", "3", "4", "5"]
        assert [each.data.get("withheld") for each in shown] == [None, None, True, None, True]
        for number in (2, 4):
            assert shown[number].data == {"stream": TOURNAMENT, "version": number + 1, "withheld": True}
        assert shown[3].data == whole[3].data
        assert "quarrel" not in member.visit.text
        assert f"{TOURNAMENT}.1" not in member.visit.text
        assert f"{TOURNAMENT}.1" in desk.visit.text

    play(deps, scene)


# ── comings and goings ───────────────────────────────────────────────────────────────────────────────────────────────
def test_a_quiet_stream_shows_signs_of_life(store: Store, deps: Dependencies) -> None:
    opened(store)

    async def scene(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        one = watch(f"/match/{MATCH}/0")
        await one.alive(3)
        assert messages(one.visit.text) == []

    play(deps, scene, heartbeat=0.02)


def test_a_viewer_that_leaves_is_forgotten(store: Store, deps: Dependencies) -> None:
    opened(store)

    async def scene(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        one = watch(f"/match/{MATCH}/-1")
        await one.until(1)
        assert len(front.streams.channels or ()) == 1
        await one.leave()
        assert len(front.streams.channels or ()) == 0

    play(deps, scene)


def test_one_viewer_too_many_is_asked_to_come_later(store: Store, deps: Dependencies) -> None:
    opened(store)

    async def scene(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        first = watch(f"/match/{MATCH}/-1")
        await first.until(1)
        second = watch(f"/match/{MATCH}/-1")
        await asyncio.wait_for(second.serving, 10.0)
        assert (second.visit.status, second.visit.headers["content-type"]) == (503, "application/problem+json")
        problem = json.loads(second.visit.text)
        assert (problem["status"], problem["code"]) == (503, "too-many-viewers")
        assert f"Look again in {second.visit.headers['retry-after']} seconds." in problem["detail"]
        third = watch(f"/match/{MATCH}/-1")
        await asyncio.wait_for(third.serving, 10.0)
        assert third.visit.headers["retry-after"] != second.visit.headers["retry-after"]  # they do not come together
        await first.leave()
        await watch(f"/match/{MATCH}/-1").until(1)

    play(deps, scene, viewers=1)


def test_an_address_that_has_its_share_is_refused_before_any_view_is_asked(store: Store, deps: Dependencies) -> None:
    async def scene(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        asked = 0

        async def ask(*_: Any) -> None:
            nonlocal asked
            asked += 1

        front._bridge.ask = ask  # type: ignore[method-assign]
        front.streams._seats.take(Viewer(1), Claim(0, "vasa", "10.0.0.7"))
        path = f"/v1/matches/{MATCH}/stream"
        for headers in ({}, {"cookie": "lang=sv"}):
            refused = await Visit(path, **headers).to(front)
            assert (refused.status, json.loads(refused.text)["code"], asked) == (503, "too-many-viewers", 0)
        for number, headers in enumerate(({"authorization": "Bearer x"}, {"cookie": "lang=sv; brade=x"}), 1):
            await Visit(path, **headers).to(front)
            assert asked == number
        await Visit(path[:-7]).to(front)
        assert asked == 3

    play(deps, scene, viewers=1)


def test_what_is_kept_of_a_request_while_it_watches_is_what_it_is_asked_by_again(
    store: Store, deps: Dependencies
) -> None:
    opened(store)

    async def scene(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        for sight, kept in ((PUBLIC, {b"host"}), (ALL, {b"host", b"authorization"})):
            visit = Visit(f"/match/{MATCH}/-1/{sight}", host="x", authorization="Bearer x", x_large="y" * 10_000)
            one = Watch(visit, asyncio.ensure_future(visit.to(front)))
            await one.until(1)
            assert {name for name, _ in visit.scope["headers"]} == kept  # type: ignore[union-attr]
            await one.leave()

    play(deps, scene)


def test_only_the_head_of_a_stream_is_over_at_once(store: Store, deps: Dependencies) -> None:
    opened(store)

    async def scene(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        visit = await Visit(f"/match/{MATCH}/0", "HEAD").to(front)
        assert (visit.status, visit.text, visit.complete) == (200, "", True)
        assert visit.headers["content-type"].startswith("text/event-stream")

    play(deps, scene)


def test_stopping_ends_every_stream_in_an_orderly_way(store: Store, deps: Dependencies) -> None:
    opened(store)

    async def scene(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        one = watch(f"/match/{MATCH}/-1")
        await one.until(1)
        front.stop()
        await asyncio.wait_for(one.serving, 5.0)
        assert one.visit.complete
        late = await Visit(f"/match/{MATCH}/0").to(front)
        assert late.status == 503

    play(deps, scene)


# ── behind the real server, with the real application ────────────────────────────────────────────────────────────────
def read(response: Any, count: int) -> list[Message]:
    """The next messages of a stream; the connection's own time-out is the deadline."""
    text, found = "", list[Message]()
    while len(found) < count:
        line = response.readline().decode()
        assert line, f"the stream ended after {found}"
        text += line
        if line == "\n":
            found += messages(text)
            text = ""
    return found


def test_the_service_streams_with_rights_resumes_by_id_and_ends_when_told(store: Store, tmp_path: Path) -> None:
    opening = MatchOpened("huk", "swedish", {"games": 3}, {"white": "Åsa", "black": "Nils"})
    store.log().append(MATCH, [opening], by="x", at=0, expected=NEW)
    with served(store.url, tmp_path) as service:
        assert service.get(f"/v1/matches/{MATCH}/stream", Authorization="Bearer no").status == 401
        assert service.get("/v1/matches/m_zzzzzzzzzz/stream").status == 404

        stream = service.get(f"/v1/matches/{MATCH}/stream")
        assert stream.status == 200
        rolled(store, count=2)
        judged(store, MATCH, 2)
        assert sorted(seen(read(stream, 4)), key=str)[:2] == [("fact", 1, "1"), ("fact", 2, "2")]
        stream.close()

        resumed = service.get(f"/v1/matches/{MATCH}/stream", **{"Last-Event-ID": "1"})
        found = read(resumed, 3)
        assert sorted(seen(found), key=str) == [("fact", 2, "2"), ("verdict", 1, None), ("verdict", 2, None)]

        began = time.monotonic()
        service.process.terminate()
        rest = resumed.read()  # ends without an error: whole, not cut off
        assert b"fact" not in rest
        assert service.process.wait(10.0) == 0
        assert time.monotonic() - began < 3.5


def test_a_client_that_reads_nothing_is_dropped_and_the_others_go_on(store: Store, deps: Dependencies) -> None:
    opened(store)

    async def scene(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        stuck = Visit(f"/match/{MATCH}/-1")
        blocked = asyncio.Event()

        async def never(message: Any) -> None:
            if b"event" in message.get("body", b""):
                blocked.set()
                await asyncio.Event().wait()

        stuck.send = never  # type: ignore[method-assign]
        serving = asyncio.ensure_future(stuck.to(front))
        quick = watch(f"/match/{MATCH}/-1")
        await quick.until(1)
        await blocked.wait()
        for viewer in front.streams.channels._present:  # type: ignore[union-attr]
            viewer.backlog = 50
        for count in range(1, 7):
            await asyncio.to_thread(rolled, store, MATCH, 40)
            await quick.until(1 + 40 * count)
        await serving
        assert not stuck.complete
        assert len(front.streams.channels or ()) == 1

    play(deps, scene)
