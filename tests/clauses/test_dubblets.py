"""The sentences of the source on Dubblets, one by one, and this project's readings DU1 to DU7 of them.

A side is one line of table talk: `stacked 4:2 1` still has two men to lay down on its 4 and one on its 1, all fifteen
being on the board; `left 5:3 2` has laid all down and has three men on its 5 and one on its 2, the others being off.
White throws.
"""

import pytest

from core.errors import Invalid
from core.games.dubblets import GAME

FULL = {"1": 2, "2": 2, "3": 2, "4": 3, "5": 3, "6": 3}
START = "stacked 1 2 3 4:2 5:2 6:2"
ALL_DOWN = "left 1:2 2:2 3:2 4:3 5:3 6:3"
OTHER = "opponent"


def side(text):
    kind, *items = text.split()
    counts = {item[0]: int(item[2:] or 1) for item in items}
    if kind == "stacked":
        return {"points": FULL, "stacked": counts, "off": 0}
    return {"points": counts, "stacked": {}, "off": 15 - sum(counts.values())}


def board(white, black=START):
    return GAME.read({"white": side(white), "black": side(black)})


def turns(white, black, *dice):
    """Each legal turn of White: its landings, and the outcome."""
    return {play.moves: play.outcome for play in GAME.plays(board(white, black), "white", dice, None)}


def verdict(white, black, dice, *moves):
    return GAME.check(board(white, black), "white", dice, moves, None)


def refusal(white, black, dice, *moves):
    checked = verdict(white, black, dice, *moves)
    assert not checked.legal
    assert checked.explanation
    return checked.rule


def down(*points):
    return tuple((point, "down") for point in points)


def off(*points):
    return tuple((point, "off") for point in points)


# Setup: "Each player should place two men each on [their] 1, 2, and 3 points, and three men on the 4, 5, and 6.
# These men should be stacked"
def test_du1_two_men_on_1_2_3_and_three_on_4_5_6_are_stacked_on_a_man_that_is_down():
    one = {"points": FULL, "stacked": {"1": 1, "2": 1, "3": 1, "4": 2, "5": 2, "6": 2}, "off": 0}
    assert GAME.write(GAME.start(GAME.options(), GAME.seats)) == {"white": one, "black": one}
    assert board(START) == GAME.start(GAME.options(), GAME.seats)


# "With each roll, you 'play down' the men on the points indicated by the dice … If you throw a 4 and a 1, you
# unstack the man that is stacked on the 1, and one of the men stacked on the four"
def test_du2_a_four_and_a_one_unstack_the_man_on_1_and_one_of_the_men_on_4():
    assert turns(START, START, 4, 1) == {down(4, 1): None}
    checked = verdict(START, START, (4, 1), *down(1, 4))
    assert checked.position == board("stacked 2 3 4:1 5:2 6:2", START)


def test_du2_a_die_lays_down_a_man_of_its_own_point_and_only_one():
    assert refusal(START, START, (4, 1), *down(4, 2)) == "DU2"
    assert refusal(START, START, (4, 1), *down(4, 4)) == "DU2"
    assert refusal(START, START, (4, 1), *down(4, 1, 1)) == "DU2"


def test_du2_nothing_is_borne_off_while_a_man_of_the_number_is_stacked():
    assert refusal(START, START, (4, 1), (4, "off"), (1, "down")) == "DU2"


# "If you roll the number for a point that is already entirely played down, the roll is wasted and your opponent
# uses it instead"
def test_du3_a_number_that_is_played_down_already_is_used_by_the_opponent_at_once():
    assert turns("stacked 4:2 6", START, 4, 1) == {((4, "down"), (1, "down", OTHER)): None}
    checked = verdict("stacked 4:2 6", START, (4, 1), (1, "down", OTHER), (4, "down"))
    assert checked.position == board("stacked 4:1 6", "stacked 2 3 4:2 5:2 6:2")


def test_du3_the_opponents_use_is_part_of_the_turn_and_may_not_be_left_out():
    assert refusal("stacked 4:2 6", START, (4, 1), (4, "down")) == "DU3"
    assert refusal("stacked 4:2 6", START, (5, 1), (1, "down", OTHER)) == "DU3"


def test_du3_both_numbers_may_be_the_opponents():
    assert turns("stacked 6", START, 2, 1) == {((2, "down", OTHER), (1, "down", OTHER)): None}


