"""Questions about a position become the game's own values, whatever the game."""

import pytest

from core.errors import Invalid
from core.games import GAMES
from schemas.facts.position_queries import CHECK, PLAYS, question


def asked(game, **more):
    position, dice = game.write(game.start(game.options(), game.seats)), [1] * game.dice(game.options())
    words = {"position": position, "to_move": game.seats[0], "dice": dice}
    return words | more


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_answers_a_question_about_its_start(game):
    read = question(game, PLAYS, asked(game))
    assert read.position == game.start(game.options(), game.seats)
    assert (read.seat, read.dice, read.options) == (game.seats[0], (1,) * game.dice(game.options()), game.options())
    assert question(game, CHECK, asked(game, moves=[])).moves == ()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_everything_wrong_with_a_question_is_told_at_once(game):
    words = asked(game, position=[], to_move="nobody", dice=[1] * 12, options={"x": 1}, moves=7, y=0)
    with pytest.raises(Invalid) as wrong:
        question(game, CHECK, words)
    assert set(wrong.value.problems) == {"position", "to_move", "dice", "options.x", "moves", "y"}


def test_a_question_is_an_object():
    with pytest.raises(Invalid) as wrong:
        question(GAMES[0], PLAYS, None)
    assert wrong.value.problems.keys() == {""}
