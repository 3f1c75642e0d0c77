import json
import threading

from service.store import keys, views
from tests.workers.conftest import open_match, pump_all, record, recorded, unjudged
from tests.workers.playing import T, settlements, started, won
from tests.workers.test_pump import unknown_event
from workers.pump import Pump
from workers.rebuild import rebuild
from workers.workshop import Workshop

M = "m_aaaaaaaaaa"


def evening(workshop: Workshop) -> int:
    """A tournament, a recorded match; all judged. The number of events."""
    match = recorded("refusals_three")
    open_match(workshop, M, match.opened())
    record(workshop, M, *match.facts[:900])
    record(workshop, M, *match.facts[900:])
    started(workshop, ["anna", "bo", "cilla"])
    pump_all(workshop)
    record(workshop, f"{T}.1", won("black"))
    pump_all(workshop)
    return sum(workshop.house.log.head(stream).version + 1 for stream in workshop.house.log.streams())


def differences(workshop: Workshop, repair: bool = False) -> list[tuple[str, str, int]]:
    found = [each for progress in rebuild(workshop, repair=repair) for each in progress.differences]
    return [(each.stream, each.what, each.version) for each in found]


def test_what_was_judged_is_what_the_log_says_and_every_fact_was_looked_at(workshop: Workshop):
    facts = evening(workshop)
    steps = list(rebuild(workshop))
    assert [step.streams for step in steps] == list(range(1, steps[0].of + 1))
    assert steps[-1].streams == steps[-1].of
    assert steps[-1].facts == facts
    assert not any(step.differences for step in steps)


def test_every_difference_is_reported_with_both_sides(workshop: Workshop):
    evening(workshop)
    client, refused = workshop.house.client, min(recorded("refusals_three").refused)
    state = views.load(client, T)
    assert state is not None
    state.json["results"] = 9
    client.hset(keys.state(T), "json", json.dumps(state.json))
    client.hdel(keys.verdicts(M), refused)
    client.hset(keys.verdicts(M), 1, json.dumps({"version": 1, "verdict": "faulted"}))
    found = [each for step in rebuild(workshop) for each in step.differences]
    assert [(each.stream, each.what, each.version) for each in found] == [
        (M, "verdict", 1), (M, "verdict", refused), (T, "state", 8),
    ]  # fmt: skip
    assert (found[0].stored["verdict"], found[0].rebuilt) == ("faulted", None)
    assert (found[1].stored, found[1].rebuilt["verdict"]) == (None, "refused")
    assert found[2].stored["results"] == 9
    assert found[2].rebuilt["results"] == 1


def test_repairing_writes_what_the_log_says_and_tells_no_tournament_twice(workshop: Workshop):
    evening(workshop)
    client, told = workshop.house.client, settlements(workshop)
    for stream in (M, T, f"{T}.1"):
        client.hset(keys.state(stream), "json", "{}")
    assert {stream for stream, _, _ in differences(workshop, repair=True)} == {M, T, f"{T}.1"}
    assert differences(workshop) == []
    assert settlements(workshop) == told


def test_repairing_leaves_the_work_to_a_pump_that_lives(workshop: Workshop, another_workshop):
    evening(workshop)
    other = another_workshop()
    living = threading.Thread(target=Pump(other).run, args=(10e9,))
    living.start()
    try:
        workshop.house.client.hset(keys.state(M), "json", "{}")
        assert differences(workshop, repair=True) == [(M, "state", 1122)]
        assert differences(workshop) == []
    finally:
        other.stopping.set()
        living.join(5)


def test_a_fact_that_nobody_will_judge_any_more_is_a_difference_and_one_that_waits_is_none(workshop: Workshop):
    evening(workshop)
    record(workshop, f"{T}.2", won("white"))
    assert differences(workshop) == []
    workshop.house.client.hdel(keys.unjudged(keys.shard_of(T)), f"{T}.2")
    assert differences(workshop, repair=True) == [(f"{T}.2", "not judged", 0)]
    assert differences(workshop) == []
    assert views.judged_version(workshop.house.client, f"{T}.2") == 1


def test_a_log_that_cannot_be_read_is_a_difference_and_stops_nobody(workshop: Workshop):
    evening(workshop)
    unknown_event(workshop, M)
    workshop.house.client.hset(keys.state(M), "judged_version", 1123)
    found = [each for step in rebuild(workshop) for each in step.differences]
    assert [(each.stream, each.what) for each in found] == [(M, "unreadable")]
    assert "CubeTurned" in found[0].rebuilt
    assert list(unjudged(workshop)) == [M]
