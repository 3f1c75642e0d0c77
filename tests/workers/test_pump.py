import threading
import time
from collections import Counter
from contextlib import ExitStack

import pytest

from core.eventlog.log import NEW
from core.events import ClubFounded, DiceRolled, MatchOpened, OpeningRolled, PlayerRegistered, RulingMade
from service.store import feed, keys, leases
from service.store.read_models import failed_streams
from service.store.read_models import states as views
from service.store.read_models.club import club_index
from tests.support.cluster.both_stores import on_cluster
from tests.support.judging import MATCHES, open_match, pump_all, pump_until, record, recorded, unjudged
from tests.support.proving import some
from tests.support.store import eventually
from tests.support.tournament.in_store import AT, T, started
from tests.support.viewers import listening
from workers import judging
from workers.context import WorkerContext
from workers.pump import Pump, pump

M = "m_aaaaaaaaaa"
OPENED = MatchOpened("huk", "swedish", {"games": 3}, {"white": "Åsa", "black": "Nils"})


def verdicts(told: list[feed.NewsMessage]) -> Counter[tuple[str, int]]:
    """The number of times that viewers were told each verdict."""
    return Counter((each.stream, each.version) for each in told if each.kind == feed.VERDICT)


@pytest.mark.parametrize("name", some(sorted(path.stem for path in MATCHES.glob("*.json")), "seven_games"))
def test_a_recorded_match_gets_its_verdicts_and_its_settlement(worker_context: WorkerContext, name: str):
    match = recorded(name)
    open_match(worker_context, M, match.opened())
    for place in range(0, len(match.facts), 97):
        record(worker_context, M, *match.facts[place : place + 97])
    pump_all(worker_context)
    client, last = worker_context.deps.client, len(match.facts)
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


@on_cluster
def test_every_stream_has_its_read_model(worker_context: WorkerContext):
    worker_context.deps.log.append("c_huk", [ClubFounded("huk", "Hedemora")], by="test", at=AT, expected=NEW)
    record(worker_context, "c_huk", PlayerRegistered("p_aaaaaaaa", "Åsa"))
    open_match(worker_context, M, OPENED)
    started(worker_context, ["anna", "bo"])
    pump_all(worker_context)
    client = worker_context.deps.client
    states = dict(zip(("c_huk", M, T), views.load_many(client, ["c_huk", M, T]), strict=True))
    assert {stream: state.json["version"] for stream, state in states.items() if state} == {"c_huk": 1, M: 0, T: 4}
    assert states["c_huk"].json["players"] == 1
    assert club_index.members(client, "huk", "matches") == [M], "a tournament's matches are found through it"
    assert club_index.members(client, "huk", "tournaments") == [T]


def test_facts_that_are_delivered_again_change_nothing(worker_context: WorkerContext):
    client = worker_context.deps.client
    with listening(client, M) as heard:
        open_match(worker_context, M, OPENED)
        record(worker_context, M, OpeningRolled(2, 5), DiceRolled("white", (6, 6)))
        pump_all(worker_context)
        before = views.load_with_verdicts(client, M)
        for _ in range(3):
            assert feed.feed_again(client, M)
        pump_until(worker_context, lambda: feed.waiting(client) == 0)
        assert verdicts(heard.published()) == {(M, 0): 1, (M, 1): 1, (M, 2): 1}
    assert views.load_with_verdicts(client, M) == before


def test_a_match_that_is_not_remembered_is_folded_again_from_its_log(
    worker_context: WorkerContext, another_worker_context
):
    match = recorded("three_games")
    open_match(worker_context, M, match.opened())
    record(worker_context, M, *match.facts[:300])
    pump_all(worker_context)
    record(worker_context, M, *match.facts[300:])
    pump_all(another_worker_context())
    state = views.load(worker_context.deps.client, M)
    assert state is not None
    assert state.json["settled"]["winner"] == match.expected["winner"]


def test_a_ruling_reads_the_log_before_it(worker_context: WorkerContext):
    open_match(worker_context, M, OPENED)
    record(worker_context, M, OpeningRolled(2, 5), DiceRolled("white", (6, 6)))
    pump_all(worker_context)
    record(worker_context, M, RulingMade("void", "the dice lay askew", from_version=2, to_version=2))
    pump_all(worker_context)
    state = views.load(worker_context.deps.client, M)
    assert state is not None
    assert (state.json["phase"], state.json["voided"]) == ("roll", [[2, 2]])


