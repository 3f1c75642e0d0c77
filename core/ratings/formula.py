"""The rating formula of backgammon, as the First Internet Backgammon Server (FIBS) published it.

A match to n points between two players whose ratings differ by D: the better one wins with the probability
`1 - 1 / (10^(D * sqrt(n) / 2000) + 1)`. The winner gains, and the loser loses, `4 * K * sqrt(n)` times the probability
that the match would have ended the other way. K is `max(1, 5 - experience / 100)` for each player. The experience of
a player is the sum of the lengths of the matches they have finished before. It begins at 0, the rating at 1500.

Source: the page `formula` of the manual of FIBS (`help formula`), reprinted in the backgammon FAQ of the news group
rec.games.backgammon. The national lists of Denmark and Belgium use the same probability.
"""

import math
from collections.abc import Mapping

STEP, WIDTH, RAMP, NEW = 4, 2000, 100, 5
"""Rating points at stake in a match to 1 point, the width of the scale, experience a step of K takes, K of a new
player."""


def points_of(length: Mapping[str, int]) -> int:
    """The length of a match in points: of a match for the best of so many games the games that win it.

    The formula takes every game for one point, which a game of a match over games is.

    >>> points_of({"points": 7}), points_of({"games": 5})
    (7, 3)
    """
    return length["points"] if "points" in length else (length["games"] + 1) // 2


def win_probability(rating: float, opponent: float, points: int) -> float:
    """The probability that a player wins a match of that length.

    >>> round(win_probability(1675, 1500, 1), 2)
    0.55
    """
    exponent = (opponent - rating) * math.sqrt(points) / WIDTH
    return 0.0 if exponent > 300 else 1 / (10**exponent + 1)


def factor(experience: int, *, ramp: bool = True) -> float:
    """K, by which the ratings of new players change faster; without the `ramp` it is 1 for all.

    >>> factor(0), factor(150), factor(400)
    (5.0, 3.5, 1.0)
    """
    return max(1.0, NEW - experience / RAMP) if ramp else 1.0


def change(chance: float, points: int, k: float, *, won: bool) -> float:
    """The change of a player's rating by a match that they had the `chance` to win.

    >>> change(0.5, 1, 1.0, won=True), change(0.5, 9, 1.0, won=False)
    (2.0, -6.0)
    """
    return STEP * k * math.sqrt(points) * ((1 - chance) if won else -chance)
