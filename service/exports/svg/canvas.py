"""A drawing for paper: lines, boxes and texts that keep to their room, as one SVG without scripts and foreign fonts.

Units are a 13th of the height of plain letters; a sheet is A4 while these stay readable there, else A3.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from math import ceil, sqrt
from typing import NamedTuple

from service.exports.fonts import FAMILY
from service.exports.svg.text_metrics import Measure, printable, printed_width, shortened, text_width

INK, SOFT, FAINT, LINE, PAPER = "#231d18", "#5d5348", "#857b6f", "#9a8f80", "#ffffff"
SIZE, SMALL, TITLE = 13, 10, 24
FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"


class Medium(NamedTuple):
    """The fonts of a drawing, the first that a reader has, the width of its texts, and the room around it."""

    fonts: str
    width: Measure
    margin: float


ON_SCREEN, IN_PRINT = Medium(FONTS, text_width, 36), Medium(FAMILY, printed_width, 8)
"""A print has margins of its own."""
LEAST = 820
"""The least width of a sheet: a small bracket is not blown up to a poster."""
LEAST_CROWDING = LEAST / sqrt(2)
"""Less crowded drawings are not enlarged further."""
_LEAST_MM = 2.3
"""The least height of plain letters on A4 before the sheet becomes an A3."""
_SHEETS = {"A4": (297, 210), "A3": (420, 297)}


class Drawing:
    """The elements drawn so far, in the order of drawing. `width` is that of a text in letters of a size."""

    def __init__(self, medium: Medium = ON_SCREEN) -> None:
        self._fonts, self.width, self._margin = medium
        self._parts: list[str] = []

    @contextmanager
    def group(self, title: str = "", **attributes: str) -> Iterator[None]:
        """Group the elements drawn inside under a title; attributes are written with - for _."""
        attributes_text = "".join(f' {name.replace("_", "-")}="{_quoted(value)}"' for name, value in attributes.items())
        self._parts.append(f"<g{attributes_text}>" + (f"<title>{_quoted(title)}</title>" if title else ""))
        yield
        self._parts.append("</g>")

    def box(self, x: float, y: float, width: float, height: float, *, look: str = "box", fill: str = PAPER) -> None:
        """A rectangle; `look` is `box`, `soft` (a bye) or `dashed` (played only if it must be)."""
        stroke = {"box": LINE, "soft": "#d3cabb", "dashed": LINE, "none": "none"}[look]
        dashes = ' stroke-dasharray="4 3"' if look == "dashed" else ""
        self._parts.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" rx="3" fill="{fill}" '
            f'stroke="{stroke}"{dashes}/>'
        )

    def line(self, *points: tuple[float, float], soft: bool = False) -> None:
        """A line through these points."""
        path = " ".join(f"{'ML'[place > 0]}{_n(x)} {_n(y)}" for place, (x, y) in enumerate(points))
        self._parts.append(f'<path d="{path}" fill="none" stroke="{"#d3cabb" if soft else LINE}"/>')

    def bar(self, x: float, y: float, height: float) -> None:
        """The mark beside the winner."""
        self._parts.append(f'<rect x="{_n(x)}" y="{_n(y)}" width="3" height="{_n(height)}" fill="{INK}"/>')

    def text(
        self,
        x: float,
        y: float,
        text: str,
        room: float,
        *,
        size: float = SIZE,
        bold: bool = False,
        fill: str = INK,
        anchor: str = "start",
        slanted: bool = False,
    ) -> None:
        """A text whose letters stand on `y`, shortened to its room; where it was, its title says all of it."""
        whole = printable(text)
        shown = shortened(whole, room, size, self.width)
        if not shown:
            return
        look = (' font-weight="700"' if bold else "") + (' font-style="italic"' if slanted else "")
        look += "" if anchor == "start" else f' text-anchor="{anchor}"'
        look += "" if size == SIZE else f' font-size="{_n(size)}"'
        look += "" if fill == INK else f' fill="{fill}"'
        title = "" if shown == whole else f"<title>{_quoted(whole)}</title>"
        self._parts.append(f'<text x="{_n(x)}" y="{_n(y)}" data-room="{_n(room)}"{look}>{_quoted(shown)}{title}</text>')

    def sheet(self, width: float, height: float, title: str, about: str, *, shaped: bool = True) -> str:
        """The whole as an SVG; if `shaped`, like a sheet of paper, across unless it is much higher than wide."""
        upright = is_upright(width, height)
        wide, high = ceil(width + 2 * self._margin), ceil(height + 2 * self._margin)
        if shaped:
            across, up = (1, sqrt(2)) if upright else (sqrt(2), 1)
            unit = max(wide / across, high / up, LEAST / across)
            wide, high = ceil(unit * across), ceil(unit * up)
        long_, short = _SHEETS["A4"]
        if SIZE * long_ / max(wide, high) < _LEAST_MM:
            long_, short = _SHEETS["A3"]
        paper = (short, long_) if upright else (long_, short)
        left = max(self._margin, (wide - width) / 2)
        look = f'font-family="{self._fonts}" font-size="{SIZE}" fill="{INK}"'
        size = f'width="{paper[0]}mm" height="{paper[1]}mm" viewBox="0 0 {wide} {high}"'
        return "\n".join(
            [
                '<?xml version="1.0" encoding="UTF-8"?>',
                f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" {look}>',
                f"<title>{_quoted(title)}</title>",
                f"<desc>{_quoted(about)}</desc>",
                f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>',
                f'<g transform="translate({_n(left)} {_n(self._margin)})">',
                *self._parts,
                "</g>",
                "</svg>",
                "",
            ]
        )


def is_upright(width: float, height: float) -> bool:
    """True if a drawing of that size fits better on a portrait sheet."""
    return height > width * 1.25


def crowding(width: float, height: float) -> float:
    """The factor by which a drawing of that size is made smaller to fit a sheet; upright sheets are less liked."""
    if is_upright(width, height):
        return max(width, height / sqrt(2)) * 1.15
    return max(width / sqrt(2), height)


def _quoted(text: str) -> str:
    return escape(printable(text))


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
