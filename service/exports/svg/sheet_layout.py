"""All brackets of a tournament on one sheet: what stands below, beneath the final, or beside what it follows from."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from core.tournament.brackets.view import BracketView
from service.exports.svg.canvas import crowding, is_upright
from service.exports.svg.tree_layout import GAP_ACROSS, GAP_DOWN, MOST_DOWN, Box, Tree, arranged, drawn_slots

TITLED = 34
"""The height of the name of a bracket, where there are several."""
_BETWEEN = 36
MOST_WIDER = 1.4
"""The factor by which a box may become wider to fill a sheet."""


class Layout(NamedTuple):
    """A way to draw brackets in boxes no wider than their names: from both sides or from one, with that `gap` down.

    Names have `names` of room at most.
    """

    two_sided: bool
    gap: float
    names: float


class Placed(NamedTuple):
    """A bracket, its tree at its place, and whether its name stands over it."""

    bracket: BracketView
    tree: Tree
    titled: bool


class Composed(NamedTuple):
    """All of them with the width of a box, the width that they take, and where they end."""

    trees: tuple[Placed, ...]
    box: float
    width: float
    bottom: float

    @property
    def boxes(self) -> dict[str, Box]:
        """Every box by its slot."""
        return {key: box for placed in self.trees for key, box in placed.tree.boxes.items()}


def composed(brackets: Sequence[BracketView], width: float, top: float, layout: Layout | None = None) -> Composed:
    """The brackets from `top` down, in boxes of that width or, where the sheet has room for it, somewhat wider ones.

    Without a `layout`, of two ways to draw them that which fits a sheet better, with as much room between the matches
    as is left then.
    """
    if layout is not None:
        return _Sheet(brackets, width, top, two_sided=layout.two_sided, gap=layout.gap).composed()
    tight = {way: _Sheet(brackets, width, top, two_sided=way).composed() for way in (False, True)}
    way = min(tight, key=lambda each: crowding(tight[each].width, tight[each].bottom))
    best = tight[way]
    shape = 1 / sqrt(2) if is_upright(best.width, best.bottom) else sqrt(2)
    for gap in range(MOST_DOWN, GAP_DOWN, -3):
        loose = _Sheet(brackets, width, top, two_sided=way, gap=gap).composed()
        if loose.bottom * shape <= loose.width:
            return loose
    wider = width * min(max(best.bottom * shape / max(best.width, 1), 1), MOST_WIDER)
    return _Sheet(brackets, wider, top, two_sided=way).composed()


class _Sheet:
    """Brackets on their way to their places."""

    def __init__(
        self, brackets: Sequence[BracketView], width: float, top: float, *, two_sided: bool, gap: float = GAP_DOWN
    ) -> None:
        self._brackets, self._width, self._top, self._gap, self._two_sided = brackets, width, top, gap, two_sided
        self._home = {slot.slot: bracket.bracket for bracket in brackets for _, _, slot in drawn_slots(bracket)}
        self._placed: list[Placed] = []
        self._bottom, self._right = top, 0.0

    def composed(self) -> Composed:
        """The main bracket above, the others where they belong."""
        drawn = [bracket for bracket in self._brackets if any(True for _ in drawn_slots(bracket))]
        if not drawn:
            return Composed((), self._width, 0, self._top)
        main, *others = drawn
        joining = [other for other in others if self._joins(other)]
        beneath = [other for other in others if other not in joining and len(list(drawn_slots(other))) == 1]
        below = [other for other in others if other not in joining and other not in beneath]
        self._put_below(main, titled=bool(below), two_sided=self._two_sided and not joining)
        for bracket_view in beneath:
            self._put_beneath(bracket_view)
        for bracket_view in below:
            self._bottom += _BETWEEN
            self._put_below(bracket_view, titled=True)
        for bracket_view in joining:
            self._put_beside(bracket_view)
        return Composed(tuple(self._placed), self._width, self._right, self._bottom)

    def _joins(self, bracket: BracketView) -> bool:
        """Its first match is between the winners of others."""
        _, _, first = next(drawn_slots(bracket))
        return all(
            seat.source.kind == "winner" and self._home.get(str(seat.source.of)) not in (None, bracket.bracket)
            for seat in first.seats
        )

    def _put_below(self, bracket: BracketView, *, titled: bool, two_sided: bool = False) -> None:
        self._bottom += TITLED if titled else 0
        tree = arranged(bracket, self._width, two_sided=two_sided, gap=self._gap).moved(0, self._bottom)
        self._placed.append(Placed(bracket, tree, titled))
        self._bottom += tree.height
        self._right = max(self._right, tree.width)

    def _put_beneath(self, bracket: BracketView) -> None:
        """A single match, such as the one for the third place, stands in the column of the final, at the bottom."""
        final = max((box for box in self._placed[0].tree.boxes.values() if not box.mirrored), key=lambda box: box.x)
        tree = arranged(bracket, self._width)
        taken = [
            box.y + box.height for placed in self._placed for box in placed.tree.boxes.values() if box.x == final.x
        ]
        y = max(max(taken) + 20, self._bottom - tree.height)
        self._placed.append(Placed(bracket, tree.moved(final.x, y), False))
        self._bottom = max(self._bottom, y + tree.height)

    def _put_beside(self, bracket: BracketView) -> None:
        """The final between two brackets, half way between the matches that lead to it."""
        boxes = {key: box for placed in self._placed for key, box in placed.tree.boxes.items()}
        tree = arranged(bracket, self._width, gap=self._gap)
        _, _, first = next(drawn_slots(bracket))
        middles = [boxes[str(seat.source.of)].middle for seat in first.seats]
        x, y = self._right + GAP_ACROSS, sum(middles) / len(middles) - tree.boxes[first.slot].middle
        self._placed.append(Placed(bracket, tree.moved(x, y), False))
        self._right = x + tree.width
