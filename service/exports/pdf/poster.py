"""The bracket as a poster: on one sheet while its letters are readable there, else over several to be joined."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import unescape
from itertools import pairwise, product
from math import ceil
from typing import NamedTuple

from service.exports.pdf.cutting import Cuts, cut, evenly_cut, filled, gaps, taken_across, taken_down, things
from service.exports.pdf.document import Poster, Tile
from service.exports.request import Paper
from service.exports.svg.bracket import bracket_svg, progress
from service.exports.svg.canvas import IN_PRINT, SIZE
from service.exports.svg.drawn_texts import DrawnText, drawn_texts, without_texts
from service.exports.svg.sheet_layout import Layout
from service.exports.svg.tree_layout import GAP_DOWN, MOST_DOWN
from service.translations.export_words import Language

_LONG, _SHORT = 297.0, 210.0
"""The sides of A4 in mm."""
_EDGE, _CUT_EDGE = 5.0, 12.0
"""The edge that printers leave white, and the one around a part of a poster, for the marks."""
_LEAST, _LEAST_OF_ONE = 2.4, 2.3
"""The least height of plain letters in mm, which are readable on a wall: on several sheets, and on a single one."""
_LARGEST = 5.0
_STEPS = 6
"""Scales that are tried for cuts between the texts, from the largest to that of the least letters, beside those at
which a bracket or a row of groups fills a sheet."""
_SHEET, _CROSSED, _SPARSE = 4, 8, 6
"""The costs of a sheet, of a thing that is cut in two, and of a sheet with fewer than `_FEW` texts."""
_FEW = 16
"""A match has up to six texts: two seeds, names and results. A column of them has a heading."""
_NAMES = (360, 280)
"""The room of names at most that is tried."""
_LOOSER = 7
_SPOKEN = re.compile(r"<g[^>]*><title>([^<]*)</title>")
_VIEW = re.compile(r'viewBox="0 0 (\d+) (\d+)"')


class Sheets(NamedTuple):
    """The sheets of a poster: `turned` ones lie across. `scale` is the length of a unit of the drawing in mm."""

    turned: bool
    across: int
    down: int
    scale: float

    @property
    def number(self) -> int:
        """The number of sheets."""
        return self.across * self.down


class _Poster(NamedTuple):
    """A drawing and a way to cut it: the scale in mm, and the cuts in units of the drawing.

    It is cut into rows, and each row has cuts of its own: the final below groups ends elsewhere than they do.
    `filled` are the sheets with a text, by row and column, and how many they have.
    """

    svg: str
    turned: bool
    scale: float
    across: Sequence[Cuts]
    down: Cuts
    filled: Mapping[tuple[int, int], int]

    @property
    def crossed(self) -> int:
        """The number of things that are cut in two."""
        return self.down.crossed + sum(cuts.crossed for cuts in self.across)

    @property
    def cost(self) -> int:
        """The sheets, with things that are cut in two and sheets of hardly a match as if they were further ones."""
        sparse = sum(number < _FEW for number in self.filled.values())
        return _SHEET * len(self.filled) + _CROSSED * self.crossed + _SPARSE * sparse


def poster(given: Paper, language: Language) -> Poster:
    """The drawing of a tournament over as few sheets as it needs. A sheet on which nothing would stand is left out."""
    found = _best(given._replace(tournament=given.tournament._replace(id="")), language)  # a wall has no use for ids
    scale, drawn = found.scale, drawn_texts(found.svg)
    wide, high = _size(found.svg)
    places = sorted(found.filled) or [(0, 0)]
    tiles = []
    for number, (row, column) in enumerate(places, 1):
        (x, right), (y, bottom) = found.across[row].at[column : column + 2], found.down.at[row : row + 2]
        tiles.append(
            Tile(
                x * scale,
                y * scale,
                (right - x) * scale,
                (bottom - y) * scale,
                language.word("sheet_of_poster", number, len(places), row + 1, column + 1),
                [_moved(text, x, y, scale) for text in drawn if _is_within(text, (x, right), (y, bottom))],
            )
        )
    name = f"{given.tournament.created.name}: {progress(given.tournament, given.brackets, language)}"
    alt = "\n".join([name, *map(unescape, _SPOKEN.findall(found.svg))])
    return Poster(
        language.word("bracket"),
        without_texts(found.svg),
        alt,
        wide * scale,
        high * scale,
        _EDGE if len(tiles) == 1 else _CUT_EDGE,
        tiles,
        turned=found.turned,
    )


def _best(given: Paper, language: Language) -> _Poster:
    """The drawing as on one sheet where it has room there; else the layout that needs the fewest sheets.

    Of that one the matches then stand as far apart as the same sheets allow.
    """

    @cache
    def cut_up_drawing(svg: str) -> _Poster:
        return _cut(svg)

    def cut_up(layout: Layout | None) -> _Poster:
        return cut_up_drawing(
            bracket_svg(given.tournament, given.brackets, language, IN_PRINT, shaped=False, layout=layout)
        )

    usual = cut_up(None)
    if len(usual.filled) <= 1:
        return usual
    ways = [Layout(two_sided, GAP_DOWN, names) for names in _NAMES for two_sided in (False, True)]
    tried = {way: cut_up(way) for way in (ways if given.brackets else ways[:1])}
    best = min(tried, key=lambda way: tried[way].cost)
    for gap in range(MOST_DOWN, GAP_DOWN, -_LOOSER) if given.brackets else ():
        looser = cut_up(best._replace(gap=gap))
        if looser.cost <= tried[best].cost:
            return looser
    return tried[best]


def _is_within(text: DrawnText, across: tuple[float, float], down: tuple[float, float]) -> bool:
    """True if a part of a text may be between these places."""
    is_across = text.left < across[1] and text.left + text.width > across[0]
    return is_across and text.y - text.size < down[1] and text.y + text.size > down[0]


def _moved(text: DrawnText, x: float, y: float, scale: float) -> DrawnText:
    """A text of the drawing as it stands on the tile whose corner is there."""
    return text._replace(x=(text.x - x) * scale, y=(text.y - y) * scale, room=text.room * scale, size=text.size * scale)


def _size(svg: str) -> tuple[int, int]:
    matched = _VIEW.search(svg)
    assert matched is not None, "every drawing has a view"
    return int(matched[1]), int(matched[2])


def _cut(svg: str) -> _Poster:
    """The cheapest way to cut a drawing, with the largest letters of those."""
    wide, high = _size(svg)
    texts, fewest = drawn_texts(svg), sheets_for(wide, high)
    if fewest.number == 1:
        whole = [Cuts([0.0, wide], 0)], Cuts([0.0, high], 0)
        return _Poster(svg, fewest.turned, fewest.scale, *whole, {(0, 0): len(texts)})
    drawn = things(svg)
    rows = taken_down(drawn)
    places = [(text.y, text.left) for text in texts]
    found = []
    for turned in (True, False):
        room, most = _room(_CUT_EDGE, turned=turned), _several(wide, high, turned=turned).scale
        least = min(most, _LEAST / SIZE)
        steps = [most - (most - least) * step / _STEPS for step in range(_STEPS + 1)]
        exact = [room[1] / place for place in gaps(rows)]
        for scale in [*steps, *(each for each in exact if least <= each <= most)]:
            for down_way, across_way in product((cut, evenly_cut), repeat=2):
                down = down_way(high, room[1] / scale, rows)
                spans = pairwise(down.at)
                bands = [[thing for thing in drawn if thing.top < low and thing.bottom > top] for top, low in spans]
                across = [across_way(wide, room[0] / scale, taken_across(band)) for band in bands]
                found.append(_Poster(svg, turned, scale, across, down, filled(places, across, down.at)))
    return min(found, key=lambda poster: (poster.cost, -poster.scale))


def sheets_for(wide: float, high: float) -> Sheets:
    """The fewest sheets on which the letters of a drawing of that size are large enough, and of those the largest ones.

    >>> sheets_for(1160, 820).number, sheets_for(1900, 1343)[:3]
    (1, (False, 2, 1))
    """
    for turned in (True, False):
        one = _scale(wide, high, 1, 1, _room(_EDGE, turned=turned))
        if one * SIZE >= _LEAST_OF_ONE:
            return Sheets(turned, 1, 1, min(one, _LARGEST / SIZE))
    several = [_several(wide, high, turned=turned) for turned in (True, False)]
    return min(several, key=lambda sheets: (sheets.number, -sheets.scale))


def _several(wide: float, high: float, *, turned: bool) -> Sheets:
    room, least = _room(_CUT_EDGE, turned=turned), _LEAST / SIZE
    across, down = ceil(wide * least / room[0]), ceil(high * least / room[1])
    return Sheets(turned, across, down, min(_scale(wide, high, across, down, room), _LARGEST / SIZE))


def _room(edge: float, *, turned: bool) -> tuple[float, float]:
    """The width and height of a sheet between its edges."""
    sides = (_LONG, _SHORT) if turned else (_SHORT, _LONG)
    return sides[0] - 2 * edge, sides[1] - 2 * edge


def _scale(wide: float, high: float, across: int, down: int, room: tuple[float, float]) -> float:
    return min(across * room[0] / wide, down * room[1] / high)
