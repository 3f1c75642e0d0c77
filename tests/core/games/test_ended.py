"""A position that ends the game is known without being told who moved."""

import json

import pytest

from core.games import GAMES, game_of
from core.rules.board import parse
from tests.support.paths import TESTS

VECTORS = TESTS / "data/swedish_plays.jsonl"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_no_game_is_over_before_it_began(game):
    assert game.ended(game.start(game.options(), game.seats), game.options()) is None


def test_a_play_ends_the_game_exactly_if_its_position_shows_an_ending():
    game, seen = game_of("swedish"), set()
    for line in VECTORS.read_text().splitlines():
        for play in json.loads(line)["plays"]:
            shown = game.ended(game.read(play["position"]), game.options())
            assert shown == (play["outcome"] and play["outcome"].replace("forced_jan", "jan")), play
            seen.add(play["outcome"])
    assert {None, "jan", "forced_jan", "bearing_off"} <= seen


@pytest.mark.parametrize(
    ("position", "outcome"),
    [
        ("20:3 21:3 22:3 23:3 24:3 | 1:15", "single_crown"),
        ("1:15 | 24:15", "tower"),
        ("1:15 | 24:14", None),
        ("1:14 bar:1 | 22:3 23:5 24:7", "staircase_with_monk"),
        ("off:15 | 1:15", "bearing_off"),
        ("bar:7 24:8 | 1:15", "jan"),
        ("bar:6 24:9 | 1:15", None),
    ],
)
def test_a_position_shows_its_ending_independent_of_the_last_mover(position, outcome):
    assert game_of("swedish").ended(parse(position), None) == outcome
