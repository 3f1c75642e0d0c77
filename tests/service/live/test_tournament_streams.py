"""The stream of a tournament: its own facts, where its matches are, and what is withheld."""

from collections.abc import Callable

from core.eventlog.log import NEW
from core.events import (
    PairsAvoided,
    PlayerEntered,
    RoundPaired,
    TournamentCreated,
    TournamentStarted,
)
from service.bootstrap import Dependencies
from service.server.asgi import AsgiApp
from tests.service.live.test_live import judged, opened, rolled
from tests.support.store import Store
from tests.support.viewers import TOURNAMENT, Watch, announced, play, seen


def test_a_tournament_tells_its_own_facts_by_version_and_where_each_match_is(store: Store, deps: Dependencies) -> None:
    announced(store)
    store.log().append(TOURNAMENT, [PlayerEntered("p_1", "Åsa")], by="x", at=0)
    rolled(store, opened(store, f"{TOURNAMENT}.1"), 3)
    judged(store, f"{TOURNAMENT}.1", 2)

    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
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
            ("verdict", f"{TOURNAMENT}.1", 3, None),
            ("fact", f"{TOURNAMENT}.1", 4, None),
            ("fact", f"{TOURNAMENT}.2", 0, None),
            ("fact", TOURNAMENT, 2, "2"),
        ]

    play(deps, scenario)


def test_a_tournament_resumed_tells_where_its_matches_are_now(store: Store, deps: Dependencies) -> None:
    announced(store)
    for number in range(1, 300):
        opened(store, f"{TOURNAMENT}.{number}")

    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
        await (first := watch(f"/tournament/{TOURNAMENT}/0")).until(299)
        await first.leave()
        rolled(store, f"{TOURNAMENT}.7", 5)
        found = await watch(f"/tournament/{TOURNAMENT}/0").until(299)
        assert {each.event for each in found} == {"match"}
        versions = {each.data["stream"]: each.data["version"] for each in found}
        assert [stream for stream, version in versions.items() if version] == [f"{TOURNAMENT}.7"]
        assert versions[f"{TOURNAMENT}.7"] == 5

    play(deps, scenario)


def test_a_member_is_told_of_a_draft_and_of_who_is_kept_apart_only_that_there_was_something(
    store: Store, deps: Dependencies
) -> None:
    created = TournamentCreated("huk", "Vasa Open", "swedish", {"games": 3}, "swiss", drafts=True)
    log, log_at = store.log(), {"by": "x", "at": 0}
    log.append(TOURNAMENT, [created], expected=NEW, **log_at)
    log.append(TOURNAMENT, [PlayerEntered("p_1", "Åsa"), PlayerEntered("p_2", "Bo")], **log_at)
    log.append(TOURNAMENT, [PairsAvoided((("p_1", "p_2"),), True, "a quarrel")], **log_at)

    async def scenario(front: AsgiApp, watch: Callable[[str], Watch]) -> None:
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

    play(deps, scenario)
