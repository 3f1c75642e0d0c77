"""A pump's commit is all or nothing, done once, and only by the owner of the shard."""

import json
from typing import Any

import pytest

from core.eventlog.codec import to_public
from core.eventlog.hash_chain import hash_of
from core.eventlog.log import NEW
from core.events import DiceRolled, Event, MatchOpened
from service.store import feed, keys
from service.store.read_models import states
from service.store.read_models.states import Commit, CommitRequest, ReadModel
from tests.support.store import Store
from tests.support.viewers import listening

MATCH = "t_abcdefghij.3"
SHARD = keys.shard_of(MATCH)
REFUSED = {"version": 2, "verdict": "refused", "rule": "S4", "explanation": "där står ett band"}


def record(store: Store, *events: Event, stream: str = MATCH) -> None:
    expected = None if store.log().head(stream) else NEW
    opening = [MatchOpened("huk", "swedish", {"games": 3}, {})] if expected == NEW else []
    store.log().append(stream, [*opening, *events], by="x", at=0, expected=expected)


def commit(store: Store, token: str = "mine", **how: Any) -> Commit:
    usual: dict[str, Any] = {
        "expected": NEW,
        "judged": 2,
        "state": {"score": 1},
        "verdicts": [states.accepted(0), states.accepted(1), REFUSED],
    }
    return states.commit_each(store.client, token, [CommitRequest(MATCH, **{**usual, **how})])[0]


@pytest.fixture
def pumped(store: Store) -> Store:
    """A store with a match of two facts, whose shard is ours."""
    record(store, DiceRolled("white", (1, 2)), DiceRolled("white", (3, 3)))
    store.client.set(keys.lease(SHARD), "mine")
    return store


def everything(store: Store) -> dict[bytes, bytes | None]:
    return {key: store.client.dump(key) for key in store.client.scan_iter()}


def take(store: Store) -> list[feed.FeedEntry]:
    feed.open_feed(store.client)
    return feed.read(store.client, "me")


def test_a_commit_writes_state_and_verdicts_tells_viewers_and_ends_the_work(pumped: Store) -> None:
    (work,) = take(pumped)
    assert (work.shard, work.stream, work.first, work.last) == (SHARD, MATCH, 0, 2)
    with listening(pumped.client, MATCH) as heard:
        assert commit(pumped, entries=[work.entry]) is Commit.DONE
        told = [json.loads(each.json) for each in heard.until(3)]
    assert told == [states.accepted(0), states.accepted(1), REFUSED]
    assert states.load(pumped.client, MATCH) == ReadModel(2, {"score": 1})
    assert states.judged_version(pumped.client, MATCH) == 2
    assert states.verdicts(pumped.client, MATCH, [0, 2, 3]) == {0: states.accepted(0), 2: REFUSED, 3: None}
    assert feed.unjudged(pumped.client, SHARD) == {}
    assert feed.waiting(pumped.client) == 0
    assert feed.claim(pumped.client, "other", [SHARD]) == []


def test_only_verdicts_that_say_something_take_room(pumped: Store) -> None:
    finished = {"version": 1, "verdict": "accepted", "game_finished": {"winner": "white"}}
    commit(pumped, verdicts=[states.accepted(0), finished, REFUSED])
    assert pumped.client.hkeys(keys.verdicts(MATCH)) == [b"1", b"2"]
    assert states.verdicts(pumped.client, MATCH, [0, 1]) == {0: states.accepted(0), 1: finished}


def test_a_commit_that_is_repeated_changes_nothing(pumped: Store) -> None:
    (work,) = take(pumped)
    assert commit(pumped, entries=[work.entry]) is Commit.DONE
    before = everything(pumped)
    assert commit(pumped, entries=[work.entry]) is Commit.REPEATED
    assert everything(pumped) == before


def test_work_that_was_judged_already_is_only_ended(pumped: Store) -> None:
    assert commit(pumped) is Commit.DONE
    (work,) = take(pumped)
    assert (
        commit(pumped, expected=2, judged=2, state={"other": 1}, verdicts=[], entries=[work.entry]) is Commit.REPEATED
    )
    assert states.load(pumped.client, MATCH) == ReadModel(2, {"score": 1})
    assert feed.waiting(pumped.client) == 0


@pytest.mark.parametrize("owner", ["somebody else", None])
def test_without_the_lease_nothing_is_committed(pumped: Store, owner: str | None) -> None:
    (work,) = take(pumped)
    pumped.client.delete(keys.lease(SHARD))
    if owner:
        pumped.client.set(keys.lease(SHARD), owner)
    before = everything(pumped)
    assert commit(pumped, entries=[work.entry]) is Commit.LEASE_LOST
    assert everything(pumped) == before
    assert [again.entry for again in feed.claim(pumped.client, "other", [SHARD])] == [work.entry]


