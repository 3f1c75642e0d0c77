"""Lengths of games in minutes: those that are shipped, or those measured in a club's own matches.

`docs/tournaments/planner.md` says where the shipped numbers are from. `python -m tools.game_lengths` counts the turns
anew.
"""

from collections.abc import Sequence
from typing import NamedTuple

SECONDS_A_TURN = 10
"""An assumption: the throw, the thought and the move of a player who does not hurry."""
MINUTES_BESIDE = 5
"""An assumption: minutes of each match before its first throw and after its last, to find the table and report."""
FEWEST_GAMES, FEWEST_MATCHES = 10, 3
"""Games, and matches that these are of, that a club must have recorded before its own lengths are used.

The lengths of games vary by about a third of their mean. So the mean of ten is known to about a tenth, which is less
than the seconds a turn are in doubt. Three matches, so that one pair of players is never all of it.
"""
SHIPPED_WEIGHT = 5
"""Games for which the shipped lengths of a game count beside those that the club recorded."""
_MARKS = 40
_SHORTEST, _LONGEST = 4, 4
"""A game does not count if it took less than this part of the shortest shipped length, or this many of the longest."""
_BELOW, _ABOVE = 4, 3
"""Nor if it took less than this part of the middle one of the club, or more than this many times it."""

TURNS: dict[str, tuple[int, ...]] = {
    "swedish": (84, 91, 119, 120, 121, 132, 133, 142, 144, 157, 180, 189, 191, 192, 195, 213, 214, 239, 258, 292),
    "backgammon": (19, 33, 33, 38, 38, 48, 48, 50, 54, 54, 56, 56, 62, 66, 66, 70, 70, 103, 103, 113),
    "dutch": (83, 89, 92, 93, 94, 95, 96, 96, 97, 98, 100, 100, 101, 102, 102, 104, 105, 106, 110, 112),
    "irish": (44, 47, 49, 51, 54, 55, 56, 57, 57, 58, 59, 60, 60, 61, 62, 64, 65, 66, 69, 74),
    "tick-tack": (61, 78, 81, 83, 85, 86, 87, 88, 89, 90, 91, 92, 94, 95, 96, 97, 99, 101, 105, 127),
    "english": (55, 57, 59, 59, 60, 60, 60, 61, 61, 61, 61, 62, 62, 62, 63, 64, 65, 66, 69, 71),
    "dubblets": (7, 11, 15, 17, 17, 17, 19, 19, 20, 21, 21, 22, 22, 24, 24, 25, 28, 30, 33, 41),
    "six-ace": (5, 8, 8, 9, 10, 11, 12, 13, 13, 14, 15, 15, 16, 16, 19, 20, 21, 23, 28, 32),
}
"""By game the turns of both players in a game, at twenty marks from the shortest to the longest that was counted."""
POINTS_A_GAME = (1, 1, 2, 2, 2, 2, 4, 4, 4, 6, 8, 12)
"""Points of the games of backgammon that GNU Backgammon played against itself, doubled stakes included."""


class GameLengths(NamedTuple):
    """Minutes of a game at evenly spaced marks, and the number of measured games: 0 for the shipped ones."""

    minutes: tuple[float, ...]
    measured: int = 0


def shipped(game: str) -> GameLengths:
    """The lengths that are shipped with a game: turns that were counted, at an assumed time for each.

    >>> round(sum(shipped("swedish").minutes) / len(TURNS["swedish"]))
    28
    """
    return GameLengths(tuple(turns * SECONDS_A_TURN / 60 for turns in TURNS[game]))


def of_club(game: str, matches: Sequence[Sequence[int]]) -> GameLengths:
    """The lengths of a game from the seconds of the games of a club's matches; the shipped ones for too few.

    Games that took impossibly short or long are left out: such a log was written afterwards, or left open. The others
    are put together with the shipped lengths, which count for `SHIPPED_WEIGHT` games.

    >>> of_club("swedish", [(1200, 1260, 1320)] * 3) == shipped("swedish")  # nine games
    True
    >>> round(sum(of_club("swedish", [(1200, 1260, 1320)] * 40).minutes) / 40)
    21
    """
    usual = shipped(game)
    shortest, longest = 60 * usual.minutes[0] / _SHORTEST, 60 * usual.minutes[-1] * _LONGEST
    possible = sorted(each for match in matches for each in match if shortest <= each <= longest)
    if not possible:
        return usual
    middle = possible[len(possible) // 2]
    likely = [
        [each for each in match if shortest <= each <= longest and middle / _BELOW <= each <= middle * _ABOVE]
        for match in matches
    ]
    own = [each / 60 for match in likely for each in match]
    if len(own) < FEWEST_GAMES or sum(map(bool, likely)) < FEWEST_MATCHES:
        return usual
    repeated = len(usual.minutes) // SHIPPED_WEIGHT
    together = sorted((*usual.minutes, *own * repeated))
    marks = (together[(2 * mark + 1) * len(together) // (2 * _MARKS)] for mark in range(_MARKS))
    return GameLengths(tuple(round(mark, 1) for mark in marks), len(own))
