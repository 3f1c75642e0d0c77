"""§13 and S10: who won, by what, and from when on nothing could change it."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.events import GameResult
from core.games import game_of
from core.settlement import settle

GAME = game_of("swedish")
OUTCOMES = [outcome.key for outcome in GAME.outcomes]


def results(line):
    """`"w:jan b:bearing_off"` as results."""
    return [GameResult({"w": "white", "b": "black"}[word[0]], word[2:]) for word in line.split()]


@pytest.mark.parametrize(
    ("line", "score", "winner", "decided_by"),
    [
        ("w:jan b:bearing_off b:bearing_off", (4, 2), "white", "points"),
        ("w:bearing_off_with_monk b:bearing_off b:bearing_off", (2, 2), "white", "highest_game"),
        ("w:single_crown b:bearing_off_with_monk w:bearing_off b:bearing_off b:bearing_off", (3, 4), "black", "points"),
        ("w:single_crown b:bearing_off_with_monk b:bearing_off w:bearing_off w:jan", (7, 3), "white", "points"),
        # Staircase and tower rank the same (§13): the second best game decides.
        ("w:staircase b:tower w:bearing_off_with_monk b:bearing_off b:bearing_off", (4, 4), "white", "highest_game"),
        # The same score, and a single crown above a bearing off with monk.
        ("b:bearing_off_with_monk w:single_crown w:bearing_off b:bearing_off_with_monk w:bearing_off", (4, 4), "white",
         "highest_game"),
    ],
)  # fmt: skip
def test_13_the_higher_total_wins_and_equal_totals_are_decided_by_the_better_games(line, score, winner, decided_by):
    played = results(line)
    settlement = settle(GAME, {"games": len(played)}, played)
    assert tuple(settlement.score.values()) == score
    assert (settlement.winner, settlement.decided_by, settlement.clinched) == (winner, decided_by, False)


def test_13_the_comparison_shows_game_by_game_what_decided():
    played = results("w:staircase b:tower w:bearing_off_with_monk b:bearing_off b:bearing_off")
    assert settle(GAME, {"games": 5}, played).to_words()["comparison"] == [
        {"white": {"game": 1, "outcome": "staircase", "rank": 3}, "black": {"game": 2, "outcome": "tower", "rank": 3}},
        {"white": {"game": 3, "outcome": "bearing_off_with_monk", "rank": 2},
         "black": {"game": 4, "outcome": "bearing_off", "rank": 1}},
    ]  # fmt: skip


def test_13_a_player_with_no_further_game_to_show_has_the_lower():
    played = results(
        "w:bearing_off_with_monk b:bearing_off_with_monk w:bearing_off_with_monk b:bearing_off b:bearing_off"
    )
    settlement = settle(GAME, {"games": 5}, played)
    assert (settlement.winner, settlement.decided_by) == ("white", "highest_game")


RESULTS = st.tuples(st.sampled_from(GAME.seats), st.sampled_from(OUTCOMES)).map(lambda each: GameResult(*each))


@given(st.lists(RESULTS, min_size=7, max_size=7))
def test_13_an_odd_number_of_games_always_decides(played):
    for games in (3, 5, 7):
        assert settle(GAME, {"games": games}, played[:games]).winner in GAME.seats


@given(st.lists(RESULTS, max_size=4), st.sampled_from([3, 5]))
def test_s10_clinched_means_that_no_course_of_the_remaining_games_changes_the_winner(played, games):
    """Against every course of up to two remaining games, one outcome for each (points, rank)."""
    remaining = games - len(played)
    if not 1 <= remaining <= 2:
        return
    settlement = settle(GAME, {"games": games}, played)
    distinct = {(outcome.points, outcome.rank): outcome.key for outcome in GAME.outcomes}.values()
    courses = product([GameResult(*each) for each in product(GAME.seats, distinct)], repeat=remaining)
    winners = {settle(GAME, {"games": games}, [*played, *course]).winner for course in courses}
    assert settlement.clinched == (len(winners) == 1)
    assert settlement.winner == (winners.pop() if settlement.clinched else None)
