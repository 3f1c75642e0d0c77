"""Six-Ace against an independent reading of the rules, counted trees and random games."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Invalid
from core.games.six_ace import GAME, Options
from tests.oracles import six_ace as oracle
from tests.support.paths import TESTS

THROWS = [(a, b) for a in range(1, 7) for b in range(a, 7)]
PERFT = TESTS / "games" / "six_ace.perft"
DICE = st.tuples(st.integers(1, 6), st.integers(1, 6))


@st.composite
def situations(draw):
    """A position of two to five players, not yet over, whose turn it is, and the options that it was begun with."""
    seats = draw(st.permutations(GAME.seats))[: draw(st.integers(2, 5))]
    each = draw(st.sampled_from([6, 6, 6, 1, 2, 4]))
    places = [*[(seat, "men") for seat in seats], *[(seat, "off") for seat in seats], ("pool", None)]
    words = {seat: {"men": 0, "off": 0} for seat in seats} | {"pool": 0}
    first, second = draw(st.permutations(seats))[:2]
    for seat in (first, second):
        words[seat]["men"] += 1
    for seat, place in draw(st.lists(st.sampled_from(places), min_size=(n := each * len(seats) - 2), max_size=n)):
        if place:
            words[seat][place] += 1
        else:
            words["pool"] += 1
    out = draw(st.permutations([seat for seat in seats if not words[seat]["men"]]))
    still = [seat for seat in seats if words[seat]["men"]]
    return words | ({"out": out} if out else {}), draw(st.sampled_from(still)), Options(each)


@given(situations(), DICE)
def test_a_throw_agrees_with_an_independent_reading_of_the_rules(situation, dice):
    words, seat, options = situation
    checked = GAME.check(GAME.read(words), seat, dice, (), options)
    expected, outcome = oracle.obeyed(words, seat, dice)
    assert (checked.legal, GAME.write(checked.position), checked.outcome) == (True, expected, outcome)
    if outcome is None:
        assert GAME.next_seat(checked.position, seat, dice, options) == oracle.throws_next(expected, seat, dice)


@given(situations(), DICE)
def test_the_plays_are_what_both_orders_of_the_dice_leave_each_once(situation, dice):
    words, seat, options = situation
    position = GAME.read(words)
    plays = GAME.plays(position, seat, dice, options)
    orders = [oracle.obeyed(words, seat, order) for order in (dice, dice[::-1])]
    assert [(GAME.write(play.position), play.outcome) for play in plays] == orders[: 1 + (orders[0] != orders[1])]
    for play in plays:
        checked = GAME.check(position, seat, dice, play.moves, options)
        assert (checked.legal, checked.position, checked.outcome) == (True, play.position, play.outcome)
        if play.moves:
            assert GAME.apply_moves(position, seat, play.moves) == (play.position, play.outcome)


@given(situations())
def test_a_position_survives_its_words(situation):
    position = GAME.read(situation[0])
    assert GAME.read(GAME.write(position)) == position


@given(st.integers(2, 5), st.sampled_from([6, 1, 3, 15]), st.integers(0, 2**32))
def test_random_games_end_with_all_men_accounted_for_and_all_seats_placed(players, men, seed):
    cup, options = random.Random(seed), Options(men)
    seats = GAME.seats[:players]
    position, seat = GAME.start(options, seats), cup.choice(seats)
    for _ in range(4000):
        dice = (cup.randint(1, 6), cup.randint(1, 6))
        checked = GAME.check(position, seat, dice, (), options)
        position = checked.position
        assert position.total == men * players
        assert GAME.ended(position) == checked.outcome
        if checked.outcome:
            assert sorted(position.placings) == sorted(seats)
            assert position.men[seats.index(position.placings[-1])] > 0
            return
        assert not position.placings
        seat = GAME.next_seat(position, seat, dice, options)
        assert position.men[seats.index(seat)] > 0
    pytest.fail("the game did not end within 4,000 throws")


@pytest.mark.parametrize("seat", ["seat2", "seat4"])
def test_who_is_out_or_does_not_play_cannot_throw(seat):
    words = {"seat1": {"men": 9, "off": 0}, "seat2": {"men": 0, "off": 6}, "seat3": {"men": 3, "off": 0}, "pool": 0}
    for asked in (GAME.plays, lambda *question: GAME.check(*question[:3], (), question[3])):
        with pytest.raises(Invalid, match=f"to_move: {seat}"):
            asked(GAME.read(words), seat, (3, 4), Options())


def perft(position, seat, depth):
    """Distinct (position, outcome) pairs so many throws on, each order of the dice a play where it matters."""
    count = 0
    for dice in THROWS:
        for play in GAME.plays(position, seat, dice, Options()):
            if depth == 1:
                count += 1
            elif play.outcome is None:
                count += perft(play.position, GAME.next_seat(play.position, seat, dice, Options()), depth - 1)
    return count


@pytest.mark.parametrize(
    ("depth", "count"),
    [tuple(map(int, line.split())) for line in PERFT.read_text().splitlines() if not line.startswith("#")],
)
def test_the_tree_from_the_start_has_as_many_leaves_as_the_oracle_counts(depth, count):
    assert perft(GAME.start(Options(), GAME.seats[:2]), "seat1", depth) == count
