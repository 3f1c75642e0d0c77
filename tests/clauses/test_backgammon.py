"""Backgammon, sentence by sentence: what Wayne Robinson, a club's rules (B6) and Planet Finska (B9) say.

A position is one line, White's side first, each side in its own numbering (White's 24 is Black's 1); men that are not
named are off. White is to move.
"""

import pytest

from core.errors import Invalid
from core.games.backgammon import GAME
from core.rules.board import parse, to_text

OPTIONS = GAME.options()
START = "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5"


def turns(line, *dice):
    return {play.moves: play.outcome for play in GAME.plays(parse(line), "white", dice, OPTIONS)}


def left(line, *dice):
    """White's side after each legal turn."""
    return {to_text(play.position).split(" | ")[0] for play in GAME.plays(parse(line), "white", dice, OPTIONS)}


def verdict(line, dice, *moves):
    return GAME.check(parse(line), "white", dice, moves, OPTIONS)


def refusal(line, dice, *moves):
    checked = verdict(line, dice, *moves)
    assert not checked.legal
    assert checked.explanation
    return checked.rule


def test_the_game_starts_with_two_five_three_and_five():
    assert to_text(GAME.start(OPTIONS, GAME.seats)) == "6:5 8:3 13:5 24:2 | 6:5 8:3 13:5 24:2"


def test_b1_two_moves_are_allowed_one_for_each_number_on_the_dice():
    assert verdict(START, (3, 1), (8, 5), (6, 5)).legal
    assert verdict(START, (3, 1), (24, 21), (21, 20)).legal
    assert refusal(START, (3, 1), (24, 20)) == "B1"
    assert refusal(START, (3, 1), (8, 5), (24, 21)) == "B1"


def test_b1_when_a_double_is_thrown_four_moves_are_allowed():
    assert {len(turn) for turn in turns(START, 2, 2)} == {4}
    assert verdict(START, (2, 2), (24, 22), (22, 20), (20, 18), (18, 16)).legal


def test_b1_pieces_can_only_move_in_one_direction_and_only_where_they_stand():
    assert refusal(START, (3, 1), (8, 11)) == "B1"
    assert refusal(START, (3, 1), (7, 6)) == "B1"


def test_b2_the_opponent_cannot_land_a_piece_on_a_point_with_two_or_more():
    assert refusal(START, (6, 5), (24, 19)) == "B2"
    assert verdict(START, (6, 5), (24, 18), (18, 13)).legal


def test_b2_a_five_and_four_does_not_pass_two_blocked_points_to_a_clear_one():
    assert turns("20:1 | 10:2 9:2 1:11", 5, 4) == {}
    assert verdict("20:1 | 10:2 9:2 1:11", (5, 4)).legal


def test_b2_if_the_opponent_lands_on_a_blot_the_piece_is_moved_to_the_bar():
    for line, moves in (
        ("8:2 6:13 | 21:1 1:14", [(8, 4), (6, 4)]),
        ("8:2 6:13 | 21:1 1:14", [(8, 4), (4, 2)]),
        ("bar:1 6:14 | 2:1 13:14", [("bar", 23), (6, 2)]),
    ):
        assert verdict(line, (4, 2), *moves).position.black[0] == 1


def test_b3_no_other_pieces_can_be_moved_until_all_on_the_bar_have_re_entered():
    assert refusal("bar:1 13:2 6:12 | 13:15", (6, 3), (13, 7), ("bar", 22)) == "B3"
    assert verdict("bar:1 13:2 6:12 | 13:15", (6, 3), ("bar", 22), (13, 7)).legal
    assert left("bar:2 13:13 | 13:15", 6, 3) == {"13:13 19:1 22:1"}


def test_b3_a_throw_of_five_enters_at_point_five_of_the_opponents_home_table():
    assert left("bar:1 6:14 | 13:14 1:1", 5, 5) >= {"1:3 6:11 20:1"}
    assert refusal("bar:1 6:14 | 13:15", (5, 4), ("bar", 5)) == "B1"


def test_b3_with_one_three_and_six_blocked_a_three_and_six_are_forfeited():
    line = "bar:1 13:14 | 1:2 3:2 6:2 7:9"
    assert turns(line, 3, 6) == {}
    assert refusal(line, (3, 6), ("bar", 22)) == "B2"


def test_b4_double_five_takes_off_the_four_highest_placed_pieces():
    assert left("5:1 3:2 2:1 1:1 | 1:15", 5, 5) == {"1:1"}
    assert left("5:1 2:2 1:1 | 1:15", 5, 5) == {""}


def test_b4_bearing_off_starts_once_all_pieces_are_in_the_inner_table():
    assert refusal("7:1 6:14 | 1:15", (6, 1), (6, "off"), (7, 6)) == "B4"
    assert verdict("7:1 6:14 | 1:15", (6, 1), (7, 6), (6, "off")).legal
    assert refusal("bar:1 6:3 | 13:15", (6, 5), (6, "off"), ("bar", 20)) == "B4"