def test_a_long_log_is_judged_in_several_commits(worker_context: WorkerContext, monkeypatch):
    monkeypatch.setattr(judging, "FACTS_A_COMMIT", 128)
    match = recorded("five_games")
    open_match(worker_context, M, match.opened())
    for place in range(0, len(match.facts), 1000):
        record(worker_context, M, *match.facts[place : place + 1000])
    commits = []
    commit_each = views.commit_each

    def counted(client, token, judgements):
        commits.extend(judgements)
        return commit_each(client, token, judgements)

    monkeypatch.setattr(views, "commit_each", counted)
    pump_all(worker_context)
    assert len(commits) > len(match.facts) // 128
    assert views.judged_version(worker_context.deps.client, M) == len(match.facts)
    assert feed.waiting(worker_context.deps.client) == 0


def test_two_pumps_at_once_judge_every_fact_once(worker_context: WorkerContext, another_worker_context):
    contexts = [worker_context, another_worker_context()]
    streams = [f"m_{number:010}" for number in range(40)]
    match = recorded("three_games")
    threads = [threading.Thread(target=Pump(context).run, args=(time.monotonic() + 60,)) for context in contexts]
    listening_to = ExitStack()
    heard = listening_to.enter_context(listening(worker_context.deps.client, *streams))
    for thread in threads:
        thread.start()
    try:
        for stream in streams:
            open_match(worker_context, stream, match.opened())
        for place in range(0, 200, 20):
            for stream in streams:
                record(worker_context, stream, *match.facts[place : place + 20])
            if place == 100:  # the shards change hands in the middle of it
                for shard in keys.all_shards():
                    worker_context.deps.client.delete(keys.lease(shard))
        eventually(lambda: not unjudged(worker_context), 20, "every fact judged")
    finally:
        for context in contexts:
            context.stopping.set()
        for thread in threads:
            thread.join(5)
    assert not any(thread.is_alive() for thread in threads)
    with listening_to:
        told = verdicts(heard.published())
    assert told == {(stream, version): 1 for stream in streams for version in range(201)}


def unknown_event(worker_context: WorkerContext, stream: str) -> None:
    """A log as a later version of brade might have written it: it goes on with an event that we do not know."""
    client, shard = worker_context.deps.client, keys.shard_of(stream)
    head = worker_context.deps.log.head(stream)
    version = head.version + 1
    fields = {"type": "CubeTurned.1", "data": "[]", "at": AT, "by": "test", "prev": bytes.fromhex(head.hash)}
    client.xadd(keys.log(stream), fields, id=f"{version}-0")
    client.hset(keys.head(shard), stream, f"{version} {'0' * 64}")
    client.hset(keys.unjudged(shard), stream, version)
    client.xadd(keys.feed(shard), {"stream": stream, "first": version, "last": version})


def test_an_unknown_event_stays_pending_and_visible_and_blocks_no_other_stream(worker_context: WorkerContext):
    other = next(f"m_{number:010}" for number in range(999) if keys.shard_of(f"m_{number:010}") == keys.shard_of(M))
    open_match(worker_context, M, OPENED)
    record(worker_context, M, OpeningRolled(2, 5))
    unknown_event(worker_context, M)
    open_match(worker_context, other, OPENED)
    client = worker_context.deps.client
    pump_until(worker_context, lambda: failed_streams.reasons(client) and other not in unjudged(worker_context))
    assert list(failed_streams.reasons(client)) == [M]
    assert "is of a newer version of brade (CubeTurned, schema 1)" in failed_streams.reasons(client)[M]
    assert unjudged(worker_context) == {M: 2}
    assert feed.waiting(client) == 1, "its work is not done"
    assert views.judged_version(client, M) == 1, "what came before it is judged"
    assert worker_context.jobs.waiting("jobs") == 1, "a job will fail with it, where operators look for failed jobs"


def test_a_failing_stream_does_not_fill_the_feed_however_often_it_is_fed(
    worker_context: WorkerContext, another_worker_context
):
    open_match(worker_context, M, OPENED)
    unknown_event(worker_context, M)
    client = worker_context.deps.client
    for workers in (worker_context, another_worker_context()):
        for _ in range(3):
            feed.feed_again(client, M)
            pump_until(workers, lambda: feed.waiting(client) == 1)
    assert worker_context.jobs.waiting("jobs") == 1


