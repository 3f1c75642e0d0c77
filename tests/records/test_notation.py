"""Turns as text: what may be written, and that every canonical text means its turn."""

import random

import pytest

from core.errors import Invalid
from core.games import GAMES, game_of
from core.notation.turn_text import Ambiguous, canonical, read
from core.rules.board import parse

WRITTEN = [game for game in GAMES if game.notation]
BACKGAMMON = game_of("backgammon")
START = "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5"


def meant(text, dice, position=START, seat="white", game=BACKGAMMON):
    position, options = parse(position), game.options()
    return read(game, text, position, seat, dice, options)


def shown(text, dice, position=START, seat="white", game=BACKGAMMON):
    return canonical(game, meant(text, dice, position, seat, game), parse(position), seat, game.options())


@pytest.mark.parametrize("game", WRITTEN, ids=lambda game: game.key)
def test_every_canonical_text_of_every_turn_means_that_turn(game):
    cup, options = random.Random(7), game.options()
    for _ in range(3):
        position, seat = game.start(options, game.seats), game.seats[0]
        for _ in range(40):
            dice = tuple(cup.randint(1, 6) for _ in range(game.dice(options)))
            plays = game.plays(position, seat, dice, options)
            for play in cup.sample(plays, min(3, len(plays))):
                text = canonical(game, play.moves, position, seat, options)
                checked = game.check(position, seat, dice, read(game, text, position, seat, dice, options), options)
                assert (checked.position, checked.outcome) == (play.position, play.outcome), text
            play = cup.choice(plays) if plays else None
            if play and play.outcome:
                break
            position = play.position if play else position
            seat = game.next_seat(position, seat, dice, options)


@pytest.mark.parametrize(
    "text",
    [
        "8/5 6/5",
        "6/5 8/5",
        "8/5, 6/5",
        "8-5 6-5",
        "8 / 5  6 / 5",
        "8/5;6/5",
        "31: 8/5 6/5",
        "13: 6/5 8/5",
        "3-1: 8/5 6/5",
        "8/5* 6/5*",
        "8→5 6→5",
    ],
)
def test_order_separators_marks_and_dice_before_it_do_not_matter(text):
    assert shown(text, (3, 1)) == "8/5 6/5"


@pytest.mark.parametrize("text", ["13/3(2)", "13/8/3(2)", "13/8(2) 8/3(2)", "13/8 13/8 8/3x2", "13/3 13/3"])
def test_joined_steps_and_repeats_are_spelled_out(text):
    assert shown(text, (5, 5)) == "13/8(2) 8/3(2)"


def test_the_bar_and_off_have_words_and_numbers():
    entering = "bar:1 6:5 | 24:2 13:5 8:3 6:5"
    for text in ("bar/22 22/21", "25/21", "BAR/22/21", "25/22 22/21"):
        assert shown(text, (3, 1), entering) == "bar/22 22/21"
    for text in ("6/off 5/off", "6/0 5/0", "6/OFF, 5/0"):
        assert shown(text, (6, 5), "6:2 5:2 | 24:2") == "6/off 5/off"


# White runs from 24 to 20 with 3-1 over 21, where Black has a blot (Black's 4), or over 23, where Black has no man.
TWO_WAYS = "24:2 13:5 8:3 6:5 | 13:5 8:3 6:6 4:1"


def test_joined_steps_that_may_hit_on_the_way_or_not_are_asked_back():
    for text in ("24/20", "24/20*", "31: 24/20"):
        with pytest.raises(Ambiguous) as asked:
            meant(text, (3, 1), TWO_WAYS)
        assert sorted(asked.value.candidates) == ["24/21* 21/20", "24/23 23/20"]
        assert asked.value.problems["moves"][1:] == list(asked.value.candidates)


@pytest.mark.parametrize(
    ("text", "canon"),
    [
        ("24/21*/20", "24/21* 21/20"),
        ("24/21/20", "24/21* 21/20"),
        ("21/20 24/21", "24/21* 21/20"),
        ("24/23/20", "24/23 23/20"),
        ("24/23 23/20", "24/23 23/20"),
    ],
)
def test_the_way_or_the_mark_tells_two_turns_apart(text, canon):
    assert shown(text, (3, 1), TWO_WAYS) == canon


