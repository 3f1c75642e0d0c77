"""The live stream of a feed: what was, then what comes, once each, also after a gap."""

import asyncio
from collections.abc import Callable

from core.tournament.views.news import NewsItem
from schemas.feeds.news import stored_text
from service.bootstrap import Dependencies
from service.server.asgi import AsgiApp
from service.store.read_models.club import news
from tests.service.server.test_bridge import Visit
from tests.support.api import Api
from tests.support.store import Store
from tests.support.viewers import TOURNAMENT, Message, Watch, play

OTHER = "t_0123456789"


def told(deps: Dependencies, *versions: int, tournament: str = TOURNAMENT, slug: str = "huk") -> None:
    """Record news of these versions of a tournament's log."""
    items = [
        NewsItem("player.entered", "Åsa has entered", tournament, "Cup", tournament, version, 0) for version in versions
    ]
    rows = [news.NewItem(tournament, item.version, 0, tournament, stored_text(item)) for item in items]
    news.record(deps.client, slug, rows, 0)


def ids(found: list[Message]) -> list[str | None]:
    assert {each.event for each in found} <= {"news"}
    assert [str(each.data["id"]) for each in found] == [each.id for each in found]
    return [each.id for each in found]


def test_a_feed_begins_with_what_was_and_goes_on_with_what_comes(store: Store, deps: Dependencies) -> None:
    told(deps, 1, 2)
    told(deps, 1, tournament=OTHER)

    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        whole, one = watch("/news/c_huk/0/all/huk"), watch(f"/news/{TOURNAMENT}/0/public/huk")
        assert ids(await whole.until(3)) == ["1", "2", "3"]
        assert ids(await one.until(2)) == ["1", "2"]
        await asyncio.to_thread(told, deps, 3)
        await asyncio.to_thread(told, deps, 2, tournament=OTHER)
        await asyncio.to_thread(told, deps, 4)
        assert ids(await whole.until(6)) == ["1", "2", "3", "4", "5", "6"]
        assert ids(await one.until(4)) == ["1", "2", "4", "6"]
        again = watch(f"/news/{TOURNAMENT}/4/public/huk")
        assert ids(await again.until(1)) == ["6"]
        assert whole.visit.headers["content-type"].startswith("text/event-stream")

    play(deps, scenario)


def test_a_feed_of_many_items_is_sent_whole_while_more_come(store: Store, deps: Dependencies) -> None:
    told(deps, *range(1, 501))

    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        streams = [watch("/news/c_huk/0/all/huk"), watch(f"/news/{TOURNAMENT}/0/all/huk")]
        for version in range(501, 531):
            await asyncio.to_thread(told, deps, version)
        for stream in streams:
            assert ids(await stream.until(530)) == [str(number) for number in range(1, 531)]

    play(deps, scenario)


def test_who_has_more_than_a_restored_store_has_follows_it_all_the_same(store: Store, deps: Dependencies) -> None:
    told(deps, 1)

    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        one = watch("/news/c_huk/900/all/huk")
        await one.alive()
        await asyncio.to_thread(told, deps, 2)
        assert ids(await one.until(1)) == ["2"]

    play(deps, scenario, heartbeat=0.1)


def test_with_its_token_a_feed_ends_and_another_goes_on(api: Api) -> None:
    """After a token was revoked all readers of the club are asked for again, as readers of a stream."""
    issued = api.post("/v1/clubs/vasa/tokens", {"role": "viewer"}).json

    async def scenario(front: AsgiApp, watch: Callable[..., Watch]) -> None:
        one, another = (
            watch("/v1/clubs/vasa/news", host="localhost", accept="text/event-stream", authorization=f"Bearer {token}")
            for token in (issued["token"], api.tokens["viewer"])
        )
        for each in (one, another):
            await each.alive()
        await asyncio.to_thread(api.send, "DELETE", f"/v1/clubs/vasa/tokens/{issued['id']}", "organiser")
        await asyncio.wait_for(one.serving, 10.0)
        await asyncio.to_thread(told, api.deps, 1, slug="vasa")
        assert ids(await another.until(1)) == ["1"]
        again = await Visit("/v1/clubs/vasa/news", host="localhost", authorization=f"Bearer {issued['token']}").to(
            front
        )
        assert again.status == 401
        await another.leave()

    play(api.deps, scenario, api.client.application, heartbeat=0.1)
