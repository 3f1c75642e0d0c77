"""The value of one game's result, and its validation."""

from collections.abc import Sequence
from typing import NamedTuple

from core.events import GameResult
from core.messages import say, term, terms
from core.rules.game import Game

CUBE_LIMIT = 64
CUBES = (1, 2, 4, 8, 16, 32, CUBE_LIMIT)


class FinishedGame(NamedTuple):
    """The result of a finished game, and the points that it is worth."""

    result: GameResult
    points: int


def finished_game(game: Game, result: GameResult) -> FinishedGame:
    """A finished game with its points; a void one is worth none."""
    return FinishedGame(result, points(game, result))


def points(game: Game, result: GameResult) -> int:
    """The points of the winner: those of the outcome, times the cube."""
    return game.outcome(result.outcome).points * result.cube


def rank(game: Game, result: GameResult) -> int:
    """The rank in the tie-break: that of the outcome, times the cube."""
    return game.outcome(result.outcome).rank * result.cube


def smallest(game: Game) -> str:
    """The outcome of the fewest points: how a game ends that was given up in time."""
    return min(game.endings, key=lambda ending: (ending.points, ending.rank)).key


def loser(seats: Sequence[str], result: GameResult) -> str:
    """The seat that lost: the last one, where there are placings."""
    return result.placings[-1] if result.placings else following(seats, result.winner)


def following(seats: Sequence[str], seat: str) -> str:
    """The next seat of a match, in turn; of two, the other one."""
    return seats[(seats.index(seat) + 1) % len(seats)]


def result_problems(game: Game, seats: Sequence[str], result: GameResult) -> dict[str, list[str]]:
    """The reasons why this is no result of the game between these seats: field → messages."""
    found: dict[str, list[str]] = {}
    if result.winner not in seats:
        found["winner"] = [
            say("{game_name} has the seats {seats}", "game_seats", game_name=term(game.name), seats=terms(seats))
        ]
    known = [ending.key for ending in game.endings]
    if result.outcome not in known:
        found["outcome"] = [
            say("{game_name} ends as one of: {known}", "ending_unknown", game_name=term(game.name), known=terms(known))
        ]
    if result.cube != 1 and not game.cube:
        found["cube"] = [say("{game_name} is played without a cube", "no_cube", game_name=term(game.name))]
    elif result.cube not in CUBES:
        found["cube"] = [
            say("{cube} is not one of {cubes}", "cube_value_unknown", cube=result.cube, cubes=tuple(map(str, CUBES)))
        ]
    if game.placings is None and result.placings:
        found["placings"] = [say("{game_name} has a winner and no placings", "no_placings", game_name=term(game.name))]
    elif game.placings is not None and sorted(result.placings) != sorted(seats):
        found["placings"] = [say("every seat once, from first to last: {seats}", "placings_wanted", seats=terms(seats))]
    elif result.placings and result.placings[0] != result.winner:
        found["winner"] = [
            say("the first of the placings is {placings}", "winner_is_first", placings=term(result.placings[0]))
        ]
    return found
