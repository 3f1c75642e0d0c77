import threading
import time
from collections import Counter

import pytest

from core import club as clubs
from core.events import ClubFounded, DiceRolled, MatchOpened, OpeningRolled, PlayerRegistered, RulingMade
from core.log import NEW
from service.store import failed, feed, index, keys, leases, views
from tests.stores import eventually
from tests.workers.conftest import MATCHES, open_match, pump_all, pump_until, record, recorded, unjudged
from tests.workers.playing import AT, T, started
from workers import judging
from workers.pump import Pump, pump
from workers.workshop import Models, Workshop

M = "m_aaaaaaaaaa"
OPENED = MatchOpened("huk", "swedish", {"games": 3}, {"white": "Åsa", "black": "Nils"})


def verdict_news(workshop: Workshop) -> Counter[tuple[str, int]]:
    """How many times viewers were told each verdict."""
    told: Counter[tuple[str, int]] = Counter()
    for shard in range(keys.SHARDS):
        for entry, fields in workshop.house.client.xrange(keys.out(shard)):
            news = feed.news(entry, fields)
            if news.kind == "verdict":
                told[news.stream, news.version] += 1
    return told


@pytest.mark.parametrize("name", sorted(path.stem for path in MATCHES.glob("*.json")))
def test_a_recorded_match_gets_its_verdicts_and_its_settlement(workshop: Workshop, name: str):
    match = recorded(name)
    open_match(workshop, M, match.opened())
    for place in range(0, len(match.facts), 97):
        record(workshop, M, *match.facts[place : place + 97])
    pump_all(workshop)
    client, last = workshop.house.client, len(match.facts)
    state = views.load(client, M)
    assert state is not None
    verdicts = views.verdicts(client, M, range(last + 1))
    assert state.judged_version == last
    assert {version for version, said in verdicts.items() if said["verdict"] == "refused"} == match.refused
    assert state.json["games"] == match.expected["results"]
    assert state.json["settled"]["winner"] == match.expected["winner"]
    assert state.json["settled"]["score"] == match.expected["score"]
    assert state.json["settled"]["decided_by"] == match.expected["decided_by"]
    assert feed.waiting(client) == 0


def test_every_stream_has_its_read_model(workshop: Workshop):
    workshop.house.log.append("c_huk", [ClubFounded("huk", "Hedemora")], by="test", at=AT, expected=NEW)
    record(workshop, "c_huk", PlayerRegistered("p_aaaaaaaa", "Åsa"))
    open_match(workshop, M, OPENED)
    started(workshop, ["anna", "bo"])
    pump_all(workshop)
    client = workshop.house.client
    states = dict(zip(("c_huk", M, T), views.load_many(client, ["c_huk", M, T]), strict=True))
    assert {stream: state.json["version"] for stream, state in states.items() if state} == {"c_huk": 1, M: 0, T: 4}
    assert states["c_huk"].json["players"] == 1
    assert index.members(client, "huk", "matches") == [M], "a tournament's matches are found through it"
    assert index.members(client, "huk", "tournaments") == [T]


def test_facts_that_are_delivered_again_change_nothing(workshop: Workshop):
    open_match(workshop, M, OPENED)
    record(workshop, M, OpeningRolled(2, 5), DiceRolled("white", (6, 6)))
    pump_all(workshop)
    before = views.kept(workshop.house.client, M)
    for _ in range(3):
        assert feed.feed_again(workshop.house.client, M)
    pump_until(workshop, lambda: feed.waiting(workshop.house.client) == 0)
    assert views.kept(workshop.house.client, M) == before
    assert set(verdict_news(workshop).values()) == {1}


def test_a_match_that_is_not_remembered_is_folded_again_from_its_log(workshop: Workshop, another_workshop):
    match = recorded("three_games")
    open_match(workshop, M, match.opened())
    record(workshop, M, *match.facts[:300])
    pump_all(workshop)
    record(workshop, M, *match.facts[300:])
    pump_all(another_workshop())
    state = views.load(workshop.house.client, M)
    assert state is not None
    assert state.json["settled"]["winner"] == match.expected["winner"]


