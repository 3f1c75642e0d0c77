"""Layout of a board of twenty-four points, and of a diagram on it.

A layout is thought from White's seat: `x` from the left, `y` downwards, both from the corner of the felt, and points as
White counts them. Seen from Black's seat the board is turned round; only stacks and numbers stay upright.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.rules.board import SEATS
from service.web.boards.checkers import RADIUS, THICK, Spot
from service.web.boards.diagram import Diagram

Place = tuple[float, float]
_BEYOND = 15.0


class Layout(NamedTuple):
    """Layout of a board.

    `facing` turns the number of one side into that of the other; `column` is a point's middle and whether it lies near;
    `arrange` says for so many men how far from the edge each lies, and on how many others; a stack shows its number
    from `number_from` men up. The numbers of `bright` points stand out. `under` is what lies there beside points;
    `waiting` where so many men of a side wait on the bar; `borne` the men that are off. `dice`, `cube` and `way_out`
    are the places of a side's dice, of an owned cube, and of a side's way off the board.
    With `names_bar` the men on the bar are named, since nothing on the board shows that it is one.
    `home` and `head` are points that have these names, as each side counts.
    """

    width: float
    height: float
    depth: float
    half: float
    facing: Callable[[int], int]
    column: Callable[[int], tuple[float, bool]]
    arrange: Callable[[int], list[tuple[float, int]]]
    number_from: int
    bright: frozenset[int]
    under: Callable[["Canvas"], str]
    waiting: Callable[["Canvas", str, int], list[Spot]]
    borne: Callable[["Canvas", str, int], str]
    dice: Callable[[str], Place]
    cube: Callable[[str | None], Place]
    way_out: Callable[[str], Place]
    names_bar: bool = False
    home: int | None = None
    head: int | None = None


@dataclass(frozen=True)
class Canvas:
    """A diagram laid on a layout."""

    layout: Layout
    diagram: Diagram

    def at(self, x: float, y: float) -> Place:
        """A place of the layout as it is seen."""
        if self.diagram.view == SEATS[0]:
            return x, y
        return self.layout.width - x, self.layout.height - y

    def side(self, seat: str) -> Mapping[str, Any]:
        """A side of the position."""
        return self.diagram.position[seat]

    def numbered(self, seat: str, point: int) -> int:
        """The number that a seat has for White's point; and White's number for the seat's point."""
        return point if seat == SEATS[0] else self.layout.facing(point)

    def men(self, point: int) -> tuple[str | None, int]:
        """The seat on a point, and its number of men."""
        for seat in SEATS:
            if count := self.side(seat)["points"].get(str(self.numbered(seat, point)), 0):
                return seat, count
        return None, 0

    def beside(self, point: int, along: float) -> Place:
        """The place on a point that is so far from the edge."""
        x, near = self.layout.column(point)
        return self.at(x, self.layout.height - along if near else along)

    def spots(self, point: int, count: int) -> list[Spot]:
        """The positions of so many men on a point. Stacks rise upwards: at the far edge they begin so much lower."""
        laid = [(*self.beside(point, along), layer) for along, layer in self.layout.arrange(count)]
        sunk = THICK * max(layer for *_, layer in laid) if laid and laid[0][1] < self.layout.height / 2 else 0.0
        return [Spot(x, y + sunk, layer) for x, y, layer in laid]

    def tip(self, point: int) -> Place:
        """The place just beyond the men on a point, where a path begins and ends."""
        laid = self.layout.arrange(self.men(point)[1])
        reached = max((along + THICK * layer for along, layer in laid), default=-RADIUS)
        return self.beside(point, max(self.layout.depth * 0.84, reached + RADIUS + _BEYOND))
