"""Texts of a drawing, read back from its SVG: for cuts that go between them, and for prints, which set them anew.

Typesetting chooses a font for each letter. A drawing within a print has no such choice.
"""

import re
from collections.abc import Sequence
from html import unescape
from typing import NamedTuple

from service.exports.svg.canvas import INK, SIZE
from service.exports.svg.text_metrics import printed_width

_TEXT = re.compile(
    r'<text x="(-?[\d.]+)" y="(-?[\d.]+)" data-room="([\d.]+)"([^>]*)>([^<]*)(?:<title>[^<]*</title>)?</text>'
)
_MOVED = re.compile(r'<g transform="translate\((-?[\d.]+) (-?[\d.]+)\)">')
_LOOK = re.compile(r'([\w-]+)="([^"]*)"')
_SHARES = {"start": 0.0, "middle": 0.5, "end": 1.0}


class DrawnText(NamedTuple):
    """A text whose letters stand on `y`. `left` is where it begins in the letters of a print."""

    x: float
    y: float
    text: str
    room: float
    size: float
    anchor: str
    bold: bool
    slanted: bool
    fill: str

    @property
    def width(self) -> float:
        """The width of the text in bold letters of a print."""
        return printed_width(self.text, self.size)

    @property
    def left(self) -> float:
        """The place where the text begins."""
        return self.x - self.width * _SHARES[self.anchor]


def origin(svg: str) -> tuple[float, float]:
    """The place from which lengths in a drawing are counted."""
    moved = _MOVED.search(svg)
    return (float(moved[1]), float(moved[2])) if moved else (0.0, 0.0)


def drawn_texts(svg: str) -> Sequence[DrawnText]:
    """The texts of a drawing, from its edges."""
    left, top = origin(svg)
    found = []
    for x, y, room, look, text in _TEXT.findall(svg):
        looks = dict(_LOOK.findall(look))
        found.append(
            DrawnText(
                left + float(x),
                top + float(y),
                unescape(text),
                float(room),
                float(looks.get("font-size", SIZE)),
                looks.get("text-anchor", "start"),
                "font-weight" in looks,
                "font-style" in looks,
                looks.get("fill", INK),
            )
        )
    return found


def without_texts(svg: str) -> str:
    """The drawing without its texts."""
    return _TEXT.sub("", svg)
