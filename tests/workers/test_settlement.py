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
    RoundPaired,
    RulingMade,
)  # fmt: skip
from core.tournament.standings import standings
from service.store import views
from tests.workers.conftest import open_match, pump_all, record, unjudged
from tests.workers.playing import AT, T, settlements, started, told, tournament, won
from workers.workshop import Workshop

RESIGNED = (OpeningRolled(2, 5), GameResigned("black", "jan"), GameResigned("black", "jan"))


def test_the_pump_opens_the_matches_of_a_round_with_everything_that_was_announced(workshop: Workshop):
    paired = started(workshop, ["anna", "bo", "cilla"])
    pump_all(workshop)
    for each in paired.rounds:
        for pairing in each.pairings:
            opened = next(workshop.house.log.read(pairing.match)).event
            assert isinstance(opened, MatchOpened)
            assert (opened.tournament, opened.round, opened.club) == (T, each.number, "huk")
            assert opened.player_ids == {"white": pairing.white, "black": pairing.black}
            assert opened.players == {"white": pairing.white.title(), "black": pairing.black.title()}
            assert (opened.length, opened.stop) == ({"games": 3}, "when_decided")


def test_a_settled_match_is_told_to_its_tournament_and_moves_its_table(workshop: Workshop):
    started(workshop, ["anna", "bo"])
    pump_all(workshop)
    record(workshop, f"{T}.1", won("black"))
    pump_all(workshop)
    settled = told(workshop, f"{T}.1")
    assert settled == [
        MatchSettled(f"{T}.1", "black", {"white": 0, "black": 8}, "points", (GameResult("black", "jan"),) * 2)
    ]
    state = views.load(workshop.house.client, T)
    assert state is not None
    winner = tournament(workshop).rounds[0].pairings[0].black
    assert [(line.player_id, line.wins) for line in standings(tournament(workshop))[:1]] == [(winner, 1)]
    assert (state.json["results"], state.json["status"]) == (1, "finished")


def test_a_ruling_that_takes_a_result_back_reopens_the_match_in_its_tournament(workshop: Workshop):
    started(workshop, ["anna", "bo"])
    pump_all(workshop)
    record(workshop, f"{T}.1", *RESIGNED)
    record(workshop, f"{T}.1", RulingMade("void", "the clock was wrong", from_version=3, to_version=3))
    record(workshop, f"{T}.1", GameResigned("white", "jan"), GameResigned("white", "forced_jan"))
    pump_all(workshop)
    assert [type(each) for each in told(workshop, f"{T}.1")] == [MatchSettled, MatchReopened, MatchSettled]
    assert tournament(workshop).results[f"{T}.1"].winner == "black"


def test_what_is_judged_again_from_the_opening_is_not_told_again_even_after_the_keys_are_forgotten(workshop: Workshop):
    started(workshop, ["anna", "bo"])
    pump_all(workshop)
    record(workshop, f"{T}.1", *RESIGNED)
    record(workshop, f"{T}.1", RulingMade("void", "the clock was wrong", from_version=3, to_version=3))
    record(workshop, f"{T}.1", GameResigned("black", "jan"))
    pump_all(workshop)
    before = settlements(workshop)
    client = workshop.house.client
    client.delete(*client.keys("*:idem:*"))
    assert views.forget(client, f"{T}.1")
    pump_all(workshop)
    assert settlements(workshop) == before
    assert views.judged_version(client, f"{T}.1") == 5


def test_a_pump_killed_between_the_tournaments_log_and_its_commit_repeats_harmlessly(
    workshop: Workshop, another_workshop, monkeypatch
):
    class Killed(BaseException):
        """As if by kill -9: nothing after it runs."""

    started(workshop, ["anna", "bo"])
    pump_all(workshop)
    record(workshop, f"{T}.1", won("white"))
    commit_each = views.commit_each

    def die(*_):
        raise Killed

    monkeypatch.setattr(views, "commit_each", die)
    from workers.pump import Pump

    killed = Pump(workshop)
    try:
        killed.run(10e9)
    except Killed:
        assert len(told(workshop, f"{T}.1")) == 1, "it died after the tournament was told"
        assert views.judged_version(workshop.house.client, f"{T}.1") == 0, "and before its commit"
    monkeypatch.setattr(views, "commit_each", commit_each)
    other = another_workshop()
    pump_all(other)
    assert len(told(workshop, f"{T}.1")) == 1
    assert views.judged_version(workshop.house.client, f"{T}.1") == 1
    assert not unjudged(workshop)


