"""The search of legal turns: its order and its landings, as recorded, and the numbers by which it knows a place."""

import hashlib
from itertools import combinations_with_replacement

import pytest

from core.games import game_of
from core.rules.packed_board import WEIGHTS
from tests.support.matches.recorded_rolls import FAMILY, SWEDISH, recorded_rolls
from tests.support.paths import TESTS
from tests.support.proving import some

RECORDED = [line.split() for line in (TESTS / "data" / "turn_order.txt").read_text().splitlines()]
"""A game, its options, the number of turns of all throws from all recorded positions, and their digest."""
RARE = (
    "dice=three",
    "fill=2",
    "entry=all,hit_after_home=True",
    "entry=free,hit_after_home=False",
    "entry=free,hit_after_home=True",
)
"""Options of which `make prove` searches the turns."""


def turns_of_all_throws(key, options):
    """Each turn of each throw, from each position of the game's recorded rolls, as its landings."""
    game = game_of(key)
    rolls = recorded_rolls(SWEDISH) if key == "swedish" else recorded_rolls(FAMILY)
    for roll in rolls[:: 10 if key == "swedish" else 1]:
        if roll.get("game", key) == key:
            for dice in combinations_with_replacement(range(1, 7), game.dice(options)):
                plays = game.plays(game.read(roll["position"]), roll["to_move"], dice, options)
                yield from map(plays.path, plays.codes)


@pytest.mark.parametrize(
    ("key", "chosen", "count", "digest"),
    some(map(tuple, RECORDED), *(tuple(each) for each in RECORDED if each[1] not in RARE)),
    ids=[" ".join(each[:2]) for each in RECORDED],
)
def test_the_turns_come_in_the_recorded_order_with_the_recorded_landings(key, chosen, count, digest):
    words = dict(part.split("=") for part in chosen.split(",") if "=" in part)
    read = {name: {"True": True, "False": False, "1": 1, "2": 2}.get(word, word) for name, word in words.items()}
    turns = list(turns_of_all_throws(key, game_of(key).read_options(read)))
    assert len(turns) == int(count)
    assert hashlib.sha256("\n".join(map(str, turns)).encode()).hexdigest() == digest


def test_no_two_places_of_a_search_have_the_same_number():
    sums = [sum(some) for some in combinations_with_replacement(WEIGHTS, 6)]
    assert len(set(sums)) == len(sums) == 736_281
    assert max(WEIGHTS) < 1 << 30
