"""The worked examples of the rules of 26 February 2003 and this project's rulings, clause by clause.

A position is one line of table talk, White's side first, each side in its own numbering; men that are not named are
off. White is to move. White's points 1 to 6 are Black's 13 to 18, White's 13 to 18 are Black's 1 to 6.
"""

import pytest

from core.games.swedish import GAME
from core.rules.board import parse, to_text

HOME = "1:15"


def turns(line, *dice):
    """Each legal turn of White: the landings in one order that can be played, and the outcome."""
    return {play.moves: play.outcome for play in GAME.plays(parse(line), "white", dice, None)}


def left(line, *dice):
    """White's side after each legal turn."""
    return {to_text(play.position).split(" | ")[0] for play in GAME.plays(parse(line), "white", dice, None)}


def verdict(line, dice, *moves):
    return GAME.check(parse(line), "white", dice, moves, None)


def refusal(line, dice, *moves):
    checked = verdict(line, dice, *moves)
    assert not checked.legal
    assert checked.explanation
    return checked.rule


def test_1_six_four_moves_one_checker_by_a_touchdown_or_two_checkers():
    assert left(f"{HOME} | {HOME}", 6, 4) == {"1:14 11:1", "1:13 5:1 7:1"}


def test_1_one_die_is_never_split_between_two_checkers():
    assert refusal(f"{HOME} | {HOME}", (6, 4), (1, 4), (1, 8)) == "§1"


def test_1_the_sum_of_two_dice_is_no_landing():
    assert refusal(f"{HOME} | {HOME}", (6, 4), (1, 11)) == "§1"


def test_1_a_double_five_may_carry_one_checker_over_three_touchdowns_twenty_points_on():
    assert verdict(f"{HOME} | {HOME}", (5, 5), (1, 6), (6, 11), (11, 16), (16, 21)).legal


def test_1_both_dice_are_moved_when_they_can_be():
    assert refusal(f"{HOME} | {HOME}", (6, 4), (1, 7)) == "S4"


def test_1_where_either_die_but_not_both_can_be_moved_it_is_the_larger():
    barred_at_eleven = "2:1 | 1:13 23:2"
    assert turns(barred_at_eleven, 6, 3) == {((2, 8),): None}
    assert refusal(barred_at_eleven, (6, 3), (2, 5)) == "S4"


def test_1_of_a_double_as_many_as_possible_are_moved():
    assert {len(turn) for turn in turns(f"{HOME} | {HOME}", 4, 4)} == {3}
    assert left(f"{HOME} | {HOME}", 6, 6) == {"1:14 7:1"}


def test_1_a_player_who_cannot_move_passes_and_one_who_can_may_not():
    shut_out = "bar:1 24:1 | 13:2 14:2 15:2 16:2 17:2 18:3 1:2"
    one_left = "bar:1 | 13:2 14:2 15:2 16:2 17:2 18:3 1:2"
    assert turns(one_left, 6, 5) == {}
    assert verdict(one_left, (6, 5)).legal
    assert turns(shut_out, 6, 5) != {}
    assert refusal(shut_out, (6, 5)) == "S6"


def test_1_a_checker_that_is_not_there_or_moves_backwards_is_refused():
    assert refusal(f"{HOME} | {HOME}", (6, 4), (2, 8), (1, 5)) == "§1"
    assert refusal(f"1:14 9:1 | {HOME}", (6, 4), (9, 3), (1, 5)) == "§1"


def test_3_a_blot_is_hit_by_a_landing_a_touchdown_and_a_re_entry():
    for line, dice, moves in (
        ("1:15 | 19:1 1:14", (6, 4), [(1, 7), (1, 5)]),
        ("1:15 | 19:1 1:14", (6, 4), [(1, 7), (7, 11)]),
        ("bar:1 1:14 | 18:1 1:14", (6, 4), [("bar", 6), (1, 5)]),
    ):
        assert verdict(line, dice, *moves).position.black[0] == 1


