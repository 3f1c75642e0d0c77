"""The sheet of a picture: its colours, texts that keep to their room, and the heading and foot that all have."""

import unicodedata
from html import escape
from typing import NamedTuple

from core.club.look import Look, readable
from service.exports.fonts import FAMILY, REGULAR, SEMIBOLD, widths
from service.exports.svg.text_metrics import printable
from service.web.boards.svg import element
from service.web.pages.assets import assets

WIDTH, HEIGHT, MARGIN = 1200, 630, 60
INNER = WIDTH - 2 * MARGIN
TOP, BOTTOM = 236, 560
"""The room between heading and foot."""


class Shape(NamedTuple):
    """The size of a picture in pixels."""

    width: int
    height: int

    @property
    def inner(self) -> int:
        """The room between the margins."""
        return self.width - 2 * MARGIN


WIDE, TALL = Shape(WIDTH, HEIGHT), Shape(1080, 1920)
SHAPES = {"wide": WIDE, "tall": TALL}
"""`wide` is shown beside a link, `tall` fills a phone."""
TALL_TOP, TALL_BOTTOM = 430, 1780
"""The room between heading and foot of a tall picture."""
_NARROWER = TALL.inner / INNER
INK, SOFT, LINE, PAPER, CARD, FELT = "#231d18", "#5d5348", "#d9cfbd", "#f7f2e8", "#fffdf8", "#2f5b46"
_STEPS = (1.0, 0.93, 0.86, 0.8, 0.74, 0.69)
"""A text that is too long for its room is made smaller in these steps, and then shortened."""
_ELLIPSIS = "…"


def text(
    content: str,
    x: float,
    y: float,
    room: float,
    size: float,
    *,
    bold: bool = False,
    fill: str = INK,
    anchor: str = "start",
) -> str:
    """A line of text whose letters stand on `y`. Letters that the font does not have are left out."""
    known = widths(SEMIBOLD if bold else REGULAR)
    whole = unicodedata.normalize("NFC", printable(content))
    whole = "".join(letter for letter in whole if letter in known) or whole
    length = sum(known.get(letter, 1.0) for letter in whole)
    size *= next((step for step in _STEPS if length * size * step <= room), _STEPS[-1])
    while length * size > room and whole:
        whole = whole.removesuffix(_ELLIPSIS)[:-1].rstrip() + _ELLIPSIS
        length = sum(known.get(letter, 1.0) for letter in whole) if whole != _ELLIPSIS else 0.0
    return element(
        "text",
        escape(whole, quote=False),
        x=float(x),
        y=float(y),
        font_size=float(size),
        font_weight=600 if bold else None,
        fill=fill,
        text_anchor=None if anchor == "start" else anchor,
    )


def line(y: float, shape: Shape = WIDE) -> str:
    """A hairline across the sheet."""
    return element("rect", x=MARGIN, y=float(y), width=shape.inner, height=2, fill=LINE)


def of_club(look: Look, shape: Shape = WIDE, *, small: bool = False) -> str:
    """The club's colour along the upper edge, and its logo in the corner, a `small` one above what begins there."""
    colour = readable(look.colour, PAPER) if look.colour else ""
    band = element("rect", width=shape.width, height=14, fill=colour) if colour else ""
    side, top = (96, 34) if shape is WIDE else (128, 96)
    side, top = (40, 20) if small and shape is WIDE else (side, top)
    place = f'x="{shape.width - MARGIN - side}" y="{top}" width="{side}" height="{side}"'
    inside = f'href="data:image/png;base64,{look.logo}" preserveAspectRatio="xMaxYMin meet"'
    return band + (f"<image {place} {inside}/>" if look.logo else "")


def heading(above: str, title: str, below: str, shape: Shape = WIDE) -> str:
    """The lines that say what the picture is of: the club, the name, and when and where."""
    if shape is TALL:
        return "".join(
            [
                text(above, MARGIN, 180, shape.inner - 150, 38, fill=SOFT),
                text(title, MARGIN, 278, shape.inner, 76, bold=True),
                text(below, MARGIN, 346, shape.inner, 38, fill=SOFT),
                line(384, shape),
            ]
        )
    return "".join(
        [
            text(above, MARGIN, 82, INNER - 120, 28, fill=SOFT),
            text(title, MARGIN, 146, INNER - 120, 58, bold=True),
            text(below, MARGIN, 194, INNER, 30, fill=SOFT),
            line(TOP - 20),
        ]
    )


def foot(words: str, shape: Shape = WIDE) -> str:
    """The mark of the service, and beside it how it stands."""
    base, size = (604, 28) if shape is WIDE else (1850, 36)
    picture = f'<svg x="{MARGIN}" y="{base - size + 2}" width="{size + 6}" height="{size + 6}" '
    mark = assets()["shared/mark.svg"].content.decode().replace("<svg ", picture, 1)
    name = text("brade", MARGIN + size + 20, base, 160, size, bold=True, fill=FELT)
    return mark + name + text(words, shape.width - MARGIN, base, shape.inner - 230, size - 2, fill=SOFT, anchor="end")


def stacked(drawn: str, top: float) -> str:
    """The middle of a wide picture as a part of a tall one, from there down."""
    x, y = MARGIN * (1 - _NARROWER), top - TOP * _NARROWER
    return f'<g transform="translate({x:.2f} {y:.2f}) scale({_NARROWER:.4f})">{drawn}</g>'


def sheet(*parts: str, style: str = "", shape: Shape = WIDE) -> str:
    """The whole drawing."""
    width, height = shape
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    paper = element("rect", width=width, height=height, fill=PAPER)
    styled = f"<style>{style}</style>" if style else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FAMILY}">{styled}{paper}{"".join(parts)}</svg>'
    )
