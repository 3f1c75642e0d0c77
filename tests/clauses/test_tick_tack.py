"""Tick-Tack, sentence by sentence: "All your men are set on your opponent's 1 point in five piles of three, and moved
forward in the normal way. An unbound man hit by one of your opponent's men is moved to the bar. The first player to
fill all the points of the player's home table wins." And what makes a game void, which is this project's own.

A position is one line, White's side first, each side in its own numbering (White's 24 is Black's 1). White is to move.
"""

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.errors import Invalid
from core.games.tick_tack import GAME, void
from core.rules.board import Position, parse, sides
from tests.oracles import race as oracle
from tests.support.proving import some

OPTIONS, TWO = GAME.options(), GAME.read_options({"fill": 2})
THROWS = [(a, b) for a in range(1, 7) for b in range(a, 7)]


def turns(line, *dice, options=OPTIONS):
    return {play.moves: play.outcome for play in GAME.plays(parse(line), "white", dice, options)}


def verdict(line, dice, *moves, options=OPTIONS):
    return GAME.check(parse(line), "white", dice, moves, options)


def refusal(line, dice, *moves, options=OPTIONS):
    checked = verdict(line, dice, *moves, options=options)
    assert not checked.legal
    assert checked.explanation
    return checked.rule


def test_all_men_are_set_on_the_opponents_first_point():
    assert GAME.start(OPTIONS, GAME.seats) == parse("24:15 | 24:15")


def test_t1_men_are_moved_forward_in_the_normal_way():
    line = "24:15 | 24:15"
    assert verdict(line, (3, 1), (24, 21), (21, 20)).legal
    assert {len(turn) for turn in turns(line, 2, 2)} == {4}
    assert refusal(line, (3, 1), (24, 20)) == "T1"
    assert refusal("20:15 | 5:2 6:2 13:11", (4, 1), (20, 19)) == "T2"
    assert refusal(line, (3, 1), (24, 21)) == "T5"
    assert not GAME.cube


def test_t2_an_unbound_man_that_is_hit_is_moved_to_the_bar():
    assert verdict("20:15 | 9:1 13:14", (4, 1), (20, 16), (20, 19)).position.black[0] == 1


def test_t3_the_man_on_the_bar_enters_first():
    assert refusal("bar:1 13:14 | 13:15", (6, 3), (13, 7)) == "T3"
    assert verdict("bar:1 13:14 | 13:15", (6, 3), ("bar", 19), (13, 10)).legal


def test_t4_nothing_is_borne_off_and_a_man_that_cannot_move_stays():
    assert refusal("6:1 1:14 | 1:15", (6, 5), (6, "off")) == "T4"
    assert turns("1:15 | 13:15", 6, 5) == {}
    with pytest.raises(Invalid, match="off"):
        GAME.read(GAME.write(parse("1:14 | 1:15")))


def test_t6_if_only_one_of_two_dice_can_be_used_it_is_the_larger():
    line = "20:1 1:14 | 14:2 2:13"
    assert turns(line, 6, 3) == {((20, 14),): None}
    assert refusal(line, (6, 3), (20, 17)) == "T6"


ALMOST = "7:1 5:1 4:1 3:1 2:1 1:10 | 13:15"


def test_t7_the_first_to_fill_all_points_of_their_home_table_wins_at_once():
    found = turns(ALMOST, 5, 1)
    assert found[(7, 6),] == "table_filled"
    assert verdict(ALMOST, (5, 1), (7, 6)).outcome == "table_filled"
    assert refusal(ALMOST, (5, 1), (7, 6), (6, 1)) == "T7"
    assert GAME.apply_moves(parse(ALMOST), "white", [(7, 6), (6, 1)], OPTIONS)[1] == "table_filled"
    assert GAME.outcome("table_filled").points == 1


def test_t7_who_can_fill_need_not():
    line = "7:2 5:1 4:1 3:1 2:1 1:9 | 13:15"
    assert None in turns(line, 5, 1).values()
    assert verdict(line, (5, 1), (7, 2), (5, 4)).legal


def test_t7_with_two_on_each_point_one_is_not_enough():
    assert verdict(ALMOST, (5, 1), (7, 6), options=TWO).outcome is None
    assert verdict("7:1 6:1 5:2 4:2 3:2 2:2 1:5 | 13:15", (5, 1), (7, 6), options=TWO).outcome == "table_filled"
    assert GAME.ended(parse("6:1 5:2 4:2 3:2 2:2 1:6 | 13:15"), TWO) is None
    assert GAME.ended(parse("6:1 5:2 4:2 3:2 2:2 1:6 | 13:15"), OPTIONS) == "table_filled"


def test_t8_the_higher_die_starts_and_plays_both():
    assert GAME.opening.starter({"white": 2, "black": 5}) == "black"
    assert GAME.opening.plays_dice
    assert GAME.opening.every_game


