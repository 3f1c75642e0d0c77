"""Boards as pictures and in words: what is drawn is the position, whatever game, seat and size."""

import random
import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games import GAMES, game_of
from core.match.state import Cube
from service.web.boards import DRAWINGS, SIZES, Diagram, LastPlay, describe, draw
from service.web.boards.backgammon import LAYOUT as CUSTOMARY
from service.web.boards.swedish import LAYOUT as OLD
from service.web.i18n.locale import LANGUAGES, catalogue

ALL = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
MISCHIEF = """<script>alert("&'")</script>"""


def read(svg):
    """The drawing as a tree. Fails for what is not well-formed."""
    return ElementTree.fromstring(svg)


def groups(tree, cls):
    return [each for each in tree.iter("g") if each.get("class", "").split()[:1] == [cls]]


def men(group):
    """The number of men of each side that are drawn in a part of the board."""
    return Counter(man.get("class").split()[1] for man in group.iter("g") if man.get("class", "").startswith("man "))


@st.composite
def diagrams(draw_, game):
    """A diagram of a game after some turns at random."""
    cup, turns = random.Random(draw_(st.integers(0, 2**32))), draw_(st.integers(0, 60))
    options = game.options()
    seats = game.seats[: draw_(st.integers(game.fewest, len(game.seats)))]
    position, seat, last, dice = game.start(options, seats), seats[0], None, ()
    for _ in range(turns):
        dice = tuple(cup.randint(1, 6) for _ in range(game.dice(options)))
        plays = game.plays(position, seat, dice, options)
        play = cup.choice(plays) if plays else None
        last = LastPlay(seat, dice, play.moves if play else ())
        if play is None:
            seat = game.next_seat(position, seat, dice, options)
            continue
        position = play.position
        if play.outcome:
            break
        seat = game.next_seat(position, seat, dice, options)
    return Diagram(
        game.write(position),
        draw_(st.sampled_from(seats)),
        draw_(st.sampled_from(SIZES)),
        catalogue(draw_(st.sampled_from(list(LANGUAGES)))),
        to_move=seat,
        last=last,
        dice=draw_(st.sampled_from(((), (6, 5)))),
        cube=Cube(4, seat) if game.cube else None,
        names={seat: MISCHIEF} if draw_(st.booleans()) else {},
    )


def test_every_game_has_a_drawing_and_no_drawing_is_of_nothing():
    assert set(DRAWINGS) == {game.key for game in GAMES}


@pytest.mark.parametrize("key", ["swedish", "backgammon", "dutch", "irish", "tick-tack", "english"])
@given(data=st.data())
def test_every_point_shows_the_men_that_stand_on_it_once(key, data):
    diagram = data.draw(diagrams(game_of(key)))
    tree, position = read(draw(key, diagram)), diagram.position
    facing = (OLD if key == "swedish" else CUSTOMARY).facing
    points = groups(tree, "point")
    assert sorted(int(point.get("data-point")) for point in points) == list(range(1, 25))
    for point in points:
        number = int(point.get("data-point"))
        for seat in ("white", "black"):
            own = number if seat == diagram.view else facing(number)
            assert men(point)[seat] == position[seat]["points"].get(str(own), 0)
        assert int(point.get("data-count", 0)) == sum(men(point).values())
    for seat in ("white", "black"):
        (bar,) = [group for group in groups(tree, "bar") if group.get("data-seat") == seat]
        (off,) = [group for group in groups(tree, "off") if group.get("data-seat") == seat]
        assert men(bar) == Counter({seat: position[seat]["bar"]} if position[seat]["bar"] else {})
        assert len(off.findall("rect")) == position[seat]["off"] == int(off.get("data-count", 0))


