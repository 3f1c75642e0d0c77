"""A rating list as a fold of decided matches: which count, in which order, and what a correction changes."""

from dataclasses import fields, replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.events import DecisionUndone, MatchReopened, MatchSettled, Recorded, ResultDecided
from core.ratings.decided_match import DecidedMatch, decided_matches, first_results
from core.ratings.rating_list import rating_list
from core.ratings.rule import Rule, read_rule, stored_rule, why_not
from tests.support.tournament.scenario import announced, begun, entries, won
from tests.support.tournament.written_results import after

FLAT = Rule(ramp=False, provisional=0)


def decided(number, players="ab", winner=0, *, points=1, tournament="t_cup", kind="played", by_teams=False, at=None):
    """A decided match of the tournament, the later the higher its number."""
    return DecidedMatch(
        f"{tournament or 'm_x'}.{number}",
        tournament,
        1,
        number if at is None else at,
        tuple(players),
        tuple(players),
        winner,
        (points, 0),
        kind,
        points,
        by_teams,
    )


def ratings(found):
    """The rounded rating of each player."""
    return {player: round(each.rating, 2) for player, each in found.players.items()}


# ── which matches count ──────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("rule", "match", "reason"),
    [
        ({}, decided(1), None),
        ({}, decided(1, kind="walkover"), "it was not played"),
        ({}, decided(1, kind="no_show"), "it was not played"),
        ({}, decided(1, kind="double_no_show", winner=None), "it was not played"),
        ({}, decided(1, players=("a", "")), "a player of it is not on the club's list of players"),
        ({}, decided(1, players="aa"), "both players are one and the same on the club's list"),
        ({}, decided(1, tournament=""), "friendly matches do not count"),
        ({"friendly": True}, decided(1, tournament=""), None),
        ({"friendly": True, "tournaments": False}, decided(1, tournament=""), None),
        ({"tournaments": False}, decided(1), "matches of tournaments do not count"),
        ({"tournaments": False}, decided(1, by_teams=True), None),
        ({"teams": False}, decided(1, by_teams=True), "matches of teams do not count"),
        ({"teams": False}, decided(1), None),
        ({"left_out": ("t_cup",)}, decided(1), "the club has left this tournament out"),
        ({"left_out": ("t_other",)}, decided(1), None),
        ({}, decided(1, kind="forfeit"), None),
        ({"awarded": False}, decided(1, kind="forfeit"), "it was given up or awarded"),
        ({"awarded": False}, decided(1, kind="adjudicated"), "it was given up or awarded"),
        ({"shortest": 3}, decided(1, points=2), "it is too short: 2 of at least 3 points"),
        ({"shortest": 3}, decided(1, points=3), None),
    ],
)
def test_the_rule_says_of_each_match_if_it_counts_and_why_not(rule, match, reason):
    assert why_not(Rule(**rule), match) == reason


def test_a_match_that_does_not_count_changes_no_rating_and_is_told_with_its_reason():
    found = rating_list(FLAT, [decided(1), decided(2, kind="walkover")])
    assert ratings(found) == {"a": 1502.0, "b": 1498.0}
    assert [match.counts for match in found.matches] == [True, False]
    assert found.players["a"].played == 1


def test_a_rule_comes_back_from_its_event():
    rule = Rule(friendly=True, start=1000, left_out=("t_a", "t_b"))
    assert read_rule(stored_rule(rule)) == rule
    assert read_rule({}) == Rule()
    assert read_rule({"of_a_newer_version": 1}) == Rule()
    assert {field.name for field in fields(Rule)} == stored_rule(rule).keys()


# ── the fold ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_ratings_do_not_depend_on_the_order_in_which_matches_are_read():
    matches = [decided(1, "ab"), decided(2, "bc"), decided(3, "ca", 1), decided(4, "ab", 1)]
    lists = [rating_list(Rule(), permutation) for permutation in permutations(matches)]
    assert all(list_ == lists[0] for list_ in lists)


def test_matches_of_the_same_moment_are_in_the_order_of_their_numbers():
    found = rating_list(FLAT, [decided(10, at=5), decided(9, at=5), decided(1, at=6)])
    assert [match.match.match for match in found.matches] == ["t_cup.9", "t_cup.10", "t_cup.1"]