def test_an_imported_match_of_a_tournament_that_is_not_here_is_judged_and_told_to_nobody(workshop: Workshop):
    opened = MatchOpened("huk", "swedish", {"games": 3}, {"white": "Å", "black": "N"}, tournament="t_elsewhere")
    open_match(workshop, "t_elsewhere.7", opened)
    record(workshop, "t_elsewhere.7", won("white", 3))
    pump_all(workshop)
    assert workshop.house.log.head("t_elsewhere") is None


def test_a_match_that_its_tournament_never_paired_does_not_enter_its_table(workshop: Workshop):
    started(workshop, ["anna", "bo"])
    opened = MatchOpened("huk", "swedish", {"games": 3}, {"white": "Å", "black": "N"}, tournament=T)
    open_match(workshop, f"{T}.99", opened)
    record(workshop, f"{T}.99", won("white", 3))
    pump_all(workshop)
    assert settlements(workshop) == []


def test_a_format_that_waits_for_results_is_paired_on_by_the_pump(workshop: Workshop, monkeypatch):
    """The pump asks the format: here one that pairs its second round after the first was played."""
    from core.tournament import formats
    from core.tournament.formats import round_robin
    from core.tournament.state import paired

    def next_round(state, _seed):
        if len(state.rounds) < 2 and not state.to_play:
            return paired(state, [(state.starters[0], state.starters[1])])
        return None

    def is_over(state):
        return len(state.rounds) == 2 and not state.to_play

    import dataclasses

    waits = dataclasses.replace(round_robin.FORMAT, next_round=next_round, is_over=is_over)
    monkeypatch.setitem(formats._BY_KEY, "round_robin", waits)
    started(workshop, ["anna", "bo"])
    pump_all(workshop)
    assert len(tournament(workshop).rounds) == 1
    record(workshop, f"{T}.1", won("white"))
    pump_all(workshop)
    rounds = [each.event for each in workshop.house.log.read(T) if isinstance(each.event, RoundPaired)]
    assert [(each.round, each.pairings) for each in rounds] == [
        (1, ((f"{T}.1", "anna", "bo"),)), (2, ((f"{T}.2", "anna", "bo"),)),
    ]  # fmt: skip
    assert workshop.house.log.head(f"{T}.2") is not None
    record(workshop, f"{T}.2", won("black"))
    pump_all(workshop)
    state = views.load(workshop.house.client, T)
    assert state is not None
    assert state.json["status"] == "finished"


def test_recording_by_the_pump_bears_its_name(workshop: Workshop):
    started(workshop, ["anna", "bo"])
    pump_all(workshop)
    record(workshop, f"{T}.1", won("white"))
    pump_all(workshop)
    assert {each.by for each in settlements(workshop)} == {"pump"}
    assert next(workshop.house.log.read(f"{T}.1")).at > AT


def test_a_match_that_a_ruling_or_a_flag_awards_is_adjudicated_in_its_tournament(workshop: Workshop):
    started(workshop, ["anna", "bo", "cilla", "dag"])
    pump_all(workshop)
    record(workshop, f"{T}.1", RulingMade("award_match", "left the hall", winner="black"))
    record(
        workshop, f"{T}.2", ClockSet({"white": 1000, "black": 1000}, 0), FlagClaimed("white"), FlagConfirmed("match")
    )
    record(workshop, f"{T}.3", won("white"))
    pump_all(workshop)
    results = tournament(workshop).results
    assert {match: (each.kind, each.winner, each.decided_by) for match, each in results.items()} == {
        f"{T}.1": ("adjudicated", "black", "awarded"),
        f"{T}.2": ("adjudicated", "white", "awarded"),
        f"{T}.3": ("played", "white", "points"),
    }