@given(data=st.data())
def test_half_a_board_shows_every_man_that_is_not_off(data):
    diagram = data.draw(diagrams(game_of("dubblets")))
    tree, position = read(draw("dubblets", diagram)), diagram.position
    for seat in ("white", "black"):
        points = [group for group in groups(tree, "point") if group.get("data-seat") == seat]
        assert [int(point.get("data-point")) for point in points] == [1, 2, 3, 4, 5, 6]
        for point in points:
            number = point.get("data-point")
            stacked = position[seat]["stacked"].get(number, 0)
            assert men(point)[seat] == sum(men(point).values()) == position[seat]["points"].get(number, 0)
            assert [each.text for each in point.iter("text") if each.get("class") == "number"] == (
                [str(stacked + 1)] if stacked else []
            )
        (off,) = [group for group in groups(tree, "off") if group.get("data-seat") == seat]
        assert len(off.findall("rect")) == position[seat]["off"]


@given(data=st.data())
def test_a_ring_shows_the_men_of_every_seat_and_of_the_pool(data):
    diagram = data.draw(diagrams(game_of("six-ace")))
    tree, position = read(draw("six-ace", diagram)), diagram.position
    seats = groups(tree, "seat")
    assert seats[0].get("data-seat") == diagram.view
    assert {seat.get("data-seat") for seat in seats} == position.keys() - {"pool", "out"}
    for seat in seats:
        held = position[seat.get("data-seat")]
        assert men(seat)["neutral"] == held["men"]
        assert len(seat.findall("rect")) == held["off"]
    (pool,) = groups(tree, "pool")
    assert men(pool)["neutral"] == position["pool"]


@ALL
@given(data=st.data())
def test_a_drawing_has_a_title_a_description_and_no_colour_of_its_own(game, data):
    diagram = data.draw(diagrams(game))
    svg = draw(game.key, diagram)
    tree = read(svg)
    assert [each.tag for each in tree][:2] == ["title", "desc"]
    assert tree.find("title").text
    assert tree.find("desc").text == " ".join(describe(game.key, diagram))
    assert not re.search(r"\b(style|fill|stroke|id|on\w+)=", svg)
    assert "<script" not in svg


@pytest.mark.parametrize("key", ["swedish", "backgammon"])
@given(data=st.data())
def test_seen_from_the_other_seat_the_board_is_turned_round(key, data):
    diagram = data.draw(diagrams(game_of(key)))
    layout = OLD if key == "swedish" else CUSTOMARY
    seen = {}
    for view in ("white", "black"):
        turned = Diagram(**{**vars(diagram), "view": view})
        for point in groups(read(draw(key, turned)), "point"):
            corners = [tuple(map(float, part.split(","))) for part in point.find("polygon").get("points").split()]
            number = int(point.get("data-point"))
            place = number if view == "white" else layout.facing(number)
            seen[view, place] = corners[2], men(point)
    for place in range(1, 25):
        (x, y), white = seen["white", place]
        (turned_x, turned_y), black = seen["black", place]
        assert (turned_x, turned_y) == pytest.approx((layout.width - x, layout.height - y), abs=0.11)
        assert white == black


def test_the_old_board_is_laid_out_as_the_rules_describe_it():
    diagram = Diagram(game_of("swedish").write(game_of("swedish").start(None, ())))
    places = {}
    for point in groups(read(draw("swedish", diagram)), "point"):
        x, y = point.find("polygon").get("points").split()[2].split(",")
        places[int(point.get("data-point"))] = float(x), float(y)
    assert OLD.width == 2 * OLD.height
    far, near = [places[n] for n in range(1, 13)], [places[n] for n in range(13, 25)]
    assert far == sorted(far, reverse=True)
    assert near == sorted(near)
    assert max(y for _, y in far) < OLD.height / 2 < min(y for _, y in near)
    colours = [point.find("polygon").get("class") for point in groups(read(draw("swedish", diagram)), "point")]
    assert colours == ["red", "light"] * 12


@pytest.mark.parametrize(("count", "numbered"), [(1, False), (4, False), (5, True), (6, True), (15, True)])
def test_a_number_stands_on_a_stack_of_five_and_more(count, numbered):
    held = {"bar": 0, "off": 15 - count, "points": {"12": count}}
    diagram = Diagram({"white": held, "black": {"bar": 0, "off": 15, "points": {}}})
    (point,) = [group for group in groups(read(draw("swedish", diagram)), "point") if group.get("data-count")]
    said = [each.text for each in point.iter("text") if each.get("class") == "number"]
    assert said == ([str(count)] if numbered else [])


