"""English Backgammon, sentence by sentence: "All your men are set on your opponent's 1 point in five piles of three,
and proceeding around to the home inner table before being borne off. Three dice or two dice and a permanent imaginary
six are used."

A position is one line, White's side first, each side in its own numbering (White's 24 is Black's 1); men that are not
named are off. White is to move.
"""

import pytest

from core.errors import Invalid
from core.games.english import GAME
from core.rules.board import parse, to_text

OPTIONS, THREE = GAME.options(), GAME.read_options({"dice": "three"})
START = "24:15 | 24:15"


def turns(line, *dice, options=OPTIONS):
    return {play.moves: play.outcome for play in GAME.plays(parse(line), "white", dice, options)}


def left(line, *dice, options=OPTIONS):
    return {to_text(play.position).split(" | ")[0] for play in GAME.plays(parse(line), "white", dice, options)}


def verdict(line, dice, *moves, options=OPTIONS):
    return GAME.check(parse(line), "white", dice, moves, options)


def refusal(line, dice, *moves, options=OPTIONS):
    checked = verdict(line, dice, *moves, options=options)
    assert not checked.legal
    assert checked.explanation
    return checked.rule


def test_all_men_are_set_on_the_opponents_first_point():
    assert GAME.start(OPTIONS, GAME.seats) == parse(START)


def test_e1_two_dice_and_a_permanent_imaginary_six_are_three_moves():
    assert GAME.dice(OPTIONS) == 2
    assert {len(turn) for turn in turns(START, 2, 1)} == {3}
    assert verdict(START, (2, 1), (24, 18), (24, 22), (18, 17)).legal
    assert refusal(START, (2, 1), (24, 19)) == "E1"


def test_e1_three_dice_are_three_moves():
    assert GAME.dice(THREE) == 3
    assert verdict(START, (5, 2, 1), (24, 19), (24, 22), (24, 23), options=THREE).legal
    assert refusal(START, (5, 2, 1), (24, 18), options=THREE) == "E1"


def test_e1_equal_dice_bring_no_more_than_three_moves():
    assert left(START, 6, 6) == {"6:1 24:14", "12:1 18:1 24:13", "18:3 24:12"}
    assert {len(turn) for turn in turns(START, 2, 2)} == {3}
    assert {len(turn) for turn in turns(START, 2, 2, 2, options=THREE)} == {3}


def test_e2_to_e4_points_entry_and_bearing_off_are_those_of_backgammon():
    assert refusal("24:15 | 5:2 13:13", (4, 1), (24, 20)) == "E2"
    assert refusal("bar:1 13:2 10:12 | 13:15", (6, 3), (13, 10)) == "E3"
    assert refusal("8:1 6:14 | 1:15", (5, 1), (6, "off")) == "E4"
    assert verdict("7:1 6:14 | 1:15", (5, 1), (7, 6), (6, "off"), (6, 1)).legal
    assert left("5:1 4:1 2:1 | 1:15", 5, 4) == {"", "1:1"}
    assert not GAME.cube


def test_e5_as_many_moves_as_possible_are_made():
    assert refusal(START, (2, 1)) == "E5"
    assert refusal(START, (2, 1), (24, 18), (24, 22)) == "E5"


def test_e6_of_those_the_plays_with_most_pips():
    # Any two numbers together lead to 11, 13 or 16, which Black holds: one move only, the six.
    line = "20:1 | 14:2 12:2 9:2 1:9"
    assert turns(line, 3, 1) == {((20, 14),): None}
    assert refusal(line, (3, 1), (20, 17)) == "E6"


def test_e6_two_of_three_numbers_with_most_pips():
    # Six and three lead to 11, which may be reached through 14 or 17; ten points on, 10, is Black's, and so is 13.
    line = "20:1 | 15:2 12:2 9:0 1:11"
    assert left(line, 3, 1) == {"11:1"}
    assert refusal(line, (3, 1), (20, 17), (17, 16)) == "E6"


@pytest.mark.parametrize(("loser", "outcome"), [("6:14", "single"), ("6:15", "gammon"), ("bar:1 6:14", "backgammon")])
def test_e7_gammon_and_backgammon_count(loser, outcome):
    assert verdict(f"1:1 | {loser}", (6, 5), (1, "off")).outcome == outcome
    assert GAME.ended(parse(f" | {loser}"), OPTIONS) == outcome


def test_e7_a_landing_that_ends_the_game_is_legal_whatever_it_leaves_unused():
    line = "2:1 | 24:1 6:14"
    found = GAME.plays(parse(line), "white", (6, 1), OPTIONS)
    assert {play.moves: play.outcome for play in found} == {
        ((2, 1), (1, "off")): "backgammon",
        ((2, "off"),): "backgammon",
    }
    for dice in ((6, 1), (1, 6)):
        checked = verdict(line, dice, (2, "off"))
        assert (checked.legal, checked.outcome) == (True, "backgammon")
    assert refusal("6:2 | 24:1 6:14", (6, 1), (6, "off")) == "E5"


def test_e8_the_higher_single_die_starts_and_throws_afresh_and_a_loser_throws_first():
    assert GAME.opening.starter({"white": 6, "black": 5}) == "white"
    assert not GAME.opening.plays_dice
    assert not GAME.opening.every_game


def test_the_option_is_one_of_two_words():
    with pytest.raises(Invalid, match="dice"):
        GAME.read_options({"dice": "four"})
