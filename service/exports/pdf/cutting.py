"""Cuts of a poster: between its texts and boxes, as far as they leave room, so that the fewest are cut in two."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from service.exports.svg.canvas import INK, SIZE
from service.exports.svg.drawn_texts import drawn_texts, origin

_RECT = re.compile(r'<rect x="(-?[\d.]+)" y="(-?[\d.]+)" width="([\d.]+)" height="([\d.]+)"')
_RULE = re.compile(r'<path d="M(-?[\d.]+) (-?[\d.]+) L(-?[\d.]+) \2"')
"""A line across: a row of a table, or of a list."""
_ABOVE, _BELOW = 0.8, 0.25
"""The parts of the height of letters that are above and below their line."""
_TO_CONTENT = 2.5
"""The same below a heading, which stays with what is under it."""
_WIDE = 24.0
"""A gap as wide as that is as good as any wider one."""
_ALIKE = 2.0
"""Gaps whose width differs by less are alike; of those the last one is taken."""
_EVEN = 3
"""So many lengths of the parts are tried, the most even one first."""
_GIVEN_UP = 0.5
"""The part of a sheet that may be left empty for a cut in a better place."""


class Thing(NamedTuple):
    """Something that is drawn, from where to where."""

    left: float
    right: float
    top: float
    bottom: float


class Taken(NamedTuple):
    """From where to where something is drawn along one side of a drawing; starts and ends are sorted each."""

    starts: Sequence[float]
    ends: Sequence[float]

    def crossed(self, at: float) -> int:
        """The number of things that a cut there goes through."""
        return bisect_left(self.starts, at) - bisect_right(self.ends, at)


class Cuts(NamedTuple):
    """Places at which a side of a drawing is cut, with its beginning and end, and how many things are cut in two."""

    at: Sequence[float]
    crossed: int


def things(svg: str) -> list[Thing]:
    """Texts, boxes and rows of tables of a drawing."""
    left, top = origin(svg)
    found = [
        Thing(left + float(x), left + float(x) + float(width), top + float(y), top + float(y) + float(height))
        for x, y, width, height in _RECT.findall(svg)
    ]
    found += [
        Thing(left + float(start), left + float(end), top + float(y), top + float(y))
        for start, y, end in _RULE.findall(svg)
    ]
    for text in drawn_texts(svg):
        is_heading = text.bold and (text.fill != INK or text.size > SIZE)
        below = _TO_CONTENT if is_heading else _BELOW
        across = text.left, text.left + text.width
        found.append(Thing(*across, text.y - _ABOVE * text.size, text.y + below * text.size))
    return found


def taken_across(found: Iterable[Thing]) -> Taken:
    """The places that things take from left to right."""
    return _sorted((thing.left, thing.right) for thing in found)


def taken_down(found: Iterable[Thing]) -> Taken:
    """The places that things take from top to bottom; a row of a table is cut off by no cut."""
    return _sorted((thing.top, thing.bottom) for thing in found if thing.bottom > thing.top)


def filled(
    places: Sequence[tuple[float, float]], across: Sequence[Cuts], down: Sequence[float]
) -> dict[tuple[int, int], int]:
    """The number of texts that begin in each part of a drawing, by row and column; parts without any are left out.

    `places` are those at which texts begin, from the top and from the left. `across` are the cuts of each row.
    """
    found: dict[tuple[int, int], int] = {}
    for y, left in places:
        row = bisect_right(down, y) - 1
        place = row, bisect_right(across[row].at, left) - 1
        found[place] = found.get(place, 0) + 1
    return found


def _sorted(spans: Iterable[tuple[float, float]]) -> Taken:
    found = list(spans)
    return Taken(sorted(start for start, _ in found), sorted(end for _, end in found))


def gaps(things: Taken) -> list[float]:
    """The ends of wide gaps between things, such as those between two brackets."""
    edges = sorted({*things.starts, *things.ends})
    return [other for one, other in pairwise(edges) if other - one >= _WIDE and not things.crossed((one + other) / 2)]


def evenly_cut(length: float, room: float, things: Taken) -> Cuts:
    """Cuts like `cut`, of those that need as few parts and cut as little in two the ones with the most even parts."""
    late = cut(length, room, things)
    parts = len(late.at) - 1
    for step in range(_EVEN):
        even = length / parts + (room - length / parts) * step / _EVEN
        cuts = cut(length, even, things)
        if len(cuts.at) - 1 == parts and cuts.crossed <= late.crossed:
            return cuts
    return late


def cut(length: float, room: float, things: Taken) -> Cuts:
    """Cuts of a side into parts that have room on a sheet: where the fewest things are, in the widest gap, and late.

    >>> cut(250, 100, Taken([90, 150], [110, 160]))
    Cuts(at=[0.0, 78.0, 178.0, 250], crossed=0)
    """
    edges = [0.0, *sorted({*things.starts, *things.ends}), length]
    at, crossed = [0.0], 0
    while length - at[-1] > room * 1.000001:
        least, most = at[-1] + room * (1 - _GIVEN_UP), at[-1] + room
        near = edges[bisect_right(edges, least) - 1 : bisect_left(edges, most) + 1]
        places = [(min(other - min(other - one, _WIDE) / 2, most), one, other) for one, other in pairwise(near)]
        clear = [(place, min(place - one, other - place)) for place, one, other in places if place >= least]
        best, _ = min(
            [*clear, (most, 0.0)],
            key=lambda each: (things.crossed(each[0]), -round(each[1] / _ALIKE), -each[0]),
        )
        at.append(best)
        crossed += things.crossed(best)
    return Cuts([*at, length], crossed)
