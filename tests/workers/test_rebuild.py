import json
import multiprocessing
import threading

import pytest

from core.events import RulingMade
from service.store import bulk_read, keys
from service.store.read_models import match_checkpoints, states
from tests.support.judging import open_match, pump_all, record, recorded, unjudged
from tests.support.proving import some
from tests.support.tournament.in_store import T, settlements, started, won
from tests.workers.test_pump import unknown_event
from workers.comparison import compare, processes
from workers.context import WorkerContext
from workers.pump import Pump
from workers.rebuild import rebuild

M = "m_aaaaaaaaaa"


def evening(worker_context: WorkerContext) -> int:
    """A tournament, a recorded match; all judged. The number of events."""
    match = recorded("refusals_three")
    open_match(worker_context, M, match.opened())
    record(worker_context, M, *match.facts[:900])
    record(worker_context, M, *match.facts[900:])
    started(worker_context, ["anna", "bo", "cilla"])
    pump_all(worker_context)
    record(worker_context, f"{T}.1", won("black"))
    pump_all(worker_context)
    return sum(worker_context.deps.log.head(stream).version + 1 for stream in worker_context.deps.log.streams())


def differences(worker_context: WorkerContext, repair: bool = False) -> list[tuple[str, str, int]]:
    found = [difference for progress in rebuild(worker_context, repair=repair) for difference in progress.differences]
    return [(each.stream, each.what, each.version) for each in found]


def test_what_was_judged_is_what_the_log_says_and_every_fact_was_looked_at(worker_context: WorkerContext):
    facts = evening(worker_context)
    steps = list(rebuild(worker_context))
    assert [step.streams for step in steps] == list(range(1, steps[0].of + 1))
    assert steps[-1].streams == steps[-1].of
    assert steps[-1].facts == facts
    assert not any(step.differences for step in steps)


@pytest.mark.parametrize("helps", some([True, False], True))
def test_several_processes_tell_the_same_in_the_same_order(worker_context: WorkerContext, monkeypatch, helps: bool):
    if not helps:
        monkeypatch.setattr(processes, "_take_back", lambda asked, first: None)
    evening(worker_context)
    worker_context.deps.client.hset(keys.verdicts(M), 1, json.dumps({"version": 1, "verdict": "faulted"}))
    alone = list(rebuild(worker_context))
    monkeypatch.setattr(compare, "_BATCH_STREAMS", 1)
    monkeypatch.setattr("workers.rebuild.FACTS_A_PROCESS", 1)
    assert list(rebuild(worker_context, processes=2)) == alone
    assert any(step.differences for step in alone)


def test_a_rebuild_that_is_left_early_ends_its_processes(worker_context: WorkerContext, monkeypatch):
    evening(worker_context)
    monkeypatch.setattr(compare, "_BATCH_STREAMS", 1)
    monkeypatch.setattr("workers.rebuild.FACTS_A_PROCESS", 1)
    steps = rebuild(worker_context, processes=2)
    assert next(steps).streams == 1
    assert multiprocessing.active_children()
    steps.close()
    assert not multiprocessing.active_children()
    assert differences(worker_context) == []


def test_every_difference_is_reported_with_both_sides(worker_context: WorkerContext):
    evening(worker_context)
    client, refused = worker_context.deps.client, min(recorded("refusals_three").refused)
    state = states.load(client, T)
    assert state is not None
    state.json["results"] = 9
    client.hset(keys.state(T), "json", json.dumps(state.json))
    client.hdel(keys.verdicts(M), refused)
    client.hset(keys.verdicts(M), 1, json.dumps({"version": 1, "verdict": "faulted"}))
    found = [difference for step in rebuild(worker_context) for difference in step.differences]
    assert [(each.stream, each.what, each.version) for each in found] == [
        (M, "verdict", 1),
        (M, "verdict", refused),
        (T, "state", 8),
    ]
    assert (found[0].stored["verdict"], found[0].rebuilt) == ("faulted", None)
    assert (found[1].stored, found[1].rebuilt["verdict"]) == (None, "refused")
    assert found[2].stored["results"] == 9
    assert found[2].rebuilt["results"] == 1


