"""Workers judge what the store holds, also where it came back without facts that they had judged."""

import time
from collections.abc import Callable

from core.events import MatchSettled
from tests.support.judging import pump_all, record, unjudged
from tests.support.logs.lost_facts import Moment
from tests.support.store import eventually
from tests.support.tournament.in_store import T, settlements, started, won
from workers.context import WorkerContext
from workers.pump import Pump
from workers.rebuild import rebuild

PLAYERS = ["anna", "bo", "cleo"]


def differences(worker_context: WorkerContext) -> list[str]:
    """Stored values that are not what the logs say."""
    return [
        f"{difference.stream} {difference.what}" for step in rebuild(worker_context) for difference in step.differences
    ]


def judge_all(pump: Pump, worker_context: WorkerContext) -> None:
    def judged() -> bool:
        pump.run(time.monotonic() + 0.02)
        return not unjudged(worker_context)

    eventually(judged, what="the judging")


def test_a_settlement_that_was_lost_with_the_log_of_its_tournament_is_told_again(worker_context: WorkerContext):
    started(worker_context, PLAYERS)
    pump = Pump(worker_context)
    judge_all(pump, worker_context)
    moment = Moment(worker_context.deps.client)
    record(worker_context, f"{T}.1", won("white"))
    judge_all(pump, worker_context)
    assert len(settlements(worker_context)) == 1
    moment.come_back()
    record(worker_context, f"{T}.1", won("black"))
    judge_all(pump, worker_context)
    (told,) = (settlement.event for settlement in settlements(worker_context))
    assert isinstance(told, MatchSettled)
    assert told.winner == "black"
    assert differences(worker_context) == []
    pump.release()


def test_a_pump_that_lost_a_shard_judges_on_from_what_another_one_judged_meanwhile(
    worker_context: WorkerContext, another_worker_context: Callable[[], WorkerContext]
):
    """The first pump keeps its models from one run to the next: those of lost facts must not be among them."""
    other = another_worker_context()
    started(worker_context, PLAYERS)
    pump_all(worker_context)
    moment = Moment(worker_context.deps.client)
    record(worker_context, f"{T}.1", won("white"))
    pump_all(worker_context)
    moment.come_back()
    record(other, f"{T}.1", won("black"))
    pump_all(other)
    record(other, f"{T}.2", won("white"))
    pump_all(worker_context)
    assert differences(worker_context) == []
