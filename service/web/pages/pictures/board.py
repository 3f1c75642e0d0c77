"""A board inside a picture: the drawing of the pages, with its colours."""

import re
from functools import cache

from service.web.pages.match.picture import board_style, size_of


@cache
def style() -> str:
    """The style of boards with the colours themselves: what makes the PNG knows no variables."""
    sheet = board_style()
    values = dict(re.findall(r"(--[\w-]+):\s*([^;}]+)", sheet))
    return re.sub(r"var\((--[\w-]+)\)", lambda matched: values[matched[1]].strip(), sheet)


def board(drawing: str, x: float, y: float, width: float, height: float) -> str:
    """A drawing of a board in the middle of a room."""
    wide, high = size_of(drawing)
    scale = min(width / wide, height / high)
    left, top = x + (width - wide * scale) / 2, y + (height - high * scale) / 2
    place = f'x="{left:.1f}" y="{top:.1f}" width="{wide * scale:.1f}" height="{high * scale:.1f}" '
    return drawing.replace("<svg ", f"<svg {place}", 1)
