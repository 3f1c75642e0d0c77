"""News reach every caller who waits or watches: none is lost, none comes twice, and an outage is caught up with."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from core.eventlog.log import NEW
from core.events import DiceRolled, MatchOpened
from core.names.shown_names import ALL
from service.live.broadcast import Channel, Channels
from service.live.hub import Hub
from service.live.sse_frames import Frame
from service.live.viewer_seats import Claim, Full, Seats
from service.store.connect import connect
from service.store.feed import MISSED, NewsMessage
from service.store.keys import lease, shard_of
from service.store.log import RedisLog
from service.store.read_models import states
from service.store.read_models.positions import Position
from service.store.server.embedded_server import EmbeddedStore
from tests.support.store import Store, eventually

MATCH = "m_abcdefghij"
SECOND = "t_abcdefghij.2"
ONE, ANOTHER = Claim(2, "vasa", "one"), Claim(2, "vasa", "another")


@pytest.fixture
def hub(store: Store) -> Iterator[Hub]:
    hub = Hub(store.client)
    yield hub
    hub.close()


def opened(store: Store, stream: str = MATCH) -> str:
    store.log().append(stream, [MatchOpened("huk", "swedish", {"games": 3}, {})], by="x", at=0, expected=NEW)
    return stream


def rolled(store: Store, stream: str = MATCH, count: int = 1) -> int:
    """Record so many rolls; the last version."""
    return store.log().append(stream, [DiceRolled("white", (1, 2))] * count, by="x", at=0).last


def judged(store: Store, stream: str, version: int) -> None:
    """Judge a stream up to a version, as a pump does."""
    expected = states.judged_version(store.client, stream)
    store.client.set(lease(shard_of(stream)), "test")
    verdicts = [states.accepted(number) for number in range(expected + 1, version + 1)]
    judgement = states.CommitRequest(stream, expected, version, {}, verdicts)
    assert states.commit_each(store.client, "test", [judgement]) == [states.Commit.DONE]


def in_thread(call: Callable[[], bool]) -> tuple[threading.Thread, list[bool]]:
    answers: list[bool] = []
    thread = threading.Thread(target=lambda: answers.append(call()))
    thread.start()
    return thread, answers


def test_who_waits_for_what_is_judged_already_does_not_wait(store: Store, hub: Hub) -> None:
    judged(store, opened(store), 0)
    began = time.monotonic()
    assert hub.wait(MATCH, 0, 10.0)
    assert time.monotonic() - began < 5.0


def test_who_waits_returns_as_soon_as_the_version_is_judged(store: Store, hub: Hub) -> None:
    last = rolled(store, opened(store), 3)
    thread, answers = in_thread(lambda: hub.wait(MATCH, last, 20.0))
    judged(store, MATCH, last - 1)
    thread.join(0.05)
    assert thread.is_alive()
    judged(store, MATCH, last)
    thread.join(5.0)
    assert answers == [True]


def test_who_waits_in_vain_is_told_so_when_the_time_is_up(store: Store, hub: Hub) -> None:
    assert not hub.wait(opened(store), 0, 0.05)


def test_no_verdict_slips_between_the_look_and_the_waiting(store: Store, hub: Hub) -> None:
    opened(store)
    for version in range(1, 101):
        rolled(store)
        thread, answers = in_thread(lambda version=version: hub.wait(MATCH, version, 20.0))  # type: ignore[misc]
        judged(store, MATCH, version)
        thread.join(10.0)
        assert answers == [True]


def test_many_wait_for_many_streams_through_one_connection(store: Store, hub: Hub) -> None:
    waiting = [in_thread(lambda n=n: hub.wait(opened(store, f"m_{n}"), 0, 20.0)) for n in range(20)]  # type: ignore[misc]
    eventually(lambda: all(RedisLog(store.client).head(f"m_{n}") for n in range(20)))
    for n in range(20):
        judged(store, f"m_{n}", 0)
    for thread, answers in waiting:
        thread.join(10.0)
        assert answers == [True]
    assert sum(int(one["ssub"]) > 0 for one in store.client.client_list()) == 1


def test_when_too_many_wait_the_next_one_is_told_at_once(store: Store) -> None:
    opened(store)
    hub = Hub(store.client, waiting=1)
    thread, answers = in_thread(lambda: hub.wait(MATCH, 0, 20.0))
    eventually(lambda: not hub.wait(MATCH, 0, 0.001))
    began = time.monotonic()
    assert not hub.wait(MATCH, 0, 20.0)
    assert time.monotonic() - began < 5.0
    judged(store, MATCH, 0)
    thread.join(5.0)
    assert answers == [True]
    hub.close()


def test_closing_ends_the_waiting_and_the_reader(store: Store) -> None:
    hub = Hub(store.client)
    thread, answers = in_thread(lambda: hub.wait(opened(store), 0, 60.0))
    eventually(lambda: len(hub.subscription) and hub.ready(MATCH, 0.01))
    hub.close()
    thread.join(5.0)
    assert answers == [False]
    assert "news" not in {each.name for each in threading.enumerate()}
    assert not hub.wait(MATCH, 0, 60.0)


def test_a_listener_in_an_event_loop_is_woken_there_until_the_loop_has_ended(store: Store, hub: Hub) -> None:
    told: list[tuple[str, str]] = []

    async def scenario() -> None:
        hub.follow_here(
            lambda news: news.stream == MATCH and news.kind != MISSED,
            lambda batch: told.extend((each.stream, threading.current_thread().name) for each in batch),
        )
        for stream in (MATCH, SECOND):
            hub.listen(stream)
            assert await asyncio.to_thread(hub.ready, stream, 5.0)
        opened(store, SECOND)
        opened(store)
        async with asyncio.timeout(10.0):
            while not told:
                await asyncio.sleep(0.005)

    asyncio.run(scenario())
    assert told == [(MATCH, threading.current_thread().name)]
    assert len(hub._followers) == 1
    rolled(store)
    eventually(lambda: not hub._followers)
    assert len(told) == 1


def test_after_an_outage_the_news_say_that_some_may_be_missing_before_they_go_on(folder: Path) -> None:
    with EmbeddedStore(folder, durable=True) as server, connect(server.url) as client:
        store, heard = Store(server, client), []
        hub = Hub(client)
        hub.follow(lambda batch: heard.extend((news.kind, news.version) for news in batch))
        hub.listen(MATCH)
        assert hub.ready(MATCH, 5.0)
        opened(store)
        eventually(lambda: heard == [("missed", 0), ("event", 0)])
        before = server.pid
        client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
        eventually(lambda: heard[2:] == [("missed", 0)])
        rolled(store)
        eventually(lambda: heard[3:] == [("event", 1)])
        assert before
        server._process.kill()  # type: ignore[union-attr]
        eventually(lambda: server.pid not in (None, before))
        eventually(lambda: heard[4:] == [("missed", 0)])
        eventually(lambda: rolled_again(store))
        eventually(lambda: heard[5:] == [("event", 2)], what=f"the third of {heard}")
        hub.close()


def rolled_again(store: Store) -> bool:
    from redis.exceptions import RedisError

    try:
        store.log().append(MATCH, [DiceRolled("white", (1, 2))], by="x", at=0, key="once")
    except RedisError:
        return False
    return True


# ── viewers ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def run(scenario: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        await asyncio.wait_for(scenario(), 20.0)  # type: ignore[arg-type]

    asyncio.run(limited())


async def heard(crowd: Channel) -> None:
    """Wait until a channel misses nothing any more."""
    assert [each.kind for each in await crowd.news.take()] == [MISSED]


async def taken(crowd: Channel, count: int) -> list[tuple[str, str, int]]:
    news: list[NewsMessage] = []
    while len(news) < count:
        news += await crowd.news.take()
    return [(each.stream, each.kind, each.version) for each in news]


def test_a_channel_of_a_match_gets_news_of_that_match_and_its_tournament_only(store: Store, hub: Hub) -> None:
    async def scenario() -> None:
        audience = Channels(hub, Seats())
        crowd = audience.open_channel(SECOND, ALL, "t_abcdefghij")
        await heard(crowd)
        opened(store, "t_abcdefghij.1")
        opened(store, "t_other")
        opened(store, SECOND)
        judged(store, SECOND, 0)
        opened(store, "t_abcdefghij")
        expected = [(SECOND, "event", 0), (SECOND, "verdict", 0), ("t_abcdefghij", "event", 0)]
        assert await taken(crowd, 3) == expected
        audience.close()

    run(scenario)


def test_a_channel_of_a_tournament_gets_news_of_it_and_all_its_matches(store: Store, hub: Hub) -> None:
    async def scenario() -> None:
        audience = Channels(hub, Seats())
        crowd = audience.open_channel("t_abcdefghij.*", ALL, "t_abcdefghij")
        await heard(crowd)
        for stream in ("t_abcdefghij", "t_other.1", SECOND, "t_abcdefghij.1"):
            opened(store, stream)
        seen = await taken(crowd, 3)
        assert [stream for stream, *_ in seen] == ["t_abcdefghij", SECOND, "t_abcdefghij.1"]
        audience.close()

    run(scenario)


def test_a_viewer_that_is_too_slow_is_dropped_and_costs_nothing_more(hub: Hub) -> None:
    async def scenario() -> None:
        audience = Channels(hub, Seats(), backlog=10)
        crowd, slow, quick = audience.open_channel(MATCH, ALL, MATCH), audience.enter(ONE), audience.enter(ONE)
        crowd.begin({})
        dropped: list[bool] = []
        slow.give_up = lambda: dropped.append(True)
        for viewer in (slow, quick):
            await crowd.join(viewer)
        for version in range(20):
            place = Position(version, NEW)
            crowd.say([Frame(MATCH, place, b"x")], {MATCH: place})
            assert [wave.whole.plain for wave in await quick.take()] == [b"x"]
        assert slow.ended
        assert not quick.ended
        assert dropped == [True]
        assert await slow.take() == []
        audience.close()

    run(scenario)


def test_a_seat_is_free_again_when_a_viewer_has_left(store: Store, hub: Hub) -> None:
    async def scenario() -> None:
        audience = Channels(hub, Seats(2))
        viewers = [audience.enter(ONE), audience.enter(ANOTHER)]
        with pytest.raises(Full):
            audience.enter(ONE)
        audience.leave(viewers[0])
        audience.leave(viewers[0])
        assert len(audience) == 1
        audience.enter(ONE)
        audience.close()
        assert len(audience) == 0
        assert viewers[1].ended

    run(scenario)


def test_channels_whose_loop_has_ended_disturb_no_others(store: Store, hub: Hub) -> None:
    async def scenario() -> None:
        await heard(Channels(hub, Seats()).open_channel(MATCH, ALL, MATCH))

    run(scenario)
    opened(store)
    eventually(lambda: not hub._followers)
    assert hub.ready(MATCH, 1.0)
    judged(store, MATCH, 0)
    assert hub.wait(MATCH, 0, 5.0)
