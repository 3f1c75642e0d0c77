"""The pump does what follows of a result once, in few questions to the store, and looks again at what others wrote."""

import time

import pytest

from core.events import MatchesSeated
from core.tournament.decisions import set_tables
from core.tournament.decisions.seating import seat_by_hand
from service.store.server_client import ServerClient
from tests.support.judging import all_is_judged, record
from tests.support.tournament.in_store import AT, T, started, tournament, won
from workers import judging
from workers.context import WorkerContext
from workers.pump import Pump

PLAYERS = ["anna", "bo", "cilla", "dag", "eva", "ulf"]
MOST_QUESTIONS = 18
"""Round trips of the pump for a result of a tournament with tables, from its report to the table that becomes free."""


@pytest.fixture
def paired_on(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions of the tournament from which the pump looked for what follows."""
    versions, pair_next = list[int](), judging.pair_next

    def look(deps, state, at):
        versions.append(state.version)
        return pair_next(deps, state, at)

    monkeypatch.setattr(judging, "pair_next", look)
    return versions


def at_tables(worker_context: WorkerContext) -> Pump:
    """A round robin at two tables, of which three matches of each round want one; the pump that judged all of it."""
    started(worker_context, PLAYERS)
    seats = set_tables(tournament(worker_context), [("1", ""), ("2", "")])
    worker_context.deps.log.append(T, seats, by="vasa.a", at=AT)
    return drained(worker_context, Pump(worker_context))


def drained(worker_context: WorkerContext, pump: Pump) -> Pump:
    while not all_is_judged(worker_context.deps.client):
        pump.run(time.monotonic() + 0.001)  # once: it reads what there is, without waiting for more
    return pump


def seatings(worker_context: WorkerContext) -> list[int]:
    return [each.version for each in worker_context.deps.log.read(T) if isinstance(each.event, MatchesSeated)]


def test_tables_that_the_pump_gave_lead_to_nothing_new(worker_context: WorkerContext, paired_on: list[int]):
    pump = at_tables(worker_context)
    paired_on.clear()
    for match in [match for match, _ in tournament(worker_context).seated.items()]:
        record(worker_context, match, won("white"))
        drained(worker_context, pump)
    given = seatings(worker_context)[-2:]
    assert paired_on == [version - 1 for version in given], "each result was looked at, and no table that was given"
    state = tournament(worker_context)
    assert given[-1] == state.version
    assert len(state.seated) == 4


def test_a_table_that_a_director_gave_is_looked_at(worker_context: WorkerContext, paired_on: list[int]):
    pump = at_tables(worker_context)
    state = tournament(worker_context)
    (first, one), (second, two) = state.seated.items()
    changed = seat_by_hand(state, [(first, two), (second, one)])
    worker_context.deps.log.append(T, changed, by="vasa.a", at=AT)
    paired_on.clear()
    drained(worker_context, pump)
    assert paired_on == [state.version + 1]


def test_another_pump_looks_at_tables_that_were_given_by_one_before(
    worker_context: WorkerContext, another_worker_context, paired_on: list[int], monkeypatch: pytest.MonkeyPatch
):
    """The pump that gave the table may have been killed before it was done with what it gave it for."""
    at_tables(worker_context)
    match = next(iter(tournament(worker_context).seated))
    record(worker_context, match, won("white"))
    killed = Pump(worker_context)
    monkeypatch.setattr(judging.states, "commit_each", _killed_at(T, judging.states.commit_each))
    with pytest.raises(KeyboardInterrupt):
        drained(worker_context, killed)
    monkeypatch.undo()
    killed.release()
    other = another_worker_context()
    drained(other, Pump(other))
    state = tournament(worker_context)
    assert len(seatings(worker_context)) == len(set(seatings(worker_context)))
    assert len([each for each in state.seated if each not in state.results]) == 2, "both tables have a match"


def _killed_at(stream, commit_each):
    def commit(client, token, requests):
        if any(request.stream == stream for request in requests):
            raise KeyboardInterrupt
        return commit_each(client, token, requests)

    return commit


def test_a_result_asks_the_store_few_questions(worker_context: WorkerContext, monkeypatch: pytest.MonkeyPatch):
    pump = at_tables(worker_context)
    asked: list[object] = []
    monkeypatch.setattr(Pump, "run", _while_it_runs(Pump.run, asked, monkeypatch))
    questions = []
    while (state := tournament(worker_context)).status == "running":
        asked.clear()
        record(worker_context, next(each for each in state.seated if each not in state.results), won("white"))
        drained(worker_context, pump)
        questions.append(len(asked))
    assert len(questions) == 15
    assert sorted(questions)[len(questions) // 2] <= MOST_QUESTIONS, questions


def _while_it_runs(run, asked, monkeypatch):
    """The pump's run, in which each question to the store is noted."""

    def counting(self, until):
        with monkeypatch.context() as counted:
            for name in ("_execute", "answers_or_errors", "pipeline"):
                counted.setattr(ServerClient, name, _noting(getattr(ServerClient, name), asked))
            run(self, until)

    return counting


def _noting(ask, asked):
    def note(self, *arguments, **options):
        asked.append(arguments)
        return ask(self, *arguments, **options)

    return note