def test_du3_the_opponent_uses_nothing_that_the_thrower_can_use():
    assert refusal(START, START, (4, 1), (4, "down", OTHER), (1, "down")) == "DU2"


@pytest.mark.parametrize("black", ["stacked 4:2", ALL_DOWN, "left 1:2"])
def test_du3_an_opponent_without_a_stacked_man_there_uses_nothing(black):
    assert turns("stacked 6", black, 6, 1) == {down(6): None, (*down(6), *off(1)): None}
    assert turns("stacked 5 6", black, 6, 1) == {down(6): None}
    assert refusal("stacked 5 6", black, (6, 1), (6, "down"), (1, "down", OTHER)) == "DU3"


def test_du3_the_opponent_never_bears_off_on_a_wasted_number():
    assert refusal("stacked 5 6", "left 1:2", (6, 1), (6, "down"), (1, "off", OTHER)) == "DU3"


# "Once you have played down all of your men, you begin to bear off … if you roll a 5 and a 2, you take one man
# each from the five point and the two point"
def test_du4_a_five_and_a_two_take_one_man_each_from_those_points():
    assert turns(ALL_DOWN, START, 5, 2) == {off(5, 2): None}
    checked = verdict(ALL_DOWN, START, (5, 2), *off(2, 5))
    assert checked.position == board("left 1:2 2:1 3:2 4:3 5:2 6:3", START)


def test_du4_the_second_die_of_the_throw_that_lays_the_last_man_down_bears_off():
    assert (*down(4), *off(2)) in turns("stacked 4:1", START, 4, 2)
    assert refusal("stacked 4:1", START, (4, 2), *off(2), *down(4)) == "DU3"


def test_du4_bearing_off_waits_for_the_last_man_to_be_laid_down():
    assert refusal("stacked 6 5", ALL_DOWN, (4, 1), (4, "off")) == "DU4"


def test_du4_if_you_roll_the_number_for_a_point_that_is_now_empty_the_roll_is_wasted():
    assert turns("left 5:3 1:1", START, 5, 2) == {off(5): None}
    assert refusal("left 5:3 1:1", START, (5, 2), *off(5, 2)) == "DU4"
    assert refusal("left 5:3 1:1", START, (5, 2), *off(5, 1)) == "DU2"


def test_du4_a_number_that_is_wasted_in_bearing_off_is_used_by_no_player():
    assert turns("left 5:3", START, 2, 1) == {}
    assert refusal("left 5:3", START, (5, 2), *off(5), (2, "down", OTHER)) == "DU3"


def test_du4_a_higher_number_bears_nothing_off_a_lower_point():
    assert turns("left 3:2", "left 6:3", 6, 4) == {}
    assert verdict("left 3:2", "left 6:3", (6, 4)).legal


# "When a double is thrown, you play down or bear off as many men as there are spots. That is, if you are
# playing down, and you roll double fours, you may play down any eight men"
def test_du5_double_four_lays_down_any_eight_men():
    found = turns(START, START, 4, 4)
    assert {len(moves) for moves in found} == {8}
    assert len(found) == 6, "one choice for each man of the nine that is kept back, by its point"
    assert verdict(START, START, (4, 4), *down(1, 2, 3, 4, 4, 5, 5, 6)).legal
    assert verdict(START, START, (4, 4), *down(6, 5, 5, 4, 4, 3, 2, 1)).legal


@pytest.mark.parametrize(("die", "men"), [(1, 2), (2, 4), (3, 6), (4, 8), (5, 10), (6, 12)])
def test_du5_a_double_bears_off_as_many_men_as_there_are_spots(die, men):
    assert {len(moves) for moves in turns(ALL_DOWN, START, die, die)} == {men}


def test_du5_the_men_of_a_double_are_of_the_players_choice_whatever_it_shows():
    assert verdict("left 1:2 6:3", START, (1, 1), *off(6, 6)).legal
    assert len(turns("left 1:2 6:3", START, 1, 1)) == 3


def test_du5_neither_more_nor_fewer_men_than_the_double_shows():
    assert refusal(START, START, (1, 1), *down(1)) == "DU5"
    assert refusal(START, START, (1, 1), *down(1, 2, 3)) == "DU5"
    assert refusal(START, START, (1, 1), *down(1, 1)) == "DU2"


def test_du5_a_double_does_not_run_on_into_bearing_off():
    assert turns("stacked 6", START, 3, 3) == {down(6): None}
    assert refusal("stacked 6", START, (3, 3), *down(6), *off(3)) == "DU5"


