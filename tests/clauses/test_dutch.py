"""Dutch Backgammon, sentence by sentence: "played in the same way as Backgammon but the pieces all start off the board
and each one must be entered on the opponent's inner table before proceeding around to the home inner table".

A position is one line, White's side first, each side in its own numbering (White's 24 is Black's 1); men that are not
named are off, and those that are not yet entered are on the bar. White is to move.
"""

import pytest

from core.errors import Invalid
from core.games.dutch import GAME
from core.rules.board import parse, to_text

OPTIONS, FREE, LATE = (GAME.read_options(words) for words in ({}, {"entry": "free"}, {"hit_after_home": True}))
START = "bar:15 | bar:15"


def left(line, *dice, options=OPTIONS):
    return {to_text(play.position).split(" | ")[0] for play in GAME.plays(parse(line), "white", dice, options)}


def verdict(line, dice, *moves, options=OPTIONS):
    return GAME.check(parse(line), "white", dice, moves, options)


def refusal(line, dice, *moves, options=OPTIONS):
    checked = verdict(line, dice, *moves, options=options)
    assert not checked.legal
    assert checked.explanation
    return checked.rule


def test_the_pieces_all_start_off_the_board():
    assert GAME.start(OPTIONS, GAME.seats) == parse(START)


def test_d1_it_is_played_in_the_same_way_as_backgammon():
    assert refusal("24:15 | 13:15", (3, 1), (24, 20)) == "D1"
    assert refusal("24:15 | 5:2 13:13", (4, 1), (24, 20)) == "D2"
    assert refusal("24:15 | 13:15", (4, 1), (24, 20)) == "D5"
    assert refusal("20:1 | 14:2 1:13", (6, 3), (20, 17)) == "D6"
    assert refusal("7:1 6:14 | 1:15", (6, 1), (6, "off")) == "D4"
    assert not GAME.cube


def test_d3_each_one_is_entered_on_the_opponents_inner_table():
    assert left(START, 6, 1) == {"bar:13 19:1 24:1"}
    assert left(START, 3, 3) == {"bar:11 22:4"}


def test_d3_all_are_entered_before_any_other_moves():
    assert refusal("bar:1 20:14 | 13:15", (6, 3), (20, 14), ("bar", 22)) == "D3"
    assert verdict("bar:1 20:14 | 13:15", (6, 3), ("bar", 22), (20, 14)).legal


def test_d3_who_cannot_enter_passes():
    assert left("bar:1 20:14 | 3:2 4:2 bar:11", 3, 4) == set()
    assert verdict("bar:1 20:14 | 3:2 4:2 bar:11", (3, 4)).legal


def test_d3_with_free_entry_only_the_man_that_moves_must_have_entered():
    assert verdict("bar:1 20:14 | 13:15", (6, 3), (20, 14), (14, 11), options=FREE).legal
    assert left("bar:1 20:14 | 3:2 4:2 bar:11", 3, 4, options=FREE) == {"bar:1 13:1 20:13", "bar:1 16:1 17:1 20:12"}
    assert left(START, 6, 1, options=FREE) == {"bar:13 19:1 24:1", "bar:14 18:1"}
    assert refusal("bar:1 20:14 | 13:13 11:2", (6, 3), (20, 14), options=FREE) == "D2"


def test_d4_with_free_entry_bearing_off_still_waits_for_every_man():
    assert refusal("bar:1 6:14 | 13:15", (6, 3), (6, "off"), ("bar", 22), options=FREE) == "D4"


@pytest.mark.parametrize(("loser", "outcome"), [("6:14", "single"), ("6:15", "gammon"), ("bar:1 6:14", "backgammon")])
def test_d7_gammon_and_backgammon_count(loser, outcome):
    assert verdict(f"1:1 | {loser}", (6, 5), (1, "off")).outcome == outcome
    assert GAME.ended(parse(f" | {loser}"), OPTIONS) == outcome


def test_d7_a_landing_that_ends_the_game_is_legal_whatever_it_leaves_unused():
    line = "2:1 | 24:1 6:14"
    found = GAME.plays(parse(line), "white", (6, 1), OPTIONS)
    assert {play.moves: play.outcome for play in found} == {
        ((2, 1), (1, "off")): "backgammon",
        ((2, "off"),): "backgammon",
    }
    for dice in ((6, 1), (1, 6)):
        checked = verdict(line, dice, (2, "off"))
        assert (checked.legal, checked.outcome) == (True, "backgammon")
    assert refusal("6:2 | 24:1 6:14", (6, 1), (6, "off")) == "D5"


def test_d8_the_higher_die_starts_and_plays_both():
    assert GAME.opening.starter({"white": 6, "black": 5}) == "white"
    assert GAME.opening.plays_dice
    assert GAME.opening.every_game


def test_d9_no_hitting_before_one_of_the_players_men_is_home():
    line = "20:2 24:13 | 8:1 1:0 13:14"  # Black's 8 is White's 17
    assert verdict(line, (3, 1), (20, 17), (24, 23)).legal
    assert refusal(line, (3, 1), (20, 17), (24, 23), options=LATE) == "D9"
    assert all("17" not in side for side in left(line, 3, 1, options=LATE))


def test_d9_the_blot_bars_the_entry_too():
    assert left("bar:1 20:14 | 3:1 4:1 13:13", 3, 4, options=LATE) == set()
    assert refusal("bar:1 20:14 | 3:1 4:1 13:13", (3, 4), ("bar", 22), options=LATE) == "D9"


def test_d9_the_man_that_comes_home_opens_hitting_for_the_rest_of_the_throw():
    line = "8:1 20:1 24:13 | 8:1 13:14"
    assert verdict(line, (3, 2), (8, 6), (20, 17), options=LATE).legal
    assert refusal(line, (3, 2), (20, 17), (8, 6), options=LATE) == "D9"
    assert verdict("20:1 24:13 | 8:1 13:14", (3, 2), (20, 17), (24, 22), options=LATE).legal, "one is borne off"


def test_options_are_two_words_and_a_yes_or_no():
    with pytest.raises(Invalid, match="entry"):
        GAME.read_options({"entry": "some"})
    with pytest.raises(Invalid, match="hit_after_home"):
        GAME.read_options({"hit_after_home": 1})