def test_a_checkpoint_that_says_something_else_or_stands_elsewhere_is_a_difference(worker_context: WorkerContext):
    evening(worker_context)
    client = worker_context.deps.client
    kept = match_checkpoints.all_of(client, M)
    assert [each.version for each in kept] == list(range(128, 1122, 128))
    another = json.loads(kept[3].text) | {"to_move": None}
    written = [
        kept[0],
        kept[1]._replace(version=kept[1].version - 1),
        *kept[2:3],
        kept[3]._replace(text=json.dumps(another)),
    ]
    client.delete(keys.checkpoints(M))
    match_checkpoints.keep(client, M, written)
    found = [difference for step in rebuild(worker_context) for difference in step.differences]
    assert [(each.what, each.version) for each in found] == [("checkpoint", 255), ("checkpoint", 512)]
    assert (found[0].stored, found[0].rebuilt) == (kept[1].text, None)
    assert (found[1].stored, found[1].rebuilt) == (json.dumps(another), kept[3].text)


def test_repairing_writes_what_the_log_says_and_tells_no_tournament_twice(worker_context: WorkerContext):
    evening(worker_context)
    client, told = worker_context.deps.client, settlements(worker_context)
    for stream in (M, T, f"{T}.1"):
        client.hset(keys.state(stream), "json", "{}")
    assert {stream for stream, _, _ in differences(worker_context, repair=True)} == {M, T, f"{T}.1"}
    assert differences(worker_context) == []
    assert settlements(worker_context) == told


def test_repairing_leaves_the_work_to_a_pump_that_lives(worker_context: WorkerContext, another_worker_context):
    evening(worker_context)
    other = another_worker_context()
    living = threading.Thread(target=Pump(other).run, args=(10e9,))
    living.start()
    try:
        worker_context.deps.client.hset(keys.state(M), "json", "{}")
        assert differences(worker_context, repair=True) == [(M, "state", 1122)]
        assert differences(worker_context) == []
    finally:
        other.stopping.set()
        living.join(5)


def test_a_fact_that_no_worker_will_judge_is_a_difference_and_one_that_waits_is_none(
    worker_context: WorkerContext,
):
    evening(worker_context)
    record(worker_context, f"{T}.2", won("white"))
    assert differences(worker_context) == []
    worker_context.deps.client.hdel(keys.unjudged(keys.shard_of(T)), f"{T}.2")
    assert differences(worker_context, repair=True) == [(f"{T}.2", "not judged", 0)]
    assert differences(worker_context) == []
    assert states.judged_version(worker_context.deps.client, f"{T}.2") == 1


def test_facts_that_wait_are_seen_also_where_they_are_on_another_page(worker_context: WorkerContext):
    note = RulingMade("note", "the clock stands still")
    open_match(worker_context, M, recorded("refusals_three").opened())
    record(worker_context, M, *[note] * (bulk_read.PAGE - 1))
    pump_all(worker_context)
    record(worker_context, M, note)
    worker_context.deps.client.hdel(keys.unjudged(keys.shard_of(M)), M)
    assert differences(worker_context) == [(M, "not judged", bulk_read.PAGE - 1)]


def test_a_log_that_cannot_be_read_is_a_difference_and_stops_no_other_log(worker_context: WorkerContext):
    evening(worker_context)
    unknown_event(worker_context, M)
    worker_context.deps.client.hset(keys.state(M), "judged_version", 1123)
    found = [difference for step in rebuild(worker_context) for difference in step.differences]
    assert [(each.stream, each.what) for each in found] == [(M, "unreadable")]
    assert "CubeTurned" in found[0].rebuilt
    assert list(unjudged(worker_context)) == [M]