def test_3_three_two_from_the_bar_enters_on_the_second_or_third_point_and_not_on_the_fifth():
    line = f"bar:1 1:14 | {HOME}"
    assert left(line, 3, 2) == {"1:13 2:1 4:1", "1:14 5:1"}
    assert refusal(line, (3, 2), ("bar", 5)) == "§1"
    assert refusal(line, (3, 2), (1, 4), ("bar", 2)) == "§3"


def test_3_a_player_cannot_re_enter_on_their_own_blot_or_on_their_own_home():
    assert refusal(f"bar:1 3:1 1:13 | {HOME}", (3, 2), ("bar", 3), (3, 5)) == "§4"
    assert refusal(f"bar:1 1:14 | {HOME}", (1, 1), ("bar", 1)) == "§4"


def test_3_double_four_brings_in_only_one_of_several():
    assert {len(turn) for turn in turns(f"bar:3 1:12 | {HOME}", 4, 4)} == {1}


def test_4_only_the_head_may_be_closed_on_the_far_side_and_every_point_on_the_near_one():
    assert refusal(f"1:14 5:1 | {HOME}", (4, 3), (1, 5), (5, 8)) == "§4"
    assert verdict(f"6:1 8:1 1:13 | {HOME}", (6, 4), (6, 12), (8, 12)).legal
    assert verdict("10:1 9:1 1:13 | 1:14 24:1", (6, 5), (9, 15), (10, 15)).legal


def test_4_home_is_never_entered_again_while_checkers_of_the_player_stand_there():
    assert refusal(f"bar:1 1:1 12:13 | {HOME}", (1, 2), ("bar", 1), (1, 3)) == "§4"


FIGURE_OF_5 = "bar:3 1:1 4:1 12:10 | 17:2 18:2 15:1 1:10"


@pytest.mark.parametrize(
    ("dice", "moves"),
    [
        ((6, 2), [("bar", 2), ("bar", 6)]),
        ((5, 3), [("bar", 3), ("bar", 5)]),
        ((6, 5), [("bar", 6)]),
        ((2, 1), [("bar", 2)]),
    ],
)
def test_5_the_figure_three_on_the_bar_and_two_accessible_points(dice, moves):
    assert [set(turn) for turn in turns(FIGURE_OF_5, *dice)] == [set(moves)]


def test_5_the_figure_the_fifth_point_is_not_forced_instead_of_the_sixth():
    assert refusal(FIGURE_OF_5, (6, 5), ("bar", 5)) == "S4"
    assert refusal(FIGURE_OF_5, (6, 5), ("bar", 6), ("bar", 5)) == "S3"


def test_5_forcing_sends_every_checker_on_the_point_to_the_bar():
    assert verdict(FIGURE_OF_5, (6, 5), ("bar", 6)).position.black[0] == 2


def test_5_s2_any_point_of_a_prime_of_six_may_be_forced_but_what_is_left_of_it_no_more():
    six = "1:15 | 14:2 15:2 16:2 17:2 18:2 19:2 1:3"
    assert turns(six, 6, 3) == {((1, 7), (7, 10)): None, ((1, 4), (4, 10)): None}
    assert verdict(six, (6, 3), (1, 7), (7, 10)).position.black[0] == 2
    assert refusal(six, (6, 3), (1, 7), (1, 4)) == "S2"


def test_5_s2_no_point_of_a_prime_of_five_may_be_forced():
    assert refusal("1:15 | 14:2 15:2 16:2 17:2 18:2 1:5", (4, 3), (1, 5)) == "S2"


def test_5_s2_head_and_first_five_of_the_third_quarter_are_no_prime():
    # Black's head is White's 24, Black's 13 to 17 are White's 1 to 5: they do not follow one another on White's path.
    line = "bar:1 6:1 12:13 | 12:2 13:2 14:2 15:2 16:2 17:2 1:3"
    assert refusal("bar:1 12:14 | 12:2 13:2 14:2 15:2 16:2 17:2 1:3", (5, 4), ("bar", 5)) == "S3"
    assert turns("bar:1 12:14 | 12:2 13:2 14:2 15:2 16:2 17:2 1:3", 5, 4) == {}
    assert turns(line, 5, 4) != {}, "with no point to enter on, the bar opens what the prime does not (S3)"