def test_a_turn_spelled_out_over_a_closed_point_is_not_taken_for_the_one_beside_it():
    closed = "24:2 13:5 8:3 6:5 | 13:5 8:3 6:4 4:1 2:2"
    assert meant("24/23 23/20", (3, 1), closed) == ((24, 23), (23, 20))
    assert shown("24/20", (3, 1), closed) == "24/21* 21/20"


def test_a_turn_that_is_none_of_the_legal_ones_is_read_as_it_stands():
    assert meant("8/5", (3, 1)) == ((8, 5),)
    assert meant("13/9 24/22", (3, 1)) == ((13, 9), (24, 22))
    assert not BACKGAMMON.check(parse(START), "white", (3, 1), meant("8/5", (3, 1)), BACKGAMMON.options()).legal


@pytest.mark.parametrize("text", ["", "pass", "Cannot Move", "-", "63:", "63: no move"])
def test_a_pass_has_words(text):
    assert meant(text, (6, 3)) == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("8/5 zwölf/5", "zwölf"),
        ("8/5 6", "'6'"),
        ("8/5/", "'8/5/'"),
        ("26/5", "'26'"),
        ("off/5", "from off"),
        ("8/bar", "to bar"),
        ("8/off/5", "from off"),
        ("(8/5 6/5", "'(8/5'"),
        ("52: 8/5 6/5", "are not the dice"),
        ("8/5(0)x 6/5", "not understood"),
        ("8/5 " * 60, "are no turn"),
        ("8/5(9) 6/5(9)", "more than any turn"),
        ("8/5 <b>", "'<b>'"),
    ],
)
def test_what_is_not_understood_is_named(text, said):
    with pytest.raises(Invalid) as wrong:
        meant(text, (3, 1))
    assert said in wrong.value.problems["moves"][0]


def test_swedish_tables_is_written_in_its_own_numbering():
    swedish = game_of("swedish")
    assert shown("1/3 1/7", (6, 2), "1:15 | 1:15", game=swedish) == "1/3 1/7"
    assert shown("1/9", (6, 2), "1:15 | 1:15", game=swedish) == "1/7 7/9"
    # Black's 14 is White's 2: one man is sent off.
    assert shown("bar/2", (2, 1), "bar:1 20:14 | 14:1 1:14", game=swedish).startswith("bar/2*")


def test_forcing_a_closed_point_is_marked():
    swedish = game_of("swedish")
    # Black holds a prime on White's 13 to 18 (Black's own 1 to 6): White forces the middle of it.
    position = "12:1 1:14 | 1:3 2:3 3:3 4:2 5:2 6:2"
    assert shown("12/15 1/3", (3, 2), position, game=swedish) == "1/3 12/15!"
    assert shown("12/15! 1/3", (3, 2), position, game=swedish) == "1/3 12/15!"


def test_the_opponents_use_of_a_wasted_number_stands_in_brackets_and_may_be_left_out():
    dubblets = game_of("dubblets")
    position = dubblets.start(dubblets.options(), dubblets.seats)
    for _ in range(2):
        position = dubblets.check(position, "white", (1, 4), ((1, "down"), (4, "down")), None).position or position
    full = canonical(dubblets, ((3, "down"), (1, "down", "opponent")), position, "white", dubblets.options())
    assert full == "3/down (1/down)"
    for text in ("3/down (1/down)", "3/down"):
        assert read(dubblets, text, position, "white", (1, 3), None) in (
            ((3, "down"), (1, "down", "opponent")),
            ((1, "down", "opponent"), (3, "down")),
        )


def test_a_game_without_moves_has_no_notation():
    with pytest.raises(Invalid, match="no notation"):
        read(game_of("six-ace"), "8/5", None, "seat1", (1, 2), None)
