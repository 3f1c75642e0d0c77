"""Rulings for which a whole match is judged again: they keep no other match waiting, and cost no reader anything."""

import time
from collections.abc import Iterator
from itertools import pairwise
from types import SimpleNamespace

import pytest

from core.events import Event, MatchOpened, OpeningRolled, Recorded, RulingMade
from core.match import judging as rules
from core.match import voiding
from core.match.checkpoint import EVERY
from core.notation.transcript import transcript
from service.auth.authorization import Principal
from service.handlers.match import replay, transcripts
from service.store import bulk_read, keys
from service.store.read_models import match_checkpoints
from service.store.read_models import states as views
from tests.support.judging import open_match, pump_all, pump_until, record, unjudged
from workers import judging
from workers.context import WorkerContext
from workers.rebuild import rebuild

OPENED = MatchOpened("huk", "swedish", {"games": 3}, {"white": "Åsa", "black": "Nils"})
ATTACKED = ("m_aaaaaaaaaa", "m_bbbbbbbbbb", "m_cccccccccc")
SMALL = "m_dddddddddd"
TIES, VOIDINGS = 300, 12
A_FACT = 0.001
"""The seconds that judging a fact takes by the clock of these tests: it goes by the facts that were judged."""


def void(first: int, last: int | None = None) -> RulingMade:
    return RulingMade("void", "cocked dice", from_version=first, to_version=last or first)


