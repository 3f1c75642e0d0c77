"""A process that folded facts which the store lost goes on with those that were written in their place."""

from pathlib import Path

import pytest

from core.club import club
from core.errors import NotFound
from core.eventlog.log import NEW
from core.events import ClubFounded, MatchOpened, PlayerEntered, PlayerRegistered
from core.tournament import Tournament
from service.bootstrap import Dependencies, build_dependencies
from service.config import Settings
from tests.support.cluster.both_stores import on_cluster
from tests.support.logs.lost_facts import Moment
from tests.support.logs.written_logs import MATCH, OPENED
from tests.support.store import Store
from tests.support.tournament.in_store import AT, T, announced


@pytest.fixture
def deps(store: Store, tmp_path: Path) -> Dependencies:
    return build_dependencies(
        Settings(data=tmp_path, store_url=store.url, queue_url=store.queue_url, admin_token="the-operators-own-token")
    )


def enter(store: Store, *names: str) -> None:
    """Another process enters players."""
    for name in names:
        store.log().append(T, [PlayerEntered(name, name.title())], by="test", at=AT)


def names(state: Tournament) -> list[str]:
    return [entry.player for entry in state.entries]


@on_cluster
def test_a_kept_tournament_is_never_a_mix_of_lost_facts_and_those_in_their_place(
    store: Store, deps: Dependencies
) -> None:
    store.log().append(T, [announced()], by="test", at=AT, expected=NEW)
    enter(store, "anna", "bo")
    moment = Moment(store.client)
    enter(store, "cleo", "dan")
    assert names(deps.repository.tournament(T)) == ["anna", "bo", "cleo", "dan"]
    moment.come_back()
    enter(store, "eva", "finn")
    assert names(deps.repository.tournament(T)) == ["anna", "bo", "eva", "finn"], "as many facts as before"


@pytest.mark.parametrize("since", [(), ("eva",), ("eva", "finn", "gun")], ids=["none", "fewer", "more"])
def test_a_kept_tournament_is_that_of_the_store_however_many_facts_came_instead(
    store: Store, deps: Dependencies, since: tuple[str, ...]
) -> None:
    store.log().append(T, [announced()], by="test", at=AT, expected=NEW)
    enter(store, "anna", "bo")
    moment = Moment(store.client)
    enter(store, "cleo", "dan")
    deps.repository.tournament(T)
    moment.come_back()
    enter(store, *since)
    assert names(deps.repository.tournament(T)) == ["anna", "bo", *since]


def test_a_kept_club_and_its_answers_are_made_anew_too(store: Store, deps: Dependencies) -> None:
    store.log().append("c_huk", [ClubFounded("huk", "Hedemora")], by="test", at=AT, expected=NEW)
    moment = Moment(store.client)
    store.log().append("c_huk", [PlayerRegistered("p_aaaaaaaa", "Åsa")], by="test", at=AT)
    assert deps.answers.get("list", lambda: b"with Asa") == b"with Asa"
    assert deps.repository.club("huk").version == 1
    moment.come_back()
    store.log().append("c_huk", [PlayerRegistered("p_bbbbbbbb", "Bo")], by="test", at=AT)
    assert deps.repository.club("huk") == club.fold(store.log().read("c_huk"))
    assert deps.answers.get("list", lambda: b"with Bo") == b"with Bo"


def test_openings_are_read_again_after_any_log_had_other_facts(store: Store, deps: Dependencies) -> None:
    store.log().append(T, [announced()], by="test", at=AT, expected=NEW)
    moment = Moment(store.client)
    enter(store, "anna")
    deps.repository.tournament(T)
    store.log().append(MATCH, [OPENED], by="test", at=AT, expected=NEW)
    assert deps.repository.match(MATCH).players["white"] == "Åsa"
    moment.come_back()
    other = MatchOpened("huk", "swedish", {"games": 3}, {"white": "Eva", "black": "Nils"})
    store.log().append(MATCH, [other], by="test", at=AT, expected=NEW)
    deps.repository.tournament(T)
    assert deps.repository.match(MATCH) == other


def test_a_log_that_is_gone_is_not_found(store: Store, deps: Dependencies) -> None:
    moment = Moment(store.client)
    store.log().append("c_huk", [ClubFounded("huk", "Hedemora")], by="test", at=AT, expected=NEW)
    assert deps.repository.club("huk").version == 0
    moment.come_back()
    with pytest.raises(NotFound):
        deps.repository.club("huk")
