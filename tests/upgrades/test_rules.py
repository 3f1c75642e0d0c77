"""Rules that are mended: what was judged before stays as it was said, also after a restart."""

import pytest

from core.eventlog.log import NEW
from core.events import DiceRolled, MatchOpened, OpeningRolled, TurnPassed
from core.match import judging
from core.match.turns import passed, refuse
from service.commands.rebuild import rebuild
from service.handlers.match import replay
from service.store import keys
from service.store.read_models import states
from tests.service.commands.conftest import run as run
from tests.support.judging import pump_all
from workers.context import WorkerContext

M = "m_aaaaaaaaaa"
OPENED = MatchOpened("vasa", "swedish", {"games": 3}, {"white": "Åsa", "black": "Nils"})
FACTS = [OpeningRolled(2, 5), DiceRolled("white", (6, 4)), TurnPassed("white")]


def strict(match, event, version):
    """Other rules of passing: no player may."""
    return refuse(match, version, "X1", "nobody passes")


def lenient(match, event, version):
    """Other rules of passing: everybody may."""
    return match._replace(version=version, phase="roll", dice=None, to_move="black"), judging.Verdict(
        version, "accepted"
    )


def restarted(worker_context):
    """Another worker process, which remembers nothing."""
    return WorkerContext(worker_context.deps, worker_context.queue, worker_context.jobs)


def judged(worker_context, monkeypatch, by):
    """The match with its facts, judged by these rules; then by those of today."""
    with monkeypatch.context() as patch:
        patch.setitem(judging._JUDGES, TurnPassed, by)
        log = worker_context.deps.log
        log.append(M, [OPENED], by="vasa.k", at=1_700_000_000_000, expected=NEW)
        log.append(M, FACTS, by="vasa.k", at=1_700_000_000_000)
        pump_all(worker_context)


def verdict(worker_context, version):
    return states.verdicts(worker_context.deps.client, M, [version])[version]


def forget_whole(worker_context):
    """Leave the store as an earlier version of brade did, which kept no complete states."""
    worker_context.deps.client.hdel(keys.state(M), "whole")


@pytest.fixture(params=["whole", "of an earlier version"])
def left(request):
    """The store's values of a match beside its verdicts."""
    return forget_whole if request.param != "whole" else lambda _: None


def test_a_refusal_by_older_rules_stays_and_judging_goes_on_from_it(worker_context, monkeypatch, left):
    judged(worker_context, monkeypatch, strict)
    said = verdict(worker_context, 3)
    assert (said["verdict"], said["rule"]) == ("refused", "X1")
    left(worker_context)
    monkeypatch.setitem(judging._JUDGES, TurnPassed, lenient)
    worker_context.deps.log.append(M, [DiceRolled("black", (1, 2))], by="vasa.k", at=1_700_000_000_001)
    pump_all(restarted(worker_context))
    assert verdict(worker_context, 3) == said
    assert verdict(worker_context, 4)["rule"] == "M3", "it is still white's turn"


def test_an_acceptance_by_older_rules_stays_and_judging_goes_on_from_it(worker_context, monkeypatch, left):
    judged(worker_context, monkeypatch, lenient)
    left(worker_context)
    assert judging._JUDGES[TurnPassed] is passed, "the rules of today refuse it: white can play"
    worker_context.deps.log.append(M, [DiceRolled("black", (1, 2))], by="vasa.k", at=1_700_000_000_001)
    pump_all(restarted(worker_context))
    assert [verdict(worker_context, each)["verdict"] for each in (3, 4)] == ["accepted", "accepted"]
    assert replay.state_at(worker_context.deps, M, 2).dice == (6, 4)
    assert states.load(worker_context.deps.client, M).json["dice"] == [1, 2]


def test_a_complete_state_that_an_earlier_version_left_behind_is_not_used(worker_context, monkeypatch):
    judged(worker_context, monkeypatch, strict)
    client = worker_context.deps.client
    old = client.hget(keys.state(M), "whole")
    worker_context.deps.log.append(M, [DiceRolled("black", (1, 2))], by="vasa.k", at=1_700_000_000_001)
    pump_all(restarted(worker_context))
    client.hset(keys.state(M), "whole", old)
    worker_context.deps.log.append(M, [TurnPassed("white")], by="vasa.k", at=1_700_000_000_002)
    pump_all(restarted(worker_context))
    assert [verdict(worker_context, each)["verdict"] for each in (3, 4)] == ["refused", "refused"]
    assert states.judged_version(client, M) == 5


def test_a_log_that_is_shorter_than_its_state_is_not_judged_on(worker_context, monkeypatch):
    judged(worker_context, monkeypatch, passed)
    client = worker_context.deps.client
    head = worker_context.deps.log.head(M)
    client.xdel(keys.log(M), "3-0")
    client.hset(keys.head(keys.shard_of(M)), M, f"2 {head.hash}")
    client.hset(keys.unjudged(keys.shard_of(M)), M, 2)
    client.xadd(keys.feed(keys.shard_of(M)), {"stream": M, "first": 2, "last": 2})
    from service.store.read_models import failed_streams
    from tests.support.judging import pump_until

    pump_until(restarted(worker_context), lambda: "StateAhead" in failed_streams.reasons(client).get(M, ""))


def test_a_rebuild_says_what_these_rules_would_judge_otherwise_and_changes_nothing(worker_context, monkeypatch, run):
    judged(worker_context, monkeypatch, strict)
    kept = worker_context.deps.client.hgetall(keys.state(M))
    monkeypatch.setattr("workers.comparison.compare.RULES", judging.RULES + 1)
    result = run(rebuild)
    said = " ".join(result.output.split())
    assert result.exit_code == 1
    assert f"{M}, version 3" in said
    assert f"judged by rules {judging.RULES}, and these are rules {judging.RULES + 1}" in said
    assert worker_context.deps.client.hgetall(keys.state(M)) == kept