@pytest.fixture
def judged_facts(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The versions of the facts that were judged, in order, those that a voiding judges again included."""
    found: list[int] = []
    judge = rules.judge

    def counted(match, recorded, earlier):
        found.append(recorded.version)
        return judge(match, recorded, earlier)

    monkeypatch.setattr(rules, "judge", counted)
    return found


def clock_of(judged_facts: list[int]) -> SimpleNamespace:
    """A clock that goes by the facts that were judged."""
    return SimpleNamespace(monotonic=lambda: len(judged_facts) * A_FACT, time_ns=time.time_ns)


def attack(worker_context: WorkerContext) -> None:
    for match in ATTACKED:
        open_match(worker_context, match, OPENED)
        record(worker_context, match, *[OpeningRolled(3, 3)] * TIES)
    pump_all(worker_context)
    for match in ATTACKED:
        record(worker_context, match, *[void(version) for version in range(TIES, TIES - VOIDINGS, -1)])


def test_a_fact_of_another_match_waits_for_one_turn_of_those_with_rulings_at_most(
    worker_context: WorkerContext, judged_facts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    attack(worker_context)
    open_match(worker_context, SMALL, OPENED)
    pump_all_but_rulings = len(judged_facts)
    monkeypatch.setattr(judging, "time", clock_of(judged_facts))
    commit_each, order, sent = views.commit_each, list[tuple[str, int]](), list[int]()

    def noted(client, token, judgements):
        said = commit_each(client, token, judgements)
        order.extend((judgement.stream, len(judged_facts)) for judgement in judgements if judgement.verdicts)
        if not sent and len(order) > len(ATTACKED):  # each of them was looked at once
            record(worker_context, SMALL, OpeningRolled(3, 3))
            sent.append(len(judged_facts))
        return said

    monkeypatch.setattr(views, "commit_each", noted)
    pump_until(worker_context, lambda: not unjudged(worker_context), 60)
    assert len(judged_facts) - pump_all_but_rulings > len(ATTACKED) * VOIDINGS * (TIES - VOIDINGS)
    waited = [count for stream, count in order if stream == SMALL][-1] - sent[0]
    assert waited <= judging.SECONDS_A_COMMIT / A_FACT + 2 * TIES
    others = [stream for stream, _ in order if stream != SMALL]
    assert others[-1] != others[-2], "those with rulings have their turns one after the other"


def test_a_match_that_is_folded_anew_is_folded_in_turns_and_gets_the_same_verdicts(
    worker_context: WorkerContext,
    judged_facts: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    attack(worker_context)
    pump_all(worker_context)
    for match in (*ATTACKED, SMALL):
        record(worker_context, match, OpeningRolled(3, 3)) if match != SMALL else open_match(
            worker_context, match, OPENED
        )
    judged_facts.clear()
    monkeypatch.setattr(judging, "time", clock_of(judged_facts))
    commit_each, order = views.commit_each, list[str]()

    def noted(client, token, judgements):
        order.extend(judgement.stream for judgement in judgements if judgement.verdicts)
        return commit_each(client, token, judgements)

    monkeypatch.setattr(views, "commit_each", noted)
    worker_context.models.clear()
    for match in ATTACKED:  # a store of an earlier version kept neither
        worker_context.deps.client.hdel(keys.state(match), "whole")
        worker_context.deps.client.delete(keys.checkpoints(match))
    pump_until(worker_context, lambda: not unjudged(worker_context), 60)
    assert order[0] == SMALL
    assert sorted(order) == sorted((*ATTACKED, SMALL)), "every fact is judged and committed once"
    assert not any(step.differences for step in rebuild(worker_context))


def numbered(facts: list[Event]) -> list[Recorded]:
    return [Recorded(version, fact, 1_700_000_000_000, "test", "") for version, fact in enumerate(facts)]


def test_refused_voidings_count_and_cost_nothing_beyond_the_bound(judged_facts: list[int]) -> None:
    facts = [OPENED, *[OpeningRolled(3, 3)] * 20, OpeningRolled(2, 5)]
    unfit = [void(21)] + [void(900)] * (voiding.VOIDINGS - 1)
    log = numbered([*facts, *unfit, void(3)])
    last, verdict = list(rules.fold("m_test", log))[-1]
    assert (verdict.verdict, last.voids) == ("refused", ((22, 21, 21),))
    assert f"{voiding.VOIDINGS} rulings" in verdict.explanation
    assert len(judged_facts) < 2 * len(log)


def test_a_state_is_the_same_where_refusals_are_known() -> None:
    facts = [
        OPENED,
        OpeningRolled(3, 3),
        OpeningRolled(2, 5),
        void(2),
        void(7),
        OpeningRolled(6, 1),
        void(8),
        void(3),
        void(2),
        void(8),
    ]
    states = list(rules.fold("m_test", numbered(facts)))
    refused = {said.version: (said.rule or "", said.explanation) for _, said in states if said.verdict == "refused"}
    assert refused.keys() == {4, 6, 7}
    assert list(rules.fold("m_test", numbered(facts), rules.Known(refused))) == states
    for (before, _), (after, said) in pairwise(states):
        if voiding.is_void(facts[after.version]) and after.version not in refused:
            assert voiding.voided(before, after) == (after, said)


def test_a_reader_takes_the_states_after_voidings_as_they_are_kept(
    worker_context: WorkerContext, judged_facts: list[int]
) -> None:
    attack(worker_context)
    match, last = ATTACKED[0], TIES + VOIDINGS
    record(worker_context, match, void(1, 900), void(TIES + VOIDINGS))
    pump_all(worker_context)
    client, deps = worker_context.deps.client, worker_context.deps
    kept = [each.version for each in match_checkpoints.all_of(client, match)]
    assert kept == sorted({*range(EVERY, last, EVERY), *range(TIES + 1, last + 1), last + 2})
    judged_facts.clear()
    seen = list(replay.judged_facts(deps, match, TIES, last + 2))
    assert len(judged_facts) <= EVERY
    client.delete(keys.checkpoints(match))
    judged_facts.clear()
    assert list(replay.judged_facts(deps, match, TIES, last + 2)) == seen
    assert len(judged_facts) > VOIDINGS * (TIES - VOIDINGS)
    judged_facts.clear()
    sheet = transcripts.sheet(deps, Principal(None, "operator", "operator"), match)
    assert len(judged_facts) <= 2 * last
    assert sheet == transcript(match, bulk_read.tail(client, match))
