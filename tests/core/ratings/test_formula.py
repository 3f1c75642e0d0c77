"""The rating formula: numbers that others published, and the same numbers computed another way."""

from decimal import Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ratings.formula import change, factor, points_of, win_probability

RATINGS = st.floats(0, 4000, allow_nan=False)
LENGTHS = st.integers(1, 25)


@pytest.mark.parametrize(
    ("difference", "points", "percent"),
    [
        (175, 1, 55),  # H. Youngerman, rec.games.backgammon: 175 points are 55 % of the matches to one point
        (400, 17, 87),  # ellisp/frs-r-package: an expert against an average player to 17 points
        (0, 7, 50),
    ],
)
def test_the_chances_are_those_that_others_have_published(difference, points, percent):
    assert round(100 * win_probability(1500 + difference, 1500, points)) == percent


@pytest.mark.parametrize(
    ("points", "stake"),
    [(1, 2.0), (3, 3.46), (5, 4.47), (7, 5.29), (9, 6.0), (11, 6.63), (25, 10.0)],
)
def test_equal_players_win_and_lose_half_of_the_four_points_times_the_root_of_the_length(points, stake):
    assert round(change(0.5, points, 1.0, won=True), 2) == stake
    assert round(change(0.5, points, 1.0, won=False), 2) == -stake


def test_a_new_player_moves_five_times_as_far_and_from_400_points_of_experience_as_all_others():
    assert [factor(each) for each in (0, 100, 399, 400, 5000)] == [5.0, 4.0, pytest.approx(1.01), 1.0, 1.0]
    assert factor(0, ramp=False) == 1.0


def by_hand(rating, opponent, points, won, experience):
    """The change as the manual writes it: by favourite and underdog, in decimal numbers of fifty digits."""
    with localcontext(prec=50):
        difference = abs(Decimal(rating) - Decimal(opponent))
        exponent = difference * Decimal(points).sqrt() / 2000
        upset = 1 / ((exponent * Decimal(10).ln()).exp() + 1)
        underdog_won = (rating < opponent) == won
        p = 1 - upset if underdog_won else upset
        k = max(Decimal(1), -Decimal(experience) / 100 + 5)
        size = 4 * k * Decimal(points).sqrt() * p
        return float(size if won else -size)


@given(RATINGS, RATINGS, LENGTHS, st.booleans(), st.integers(0, 1000))
def test_a_change_is_that_of_the_manual_computed_another_way(rating, opponent, points, won, experience):
    chance = win_probability(rating, opponent, points)
    found = change(chance, points, factor(experience), won=won)
    assert found == pytest.approx(by_hand(rating, opponent, points, won, experience), rel=1e-9, abs=1e-9)


@given(RATINGS, RATINGS, LENGTHS)
def test_the_chances_of_both_players_are_one_together(rating, opponent, points):
    assert win_probability(rating, opponent, points) + win_probability(opponent, rating, points) == pytest.approx(1)


def test_a_difference_beyond_all_bounds_is_no_error():
    assert win_probability(0, 1_000_000, 25) == 0.0
    assert win_probability(1_000_000, 0, 25) == 1.0


def test_a_match_for_the_best_of_so_many_games_is_as_long_as_the_games_that_win_it():
    assert [points_of({"games": games}) for games in (1, 3, 5, 7)] == [1, 2, 3, 4]
    assert points_of({"points": 11}) == 11
