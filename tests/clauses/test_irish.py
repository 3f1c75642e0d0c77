"""Irish Backgammon, sentence by sentence: "Place five of your men on your 6 point; three on your 8 point; five on your
opponent's 1 point; and two on your opponent's 12 point". Otherwise it is backgammon without the cube.

A position is one line, White's side first, each side in its own numbering (White's 24 is Black's 1); men that are not
named are off. White is to move.
"""

import pytest

from core.errors import Invalid
from core.games.irish import GAME
from core.rules.board import parse, to_text

OPTIONS, OLD, STANDARD = (GAME.read_options(words) for words in ({}, {"preset": "historical"}, {"setup": "standard"}))
START = "24:5 13:2 8:3 6:5 | 24:5 13:2 8:3 6:5"
BACKGAMMON = "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5"


def lengths(line, *dice, options=OPTIONS):
    return {len(play.moves) for play in GAME.plays(parse(line), "white", dice, options)}


def verdict(line, dice, *moves, options=OPTIONS):
    return GAME.check(parse(line), "white", dice, moves, options)


def refusal(line, dice, *moves, options=OPTIONS):
    checked = verdict(line, dice, *moves, options=options)
    assert not checked.legal
    assert checked.explanation
    return checked.rule


def test_the_start_is_five_on_the_last_point_and_two_on_the_thirteenth():
    assert GAME.start(OPTIONS, GAME.seats) == parse(START)
    assert to_text(GAME.start(OPTIONS, GAME.seats)).startswith("6:5 8:3 13:2 24:5 |")


def test_the_setup_alone_changes_only_the_start():
    assert GAME.start(STANDARD, GAME.seats) == parse(BACKGAMMON)
    assert lengths(START, 2, 2, options=STANDARD) == {4}
    assert verdict("1:1 | 6:15", (6, 5), (1, "off"), options=STANDARD).outcome == "gammon"


def test_the_historical_preset_starts_as_backgammon():
    assert GAME.start(OLD, GAME.seats) == parse(BACKGAMMON)


def test_i1_a_double_is_four_moves():
    assert lengths(START, 2, 2) == {4}
    assert refusal(START, (2, 2), (24, 22), (24, 22)) == "I5"


def test_i1_the_historical_preset_plays_a_double_twice():
    assert lengths(BACKGAMMON, 2, 2, options=OLD) == {2}
    assert verdict(BACKGAMMON, (2, 2), (24, 22), (24, 22), options=OLD).legal
    assert refusal(BACKGAMMON, (2, 2), (24, 22), (24, 22), (6, 4), options=OLD) == "I1"


def test_i1_to_i6_it_is_played_as_backgammon():
    assert refusal(START, (3, 1), (24, 20)) == "I1"
    assert refusal(START, (6, 5), (24, 19)) == "I2"
    assert refusal("bar:1 13:2 6:12 | 13:15", (6, 3), (13, 7)) == "I3"
    assert refusal("7:1 6:14 | 1:15", (6, 1), (6, "off")) == "I4"
    assert refusal(START, (6, 5), (24, 18)) == "I5"
    assert refusal("20:1 | 14:2 1:13", (6, 3), (20, 17)) == "I6"
    assert not GAME.cube


@pytest.mark.parametrize(("loser", "outcome"), [("6:14", "single"), ("6:15", "gammon"), ("bar:1 6:14", "backgammon")])
def test_i7_gammon_and_backgammon_count_but_not_in_the_historical_preset(loser, outcome):
    line = f"1:1 | {loser}"
    assert verdict(line, (6, 5), (1, "off")).outcome == outcome
    assert verdict(line, (6, 5), (1, "off"), options=OLD).outcome == "single"
    assert GAME.ended(parse(f" | {loser}"), OPTIONS) == outcome
    assert GAME.ended(parse(f" | {loser}"), OLD) == "single"
    assert GAME.apply_moves(parse(line), "white", [(1, "off")], OLD)[1] == "single"


def test_i7_a_landing_that_ends_the_game_is_legal_whatever_it_leaves_unused():
    line = "2:1 | 24:1 6:14"
    found = GAME.plays(parse(line), "white", (6, 1), OPTIONS)
    assert {play.moves: play.outcome for play in found} == {
        ((2, 1), (1, "off")): "backgammon",
        ((2, "off"),): "backgammon",
    }
    for dice in ((6, 1), (1, 6)):
        checked = verdict(line, dice, (2, "off"))
        assert (checked.legal, checked.outcome) == (True, "backgammon")
    assert refusal("6:2 | 24:1 6:14", (6, 1), (6, "off")) == "I5"


def test_i8_the_higher_die_starts_and_plays_both():
    assert GAME.opening.starter({"white": 2, "black": 5}) == "black"
    assert GAME.opening.plays_dice
    assert GAME.opening.every_game


def test_options_are_two_words():
    for words in ({"preset": "old"}, {"setup": "nack"}):
        with pytest.raises(Invalid):
            GAME.read_options(words)
