"""Swedish Tables against recorded rolls, counted trees and an independent reading of the rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.swedish import GAME
from core.rules.board import Position, from_json, other, parallel, parse, sides
from tests.oracles import swedish as oracle
from tests.support.matches.recorded_rolls import SWEDISH, recorded_rolls
from tests.support.paths import TESTS
from tests.support.proving import some

DATA = TESTS / "data"
THROWS = [(a, b) for a in range(1, 7) for b in range(a, 7)]


def landings(moves):
    return tuple((move["from"], move["to"]) for move in moves)


def test_every_recorded_roll_has_exactly_its_recorded_plays():
    assert len(recorded_rolls(SWEDISH)) == 500
    for roll in recorded_rolls(SWEDISH):
        position = from_json(roll["position"], parallel)
        plays = GAME.plays(position, roll["to_move"], roll["dice"], None)
        expected = {(from_json(play["position"], parallel), play["outcome"]) for play in roll["plays"]}
        assert {(play.position, play.outcome) for play in plays} == expected
        assert len(plays) == len(expected)
        assert roll["pass"] == (not plays)


def test_every_recorded_play_checks_as_legal_and_leaves_its_recorded_position():
    for roll in recorded_rolls(SWEDISH):
        position = from_json(roll["position"], parallel)
        for play in roll["plays"]:
            checked = GAME.check(position, roll["to_move"], roll["dice"], landings(play["moves"]), None)
            assert checked.legal, checked.explanation
            assert checked.outcome == play["outcome"]
            assert checked.position == from_json(play["position"], parallel)


@st.composite
def positions(draw):
    """A position that play could have left: no point held by both, no far-side stacks, no side jan."""
    taken = set()
    built = []
    for seat in range(2):
        counts = [0] * 26
        counts[0] = draw(st.integers(0, 4))
        points = draw(st.permutations([n for n in range(1, 25) if (n if seat == 0 else parallel(n)) not in taken]))
        if draw(st.booleans()):
            points = [n for n in points if n >= 19] or points
        for point in points[: draw(st.integers(1, 12))]:
            room = 15 - sum(counts)
            if room:
                counts[point] = min(room, 1 if 1 < point < 12 else draw(st.integers(1, 5)))
                taken.add(point if seat == 0 else parallel(point))
        home = points[0]
        counts[25] = draw(st.integers(0, 15 - sum(counts)))
        if not 1 < home < 12:
            counts[home] += 15 - sum(counts)
        counts[25] += 15 - sum(counts)
        built.append(bytes(counts))
    return Position(*built)


@given(positions(), st.sampled_from(GAME.seats), st.sampled_from(THROWS))
def test_the_search_agrees_with_an_independent_reading_of_the_rules(position, seat, dice):
    own, foe = sides(position, seat)
    found = {(*sides(play.position, seat), play.outcome) for play in GAME.plays(position, seat, dice, None)}
    assert found == oracle.turns(own, foe, dice)


@given(positions(), st.sampled_from(THROWS), st.data())
def test_a_turn_is_legal_exactly_if_what_it_leaves_is_listed(position, dice, data):
    """Random landings of the right dice, in any number: `check` agrees with the list of plays."""
    own, _ = sides(position, "white")
    starts = st.sampled_from(["bar", *[n for n in range(1, 25) if own[n]], *range(1, 25)])
    moves = []
    for die in data.draw(st.permutations(dice * (2 if dice[0] == dice[1] else 1))):
        start = data.draw(starts)
        end = die if start == "bar" else start + die
        moves.append((start, "off" if end >= 25 else end))
    moves = moves[: data.draw(st.integers(0, len(moves)))]
    checked = GAME.check(position, "white", dice, moves, None)
    plays = GAME.plays(position, "white", dice, None)
    listed = {(play.position, play.outcome) for play in plays}
    if checked.legal and moves:
        assert (checked.position, checked.outcome) in listed
    elif not moves:
        assert checked.legal == (not plays)
    else:
        assert checked.rule
        assert tuple(moves) not in {play.moves for play in plays}


def perft(position, seat, depth):
    """Distinct (position, outcome) pairs so many rolls on; a forced pass leaves the position as it is."""
    count = 0
    for dice in THROWS:
        plays = GAME.plays(position, seat, dice, None)
        leaves = [(play.position, play.outcome) for play in plays] or [(position, None)]
        if depth == 1:
            count += len(leaves)
        else:
            count += sum(perft(after, other(seat), depth - 1) for after, outcome in leaves if outcome is None)
    return count


COUNTED = [
    tuple(map(int, line.split()))
    for line in (TESTS / "games" / "swedish.perft").read_text().splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("depth", "count"), some(COUNTED, *COUNTED[:-1]))
def test_the_tree_from_the_start_has_as_many_leaves_as_counted_elsewhere(depth, count):
    assert perft(GAME.start(None, GAME.seats), "white", depth) == count


def test_a_point_of_more_than_four_is_not_empty_once_four_of_them_are_off():
    for count, outcome in ((8, None), (5, None), (4, "bearing_off")):
        [play] = GAME.plays(parse(f"24:{count} | 1:15"), "white", (3, 3), None)
        assert (play.moves, play.outcome) == (((24, "off"),) * 4, outcome)