def test_nothing_is_committed_onto_a_state_that_has_moved(pumped: Store) -> None:
    assert commit(pumped, judged=1, verdicts=[states.accepted(0), states.accepted(1)]) is Commit.DONE
    before = everything(pumped)
    assert commit(pumped) is Commit.MOVED
    assert commit(pumped, expected=0, judged=3) is Commit.MOVED
    assert everything(pumped) == before
    assert commit(pumped, expected=1, verdicts=[REFUSED]) is Commit.DONE


def test_a_match_that_went_on_while_it_was_judged_stays_on_the_list(pumped: Store) -> None:
    record(pumped, DiceRolled("black", (1, 1)))
    assert commit(pumped) is Commit.DONE
    assert feed.unjudged(pumped.client, SHARD) == {MATCH: 3}
    assert commit(pumped, expected=2, judged=3, verdicts=[states.accepted(3)]) is Commit.DONE
    assert feed.unjudged(pumped.client, SHARD) == {}


def test_states_of_many_streams_come_in_their_order(pumped: Store) -> None:
    commit(pumped)
    assert states.load_many(pumped.client, ["m_none", MATCH]) == [None, ReadModel(2, {"score": 1})]
    assert states.load_many(pumped.client, []) == []


def test_a_forgotten_state_is_asked_for_again_from_the_opening(pumped: Store) -> None:
    (work,) = take(pumped)
    commit(pumped, entries=[work.entry])
    assert states.forget(pumped.client, MATCH)
    assert states.load(pumped.client, MATCH) is None
    assert states.verdicts(pumped.client, MATCH, [2]) == {2: None}
    assert feed.unjudged(pumped.client, SHARD) == {MATCH: 2}
    assert [(again.first, again.last) for again in take(pumped)] == [(0, 2)]
    assert commit(pumped, expected=2, judged=3) is Commit.MOVED
    assert not states.forget(pumped.client, "m_none")


def test_what_one_pump_took_and_did_not_finish_another_claims(pumped: Store) -> None:
    taken = take(pumped)
    assert feed.read(pumped.client, "me") == []
    assert feed.claim(pumped.client, "other", [SHARD]) == taken
    feed.drop(pumped.client, SHARD, [work.entry for work in taken])
    assert feed.claim(pumped.client, "other", [SHARD]) == []
    assert feed.waiting(pumped.client) == 0


def test_reading_a_feed_that_was_emptied_opens_it_again(pumped: Store) -> None:
    assert feed.read(pumped.client, "me") == []
    assert [work.stream for work in feed.read(pumped.client, "me")] == [MATCH]
    feed.open_feed(pumped.client)


def test_what_is_unjudged_is_fed_again_from_where_judging_ended(pumped: Store) -> None:
    taken = take(pumped)
    commit(pumped, judged=1, verdicts=[states.accepted(0), states.accepted(1)], entries=[taken[0].entry])
    assert feed.feed_again(pumped.client, MATCH)
    assert [(work.first, work.last) for work in take(pumped)] == [(2, 2)]
    assert not feed.feed_again(pumped.client, "m_none")


def test_viewers_are_told_each_fact_as_the_contract_shows_it_with_its_hash(store: Store) -> None:
    log = store.log()
    with listening(store.client, MATCH) as heard:
        record(store, DiceRolled("white", (1, 2)), DiceRolled("white", (3, 3)))
        told = heard.until(3)
    assert [(entry.kind, entry.stream, entry.version) for entry in told] == [("event", MATCH, n) for n in range(3)]
    for entry, recorded in zip(told, log.read(MATCH), strict=True):
        public = to_public(MATCH, recorded)
        assert json.loads(entry.json) == {**public, "hash": hash_of(public)}


def test_all_keys_of_a_tournament_and_its_matches_share_one_tag() -> None:
    tournament = MATCH.partition(".")[0]
    tags = {
        name.partition(":")[0]
        for stream in (MATCH, tournament, f"{tournament}.99")
        for name in (
            keys.log(stream),
            keys.state(stream),
            keys.verdicts(stream),
            keys.repeats(keys.shard_of(stream)),
            keys.restoring(stream, "x"),
            keys.feed(keys.shard_of(stream)),
            keys.lease(keys.shard_of(stream)),
        )
    }
    assert tags == {keys.tag(SHARD)}
    assert {keys.shard_of(f"m_{n:010}") for n in range(500)} == set(range(16))


def test_what_was_never_judged_has_neither_state_nor_verdicts(pumped: Store) -> None:
    assert states.load(pumped.client, MATCH) is None
    assert states.judged_version(pumped.client, MATCH) == NEW
    assert states.verdicts(pumped.client, MATCH, range(2)) == {0: None, 1: None}
    assert feed.unjudged(pumped.client, SHARD) == {MATCH: 2}
