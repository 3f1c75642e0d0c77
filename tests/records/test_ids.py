"""Positions as other programs name them: published ids, and what comes back from an id."""

import random

import pytest

from core.errors import Invalid
from core.games import GAMES
from core.notation.position_ids import MatchPosition, gnubg, has_ids, men, position_id, read_gnubg, read_xgid, xgid
from core.rules.board import parse, to_json
from schemas.match_states import match_json, match_position, with_ids
from tests.support.matches.random_matches import MatchRecorder, played

START = men({"bar": 0, "off": 0, "points": {"24": 2, "13": 5, "8": 3, "6": 5}})

# GNU Backgammon's manual, its mailing list, and the manual of eXtreme Gammon; the last two as GNU Backgammon itself
# names the position of that XGID.
PUBLISHED = [
    ("4HPwATDgc/ABMA:QYkqASAAIAAA", "XGID=-b----E-C---eE---c-e----B-:1:1:-1:52:2:4:0:9:10"),
    ("4HPwATDgc/ABMA:MAEAAAAAAAAA", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"),
    ("jM/gDQDYzeAJIA:QQlvAAAAAAAA", "XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:-1:63:0:0:0:3:10"),
    ("4HPwAQzgc/ABMA:QQnqADAACAAA", "XGID=-b----E-C---eE---c-e--B---:1:1:-1:42:3:1:0:7:10"),
]


@pytest.mark.parametrize(("known", "pasted"), PUBLISHED, ids=[known for known, _ in PUBLISHED])
def test_published_ids_name_the_same_position(known, pasted):
    assert read_gnubg(known) == read_xgid(pasted)
    assert (gnubg(read_xgid(pasted)), xgid(read_gnubg(known))) == (known, pasted)


def test_the_start_is_the_best_known_id_of_all():
    assert position_id(MatchPosition(START, START, "white")) == "4HPwATDgc/ABMA"


def test_the_side_that_is_not_on_roll_stands_first():
    # As GNU Backgammon shows it, whose manual says otherwise: White's back men have left, Black is to play.
    ahead = men(to_json(parse("22:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5"))["white"])
    assert position_id(MatchPosition(ahead, START, "black")) == "4HPwAQzgc/ABMA"
    assert position_id(MatchPosition(ahead, START, "white")) == "4HPwATDgc/ABDA"


def test_every_position_of_a_match_comes_back_from_both_ids():
    for seed in range(3):
        board = MatchRecorder(length={"points": 5})
        for event in played("backgammon", seed, {"points": 5}, cubes=0.1).facts:
            board.record(event)
            there = match_position(match_json(board.match))
            assert read_gnubg(gnubg(there)) == there
            if there.state == "playing":
                # XGID has a D in place of the dice while a double is offered, and knows no other states.
                assert read_xgid(xgid(there)) == there


def test_random_positions_come_back():
    cup = random.Random(3)
    for _ in range(300):
        white, black = ([0] * 25, [0] * 25)
        for _ in range(15):
            place = cup.randint(0, 24)
            if not black[(25 - place) % 25] or not place:
                white[place] += 1
            place = cup.randint(0, 24)
            if not white[(25 - place) % 25] or not place:
                black[place] += 1
        there = MatchPosition(
            tuple(white),
            tuple(black),
            cup.choice(("white", "black")),
            cup.choice(((), (6, 1), (5, 5))),
            2 ** cup.randint(0, 6),
            cup.choice((None, "white", "black")),
            length=9,
            score=(cup.randint(0, 8), cup.randint(0, 8)),
        )
        assert read_gnubg(gnubg(there)) == there == read_xgid(xgid(there))


def test_only_games_that_say_so_have_ids():
    for game in GAMES:
        assert has_ids(game) == bool(set(game.formats) & {"gnubg", "xgid"})
    assert with_ids(match_json(MatchRecorder().match))["ids"] == {
        "gnubg": "4HPwATDgc/ABMA:MACgAAAAAAAA",
        "xgid": "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10",
    }


def test_a_double_that_is_offered_is_the_offerers_turn_and_the_others_answer():
    known = "4Dn4ICiY8+ABIg:cBHgAAAAAAAA"  # as GNU Backgammon shows it while Bertil's double waits for Anna's answer
    there = read_gnubg(known)
    assert (there.to_move, there.doubled, there.dice) == ("black", True, ())
    assert gnubg(there) == known
    assert xgid(there).split(":")[3:5] == ["-1", "D"]


def test_a_match_to_one_point_has_no_crawford_game():
    # GNU Backgammon 1.07 leaves the bit out, too: cAkqAAAAAAAE is its id of such a match after the opening roll.
    state = with_ids(match_json(MatchRecorder(length={"points": 1}).match))
    assert state["cube"]["crawford"], "neither player may double"
    assert state["ids"] == {
        "gnubg": "4HPwATDgc/ABMA:MAAgAAAAAAAA",
        "xgid": "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:1:10",
    }
    asked = MatchPosition(START, START, "white", crawford=True, length=1)
    assert not read_gnubg(gnubg(asked)).crawford
    assert not read_xgid(xgid(asked)).crawford
    assert read_gnubg(gnubg(asked._replace(length=2))).crawford
    assert read_xgid(xgid(asked._replace(length=2))).crawford


@pytest.mark.parametrize(
    "text",
    ["", "4HPwATDgc/ABMA", "4HPwATDgc/ABMA:QYkqASAAIA", "//////////////:QYkqASAAIAAA", "4HPwATDgc/ABMA:////////////"],
)
def test_what_is_no_id_of_gnu_backgammon_is_refused(text):
    with pytest.raises(Invalid):
        read_gnubg(text)


@pytest.mark.parametrize(
    "text",
    [
        "XGID=",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1",
        "XGID=Ab----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
        "XGID=-p----P-P---pP---p-p----P-:0:0:1:00:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:70:0:0:0:0:10",
    ],
)
def test_what_is_no_xgid_is_refused(text):
    with pytest.raises(Invalid):
        read_xgid(text)