@given(st.lists(st.tuples(st.permutations("abcde"), st.integers(0, 1), st.integers(1, 11)), max_size=30))
def test_without_the_ramp_what_one_player_wins_another_loses(rows):
    matches = [decided(n, order[:2], winner, points=points) for n, (order, winner, points) in enumerate(rows)]
    found = rating_list(FLAT, matches)
    assert sum(player.rating - 1500 for player in found.players.values()) == pytest.approx(0, abs=1e-9)
    assert (
        sum(player.won for player in found.players.values()) == len(rows) == sum(e.lost for e in found.players.values())
    )


def test_a_player_begins_with_the_rating_of_the_clubs_list_if_the_rule_says_so():
    matches, listed = [decided(1)], {"a": 1800, "c": 900}
    assert ratings(rating_list(FLAT, matches, listed=listed)) == {"a": 1502.0, "b": 1498.0}
    found = rating_list(replace(FLAT, from_list=True, start=1000), matches, listed=listed)
    assert [round(each) for each in found.matches[0].before] == [1800, 1000]


def test_a_player_of_two_ids_has_one_rating():
    found = rating_list(FLAT, [decided(1, "ab"), decided(2, "cb")], present=lambda each: {"c": "a"}.get(each, each))
    assert found.players["a"].played == 2
    assert found.players.keys() == {"a", "b"}


def test_a_player_is_provisional_before_so_many_counted_matches_and_then_stands_behind_the_others():
    matches = [decided(n, "ab", 1) for n in range(3)] + [decided(9, "cd", points=25)]
    found = rating_list(Rule(provisional=3), matches)
    assert [(each.player, found.is_provisional(each)) for each in found.ranked()] == [
        ("b", False),
        ("a", False),
        ("c", True),
        ("d", True),
    ]


def test_the_history_of_a_player_goes_from_each_rating_to_the_next():
    found = rating_list(Rule(), [decided(1, "ab"), decided(2, "ca", points=5), decided(3, "bc")])
    first, second = found.of("a")
    assert second.before[1] == pytest.approx(first.before[0] + first.changes[0])
    assert found.players["a"].rating == pytest.approx(second.before[1] + second.changes[1])
    assert found.players["a"].experience == 6
    assert found.players["a"].highest == pytest.approx(first.before[0] + first.changes[0])
    assert rating_list(Rule(), [decided(1)]).players["b"].highest == 1500, "the first rating is one, too"


# ── from the log of a tournament ─────────────────────────────────────────────────────────────────────────────────────
def recorded(events, start=100):
    return [Recorded(version, event, start + version, "x", "") for version, event in enumerate(events)]


def test_a_tournament_gives_its_decided_matches_with_the_time_of_their_first_result():
    cup = begun(announced("round_robin"), entries(["anna", "bo", "cilla"]))
    one, two, _three = (match for match in cup.matches if not match.is_bye)
    log = [
        won(one, one.white),
        MatchReopened(one.match),
        won(two, two.black),
        won(one, one.black),
        ResultDecided(two.match, "walkover", "fell ill", "white", {"white": 0, "black": 0}, None, ()),
    ]
    times = first_results(recorded(log))
    found = list(decided_matches(after(cup, log), times.times))
    assert [(each.match, each.at, each.winner, each.kind) for each in found] == [
        (one.match, 100, 1, "played"),
        (two.match, 102, 0, "walkover"),
    ]
    assert {each.points for each in found} == {2}, "the best of three is won by two games"
    assert found[0].names == (one.white.capitalize(), one.black.capitalize())


def test_reading_a_log_on_gives_the_same_times_as_reading_it_whole():
    log = recorded(
        [
            MatchSettled("t_cup.1", "white", {}, "points", ()),
            DecisionUndone("t_cup.1", 3, ""),
            MatchSettled("t_cup.1", "black", {}, "points", ()),
            MatchSettled("t_cup.2", "white", {}, "points", ()),
        ]
    )
    for cut in range(5):
        assert first_results(log[cut:], first_results(log[:cut])) == first_results(log)


def test_a_corrected_result_changes_the_ratings_by_itself_and_keeps_its_place():
    cup = begun(announced("round_robin"), entries(["anna", "bo", "cilla"]))
    log = [won(each, each.white) for each in cup.matches if not each.is_bye]
    match = log[0].match
    corrected = [*log, ResultDecided(match, "played", "misread", "black", {"white": 0, "black": 4}, "points", ())]
    before, now = (
        rating_list(FLAT, decided_matches(after(cup, each), first_results(recorded(each)).times))
        for each in (log, corrected)
    )
    assert [each.match.match for each in before.matches] == [each.match.match for each in now.matches]
    assert now.matches[0].changes == pytest.approx([-change for change in before.matches[0].changes])
    assert now.matches[1].before != before.matches[1].before
