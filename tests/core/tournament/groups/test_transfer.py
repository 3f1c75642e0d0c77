"""After the groups: a corrected result changes who goes on. A player who leaves is passed over or keeps the place."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from core.events import MatchReopened, PlayerWithdrew, ResultDecided, RoundPublished
from core.tournament import Pairing, Tournament
from core.tournament.decisions import pair
from core.tournament.standings.standings import sections, standings
from tests.support.proving import examples
from tests.support.tournament.group_cups import KEY, after_groups, cup, groups, meets, stage
from tests.support.tournament.scenario import announced, begun, best, entries, played_on, reported, to_play, won
from tests.support.tournament.written_results import after, field


# ── corrections ──────────────────────────────────────────────────────────────────────────────────────────────────────
def decided(tournament: Tournament, match: Pairing, winner: str) -> Tournament:
    """The tournament after a corrected result and all that follows from it."""
    settled = won(match, winner)
    said = ResultDecided(match.match, "played", "typing", settled.winner, settled.score, "points", settled.games)
    tournament = after(tournament, [said])
    return after(tournament, pair(tournament))


def group_match(tournament: Tournament, one: str, other: str) -> Pairing:
    return next(each for each in stage(tournament, "groups") if {one, other} == set(each[1:3]))


def test_gk11_a_corrected_group_result_changes_who_went_on() -> None:
    tournament = after_groups(8)  # group A: p01, p04, p05, p08
    match = group_match(tournament, "p04", "p05")
    changed = decided(tournament, match, "p05")
    assert meets(changed, "main") == {"main.1.1": ("p01", "p03"), "main.1.2": ("p02", "p05")}
    kept, gone = stage(tournament, "main")
    assert stage(changed, "main")[0] == kept
    assert [pairing for _, pairing in changed.voided.pairings] == [gone]


def test_gk11_a_corrected_result_that_changes_no_place_changes_no_match() -> None:
    tournament = played_on(after_groups(8), best(field(8)))
    changed = decided(tournament, group_match(tournament, "p05", "p08"), "p08")
    assert stage(changed, "main") == stage(tournament, "main")
    assert changed.status == "finished"


def test_gk11_what_was_put_right_again_finds_its_old_matches_and_results() -> None:
    tournament = played_on(after_groups(8, bronze=True, consolation=True), best(field(8)))
    match = group_match(tournament, "p04", "p05")
    changed = decided(tournament, match, "p05")
    assert changed.status == "running"
    back = decided(changed, match, "p04")
    assert back.status == "finished"
    assert back.results == {**tournament.results, match.match: back.results[match.match]}
    assert {round_.number: set(round_.pairings) for round_ in back.rounds} == {
        round_.number: set(round_.pairings) for round_ in tournament.rounds
    }
    assert [row.player_id for row in standings(back)] == [row.player_id for row in standings(tournament)]


def test_gk11_a_result_taken_back_lets_only_those_wait_who_hang_on_its_group() -> None:
    tournament = after_groups(16)  # A1–B2, D1–C2, B1–A2, C1–D2
    match = group_match(tournament, "p02", "p07")
    taken = after(tournament, [MatchReopened(match.match)])
    taken = after(taken, pair(taken))
    assert sorted(meets(taken, "main")) == ["main.1.2", "main.1.4"]
    again = reported(taken, match, "p02")
    assert set(stage(again, "main")) == set(stage(tournament, "main"))


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(4, 16), st.booleans(), st.integers(0, 9999))
def test_gk11_after_any_corrections_the_brackets_are_those_of_the_results(number: int, both: bool, seed: int) -> None:
    chance = Random(seed)
    tournament = played_on(cup(number, consolation=both, bronze=both), lambda match: chance.choice(match[1:3]))
    for _ in range(4):
        match = chance.choice([each for each in stage(tournament, "groups") if not each.is_bye])
        tournament = decided(tournament, match, chance.choice(match[1:3]))
        tournament = played_on(tournament, lambda match: chance.choice(match[1:3]))
    assert tournament.status == "finished"
    assert tournament.format.stale(tournament) == ()
    winners = {
        frozenset(each[1:3]): each.white if tournament.results[each.match].winner == "white" else each.black
        for each in stage(tournament, "groups")
        if not each.is_bye
    }
    straight = cup(number, consolation=both, bronze=both)
    straight = played_on(
        straight,
        lambda match: winners[frozenset(match[1:3])],
        len([round_ for round_ in straight.rounds if round_.stage == "groups"]),
    )
    for slot, players in meets(straight, "main", "consolation").items():
        assert meets(tournament, "main", "consolation")[slot] == players


# ── who leaves ───────────────────────────────────────────────────────────────────────────────────────────────────────
def left(tournament: Tournament, player: str) -> Tournament:
    tournament = after(tournament, [PlayerWithdrew(player, "ill")])
    return after(tournament, pair(tournament))


def test_gk12_the_open_matches_of_a_withdrawn_player_are_won_by_the_opponents() -> None:
    tournament = left(cup(8), "p01")
    lines = {line.player_id: line for line in dict(sections(tournament))["A"]}
    assert [(lines[each].wins, lines[each].losses) for each in ("p01", "p04")] == [(0, 3), (1, 0)]


def test_gk12_who_left_before_the_transfer_is_passed_over() -> None:
    tournament = cup(8, consolation=True)
    last = to_play(tournament)[-1]
    for match in to_play(tournament)[:-1]:
        tournament = reported(tournament, match, min(match[1:3]))
    tournament = reported(left(tournament, "p01"), last, min(last[1:3]))
    assert meets(tournament, "main") == {"main.1.1": ("p04", "p03"), "main.1.2": ("p02", "p05")}
    assert meets(tournament, "consolation") == {"consolation.1.1": ("p08", "p07"), "consolation.1.2": ("p06", "")}
    lines = [row.player_id for row in standings(played_on(tournament, best(field(8))))]
    assert lines[-1] == "p01"


def test_gk12_a_player_who_withdraws_after_the_transfer_keeps_the_place_and_loses_the_match() -> None:
    tournament = left(after_groups(8), "p01")
    assert meets(tournament, "main")["main.1.1"] == ("p01", "p03")
    assert tournament.results[stage(tournament, "main")[0].match].kind == "walkover"
    tournament = played_on(tournament, best(field(8)))
    assert tournament.status == "finished"
    assert [row.player_id for row in standings(tournament)][:3] == ["p02", "p03", "p01"]


def test_gk12_a_whole_group_may_leave() -> None:
    tournament = cup(8)
    for player in groups(tournament)["B"]:
        tournament = left(tournament, player)
    tournament = played_on(tournament, best(field(8)))
    assert tournament.status == "finished"
    assert [row.player_id for row in standings(tournament)][:2] == ["p01", "p04"]


@settings(max_examples=examples(25), deadline=None)
@given(st.integers(2, 14), st.integers(1, 3), st.booleans(), st.booleans(), st.integers(0, 99999))
def test_gk12_with_withdrawals_and_corrections_at_any_time_it_comes_to_its_end(
    number: int, advance: int, both: bool, drafts: bool, seed: int
) -> None:
    chance = Random(seed)
    tournament = begun(
        announced(KEY, {"advance": advance, "bronze": both, "consolation": both}, drafts=drafts), entries(field(number))
    )
    for _ in range(80):
        drafted = [round_.number for round_ in tournament.rounds if round_.draft]
        tournament = after(tournament, [RoundPublished(each) for each in drafted])
        there = [entry for entry in field(number) if entry not in tournament.withdrawn]
        done = [each for each in tournament.matches if not each.is_bye and each.match in tournament.results]
        if chance.random() < 0.1 and len(there) > 1 and tournament.status == "running":
            tournament = left(tournament, chance.choice(there))
        elif chance.random() < 0.1 and done:
            match = chance.choice(done)
            tournament = decided(tournament, match, chance.choice(match[1:3]))
        elif waiting := to_play(tournament):
            match = chance.choice(waiting)
            tournament = reported(tournament, match, chance.choice(match[1:3]))
        assert tournament.format.stale(tournament) == ()
        slots = [each.slot for each in stage(tournament, "main", "bronze", "consolation")]
        assert len(slots) == len(set(slots))
    while tournament.status == "running":
        tournament = after(tournament, [RoundPublished(round_.number) for round_ in tournament.rounds if round_.draft])
        before = len(tournament.results)
        tournament = played_on(tournament, lambda match: chance.choice(match[1:3]))
        assert len(tournament.results) > before
    assert to_play(tournament) == []
    assert all(each.match in tournament.results for each in tournament.matches)
    lines = standings(tournament)
    assert sorted(line.player_id for line in lines) == field(number)