def test_a_ruling_reads_the_log_before_it(workshop: Workshop):
    open_match(workshop, M, OPENED)
    record(workshop, M, OpeningRolled(2, 5), DiceRolled("white", (6, 6)))
    pump_all(workshop)
    record(workshop, M, RulingMade("void", "the dice lay askew", from_version=2, to_version=2))
    pump_all(workshop)
    state = views.load(workshop.house.client, M)
    assert state is not None
    assert (state.json["phase"], state.json["voided"]) == ("roll", [[2, 2]])


def test_a_long_log_is_judged_in_several_commits(workshop: Workshop, monkeypatch):
    monkeypatch.setattr(judging, "FACTS_A_COMMIT", 128)
    match = recorded("five_games")
    open_match(workshop, M, match.opened())
    for place in range(0, len(match.facts), 1000):
        record(workshop, M, *match.facts[place : place + 1000])
    commits = []
    commit_each = views.commit_each

    def counted(client, token, judgements):
        commits.extend(judgements)
        return commit_each(client, token, judgements)

    monkeypatch.setattr(views, "commit_each", counted)
    pump_all(workshop)
    assert len(commits) > len(match.facts) // 128
    assert views.judged_version(workshop.house.client, M) == len(match.facts)
    assert feed.waiting(workshop.house.client) == 0


def test_two_pumps_at_once_judge_every_fact_once(workshop: Workshop, another_workshop):
    workshops = [workshop, another_workshop()]
    streams = [f"m_{number:010}" for number in range(40)]
    match = recorded("three_games")
    threads = [threading.Thread(target=Pump(each).run, args=(time.monotonic() + 60,)) for each in workshops]
    for thread in threads:
        thread.start()
    try:
        for stream in streams:
            open_match(workshop, stream, match.opened())
        for place in range(0, 200, 20):
            for stream in streams:
                record(workshop, stream, *match.facts[place : place + 20])
            if place == 100:  # the shards change hands in the middle of it
                for shard in range(keys.SHARDS):
                    workshop.house.client.delete(keys.lease(shard))
        eventually(lambda: not unjudged(workshop), 20, "every fact judged")
    finally:
        for each in workshops:
            each.stopping.set()
        for thread in threads:
            thread.join(5)
    assert not any(thread.is_alive() for thread in threads)
    assert verdict_news(workshop) == {(stream, version): 1 for stream in streams for version in range(201)}


def unknown_event(workshop: Workshop, stream: str) -> None:
    """What a later version of brade might have written: the log goes on with an event that we do not know."""
    client, shard = workshop.house.client, keys.shard_of(stream)
    head = workshop.house.log.head(stream)
    version = head.version + 1
    fields = {"type": "CubeTurned.1", "data": "[]", "at": AT, "by": "test", "prev": bytes.fromhex(head.hash)}
    client.xadd(keys.log(stream), fields, id=f"{version}-0")
    client.hset(keys.head(shard), stream, f"{version} {'0' * 64}")
    client.hset(keys.unjudged(shard), stream, version)
    client.xadd(keys.feed(shard), {"stream": stream, "first": version, "last": version})


def test_an_unknown_event_stays_pending_and_visible_and_blocks_nobody(workshop: Workshop):
    other = next(f"m_{number:010}" for number in range(999) if keys.shard_of(f"m_{number:010}") == keys.shard_of(M))
    open_match(workshop, M, OPENED)
    record(workshop, M, OpeningRolled(2, 5))
    unknown_event(workshop, M)
    open_match(workshop, other, OPENED)
    client = workshop.house.client
    pump_until(workshop, lambda: failed.reasons(client) and other not in unjudged(workshop))
    assert list(failed.reasons(client)) == [M]
    assert "UnknownEvent" in failed.reasons(client)[M]
    assert "CubeTurned.1" in failed.reasons(client)[M]
    assert unjudged(workshop) == {M: 2}
    assert feed.waiting(client) == 1, "its work is not done"
    assert views.judged_version(client, M) == 1, "what came before it is judged"
    assert workshop.jobs.waiting("jobs") == 1, "a job will fail with it, where operators look for failed jobs"