# ── T9: a game that no player can win any more is void ────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("line", "fill", "expected"),
    [
        ("1:15 | 1:15", 1, True),
        ("1:11 2:3 3:1 | 1:14 2:1", 1, True),
        ("7:1 1:14 | 1:15", 1, True),
        ("7:1 5:1 4:1 3:1 2:1 1:10 | 1:15", 1, False),  # White still fills
        ("7:1 5:1 4:1 3:1 2:1 1:10 | 1:15", 2, True),
        ("22:1 1:14 | 4:1 1:14", 1, False),  # one may hit the other
        ("21:1 1:14 | 3:1 1:14", 1, True),  # they have passed each other
        ("bar:1 1:14 | 2:2 1:13", 1, False),  # one of the two may have to leave the other alone
        ("bar:1 1:14 | 1:15", 1, True),  # fifteen on the last point are never hit
    ],
)
def test_t9_a_game_is_void_once_neither_can_fill_and_no_man_can_be_hit(line, fill, expected):
    assert void(parse(line), fill) == expected
    assert void(parse(line)[::-1], fill) == expected


def test_t9_the_play_that_makes_it_void_says_so_after_the_whole_throw():
    line = "7:1 5:1 4:1 3:1 2:1 1:10 | 1:15"
    assert turns(line, 6, 2) == {((7, 1), (start, start - 2)): "void" for start in (5, 4, 3)}
    assert set(turns(line, 3, 1).values()) == {"void", "table_filled"}
    assert verdict(line, (6, 2), (7, 1), (5, 3)).outcome == "void"
    assert GAME.apply_moves(parse(line), "white", [(7, 1), (5, 3)], OPTIONS)[1] == "void"
    assert GAME.outcome("void").points == 0


def test_t9_a_position_that_is_void_already_is_answered_as_any_other():
    line = "1:11 2:3 3:1 | 1:14 2:1"
    assert set(turns(line, 1, 3).values()) == {None}
    assert GAME.ended(parse(line), OPTIONS) is None


@st.composite
def late(draw):
    """Both sides with most men at home, no point held by both."""
    built, taken = [], set()
    for _ in range(2):
        counts = [0] * 26
        for _ in range(draw(st.integers(0, 3))):
            point = draw(st.sampled_from([0, *[n for n in range(2, 25) if n not in taken]]))
            counts[point] += draw(st.integers(1, 2))
        for point in draw(st.permutations([n for n in range(2, 7) if n not in taken]))[: draw(st.integers(0, 3))]:
            counts[point] += draw(st.integers(0, min(4, 15 - sum(counts))))
        home = 1 if 1 not in taken else next(n for n in range(2, 25) if n not in taken)
        counts[home] += 15 - sum(counts)
        taken = {25 - n for n in range(1, 25) if counts[n]}
        built.append(bytes(counts))
    return Position(*built)


@given(late(), st.sampled_from([1, 2]))
def test_t9_void_is_what_an_independent_reading_calls_void(position, fill):
    white, black = ([side[25], *side[1:25], side[0]] for side in position)
    assert void(position, fill) == oracle.is_void(white, black, fill)


@given(late(), st.sampled_from([OPTIONS, TWO]))
def test_t9_from_a_void_position_every_play_hits_no_man_fills_no_point_and_leaves_it_void(position, options):
    """By induction no player ever wins a void game."""
    assume(void(position, options.fill))
    for seat in GAME.seats:
        _, foe = sides(position, seat)
        for dice in THROWS:
            for play in GAME.plays(position, seat, dice, options):
                assert play.outcome is None
                assert sides(play.position, seat)[1] == foe
                assert void(play.position, options.fill)


def revived(position, options, dice_cup):
    """True if some line of play hits a man or fills a table: lines at random, in which one side may wait for throws
    that it cannot use."""
    for _ in range(400):
        at, seat, waiting = position, dice_cup.choice(GAME.seats), dice_cup.choice((*GAME.seats, None))
        for _ in range(100):
            throws = dice_cup.sample(THROWS, len(THROWS)) if seat == waiting else [dice_cup.choice(THROWS)]
            choices = [GAME.plays(at, seat, dice, options) for dice in throws[:8]]
            plays = min(choices, key=len)
            if any(play.outcome == "table_filled" or hit(at, play, seat) for play in plays):
                return True
            if plays:
                play = dice_cup.choice(plays)
                if play.outcome:
                    break
                at = play.position
            seat = GAME.opponent(seat)
    return False


def hit(before, play, seat):
    return sides(play.position, seat)[1] != sides(before, seat)[1]


@pytest.mark.parametrize("seed", some(range(12), 0, 1, 2))
def test_t9_while_a_position_is_not_void_a_man_can_still_be_hit_or_a_table_filled(seed):
    dice_cup = random.Random(seed)
    at, seat, before = GAME.start(OPTIONS, GAME.seats), "white", None
    while True:  # a game played at random to its end: the last position before it was void
        plays = GAME.plays(at, seat, dice_cup.choice(THROWS), OPTIONS)
        if plays:
            play = dice_cup.choice(plays)
            before, at = at, play.position
            if play.outcome:
                break
        seat = GAME.opponent(seat)
    assert revived(before, OPTIONS, dice_cup)


@pytest.mark.parametrize(
    "line", ["bar:1 1:14 | 2:2 1:13", "24:2 1:13 | 2:15", "24:1 1:14 | 2:15", "bar:2 1:13 | 3:2 1:13"]
)
def test_t9_the_last_men_that_face_each_other_can_still_be_hit(line):
    assert not void(parse(line), 1)
    assert revived(parse(line), OPTIONS, random.Random(1))