def test_b4_players_do_not_have_to_bear_off_and_may_move_within_the_inner_table():
    assert verdict("4:2 2:2 | 1:15", (2, 1), (4, 2), (4, 3)).legal
    assert verdict("4:2 2:2 | 1:15", (2, 1), (2, "off"), (2, 1)).legal


def test_b4_a_higher_number_bears_off_only_from_the_highest_point():
    assert refusal("6:1 3:1 | 1:15", (5, 4), (3, "off")) == "B4"
    assert left("6:1 3:1 | 1:15", 5, 5) == {""}
    assert left("6:1 3:1 | 1:15", 5, 1) == {"1:1 2:1", "3:1"}


def test_b5_players_are_not_allowed_to_pass_and_make_as_many_moves_as_possible():
    assert refusal(START, (6, 5)) == "B5"
    assert refusal(START, (6, 5), (24, 18)) == "B5"
    assert refusal(START, (2, 2), (24, 22), (13, 11), (6, 4)) == "B5"


def test_b5_of_two_orders_the_one_that_uses_both_dice_is_played():
    # 20 → 14 by the six leaves no three (11 is closed); the three first leaves 17 → 11 closed too, but 9 → 3 open.
    line = "20:1 9:1 | 14:2 16:2 1:11"
    assert {len(turn) for turn in turns(line, 6, 3)} == {2}
    assert refusal(line, (6, 3), (20, 14)) == "B5"


def test_b6_if_only_one_or_the_other_dice_can_be_played_it_is_the_higher():
    line = "20:1 | 14:2 1:13"
    assert turns(line, 6, 3) == {((20, 14),): None}
    assert refusal(line, (6, 3), (20, 17)) == "B6"
    assert refusal(line, (3, 6), (20, 17)) == "B6"


def test_b6_the_lower_is_played_where_the_higher_cannot_be():
    assert turns("20:1 | 14:2 11:2 1:11", 6, 3) == {((20, 17),): None}


@pytest.mark.parametrize(
    ("loser", "outcome", "points"),
    [
        ("6:14", "single", 1),
        ("20:1 6:13", "single", 1),
        ("6:15", "gammon", 2),
        ("18:1 6:14", "gammon", 2),
        ("20:1 6:14", "backgammon", 3),
        ("bar:1 6:14", "backgammon", 3),
    ],
)
def test_b7_a_game_is_single_a_gammon_or_a_backgammon_by_what_the_loser_is_left_with(loser, outcome, points):
    assert verdict(f"1:1 | {loser}", (6, 5), (1, "off")).outcome == outcome
    assert GAME.outcome(outcome).points == points
    assert GAME.ended(parse(f" | {loser}"), OPTIONS) == outcome
    assert GAME.ended(parse(f"{loser} | "), OPTIONS) == outcome


def test_b7_a_landing_that_ends_the_game_is_legal_whatever_it_leaves_unused():
    line = "2:1 | 24:1 6:14"
    found = GAME.plays(parse(line), "white", (6, 1), OPTIONS)
    assert {play.moves: play.outcome for play in found} == {
        ((2, 1), (1, "off")): "backgammon",
        ((2, "off"),): "backgammon",
    }
    for dice in ((6, 1), (1, 6)):
        checked = verdict(line, dice, (2, "off"))
        assert (checked.legal, checked.outcome) == (True, "backgammon")
    assert refusal("6:2 | 24:1 6:14", (6, 1), (6, "off")) == "B5"


def test_b7_nothing_follows_the_last_piece_borne_off():
    assert refusal("1:1 | 6:15", (6, 5), (1, "off"), (1, "off")) == "B7"


def test_b8_the_player_with_the_highest_throw_uses_the_dice_of_both():
    assert GAME.opening.starter({"white": 3, "black": 5}) == "black"
    assert GAME.opening.starter({"white": 4, "black": 4}) is None
    assert GAME.opening.plays_dice
    assert GAME.opening.every_game


def test_b9_what_belongs_to_play_for_money_is_refused():
    assert GAME.cube
    assert GAME.options().crawford
    for name in ("jacoby", "beavers", "automatic_doubles"):
        with pytest.raises(Invalid, match=name):
            GAME.read_options({name: True})
        assert GAME.read_options({name: False}) == OPTIONS


def test_an_unjudged_play_is_carried_out_as_far_as_there_are_men():
    position = parse("8:2 6:13 | 21:3 1:12")
    assert GAME.apply_moves(position, "white", [(8, 4)], OPTIONS) == (parse("8:1 6:13 4:1 | bar:3 1:12"), None)
    assert GAME.apply_moves(position, "white", [(7, 4)], OPTIONS) is None
    assert GAME.apply_moves(position, "white", [("off", 4)], OPTIONS) is None
