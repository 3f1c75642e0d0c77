"""The connections of viewers: how they are kept, refused, dropped and ended."""

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.eventlog.log import NEW
from core.events import (
    MatchOpened,
)
from core.names.shown_names import ALL, PUBLIC
from service.bootstrap import Dependencies
from service.live.broadcast import Viewer
from service.live.viewer_seats import Claim
from service.server.asgi import AsgiApp
from tests.service.live.test_live import judged, opened, rolled
from tests.service.server.test_bridge import Visit
from tests.support.processes.served import served
from tests.support.store import Store
from tests.support.viewers import MATCH, Message, Watch, messages, play, seen


def test_a_quiet_stream_shows_signs_of_life(store: Store, deps: Dependencies) -> None:
    opened(store)

    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        one = watch(f"/match/{MATCH}/0")
        await one.alive(3)
        assert messages(one.visit.text) == []

    play(deps, scenario, heartbeat=0.02)


def test_a_viewer_that_leaves_is_forgotten(store: Store, deps: Dependencies) -> None:
    opened(store)

    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        one = watch(f"/match/{MATCH}/-1")
        await one.until(1)
        assert len(front.streams.channels or ()) == 1
        await one.leave()
        assert len(front.streams.channels or ()) == 0

    play(deps, scenario)


def test_one_viewer_too_many_is_asked_to_come_later(store: Store, deps: Dependencies) -> None:
    opened(store)

    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
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

    play(deps, scenario, viewers=1)


def test_an_address_that_has_its_share_is_refused_before_any_view_is_asked(store: Store, deps: Dependencies) -> None:
    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
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

    play(deps, scenario, viewers=1)


def test_what_is_kept_of_a_request_while_it_watches_is_what_it_is_asked_by_again(
    store: Store, deps: Dependencies
) -> None:
    opened(store)

    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        for sight, kept in ((PUBLIC, {b"host", b"accept"}), (ALL, {b"host", b"accept", b"authorization"})):
            visit = Visit(f"/match/{MATCH}/-1/{sight}", host="x", authorization="Bearer x", x_large="y" * 10_000)
            one = Watch(visit, asyncio.ensure_future(visit.to(front)))
            await one.until(1)
            assert {name for name, _ in visit.scope["headers"]} == kept  # type: ignore[union-attr]
            await one.leave()

    play(deps, scenario)


def test_only_the_head_of_a_stream_is_over_at_once(store: Store, deps: Dependencies) -> None:
    opened(store)

    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        visit = await Visit(f"/match/{MATCH}/0", "HEAD").to(front)
        assert (visit.status, visit.text, visit.complete) == (200, "", True)
        assert visit.headers["content-type"].startswith("text/event-stream")

    play(deps, scenario)


def test_stopping_ends_every_stream_in_an_orderly_way(store: Store, deps: Dependencies) -> None:
    opened(store)

    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        one = watch(f"/match/{MATCH}/-1")
        await one.until(1)
        front.stop()
        await asyncio.wait_for(one.serving, 5.0)
        assert one.visit.complete
        late = await Visit(f"/match/{MATCH}/0").to(front)
        assert late.status == 503

    play(deps, scenario)


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

    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
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

    play(deps, scenario)
