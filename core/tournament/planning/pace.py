"""The pace of a match in play: the minutes that it still needs at the least, by the games that it has played so far.

The lengths of games vary by about a third of their mean (`game_lengths`). So the mean of some games is known to a third
divided by the root of their number. A match is given the benefit of that doubt, so early in a round nothing is said.
"""

from collections.abc import Mapping, Sequence
from math import ceil, sqrt
from typing import NamedTuple

from core.tournament.planning.game_lengths import POINTS_A_GAME

VARIATION = 1 / 3
"""The standard deviation of the length of a game, as a share of the mean."""


class Pace(NamedTuple):
    """The games that were played to their end, the minutes of all of them, those of the game in play, and the fewest
    games that are left, the one in play included.
    """

    games: int
    minutes: float
    current: float
    left: int


def minutes_needed(pace: Pace) -> float:
    """The minutes that a match still needs, at the least.

    The game in play counts among the played ones once it takes longer than these.

    >>> round(minutes_needed(Pace(2, 80, 5, 1)), 1)  # two games of 40 minutes, and the third has begun
    25.6
    >>> round(minutes_needed(Pace(0, 0, 1, 3)), 1)
    1.3
    """
    games, minutes = pace.games, pace.minutes
    if not games or pace.current > minutes / games:
        games, minutes = games + 1, minutes + pace.current
    likely = minutes / games * max(0.0, 1 - VARIATION / sqrt(games))
    if not pace.left:
        return 0.0
    return max(0.0, likely - pace.current) + likely * (pace.left - 1)


def games_left(length: Mapping[str, int], stop: str, winners: Sequence[str], score: Mapping[str, int]) -> int:
    """The fewest games that a match still has, the one in play included, by the winners of its games and the score.

    In a match to points each game counts the mean of the points that games have.

    >>> games_left({"games": 5}, "all_games", ["white"], {}), games_left({"games": 5}, "when_decided", ["white"], {})
    (4, 2)
    >>> games_left({"points": 7}, "all_games", [], {"white": 5, "black": 0})
    1
    """
    if "points" in length:
        left = length["points"] - max(score.values(), default=0)
        return ceil(left * len(POINTS_A_GAME) / sum(POINTS_A_GAME))
    if stop == "when_decided":
        return length["games"] // 2 + 1 - max((winners.count(seat) for seat in winners), default=0)
    return length["games"] - len(winners)