def test_5_s2_home_counts_as_closed_while_two_or_more_stand_on_it():
    # Black's 20 to 24 are White's 8 to 12, and Black's home is White's 13.
    assert turns("7:15 | 20:2 21:2 22:2 23:2 24:2 1:5", 3, 1) == {((7, 10),): None}
    assert turns("7:15 | 20:2 21:2 22:2 23:2 24:2 2:4 1:1", 3, 1) == {}


def test_5_s1_the_last_checker_forces_nothing():
    assert refusal("1:1 | 14:2 15:2 16:2 17:2 18:2 19:2 1:3", (6, 3), (1, 7)) == "S1"
    assert turns("bar:1 | 13:2 14:2 15:2 16:2 17:2 18:2 1:3", 6, 3) == {}


def test_5_a_player_need_not_force_when_they_can_move_otherwise():
    assert verdict("1:14 12:1 | 14:2 15:2 16:2 17:2 18:2 19:2 2:3", (6, 5), (12, 18), (12, 17)).rule == "§1"
    assert verdict("12:15 | 14:2 15:2 16:2 17:2 18:2 19:2 12:3", (6, 5), (12, 18), (12, 17)).legal


def test_6_diagram_1_nothing_is_borne_off_past_the_backmost_checkers_and_a_blot_is_left_in_any_case():
    assert left("21:2 22:2 24:11 | 1:15", 3, 2) == {"22:2 23:1 24:12", "21:1 22:1 24:13"}


def test_6_diagram_2_five_two_bears_off_from_22_and_24_with_a_reduction_of_three():
    line = "22:1 24:2 | 1:15"
    assert left(line, 5, 2) == {"24:1"}
    assert refusal(line, (5, 2), (22, 24), (24, "off")) == "S4"


def test_6_diagram_3_five_three_may_not_bear_off():
    assert left("19:1 21:2 22:3 23:3 24:4 | 1:15", 5, 3) == {"21:1 22:3 23:3 24:6"}


def test_6_diagram_4_double_four_must_pass():
    assert turns("20:1 21:3 22:2 23:2 | 12:2 1:13", 4, 4) == {}


def test_6_the_player_who_bears_off_must_have_all_in_the_fourth_quarter_and_none_on_the_bar():
    assert refusal("18:1 24:3 | 1:15", (1, 1), (24, "off")) == "§6"
    assert refusal("bar:1 24:3 | 1:15", (6, 5), (24, "off")) == "§3"


def test_6_a_checker_that_can_go_out_evenly_goes_out_evenly():
    assert turns("20:1 24:1 22:1 | 1:15", 5, 1) == {((20, "off"), (22, 23)): None}
    assert turns("19:1 20:1 | 1:15", 6, 5) == {((19, "off"), (20, "off")): "bearing_off"}


@pytest.mark.parametrize(
    ("line", "dice", "last", "outcome"),
    [
        ("20:3 21:3 22:3 23:3 24:2 18:1 | 1:15", (6, 5), (18, 24), "single_crown"),
        ("22:5 23:5 24:4 18:1 | 1:15", (6, 5), (18, 24), "double_crown"),
        ("22:3 23:5 24:6 18:1 | 1:15", (6, 5), (18, 24), "staircase"),
        ("24:14 18:1 | 1:15", (6, 5), (18, 24), "tower"),
        ("20:3 21:3 22:3 23:3 24:2 18:1 | bar:1 1:14", (6, 5), (18, 24), "single_crown_with_monk"),
        ("24:1 | 1:15", (6, 5), (24, "off"), "bearing_off"),
        ("24:1 | bar:1 1:14", (6, 5), (24, "off"), "bearing_off_with_monk"),
    ],
)
def test_7_8_endings(line, dice, last, outcome):
    assert verdict(line, dice, last).outcome == outcome


def test_7_no_handsome_game_once_a_checker_is_off():
    assert verdict("24:13 18:1 | 1:15", (6, 5), (18, 24), (24, "off")).outcome is None


