"""The bracket as a poster: on one sheet while its letters are readable there, else over several to be joined."""

import re
from html import unescape
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from service.exports.fonts import FAMILY
from service.exports.pdf.cutting import Cuts, cut, taken
from service.exports.pdf.document import Poster, Tile
from service.exports.request import Paper
from service.exports.svg.bracket import bracket_svg, progress
from service.exports.svg.canvas import SIZE
from service.exports.svg.drawn_texts import DrawnText, drawn_texts, without_texts
from service.translations.export_words import Language

_LONG, _SHORT = 297.0, 210.0
"""The sides of A4 in mm."""
_EDGE, _CUT_EDGE = 5.0, 12.0
"""The edge that printers leave white, and the one around a part of a poster, for the marks."""
_LEAST = 2.6
"""The least height of plain letters in mm, which are readable on a wall."""
_LARGEST = 5.0
_STEPS = 12
"""Scales that are tried for cuts between the texts, from the largest to that of the least letters."""
_WORTH = 4
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
    """A way to cut a drawing: the scale in mm, and the cuts in units of the drawing."""

    turned: bool
    scale: float
    across: Cuts
    down: Cuts

    @property
    def number(self) -> int:
        """The number of sheets."""
        return (len(self.across.at) - 1) * (len(self.down.at) - 1)

    @property
    def crossed(self) -> int:
        """The number of texts and boxes that are cut in two."""
        return self.across.crossed + self.down.crossed


def poster(given: Paper, language: Language) -> Poster:
    """The drawing of a tournament over as many sheets as it needs."""
    unnumbered = given.tournament._replace(id="")  # a sheet on a wall has no use for ids
    svg = bracket_svg(unnumbered, given.brackets, language, FAMILY, shaped=False)
    found = _VIEW.search(svg)
    assert found is not None, "every drawing has a view"
    wide, high = int(found[1]), int(found[2])
    sheets = sheets_for(wide, high)
    edge = _EDGE if sheets.number == 1 else _CUT_EDGE
    turned, scale, across, down = _cut(svg, wide, high, sheets)
    columns, rows = len(across.at) - 1, len(down.at) - 1
    drawn = drawn_texts(svg)
    tiles = [
        Tile(
            x * scale,
            y * scale,
            (right - x) * scale,
            (bottom - y) * scale,
            language.word("sheet_of_poster", row * columns + column + 1, rows * columns, row + 1, column + 1),
            [_moved(text, x, y, scale) for text in drawn if _is_within(text, (x, right), (y, bottom))],
        )
        for row, (y, bottom) in enumerate(pairwise(down.at))
        for column, (x, right) in enumerate(pairwise(across.at))
    ]
    name = f"{given.tournament.created.name}: {progress(given.tournament, given.brackets, language)}"
    alt = "\n".join([name, *map(unescape, _SPOKEN.findall(svg))])
    return Poster(
        language.word("bracket"),
        without_texts(svg),
        alt,
        wide * scale,
        high * scale,
        edge,
        tiles,
        turned=turned,
    )


def _is_within(text: DrawnText, across: tuple[float, float], down: tuple[float, float]) -> bool:
    """True if a part of a text may be between these places."""
    is_across = text.left < across[1] and text.left + text.width > across[0]
    return is_across and text.y - text.size < down[1] and text.y + text.size > down[0]


def _moved(text: DrawnText, x: float, y: float, scale: float) -> DrawnText:
    """A text of the drawing as it stands on the tile whose corner is there."""
    return text._replace(x=(text.x - x) * scale, y=(text.y - y) * scale, room=text.room * scale, size=text.size * scale)


def _cut(svg: str, wide: int, high: int, fewest: Sheets) -> _Poster:
    """The way to cut a drawing in which the fewest texts and boxes are cut in two, on few more sheets than needed.

    A further sheet is worth it if `_WORTH` things fewer are cut.
    """
    if fewest.number == 1:
        return _Poster(fewest.turned, fewest.scale, Cuts([0.0, wide], 0), Cuts([0.0, high], 0))
    columns, rows = taken(svg)
    found = []
    for turned in (True, False):
        room, most = _room(_CUT_EDGE, turned=turned), _several(wide, high, turned=turned).scale
        for step in range(_STEPS + 1):
            scale = most - (most - min(most, _LEAST / SIZE)) * step / _STEPS
            found.append(_Poster(turned, scale, cut(wide, room[0] / scale, columns), cut(high, room[1] / scale, rows)))
    return min(found, key=lambda each: (each.crossed + _WORTH * each.number, -each.scale))


def sheets_for(wide: float, high: float) -> Sheets:
    """The fewest sheets on which the letters of a drawing of that size are large enough, and of those the largest ones.

    >>> sheets_for(1160, 820).number, sheets_for(1900, 1343)[:3]
    (1, (False, 3, 1))
    """
    for turned in (True, False):
        one = _scale(wide, high, 1, 1, _room(_EDGE, turned=turned))
        if one * SIZE >= _LEAST:
            return Sheets(turned, 1, 1, min(one, _LARGEST / SIZE))
    several = [_several(wide, high, turned=turned) for turned in (True, False)]
    return min(several, key=lambda each: (each.number, -each.scale))


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
