"""Swiss: who of a pair sits where (SW9), and what it costs to float the same way again (SW7)."""

import pytest

from core.tournament.swiss.costs import CRITERIA, Costs
from core.tournament.swiss.pairing import seated
from core.tournament.swiss.round_input import BLACK, DOWN, WHITE, PlayerHistory, RoundInput, ScoreGroup


def test_sw9_white_is_whose_balance_is_lower_so_that_a_bye_is_neither_colour():
    often = PlayerHistory("often", seats=(WHITE, WHITE, WHITE, BLACK, BLACK))  # white three times, black twice
    rarely = PlayerHistory("rarely", seats=(BLACK, WHITE, WHITE, WHITE))  # white twice more, and three byes
    assert seated(often, rarely) == seated(rarely, often) == ("often", "rarely")
    was_white, was_black = (
        PlayerHistory("was white", seats=(BLACK, WHITE)),
        PlayerHistory("was black", seats=(WHITE, BLACK)),
    )
    assert seated(was_white, was_black) == seated(was_black, was_white) == ("was black", "was white")
    better, other = PlayerHistory("better"), PlayerHistory("other")
    assert [seated(better, other, table) for table in (0, 1, 2)] == [
        ("better", "other"),
        ("other", "better"),
        ("better", "other"),
    ]


@pytest.mark.parametrize(("apart", "cost"), [("none", 2), ("soft", 3)])
def test_sw7_a_pair_that_the_director_avoids_and_that_is_of_one_group_costs_both(apart, cost):
    players = (PlayerHistory("anna"), PlayerHistory("bo"))
    groups = (ScoreGroup(0, 0, 2, arrives=False, half=1, paired=2),)
    kin = {"anna": "Vasa", "bo": "Vasa"}
    costs = Costs(RoundInput(1, players, groups, kin, apart, {("anna", "bo"): False}, relaxed=False))
    assert dict(zip(CRITERIA, costs.parts(0, 1), strict=True))["avoidance"] == cost


def test_sw7_who_floated_the_same_way_in_both_rounds_before_costs_no_more_than_for_the_last():
    costs = {
        before: Costs(RoundInput(3, (PlayerHistory("one", floats=before),), (), {}, "", {}, False)).repeats(0, DOWN)
        for before in ((DOWN, 0), (DOWN, DOWN), (0, DOWN), (0, 0))
    }
    assert costs == {(DOWN, 0): 2, (DOWN, DOWN): 2, (0, DOWN): 1, (0, 0): 0}
