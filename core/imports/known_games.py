"""The games of a match as far as a file says them: who won each, in order, and how it ended."""

from collections.abc import Mapping, Sequence

from core.events import GameResult
from core.imports.values import ImportedResult
from core.match.judging import incomplete
from core.match.state import Match
from core.rules.game import Game

_MOST_GAMES = 50
Sets = Sequence[tuple[int, int]]


def games_of(
    match: Match, result: ImportedResult, *, flipped: bool, with_points: bool
) -> tuple[GameResult, ...] | None:
    """The games of a whole match, `None` where the file leaves open how one of them ended.

    `flipped`: the file names the black player first. With `with_points` a set is a game, and its points are those of
    the game: they say how it ended where one ending alone is worth so much. The cube would make them ambiguous.
    """
    if result.games:
        return _games_of_brade(match, result, flipped=flipped)
    sets = [(b, a) if flipped else (a, b) for a, b in result.sets]
    single = match.opened.length == {"games": 1}
    if not sets and single and result.winner is not None:
        sets = [(0, 1) if (result.winner == 1) != flipped else (1, 0)]
    if len(sets) == 1 and not single and not with_points:
        sets = _whitewash(sets[0])
    games = [_game(match.game, match.seats, set_, with_points=with_points) for set_ in sets]
    whole = tuple(game for game in games if game is not None)
    if not whole or len(whole) < len(games) or incomplete(match, whole) is not None:
        return None
    return whole


def _games_of_brade(match: Match, result: ImportedResult, *, flipped: bool) -> tuple[GameResult, ...] | None:
    """The games as brade tells them; `None` if they are not those of such a match."""
    known = {outcome.key for outcome in match.game.outcomes}
    seats = match.seats[::-1] if flipped else match.seats
    games = tuple(GameResult(seats[won], ending, cube) for won, ending, cube in result.games if ending in known)
    if len(games) < len(result.games) or match.game.placings is not None or incomplete(match, games) is not None:
        return None
    return games


def contradicts(match: Match, games: tuple[GameResult, ...], winner: str) -> bool:
    """True if these games make another seat win the match than the file says."""
    return match.settled_after(games).winner != winner


def _whitewash(total: tuple[int, int]) -> list[tuple[int, int]]:
    """The games of a match of which one player won all: of any other total the order is unknown."""
    one, other = total
    if min(total) != 0 or not 0 < max(total) <= _MOST_GAMES:
        return [total]
    return [(1, 0)] * one + [(0, 1)] * other


def _game(game: Game, seats: Sequence[str], points: tuple[int, int], *, with_points: bool) -> GameResult | None:
    if game.placings is not None or min(points) != 0 or max(points) <= 0:
        return None
    seat, worth = seats[0 if points[0] else 1], max(points)
    endings: Mapping[str, int] = {ending.key: ending.points for ending in game.endings}
    if with_points:
        endings = {key: value for key, value in endings.items() if value == worth and (worth == 1 or not game.cube)}
    elif worth != 1:
        return None
    return GameResult(seat, next(iter(endings))) if len(endings) == 1 else None
