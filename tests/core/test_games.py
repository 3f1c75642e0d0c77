"""What every game of the registry owes: its files, and the properties that no rule may break."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Malformed, Unknown
from core.games import GAMES, game_of

ROOT = Path(__file__).parent.parent.parent
ALL = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
OWED = ("tests/games/{key}.perft", "tests/golden/{key}.ndjson", "tests/clauses/test_{key}.py", "docs/games/{key}.md")


@ALL
@pytest.mark.parametrize("owed", OWED)
def test_a_game_brings_its_counts_its_golden_log_its_clauses_and_its_page(game, owed):
    path = ROOT / owed.format(key=game.key.replace("-", "_"))
    assert path.exists(), f"{game.key} still lacks {path.relative_to(ROOT)}"


@ALL
def test_a_position_survives_its_words(game):
    position = game.start(game.options(), game.seats)
    assert game.read(game.write(position)) == position


@ALL
def test_one_outcome_is_best_in_points_and_in_rank(game):
    """The clinching rule (S10) relies on it: the opponent's best course is that outcome again and again."""
    best = max(game.outcomes, key=lambda outcome: outcome.points)
    assert best.rank == max(outcome.rank for outcome in game.outcomes)


@ALL
@given(seed=st.integers(0, 2**32))
def test_random_games_end_conserve_their_checkers_and_list_only_what_checks(game, seed):
    dice_cup = random.Random(seed)
    options = game.options()
    position, seat = game.start(options, game.seats), game.seats[0]
    men = checkers(game, position)
    for _ in range(2000):
        dice = tuple(dice_cup.randint(1, 6) for _ in range(game.dice(options)))
        plays = game.plays(position, seat, dice, options)
        assert len({(play.position, play.outcome) for play in plays}) == len(plays)
        if not plays:
            assert game.check(position, seat, dice, (), options).legal
            seat = game.opponent(seat)
            continue
        play = dice_cup.choice(plays)
        checked = game.check(position, seat, dice, play.moves, options)
        assert checked.legal, checked.explanation
        assert (checked.position, checked.outcome) == (play.position, play.outcome)
        assert checkers(game, play.position) == men
        if play.outcome:
            assert play.outcome in {outcome.key for outcome in game.outcomes}
            return
        position, seat = play.position, game.opponent(seat)
    pytest.fail("the game did not end within 2,000 turns")


def checkers(game, position):
    words = game.write(position)
    return [side["bar"] + side["off"] + sum(side["points"].values()) for side in words.values()]


def test_an_unknown_game_is_answered_with_the_known_ones():
    with pytest.raises(Unknown, match="swedish"):
        game_of("chess")


@ALL
def test_a_malformed_position_names_every_wrong_field(game):
    with pytest.raises(Malformed) as wrong:
        game.read({"white": {"bar": -1, "points": {"25": 1, "3": True}, "pip": 1}, "green": {}})
    assert set(wrong.value.problems) == {
        "white.bar", "white.points.25", "white.points.3", "white.pip", "green", "black",
    }  # fmt: skip


@ALL
def test_an_unknown_option_is_named(game):
    with pytest.raises(Malformed, match="cube"):
        game.read_options({"cube": 64})