def test_an_odd_checker_lies_over_both_stacks():
    laid = OLD.arrange(7)
    along = sorted({place for place, _ in laid})
    assert [place for place, _ in laid].count(along[1]) == 1
    assert laid[-1] == (pytest.approx((along[0] + along[2]) / 2), 3)
    assert OLD.arrange(1) == [(along[0], 0)]


def test_a_card_has_men_and_no_numbers_of_points():
    diagram = Diagram(game_of("swedish").write(game_of("swedish").start(None, ())), size="card")
    assert {each.get("class") for each in read(draw("swedish", diagram)).iter("text")} == {"number"}


def test_the_last_play_is_a_path_from_stop_to_stop():
    diagram = Diagram(
        game_of("swedish").write(game_of("swedish").start(None, ())), last=LastPlay("white", (5, 2), ((1, 6), (6, 8)))
    )
    (last,) = groups(read(draw("swedish", diagram)), "last")
    assert [each.get("class") for each in last] == ["way", "way", "touch", "end"]


def test_those_on_the_bar_are_named_in_the_middle_of_the_old_board():
    side = {"bar": 2, "off": 0, "points": {"1": 13}}
    diagram = Diagram({"white": side, "black": {**side, "bar": 0, "off": 2}}, catalogue=catalogue("sv"))
    (said,) = [each.text for each in read(draw("swedish", diagram)).iter("text") if each.get("class") == "said"]
    assert said == "på baren 2"


def test_where_one_may_land_there_are_rings():
    diagram = Diagram(game_of("swedish").write(game_of("swedish").start(None, ())), to_move="black", targets=(3, 6))
    (targets,) = groups(read(draw("swedish", diagram)), "targets")
    assert len(targets) == 2


@ALL
def test_a_position_is_said_in_both_languages(game):
    position = game.write(game.start(game.options(), game.seats))
    said = {code: describe(game.key, Diagram(position, game.seats[0], catalogue=catalogue(code))) for code in LANGUAGES}
    assert said["sv"] != said["en"]
    assert len(said["sv"]) == len(said["en"]) >= len(game.seats)


def test_home_and_head_have_their_names():
    side = {"bar": 1, "off": 2, "points": {"1": 5, "12": 4, "20": 3}}
    diagram = Diagram({"white": side, "black": side}, names={"white": "Åsa"}, catalogue=catalogue("sv"))
    assert describe("swedish", diagram)[0] == (
        "Åsa (vit): 5 hemma (1), 4 på huken (12), 3 på 20; på baren 1; utspelade 2."
    )


@pytest.mark.parametrize("key", ["swedish", "backgammon"])
@given(data=st.data())
def test_the_rim_is_numbered_for_the_player_whose_play_is_shown(key, data):
    diagram = data.draw(diagrams(game_of(key)))
    layout = OLD if key == "swedish" else CUSTOMARY
    shown = (diagram.last.by if diagram.last else diagram.to_move) or diagram.view
    for point in groups(read(draw(key, Diagram(**{**vars(diagram), "size": "full"}))), "point"):
        (number,) = [each.text for each in point.iter("text") if each.get("class", "").startswith("no")]
        own = int(point.get("data-point"))
        assert int(number) == (own if shown == diagram.view else layout.facing(own))


@given(diagram=diagrams(game_of("dubblets")), dice=st.sampled_from([(6, 5), (3, 3)]))
def test_every_man_of_a_legal_play_of_dubblets_has_its_way_on_the_half_board(diagram, dice):
    game = game_of("dubblets")
    turns = game.plays(game.read(diagram.position), diagram.to_move, dice, game.options())[:5]
    plays = tuple(LastPlay(diagram.to_move, dice, turn.moves) for turn in turns)
    drawn = groups(read(draw("dubblets", replace(diagram, plays=plays))), "play")
    assert [each.get("data-play") for each in drawn] == [str(place) for place in range(len(plays))]
    for each, play in zip(drawn, plays, strict=True):
        ways = [way.get("d") for way in each.iter("path")]
        assert len(set(ways)) == len(ways) == len(play.moves), "no two men go the same way"
