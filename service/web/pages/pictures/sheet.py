"""The sheet of a picture: its colours, texts that keep to their room, and the heading and foot that all have."""

import unicodedata
from html import escape

from service.exports.fonts import FAMILY, REGULAR, SEMIBOLD, widths
from service.exports.svg.text_metrics import printable
from service.web.boards.svg import element
from service.web.pages.assets import assets

WIDTH, HEIGHT, MARGIN = 1200, 630, 60
INNER = WIDTH - 2 * MARGIN
TOP, BOTTOM = 236, 560
"""The room between heading and foot."""
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


def line(y: float) -> str:
    """A hairline across the sheet."""
    return element("rect", x=MARGIN, y=float(y), width=INNER, height=2, fill=LINE)


def heading(above: str, title: str, below: str) -> str:
    """The lines that say what the picture is of: the club, the name, and when and where."""
    return "".join(
        [
            text(above, MARGIN, 82, INNER, 28, fill=SOFT),
            text(title, MARGIN, 146, INNER, 58, bold=True),
            text(below, MARGIN, 194, INNER, 30, fill=SOFT),
            line(TOP - 20),
        ]
    )


def foot(words: str) -> str:
    """The mark of the service, and beside it how it stands."""
    mark = (
        assets()["shared/mark.svg"]
        .content.decode()
        .replace("<svg ", f'<svg x="{MARGIN}" y="578" width="34" height="34" ', 1)
    )
    name = text("brade", MARGIN + 48, 604, 120, 28, bold=True, fill=FELT)
    return mark + name + text(words, WIDTH - MARGIN, 604, INNER - 200, 26, fill=SOFT, anchor="end")


def sheet(*parts: str, style: str = "") -> str:
    """The whole drawing."""
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    paper = element("rect", width=WIDTH, height=HEIGHT, fill=PAPER)
    styled = f"<style>{style}</style>" if style else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FAMILY}">{styled}{paper}{"".join(parts)}</svg>'
    )