def test_du5_what_is_left_of_a_double_is_lost_and_not_the_opponents():
    assert refusal("stacked 6", START, (3, 3), *down(6), (3, "down", OTHER)) == "DU5"


def test_du5_a_double_bears_off_only_what_is_down():
    assert refusal(ALL_DOWN, START, (1, 1), *down(1, 1)) == "DU4"
    assert refusal("left 5:1 6:3", START, (1, 1), *off(5, 5)) == "DU4"


# what the source leaves open
def test_du6_the_thrower_chooses_which_die_comes_first_and_may_so_waste_one():
    assert turns("stacked 4:1", "stacked 2 5", 4, 2) == {
        (*down(4), *off(2)): None,
        ((2, "down", OTHER), (4, "down")): None,
    }


def test_du6_a_number_that_can_be_used_is_used():
    assert refusal(START, START, (4, 1), *down(4)) == "DU6"
    assert refusal(ALL_DOWN, START, (5, 2), *off(5)) == "DU6"


def test_du6_a_throw_that_neither_can_use_is_passed_and_no_other():
    assert turns("stacked 6", "stacked 6", 2, 1) == {}
    assert verdict("stacked 6", "stacked 6", (2, 1)).legal
    assert refusal(START, START, (4, 1)) == "DU6"
    assert refusal("stacked 6", START, (2, 1)) == "DU6"
    assert refusal("left 6:1", START, (2, 2)) == "DU6"


def test_du7_the_first_player_to_bear_off_wins():
    assert turns("left 5:1 2:1", START, 5, 2) == {off(5, 2): "borne_off"}
    assert turns("left 5:1", START, 5, 2) == {off(5): "borne_off"}
    assert turns("left 1:2 6:2", START, 2, 2) == {off(6, 6, 1, 1): "borne_off"}
    assert refusal("left 5:1", START, (5, 2), *off(5), (2, "down", OTHER)) == "DU7"


def test_du7_a_game_is_worth_one_point():
    assert [(outcome.key, outcome.points, outcome.rank) for outcome in GAME.outcomes] == [("borne_off", 1, 1)]


def test_du7_the_higher_die_starts_and_throws_afresh():
    starter = GAME.opening.starter
    assert starter({"white": 2, "black": 5}) == "black"
    assert starter({"white": 3, "black": 3}) is None
    assert not GAME.opening.plays_dice
    assert not GAME.opening.every_game


# at an advisory table
def test_what_was_done_on_the_board_is_carried_out_if_the_men_are_there():
    position, outcome = GAME.apply_moves(board(START), "white", [*down(4, 4), (6, "down", OTHER), *off(1)])
    words = GAME.write(position)
    assert words["white"] == {
        "points": FULL | {"1": 1},
        "stacked": {"2": 1, "3": 1, "5": 2, "6": 2},
        "off": 1,
    }
    assert words["black"]["stacked"]["6"] == 1
    assert outcome is None
    assert GAME.read(words) == position


@pytest.mark.parametrize("moves", [down(4, 4, 4), down(7), [("bar", 4)], [(4, 3)], [(4, "off", OTHER)], off(1, 1, 1)])
def test_what_the_men_do_not_allow_cannot_be_carried_out(moves):
    assert GAME.apply_moves(board(START), "white", moves) is None


# the contract's words
def wrong(white):
    with pytest.raises(Invalid) as found:
        GAME.read({"white": white, "black": side(START)})
    return set(found.value.problems)


@pytest.mark.parametrize(
    ("white", "paths"),
    [
        ({"points": FULL, "off": 1}, {"white"}),
        ({"points": FULL | {"6": 2}}, {"white"}),
        ({"points": FULL | {"1": 3, "6": 2}}, {"white.points.1"}),
        ({"points": FULL, "stacked": {"1": 2}}, {"white.stacked.1"}),
        ({"points": {"1": 1}, "stacked": {"1": 1}, "off": 14}, {"white.stacked.1"}),
        (
            {"points": {"7": 1, "1": True}, "stacked": {"0": 1, "6": 3}, "off": 16, "bar": 0},
            {"white.points.7", "white.points.1", "white.stacked.0", "white.stacked.6", "white.off", "white.bar"},
        ),
        ([], {"white"}),
        ({"points": [], "stacked": 3}, {"white.points", "white.stacked"}),
    ],
)
def test_a_malformed_side_names_every_wrong_field(white, paths):
    assert wrong(white) == paths