def test_9_the_seventh_blot_is_the_jan_blot_and_the_sixth_while_home_is_closed():
    # Black's home is empty; five black blots were hit, White hits the sixth and the seventh.
    assert verdict("2:1 3:1 12:13 | bar:5 19:1 20:1 12:8", (5, 5), (2, 7), (3, 8)).outcome == "jan"
    assert verdict("2:1 3:1 12:13 | bar:4 1:2 19:1 20:1 12:7", (5, 5), (2, 7), (3, 8)).outcome == "jan"
    assert verdict("2:1 3:1 12:13 | bar:4 19:1 20:1 12:9", (5, 5), (2, 7), (3, 8), (7, 12), (8, 13)).outcome is None


FIGURE_OF_10 = "bar:2 1:1 3:1 6:1 13:2 14:2 12:6 | 14:2 16:3 17:3 3:2 4:2 5:1 6:1 12:1"


@pytest.mark.parametrize("dice", [(4, 1), (5, 3), (5, 4), (4, 4)])
def test_10_a_four_or_a_five_is_forced_jan_at_once(dice):
    assert "forced_jan" in turns(FIGURE_OF_10, *dice).values()


@pytest.mark.parametrize("dice", [(6, 2), (3, 2), (2, 2), (2, 1)])
def test_10_a_two_forces_the_second_point_and_the_other_die_is_given_up(dice):
    assert turns(FIGURE_OF_10, *dice) == {(("bar", 2),): None}


@pytest.mark.parametrize("dice", [(6, 3), (3, 1), (6, 1)])
def test_10_a_throw_that_misses_all_closed_points_is_passed(dice):
    assert turns(FIGURE_OF_10, *dice) == {}


def test_s8_jan_by_a_blot_is_jan_even_if_a_point_was_forced_earlier_in_the_turn():
    forced = "bar:1 1:1 2:1 3:1 4:1 5:1 20:9 | bar:2 18:2 19:1 1:2 2:2 3:2 4:2 12:2"
    assert verdict(forced, (6, 6), ("bar", 6)).outcome == "forced_jan"
    then_a_blot = "bar:1 1:1 2:1 3:1 4:1 5:1 20:9 | 18:2 24:1 1:2 2:2 3:2 4:2 10:4"
    assert verdict(then_a_blot, (6, 6), ("bar", 6), (6, 12)).outcome == "jan"


def test_11_double_five_may_not_go_on_after_a_single_crown():
    line = "15:2 20:1 21:3 22:3 23:3 24:3 | 1:15"
    crown = [(15, 20), (15, 20)]
    assert verdict(line, (5, 5), *crown).outcome == "single_crown"
    assert refusal(line, (5, 5), *crown, (20, "off"), (20, "off")) == "§11"
    assert set(turns(line, 5, 5).values()) == {"single_crown"}


def test_11_six_two_with_one_checker_on_19_may_hit_first_and_win_with_monk():
    line = "19:1 | 9:1 1:14"
    assert turns(line, 6, 2) == {
        ((19, 21), (21, "off")): "bearing_off_with_monk",
        ((19, "off"),): "bearing_off",
    }


def test_11_who_can_finish_need_not_if_another_turn_is_legal():
    line = "18:1 20:3 21:3 22:3 23:3 24:2 | 1:15"
    assert None in turns(line, 6, 3).values()
    assert "single_crown" in turns(line, 6, 3).values()


def test_11_who_can_finish_with_one_die_may_ignore_the_other_even_the_larger():
    assert verdict("23:1 24:14 | 1:15", (6, 1), (23, 24)).outcome == "tower"


def test_12_13_points_and_ranks_of_all_endings():
    table = {outcome.key: (outcome.points, outcome.rank) for outcome in GAME.outcomes}
    handsome = ("single_crown", "double_crown", "staircase", "tower")
    assert table == {
        "forced_jan": (6, 6),
        "jan": (4, 5),
        **{f"{name}_with_monk": (3, 4) for name in handsome},
        **dict.fromkeys(handsome, (2, 3)),
        "bearing_off_with_monk": (2, 2),
        "bearing_off": (1, 1),
    }


def test_13_the_lower_die_starts_and_equal_dice_are_rolled_again():
    starter = GAME.opening.starter
    rolls = [{"white": white, "black": black} for white, black in ((2, 5), (5, 2), (3, 3))]
    assert [starter(roll) for roll in rolls] == ["white", "black", None]
