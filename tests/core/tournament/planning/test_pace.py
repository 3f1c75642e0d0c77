"""The pace of a match: what it needs at the least, and that a match on schedule is never said to be behind."""

from hypothesis import given
from hypothesis import strategies as st

from core.tournament.planning.pace import Pace, games_left, minutes_needed

PART = st.floats(0, 1, exclude_max=True)


@given(st.integers(1, 7), st.integers(0, 6), st.floats(1, 200), PART)
def test_a_match_whose_games_fit_into_the_time_of_its_round_is_never_behind(games, played, minutes, part):
    played = min(played, games - 1)
    current = part * minutes
    left_of_the_round = games * minutes - played * minutes - current
    needed = minutes_needed(Pace(played, played * minutes, current, games - played))
    assert needed <= left_of_the_round + 1e-6


@given(st.integers(2, 7), st.floats(20, 200))
def test_no_match_is_behind_in_the_first_third_of_a_round(games, minutes):
    elapsed = minutes / games * 0.999
    assert minutes_needed(Pace(0, 0, elapsed, games)) <= minutes - elapsed


def test_a_slower_match_needs_more_and_a_longer_game_in_play_too():
    slow, slower = (minutes_needed(Pace(1, each, 0, 2)) for each in (30, 40))
    assert slow < slower
    assert minutes_needed(Pace(1, 30, 60, 2)) > minutes_needed(Pace(1, 30, 30, 2))


def test_two_games_of_forty_minutes_leave_no_time_for_a_third_in_the_last_ten():
    assert minutes_needed(Pace(2, 80, 0, 1)) > 10
    assert minutes_needed(Pace(3, 90, 0, 0)) == 0


def test_the_fewest_games_that_are_left_follow_from_the_announced_length():
    assert games_left({"games": 3}, "all_games", (), {}) == 3
    assert games_left({"games": 5}, "when_decided", ("white", "white", "black"), {}) == 1
    assert games_left({"games": 5}, "all_games", ("white", "white", "black"), {}) == 2
    assert games_left({"points": 11}, "all_games", ("white",), {"white": 4, "black": 0}) == 2
