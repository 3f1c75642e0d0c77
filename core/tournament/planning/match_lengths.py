"""Lengths of matches: games drawn one after the other until the match is over."""

from collections.abc import Mapping
from functools import lru_cache

from core.tournament.planning.chance import Chance
from core.tournament.planning.game_lengths import MINUTES_BESIDE, POINTS_A_GAME, GameLengths

MARKS = 256
"""Evenly spaced marks of the minutes of a match: a byte of chance draws one."""
_A_MARK = 4
"""Matches that are drawn for each mark."""


def match_minutes(
    games: GameLengths, length: Mapping[str, int], stop: str, most: int | None = None
) -> tuple[float, ...]:
    """The minutes of a match of that length, from the shortest to the longest mark; `most` are those of its round.

    Each game is won by either side with the same chance.
    """
    minutes = _marks(games, length.get("games"), length.get("points"), stop == "when_decided")
    return minutes if most is None else tuple(min(minute, float(most)) for minute in minutes)


@lru_cache(maxsize=128)
def _marks(games: GameLengths, count: int | None, points: int | None, decided: bool) -> tuple[float, ...]:
    chance = Chance("match", games, count, points, decided)
    minutes = sorted(
        MINUTES_BESIDE
        + (_to_points(games, points, chance) if points else _over_games(games, count or 1, chance, decided))
        for _ in range(MARKS * _A_MARK)
    )
    return tuple(minutes[_A_MARK // 2 :: _A_MARK])


def _over_games(games: GameLengths, count: int, chance: Chance, decided: bool) -> float:
    minutes, won, lost = 0.0, 0, 0
    for _ in range(count):
        minutes += _drawn(games.minutes, chance)
        ours = chance.coin()
        won, lost = won + ours, lost + (not ours)
        if decided and max(won, lost) > count // 2:
            break
    return minutes


def _to_points(games: GameLengths, points: int, chance: Chance) -> float:
    minutes, score = 0.0, [0, 0]
    while max(score) < points:
        minutes += _drawn(games.minutes, chance)
        score[chance.coin()] += int(_drawn(POINTS_A_GAME, chance))
    return minutes


def _drawn(values: tuple[float, ...], chance: Chance) -> float:
    return values[(chance.byte() * 256 + chance.byte()) * len(values) >> 16]
