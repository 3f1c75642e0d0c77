"""Dubblets against an independent reading of the rules, counted trees and random landings."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.dubblets import GAME
from core.rules.board import other
from tests.oracles import dubblets as oracle
from tests.support.paths import TESTS

THROWS = [(a, b) for a in range(1, 7) for b in range(a, 7)]
FULL = (2, 2, 2, 3, 3, 3)
PERFT = TESTS / "games" / "dubblets.perft"
START = GAME.start(GAME.options(), GAME.seats)


@st.composite
def sides(draw):
    """A side somewhere on its way: laying down, or bearing off."""
    if draw(st.booleans()):
        stacked = [draw(st.integers(0, count - 1)) for count in FULL]
        return {"points": named(FULL), "stacked": named(stacked)}
    points = [draw(st.integers(0, count)) for count in FULL]
    return {"points": named(points), "stacked": {}, "off": 15 - sum(points)}


def named(counts):
    return {str(point): count for point, count in enumerate(counts, 1) if count}


@st.composite
def positions(draw):
    position = GAME.read({"white": draw(sides()), "black": draw(sides())})
    return START if GAME.ended(position) else position


def men(side):
    return oracle.men(dict(enumerate(side.points, 1)), dict(enumerate(side.stacked, 1)))


def seen(position, seat):
    own, foe = (men(side) for side in (position if seat == "white" else position[::-1]))
    return oracle.counts(own), oracle.counts(foe)


@given(positions(), st.sampled_from(GAME.seats), st.tuples(st.integers(1, 6), st.integers(1, 6)))
def test_the_plays_agree_with_an_independent_reading_of_the_rules(position, seat, dice):
    plays = GAME.plays(position, seat, dice, None)
    found = {(*seen(play.position, seat), play.outcome) for play in plays}
    assert found == oracle.turns(*seen(position, seat), dice)
    assert len(found) == len(plays)


@given(positions(), st.sampled_from(GAME.seats), st.tuples(st.integers(1, 6), st.integers(1, 6)))
def test_every_play_checks_carries_out_and_leaves_what_it_says(position, seat, dice):
    for play in GAME.plays(position, seat, dice, None):
        checked = GAME.check(position, seat, dice, play.moves, None)
        assert (checked.legal, checked.position, checked.outcome) == (True, play.position, play.outcome)
        assert GAME.apply_moves(position, seat, play.moves) == (play.position, play.outcome)
        assert GAME.ended(play.position) == play.outcome
        assert GAME.read(GAME.write(play.position)) == play.position


@given(positions(), st.tuples(st.integers(1, 6), st.integers(1, 6)), st.data())
def test_random_landings_are_legal_exactly_if_what_they_leave_is_listed(position, dice, data):
    points = [*dice, *dice * (2 * dice[0] if dice[0] == dice[1] else 0), data.draw(st.integers(1, 6))]
    ways = st.sampled_from([("down",), ("off",), ("down", "opponent"), ("down",), ("off",)])
    landings = st.builds(lambda point, way: (point, *way), st.sampled_from(points), ways)
    moves = tuple(data.draw(st.lists(landings, max_size=3 if dice[0] != dice[1] else 2 * dice[0])))
    checked = GAME.check(position, "white", dice, moves, None)
    plays = GAME.plays(position, "white", dice, None)
    if not moves:
        assert checked.legal == (not plays)
    elif checked.legal:
        assert (checked.position, checked.outcome) in {(play.position, play.outcome) for play in plays}
        assert GAME.apply_moves(position, "white", moves) == (checked.position, checked.outcome)
    else:
        assert checked.rule.startswith("DU")
        assert checked.explanation
        assert moves not in {play.moves for play in plays}


@given(seed=st.integers(0, 2**32))
def test_random_games_end_with_fifteen_men_a_side_all_the_way(seed):
    cup = random.Random(seed)
    position, seat = START, "white"
    for _ in range(400):
        dice = (cup.randint(1, 6), cup.randint(1, 6))
        plays = GAME.plays(position, seat, dice, None)
        if plays:
            play = cup.choice(plays)
            position = play.position
            for side in GAME.write(position).values():
                assert sum(side["points"].values()) + side["off"] == 15
            if play.outcome:
                assert GAME.write(position)[seat]["off"] == 15
                return
        seat = GAME.next_seat(position, seat, dice, None)
    pytest.fail("the game did not end within 400 throws")


def perft(position, seat, depth):
    """Distinct (position, outcome) pairs so many throws on; a pass leaves the position as it is."""
    count = 0
    for dice in THROWS:
        plays = GAME.plays(position, seat, dice, None)
        leaves = [(play.position, play.outcome) for play in plays] or [(position, None)]
        if depth == 1:
            count += len(leaves)
        else:
            count += sum(perft(after, other(seat), depth - 1) for after, outcome in leaves if outcome is None)
    return count


@pytest.mark.parametrize(
    ("depth", "count"),
    [tuple(map(int, line.split())) for line in PERFT.read_text().splitlines() if not line.startswith("#")],
)
def test_the_tree_from_the_start_has_as_many_leaves_as_the_oracle_counts(depth, count):
    assert perft(START, "white", depth) == count
