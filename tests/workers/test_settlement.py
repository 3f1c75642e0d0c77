import pytest

from core.events import (
    ClockSet,
    FlagClaimed,
    FlagConfirmed,
    GameResigned,
    GameResult,
    MatchOpened,
    MatchReopened,
    MatchSettled,
    OpeningRolled,
    PenaltiesReported,
    PenaltyGiven,
    RefereeCalled,
    RoundPaired,
    RulingMade,
)
from core.tournament.standings.standings import standings
from service.store.read_models import states
from tests.support.cluster.both_stores import on_cluster
from tests.support.judging import open_match, pump_all, record, unjudged
from tests.support.tournament.in_store import AT, T, events_about, settlements, started, tournament, won
from workers.context import WorkerContext

RESIGNED = (OpeningRolled(2, 5), GameResigned("black", "jan"), GameResigned("black", "jan"))


def test_the_pump_opens_the_matches_of_a_round_with_everything_that_was_announced(worker_context: WorkerContext):
    paired = started(worker_context, ["anna", "bo", "cilla"])
    pump_all(worker_context)
    for round_ in paired.rounds:
        for pairing in round_.pairings:
            opened = next(worker_context.deps.log.read(pairing.match)).event
            assert isinstance(opened, MatchOpened)
            assert (opened.tournament, opened.round, opened.club) == (T, round_.number, "huk")
            assert opened.player_ids == {"white": pairing.white, "black": pairing.black}
            assert opened.players == {"white": pairing.white.title(), "black": pairing.black.title()}
            assert (opened.length, opened.stop) == ({"games": 3}, "when_decided")


def test_a_settled_match_is_told_to_its_tournament_and_moves_its_table(worker_context: WorkerContext):
    started(worker_context, ["anna", "bo"])
    pump_all(worker_context)
    record(worker_context, f"{T}.1", won("black"))
    pump_all(worker_context)
    settled = events_about(worker_context, f"{T}.1")
    assert settled == [
        MatchSettled(f"{T}.1", "black", {"white": 0, "black": 8}, "points", (GameResult("black", "jan"),) * 2)
    ]
    state = states.load(worker_context.deps.client, T)
    assert state is not None
    winner = tournament(worker_context).rounds[0].pairings[0].black
    assert [(line.player_id, line.wins) for line in standings(tournament(worker_context))[:1]] == [(winner, 1)]
    assert (state.json["results"], state.json["status"]) == (1, "finished")


def test_a_ruling_that_takes_a_result_back_reopens_the_match_in_its_tournament(worker_context: WorkerContext):
    started(worker_context, ["anna", "bo"])
    pump_all(worker_context)
    record(worker_context, f"{T}.1", *RESIGNED)
    record(worker_context, f"{T}.1", RulingMade("void", "the clock was wrong", from_version=3, to_version=3))
    record(worker_context, f"{T}.1", GameResigned("white", "jan"), GameResigned("white", "forced_jan"))
    pump_all(worker_context)
    assert [type(each) for each in events_about(worker_context, f"{T}.1")] == [
        MatchSettled,
        MatchReopened,
        MatchSettled,
    ]
    assert tournament(worker_context).results[f"{T}.1"].winner == "black"


@pytest.mark.parametrize(("scoring", "told"), [({"penalty": 1}, [(1, {"white": 3}), (3, {})]), ({"win": 3}, [])])
def test_penalties_are_told_to_the_tournament_once_where_its_table_counts_them(
    worker_context: WorkerContext, scoring: dict[str, int], told: list[tuple[int, dict[str, int]]]
):
    started(worker_context, ["anna", "bo"], scoring=scoring)
    pump_all(worker_context)
    record(worker_context, f"{T}.1", PenaltyGiven("white", 3, "late"), RefereeCalled("white", "why?"))
    record(worker_context, f"{T}.1", RulingMade("void", "the hall's clock was wrong", from_version=1, to_version=1))
    pump_all(worker_context)
    for _ in range(2):
        events = [each.event for each in worker_context.deps.log.read(T)]
        assert [(event.fact, event.points) for event in events if isinstance(event, PenaltiesReported)] == told
        states.forget(worker_context.deps.client, f"{T}.1")
        pump_all(worker_context)


def test_what_is_judged_again_from_the_opening_is_not_told_again_even_after_the_keys_are_forgotten(
    worker_context: WorkerContext,
):
    started(worker_context, ["anna", "bo"])
    pump_all(worker_context)
    record(worker_context, f"{T}.1", *RESIGNED)
    record(worker_context, f"{T}.1", RulingMade("void", "the clock was wrong", from_version=3, to_version=3))
    record(worker_context, f"{T}.1", GameResigned("black", "jan"))
    pump_all(worker_context)
    before = settlements(worker_context)
    client = worker_context.deps.client
    client.delete(*client.keys("*:repeats*"))
    assert states.forget(client, f"{T}.1")
    pump_all(worker_context)
    assert settlements(worker_context) == before
    assert states.judged_version(client, f"{T}.1") == 5


