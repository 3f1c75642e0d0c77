"""Backgammon's plays beside those of GNU Backgammon's own generator, where `gnubg-nn` is installed."""

import random

import pytest

from core.games.backgammon import GAME
from core.rules.board import sides

gnubg = pytest.importorskip("gnubg_nn", reason="the dependency group bench is not installed")
OPTIONS = GAME.options()
GAMES = 60


def board(position, seat):
    """The opponent's and the mover's men on 1 to 24 and on the bar, as GNU Backgammon counts them."""
    own, foe = sides(position, seat)
    return tuple((*held[1:25], held[0]) for held in (foe, own))


def test_random_games_have_at_every_roll_the_plays_that_gnu_backgammon_finds():
    dice_cup, rolls = random.Random(20_261_120), 0
    for _ in range(GAMES):
        position, seat = GAME.start(OPTIONS, GAME.seats), "white"
        outcome = None
        while outcome is None:
            dice = (dice_cup.randint(1, 6), dice_cup.randint(1, 6))
            plays = GAME.plays(position, seat, dice, OPTIONS)
            theirs = {gnubg.board_from_position_key(key) for key in gnubg.moves(board(position, seat), *dice)}
            ours = {board(play.position, seat): play.outcome for play in plays}
            assert theirs <= ours.keys(), (position, seat, dice)
            # Where one die ends the game already, GNU Backgammon asks for the other too (B7).
            assert all(ours[key] for key in ours.keys() - theirs), (position, seat, dice)
            rolls += 1
            if plays:
                play = dice_cup.choice(plays)
                position, outcome = play.position, play.outcome
            seat = GAME.opponent(seat)
    assert rolls > 50 * GAMES