def test_a_stream_that_can_be_judged_again_is_shown_as_failed_no_more(worker_context: WorkerContext, monkeypatch):
    open_match(worker_context, M, OPENED)
    client, words = worker_context.deps.client, judging.to_json

    def wrong(model):
        raise ZeroDivisionError("a projection with a mistake")

    monkeypatch.setattr(judging, "to_json", wrong)
    pump_until(worker_context, lambda: failed_streams.reasons(client))
    assert failed_streams.reasons(client) == {M: "ZeroDivisionError: a projection with a mistake"}
    assert views.load(client, M) is None, "nothing of it was committed"
    monkeypatch.setattr(judging, "to_json", words)
    feed.feed_again(client, M)
    pump_until(worker_context, lambda: feed.waiting(client) == 0)
    assert failed_streams.reasons(client) == {}
    assert views.judged_version(client, M) == 0


def test_what_cannot_even_be_read_is_this_streams_failure_alone(worker_context: WorkerContext):
    open_match(worker_context, M, OPENED)
    other = "m_bbbbbbbbbb"
    open_match(worker_context, other, OPENED)
    client = worker_context.deps.client
    client.delete(keys.log(M))
    client.set(keys.log(M), "somebody's mistake")
    pump_until(worker_context, lambda: failed_streams.reasons(client) and other not in unjudged(worker_context))
    assert list(failed_streams.reasons(client)) == [M]


def test_a_state_beyond_the_end_of_its_log_is_shown_and_not_overwritten(worker_context: WorkerContext):
    open_match(worker_context, M, OPENED)
    client = worker_context.deps.client
    client.hset(keys.state(M), mapping={"judged_version": 7, "json": "{}"})
    pump_until(worker_context, lambda: failed_streams.reasons(client))
    assert failed_streams.reasons(client)[M] == "StateAhead: it is judged up to 7, and its log ends at 0"


def test_work_for_a_stream_that_is_gone_is_ended(worker_context: WorkerContext):
    client, shard = worker_context.deps.client, keys.shard_of(M)
    client.xadd(keys.feed(shard), {"stream": M, "first": 0, "last": 3})
    pump_until(worker_context, lambda: feed.waiting(client) == 0)
    assert failed_streams.reasons(client) == {}


def test_a_pump_that_ends_asks_for_the_next_and_gives_its_leases_up(worker_context: WorkerContext):
    pump(worker_context, 7, seconds=0.05)
    assert worker_context.jobs.waiting("pump") == 1
    assert not any(leases.owned(worker_context.deps.client))


def test_a_pump_that_comes_to_another_one_gets_its_part_of_the_shards_and_asks_for_its_successor(
    worker_context: WorkerContext, another_worker_context
):
    holder = Pump(another_worker_context())
    holder.run(time.monotonic() + 0.02)
    stop = threading.Event()
    thread = threading.Thread(target=lambda: [holder.run(time.monotonic() + 0.1) for _ in iter(stop.is_set, True)])
    thread.start()
    matches = [f"m_aaaaaaaa{number:02}" for number in range(32)]
    try:
        coming = threading.Thread(target=pump, args=(worker_context, 7), kwargs={"seconds": 2.0})
        coming.start()
        eventually(lambda: sorted(owners(worker_context).values()) == [8, 8], what="the sharing")
        for match in matches:
            open_match(worker_context, match, OPENED)
        eventually(lambda: not unjudged(worker_context), what="the judging by both")
        coming.join(10)
        assert worker_context.jobs.waiting("pump") == 1
        eventually(
            lambda: list(owners(worker_context).values()) == [16], what="the taking over by the one that is left"
        )
    finally:
        stop.set()
        thread.join(5)
        holder.release()


def owners(worker_context: WorkerContext) -> Counter[str]:
    """The number of shards of each pump that lives."""
    client = worker_context.deps.client
    living = leases.owned(client)
    tokens = [client.get(keys.lease(shard)) for shard in keys.all_shards()]
    return Counter(token.decode() for token, lives in zip(tokens, living, strict=True) if token and lives)


def test_a_pump_that_is_asked_to_stop_does_so_within_a_second(worker_context: WorkerContext):
    thread = threading.Thread(target=pump, args=(worker_context, 1))
    thread.start()
    eventually(lambda: all(leases.owned(worker_context.deps.client)), 5, "the leases")
    asked = time.monotonic()
    worker_context.stopping.set()
    thread.join(5)
    assert time.monotonic() - asked < 1
    assert not any(leases.owned(worker_context.deps.client))
