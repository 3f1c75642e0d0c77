"""The five games of the backgammon family against recorded rolls, counted trees and an independent reading."""

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games import backgammon, dutch, english, irish, tick_tack
from core.rules.board import Position, other, sides
from tests.oracles import race as oracle
from tests.support.matches.recorded_rolls import FAMILY as FAMILY_PLAYS
from tests.support.matches.recorded_rolls import recorded_rolls
from tests.support.paths import TESTS
from tests.support.proving import examples, some

FAMILY = {module.GAME.key: module.GAME for module in (backgammon, dutch, irish, tick_tack, english)}
THROWS = [(a, b) for a in range(1, 7) for b in range(a, 7)]
EACH = pytest.mark.parametrize("key", FAMILY)
VARIANTS = [
    ("backgammon", {}),
    *(("dutch", {"entry": entry, "hit_after_home": late}) for entry in ("all", "free") for late in (False, True)),
    ("irish", {}),
    ("irish", {"preset": "historical"}),
    ("tick-tack", {"fill": 1}),
    ("tick-tack", {"fill": 2}),
    ("english", {}),
    ("english", {"dice": "three"}),
]
EACH_VARIANT = pytest.mark.parametrize(("key", "words"), VARIANTS, ids=str)


@EACH
def test_every_recorded_roll_has_exactly_its_recorded_plays(key):
    game, options = FAMILY[key], FAMILY[key].options()
    rolls = [roll for roll in recorded_rolls(FAMILY_PLAYS) if roll["game"] == key]
    assert len(rolls) == 60
    for roll in rolls:
        plays = game.plays(game.read(roll["position"]), roll["to_move"], roll["dice"], options)
        expected = {(game.read(play["position"]), play["outcome"]) for play in roll["plays"]}
        assert {(play.position, play.outcome) for play in plays} == expected
        assert len(plays) == len(expected)
        assert roll["pass"] == (not plays)


@EACH
def test_every_recorded_play_checks_as_legal_and_leaves_its_recorded_position(key):
    game, options = FAMILY[key], FAMILY[key].options()
    for roll in (roll for roll in recorded_rolls(FAMILY_PLAYS) if roll["game"] == key):
        position = game.read(roll["position"])
        for play in roll["plays"]:
            moves = tuple((move["from"], move["to"]) for move in play["moves"])
            checked = game.check(position, roll["to_move"], roll["dice"], moves, options)
            assert checked.legal, checked.explanation
            assert (checked.position, checked.outcome) == (game.read(play["position"]), play["outcome"])
            assert game.apply_moves(position, roll["to_move"], moves, options) == (checked.position, checked.outcome)


@EACH
def test_the_page_of_a_game_lists_its_rules_and_its_options_with_their_defaults(key):
    page = (TESTS.parent / "docs" / "games" / f"{key.replace('-', '_')}.md").read_text()
    for number in range(1, 9):
        assert f"| **{key[0].upper()}{number}** |" in page
    for field in fields(FAMILY[key].options):
        shown = f"`{field.default}`" if isinstance(field.default, str) else str(field.default)
        shown = f"`{shown.lower()}`" if isinstance(field.default, bool) else shown
        assert f"| `{field.name}` | {shown} |" in page
        assert field.metadata["sentence"]


@st.composite
def positions(draw, key):
    """A position that play could have left: no point held by both, all men on board in tick-tack."""
    if key != "tick-tack" and draw(st.integers(0, 3)) == 3:
        return draw(last_men())
    taken, built = set(), []
    for seat in range(2):
        counts = [0] * 26
        counts[0] = draw(st.integers(0, 3)) if draw(st.booleans()) else 0
        points = draw(st.permutations([n for n in range(1, 25) if (n if seat == 0 else 25 - n) not in taken]))
        if draw(st.booleans()):
            points = [n for n in points if n <= 7] or points
        for point in points[: draw(st.integers(1, 9))]:
            counts[point] = min(15 - sum(counts), draw(st.integers(1, 4)))
        if key != "tick-tack":
            counts[25] = draw(st.integers(0, 15 - sum(counts)))
        counts[points[0]] += 15 - sum(counts)
        taken |= {n if seat == 0 else 25 - n for n in range(1, 25) if counts[n]}
        built.append(bytes(counts))
    return Position(*built)