def test_a_failing_stream_does_not_fill_the_feed_however_often_it_is_fed(workshop: Workshop, another_workshop):
    open_match(workshop, M, OPENED)
    unknown_event(workshop, M)
    client = workshop.house.client
    for workers in (workshop, another_workshop()):
        for _ in range(3):
            feed.feed_again(client, M)
            pump_until(workers, lambda: feed.waiting(client) == 1)
    assert workshop.jobs.waiting("jobs") == 1


def test_a_stream_that_can_be_judged_again_is_shown_as_failed_no_more(workshop: Workshop, monkeypatch):
    open_match(workshop, M, OPENED)
    client, words = workshop.house.client, judging.words

    def wrong(model):
        raise ZeroDivisionError("a projection with a mistake")

    monkeypatch.setattr(judging, "words", wrong)
    pump_until(workshop, lambda: failed.reasons(client))
    assert failed.reasons(client) == {M: "ZeroDivisionError: a projection with a mistake"}
    assert views.load(client, M) is None, "nothing of it was committed"
    monkeypatch.setattr(judging, "words", words)
    feed.feed_again(client, M)
    pump_until(workshop, lambda: feed.waiting(client) == 0)
    assert failed.reasons(client) == {}
    assert views.judged_version(client, M) == 0


def test_what_cannot_even_be_read_is_this_streams_failure_alone(workshop: Workshop):
    open_match(workshop, M, OPENED)
    other = "m_bbbbbbbbbb"
    open_match(workshop, other, OPENED)
    client = workshop.house.client
    client.delete(keys.log(M))
    client.set(keys.log(M), "somebody's mistake")
    pump_until(workshop, lambda: failed.reasons(client) and other not in unjudged(workshop))
    assert list(failed.reasons(client)) == [M]


def test_a_state_beyond_the_end_of_its_log_is_shown_and_not_overwritten(workshop: Workshop):
    open_match(workshop, M, OPENED)
    client = workshop.house.client
    client.hset(keys.state(M), mapping={"judged_version": 7, "json": "{}"})
    pump_until(workshop, lambda: failed.reasons(client))
    assert failed.reasons(client)[M] == "StateAhead: it is judged up to 7, and its log ends at 0"


def test_work_for_a_stream_that_is_gone_is_ended(workshop: Workshop):
    client, shard = workshop.house.client, keys.shard_of(M)
    client.xadd(keys.feed(shard), {"stream": M, "first": 0, "last": 3})
    pump_until(workshop, lambda: feed.waiting(client) == 0)
    assert failed.reasons(client) == {}


def test_a_pump_that_ends_asks_for_the_next_and_gives_its_leases_up(workshop: Workshop):
    pump(workshop, 7, seconds=0.05)
    assert workshop.jobs.waiting("pump") == 1
    assert not any(leases.owned(workshop.house.client))


def test_a_pump_without_a_lease_leaves_and_asks_for_nobody(workshop: Workshop, another_workshop):
    holder = Pump(another_workshop())
    holder.run(time.monotonic() + 0.02)
    stop = threading.Event()
    thread = threading.Thread(target=lambda: [holder.run(time.monotonic() + 0.1) for _ in iter(stop.is_set, True)])
    thread.start()
    try:
        began = time.monotonic()
        pump(workshop, 7, seconds=20)
        assert time.monotonic() - began < 5
        assert workshop.jobs.waiting("pump") == 0
    finally:
        stop.set()
        thread.join(5)
        holder.release()


def test_a_pump_that_is_asked_to_stop_does_so_within_a_second(workshop: Workshop):
    thread = threading.Thread(target=pump, args=(workshop, 1))
    thread.start()
    eventually(lambda: all(leases.owned(workshop.house.client)), 5, "the leases")
    asked = time.monotonic()
    workshop.stopping.set()
    thread.join(5)
    assert time.monotonic() - asked < 1
    assert not any(leases.owned(workshop.house.client))


def test_as_many_models_are_kept_as_fit_and_the_oldest_are_forgotten_first():
    models = Models(kept=2)
    for name in "abacd":
        models.put(name, clubs.Club(name, name, 0, {}, {}))
    assert [name for name in "abcd" if models.get(name)] == ["c", "d"]
