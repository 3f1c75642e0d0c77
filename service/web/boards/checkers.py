"""Parts of every board: checkers, stacks of them, dice and the cube."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from service.web.boards.svg import element, group, text

RADIUS = 35.0
THICK = 3.6
"""The height of a checker that lies on another."""


class Spot(NamedTuple):
    """The position of a checker: its middle, and the number of checkers below it."""

    x: float
    y: float
    layer: int = 0


def checker(seat: str, spot: Spot, radius: float = RADIUS, number: int = 0, **attributes: float | str | None) -> str:
    """One checker; sides differ by fill, and by the core that Black's have. A number stands on the top of a stack."""
    x, y = spot.x, spot.y - THICK * spot.layer
    parts = [
        element("circle", cx=x, cy=y + 2.4, r=radius, cls="side"),
        element("circle", cx=x, cy=y, r=radius, cls="top"),
        element("circle", cx=x, cy=y, r=radius * 0.69, cls="ring"),
    ]
    if number:
        parts.append(text(str(number), x, y, "number"))
    elif seat == "black":
        parts.append(element("circle", cx=x, cy=y, r=radius * 0.2, cls="core"))
    return group(*parts, cls=f"man {seat}", **attributes)


def stack(
    seat: str, spots: Sequence[Spot], number: int = 0, radius: float = RADIUS, moved: "Moved | None" = None
) -> str:
    """Checkers from the bottom up; the top one carries the number, and where it came from."""
    drawn = [checker(seat, spot, radius) for spot in spots[:-1]]
    if spots:
        top = spots[-1]
        came = {"data_dx": moved.x - top.x, "data_dy": moved.y - top.y} if moved else {}
        drawn.append(checker(seat, top, radius, number, **came))
    return "".join(drawn)


class Moved(NamedTuple):
    """The origin of the checker that was moved here last."""

    x: float
    y: float


def slabs(seat: str, count: int, x: float, y: float, width: float, height: float, up: bool) -> str:
    """Checkers that are off, seen from the side, from `y` on upwards or downwards."""
    step = -height if up else height
    top = y - height if up else y
    return "".join(
        element(
            "rect", x=x - width / 2, y=top + step * n + 0.7, width=width, height=height - 1.4, rx=2, cls=f"slab {seat}"
        )
        for n in range(count)
    )


# ── dice and cube ────────────────────────────────────────────────────────────────────────────────────────────────────
_PIPS = {
    1: (4,),
    2: (0, 8),
    3: (0, 4, 8),
    4: (0, 2, 6, 8),
    5: (0, 2, 4, 6, 8),
    6: (0, 2, 3, 5, 6, 8),
}


def die(eyes: int, x: float, y: float, size: float) -> str:
    """A die around a middle."""
    box = element("rect", x=x - size / 2, y=y - size / 2, width=size, height=size, rx=size / 6, cls="cubelet")
    step = size * 0.27
    pips = (
        element("circle", cx=x + (place % 3 - 1) * step, cy=y + (place // 3 - 1) * step, r=size * 0.095, cls="pip")
        for place in _PIPS[eyes]
    )
    return group(box, *pips, cls="die", data_eyes=eyes)


def dice(eyes: Iterable[int], x: float, y: float, size: float, played: bool) -> str:
    """Dice in a row around a middle; those that were played already are faded."""
    eyes = list(eyes)
    gap = size * 1.32
    left = x - gap * (len(eyes) - 1) / 2
    drawn = (die(eye, left + gap * n, y, size) for n, eye in enumerate(eyes))
    return group(*drawn, cls="dice played" if played else "dice") if eyes else ""


def cube(value: int, x: float, y: float, size: float) -> str:
    """The doubling cube around a middle."""
    box = element("rect", x=x - size / 2, y=y - size / 2, width=size, height=size, rx=size / 7, cls="cubelet")
    return group(box, text(str(value), x, y, "stake"), cls="cube", data_value=value)
