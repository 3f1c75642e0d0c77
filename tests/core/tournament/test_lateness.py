"""The announced rule for players who are late, as published rules of backgammon clubs have it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Invalid
from core.tournament.lateness import Due, LatenessRule, check_lateness, due, rule_of, still_due

ENGLISH = LatenessRule(after=5, every=5, lost_after=20)
MINUTES = st.floats(0, 500)
COUNT = st.integers(1, 60)
RULES = st.builds(LatenessRule, COUNT, st.none() | COUNT, st.none() | st.integers(61, 200))


@pytest.mark.parametrize(
    ("minutes", "wanted"),
    [(0, Due()), (4.99, Due()), (5, Due(1)), (9.99, Due(1)), (10, Due(2)), (19.99, Due(3)), (20, Due(match=True))],
)
def test_one_penalty_after_five_minutes_and_for_each_further_five_and_the_match_after_twenty(minutes, wanted):
    assert due(ENGLISH, minutes) == wanted


def test_without_further_steps_there_is_one_penalty_and_without_a_first_one_only_the_loss():
    assert due(LatenessRule(after=10), 100) == Due(1)
    assert [due(LatenessRule(lost_after=15), each) for each in (14, 15)] == [Due(), Due(match=True)]


@given(RULES, MINUTES, MINUTES)
def test_who_comes_later_never_owes_less(rule, one, other):
    early, late = (due(rule, each) for each in sorted((one, other)))
    assert late.match or (not early.match and early.awards <= late.awards)


@given(RULES)
def test_a_rule_that_can_be_announced_is_read_back_from_the_details(rule):
    check_lateness(rule)
    told = {name: value for name, value in rule._asdict().items() if value is not None}
    assert rule_of({"lateness": told}) == rule
    assert rule_of({"place": "Vasa"}) is rule_of(None) is None


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        (LatenessRule(), ["after"]),
        (LatenessRule(every=5), ["after"]),
        (LatenessRule(every=5, lost_after=9), ["after"]),
        (LatenessRule(after=10, lost_after=10), ["lost_after"]),
    ],
)
def test_a_rule_a_part_of_which_never_counts_is_none(rule, fields):
    with pytest.raises(Invalid) as wrong:
        check_lateness(rule)
    assert list(wrong.value.problems) == fields


@pytest.mark.parametrize(
    ("length", "stop", "winners", "score", "rest"),
    [
        ({"games": 3}, "all_games", [], {}, 3),
        ({"games": 3}, "all_games", ["white"], {}, 2),
        ({"games": 3}, "all_games", ["black"], {}, 2),
        ({"games": 3}, "when_decided", ["black"], {}, 1),
        ({"games": 5}, "when_decided", ["white", "white"], {}, 3),
        ({"points": 7}, "all_games", [], {"black": 0}, 4),
        ({"points": 7}, "all_games", ["black"] * 5, {"black": 5}, 0),
        ({"points": 7}, "all_games", ["black"] * 3, {"black": 6}, 1),
    ],
)
def test_what_was_given_is_not_due_again_and_no_match_has_more_games_than_its_length(
    length, stop, winners, score, rest
):
    assert still_due(Due(4), length, stop, winners, score, "black") == Due(rest)
    assert still_due(Due(match=True), length, stop, winners, score, "black") == Due(match=True)


def test_an_awarded_game_of_two_points_needs_half_as_many():
    assert still_due(Due(9), {"points": 5}, "all_games", [], {"black": 0}, "black", worth=2) == Due(3)