@on_cluster
def test_a_pump_killed_between_the_tournaments_log_and_its_commit_repeats_harmlessly(
    worker_context: WorkerContext, another_worker_context, monkeypatch
):
    class Killed(BaseException):
        """As if by kill -9: nothing after it runs."""

    started(worker_context, ["anna", "bo"])
    pump_all(worker_context)
    record(worker_context, f"{T}.1", won("white"))
    commit_each = states.commit_each

    def die(*_):
        raise Killed

    monkeypatch.setattr(states, "commit_each", die)
    from workers.pump import Pump

    killed = Pump(worker_context)
    try:
        killed.run(10e9)
    except Killed:
        assert len(events_about(worker_context, f"{T}.1")) == 1, "it died after the tournament was told"
        assert states.judged_version(worker_context.deps.client, f"{T}.1") == 0, "and before its commit"
    monkeypatch.setattr(states, "commit_each", commit_each)
    other = another_worker_context()
    pump_all(other)
    assert len(events_about(worker_context, f"{T}.1")) == 1
    assert states.judged_version(worker_context.deps.client, f"{T}.1") == 1
    assert not unjudged(worker_context)


def test_an_imported_match_of_an_absent_tournament_is_judged_and_reported_to_no_tournament(
    worker_context: WorkerContext,
):
    opened = MatchOpened("huk", "swedish", {"games": 3}, {"white": "Å", "black": "N"}, tournament="t_elsewhere")
    open_match(worker_context, "t_elsewhere.7", opened)
    record(worker_context, "t_elsewhere.7", won("white", 3))
    pump_all(worker_context)
    assert worker_context.deps.log.head("t_elsewhere") is None


def test_a_match_that_its_tournament_never_paired_does_not_enter_its_table(worker_context: WorkerContext):
    started(worker_context, ["anna", "bo"])
    opened = MatchOpened("huk", "swedish", {"games": 3}, {"white": "Å", "black": "N"}, tournament=T)
    open_match(worker_context, f"{T}.99", opened)
    record(worker_context, f"{T}.99", won("white", 3))
    pump_all(worker_context)
    assert settlements(worker_context) == []


def test_a_format_that_waits_for_results_is_paired_on_by_the_pump(worker_context: WorkerContext, monkeypatch):
    """The pump asks the format: here one that pairs its second round after the first was played."""
    from core.tournament import formats
    from core.tournament.formats import round_robin
    from core.tournament.model.new_round import new_round

    def next_round(state, _seed):
        if len(state.rounds) < 2 and not state.to_play:
            return new_round(state, [(state.starters[0], state.starters[1])])
        return None

    def is_over(state):
        return len(state.rounds) == 2 and not state.to_play

    import dataclasses

    waits = dataclasses.replace(round_robin.FORMAT, next_round=next_round, is_over=is_over, stale=lambda _state: ())
    monkeypatch.setitem(formats._BY_KEY, "round_robin", waits)
    started(worker_context, ["anna", "bo"])
    pump_all(worker_context)
    assert len(tournament(worker_context).rounds) == 1
    record(worker_context, f"{T}.1", won("white"))
    pump_all(worker_context)
    rounds = [each.event for each in worker_context.deps.log.read(T) if isinstance(each.event, RoundPaired)]
    assert [(round_.round, round_.pairings) for round_ in rounds] == [
        (1, ((f"{T}.1", "anna", "bo"),)),
        (2, ((f"{T}.2", "anna", "bo"),)),
    ]
    assert worker_context.deps.log.head(f"{T}.2") is not None
    record(worker_context, f"{T}.2", won("black"))
    pump_all(worker_context)
    state = states.load(worker_context.deps.client, T)
    assert state is not None
    assert state.json["status"] == "finished"


def test_recording_by_the_pump_bears_its_name(worker_context: WorkerContext):
    started(worker_context, ["anna", "bo"])
    pump_all(worker_context)
    record(worker_context, f"{T}.1", won("white"))
    pump_all(worker_context)
    assert {settlement.by for settlement in settlements(worker_context)} == {"pump"}
    assert next(worker_context.deps.log.read(f"{T}.1")).at > AT


def test_a_match_that_a_ruling_or_a_flag_awards_is_adjudicated_in_its_tournament(worker_context: WorkerContext):
    started(worker_context, ["anna", "bo", "cilla", "dag"])
    pump_all(worker_context)
    record(worker_context, f"{T}.1", RulingMade("award_match", "left the hall", winner="black"))
    record(
        worker_context,
        f"{T}.2",
        ClockSet({"white": 1000, "black": 1000}, 0),
        FlagClaimed("white"),
        FlagConfirmed("match"),
    )
    record(worker_context, f"{T}.3", won("white"))
    pump_all(worker_context)
    results = tournament(worker_context).results
    assert {match: (result.kind, result.winner, result.decided_by) for match, result in results.items()} == {
        f"{T}.1": ("adjudicated", "black", "awarded"),
        f"{T}.2": ("adjudicated", "white", "awarded"),
        f"{T}.3": ("played", "white", "points"),
    }
