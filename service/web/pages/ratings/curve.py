"""The curve of a player's rating as lines and texts of a drawing. The page has the same numbers in its table."""

from collections.abc import Sequence
from typing import NamedTuple

WIDTH, HEIGHT = 480, 220
LEFT, RIGHT, TOP, BOTTOM = 56, 472, 12, 190
"""The edges of the field in which the curve is drawn, in units of the drawing."""
MOST_POINTS = 240
STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
"""Distances of the lines across, in rating points; there are at most six of them."""


class Line(NamedTuple):
    """A line across, at a height, with its rating."""

    y: float
    rating: int


class Curve(NamedTuple):
    """A curve: `path` is that of its line, `end` its last point, `lines` are those across."""

    path: str
    end: tuple[float, float]
    lines: Sequence[Line]
    dots: Sequence[tuple[float, float]]


def curve(start: float, ratings: Sequence[float]) -> Curve:
    """The curve of a rating that begins with `start` and has these values after each match, at equal distances.

    Of more than `MOST_POINTS` matches some are passed over; the last is always drawn.
    """
    values = _thinned([start, *ratings])
    step = next((each for each in STEPS if (max(values) - min(values)) / each <= 4), STEPS[-1])
    low = int(min(values) // step) * step
    high = max(-int(-max(values) // step) * step, low + step)
    points = [
        (
            round(LEFT + (RIGHT - LEFT) * place / max(len(values) - 1, 1), 1),
            round(BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low), 1),
        )
        for place, value in enumerate(values)
    ]
    lines = [
        Line(round(BOTTOM - (BOTTOM - TOP) * (rating - low) / (high - low), 1), rating)
        for rating in range(low, high + 1, step)
    ]
    path = "M" + " L".join(f"{x:g} {y:g}" for x, y in points)
    return Curve(path, points[-1], lines, points if len(points) <= 41 else ())


def _thinned(values: Sequence[float]) -> Sequence[float]:
    if len(values) <= MOST_POINTS:
        return values
    last = len(values) - 1
    return [values[round(place * last / (MOST_POINTS - 1))] for place in range(MOST_POINTS)]