@st.composite
def last_men(draw):
    """A position in which one side has a man or two left to bear off, and may meet blots on the way."""
    counts = [0] * 26
    for point in draw(st.lists(st.integers(1, 6), min_size=1, max_size=2)):
        counts[point] += 1
    counts[25] = 15 - sum(counts)
    others = [0] * 26
    for point in draw(st.sets(st.integers(1, 5), max_size=3)):
        others[25 - point] = 0 if counts[point] else 1
    others[25] = draw(st.integers(0, 14 - sum(others)))
    others[draw(st.sampled_from([1, 5, 12]))] += 15 - sum(others)
    return Position(*draw(st.permutations([bytes(counts), bytes(others)])))


def thrown(game, options):
    return st.tuples(*[st.integers(1, 6)] * game.dice(options))


@EACH_VARIANT
@given(data=st.data())
def test_the_search_agrees_with_an_independent_reading_of_the_rules(key, words, data):
    game = FAMILY[key]
    options = game.read_options(words)
    position, seat = data.draw(positions(key)), data.draw(st.sampled_from(game.seats))
    dice = data.draw(thrown(game, options))
    own, foe = sides(position, seat)
    plays = game.plays(position, seat, dice, options)
    found = {(*sides(play.position, seat), play.outcome) for play in plays}
    assert found == oracle.turns(key, own, foe, dice, words)
    assert len(found) == len(plays)


@EACH_VARIANT
@given(data=st.data())
def test_a_turn_is_legal_exactly_if_what_it_leaves_is_listed(key, words, data):
    """Random landings of the right dice, in any number: `check` agrees with the list of plays."""
    game = FAMILY[key]
    options = game.read_options(words)
    position = data.draw(positions(key))
    dice = data.draw(thrown(game, options))
    starts = st.sampled_from(["bar", *[n for n in range(1, 25) if position.white[n]], *range(1, 25)])
    moves = []
    for die in data.draw(st.permutations(oracle.numbers(key, dice, words))):
        start = data.draw(starts)
        end = (25 if start == "bar" else start) - die
        moves.append((start, "off" if end <= 0 else end))
    moves = moves[: data.draw(st.integers(0, len(moves)))]
    checked = game.check(position, "white", dice, moves, options)
    plays = game.plays(position, "white", dice, options)
    if checked.legal and moves:
        assert (checked.position, checked.outcome) in {(play.position, play.outcome) for play in plays}
        assert game.apply_moves(position, "white", moves, options) == (checked.position, checked.outcome)
    elif not moves:
        assert checked.legal == (not plays)
    else:
        assert checked.rule
        assert checked.explanation
        assert tuple(moves) not in {play.moves for play in plays}


@EACH_VARIANT
@given(data=st.data())
def test_every_listed_turn_checks_as_legal(key, words, data):
    game = FAMILY[key]
    options = game.read_options(words)
    in_play = positions(key).filter(lambda position: game.ended(position, options) is None)
    position, dice = data.draw(in_play), data.draw(thrown(game, options))
    for play in game.plays(position, "black", dice, options)[: examples(20)]:
        checked = game.check(position, "black", dice, play.moves, options)
        assert (checked.legal, checked.position, checked.outcome) == (True, play.position, play.outcome)
        assert game.ended(play.position, options) == (None if play.outcome == "void" else play.outcome)


def perft(game, position, seat, depth):
    """Distinct (position, outcome) pairs so many rolls on; a forced pass leaves the position as it is."""
    count, options = 0, game.options()
    for dice in THROWS:
        plays = game.plays(position, seat, dice, options)
        leaves = [(play.position, play.outcome) for play in plays] or [(position, None)]
        if depth == 1:
            count += len(leaves)
        else:
            count += sum(perft(game, after, other(seat), depth - 1) for after, outcome in leaves if outcome is None)
    return count


COUNTED = [
    (key, *map(int, line.split()))
    for key in FAMILY
    for line in (TESTS / "games" / f"{key.replace('-', '_')}.perft").read_text().splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("key", "depth", "count"), some(COUNTED, *(each for each in COUNTED if each[2] < 100_000)))
def test_the_tree_from_the_start_has_as_many_leaves_as_counted_elsewhere(key, depth, count):
    game = FAMILY[key]
    assert perft(game, game.start(game.options(), game.seats), "white", depth) == count
