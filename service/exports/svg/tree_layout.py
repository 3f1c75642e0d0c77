"""Positions of a bracket's matches on a sheet: a column for each round, every match in the middle of those before.

A drawn bracket is a value: boxes with their places, lines between them, headings. Nothing is drawn here.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from core.tournament.brackets.view import BracketView, RoundView, SlotView

ROW, HEADING = 20, 36
GAP_ACROSS, GAP_DOWN, MOST_DOWN = 24, 15, 52
_CROWDED = 16
"""From so many matches in its first column on a bracket may be drawn from both sides, with its final in the middle."""


class Box(NamedTuple):
    """A match at its place. One with a bye is a single row high. `mirrored`: the winner goes on to the left."""

    slot: SlotView
    round: RoundView
    x: float
    y: float
    height: float
    mirrored: bool = False

    @property
    def middle(self) -> float:
        """The ends of its lines."""
        return self.y + self.height / 2


class Heading(NamedTuple):
    """The name of a round over its column."""

    x: float
    y: float
    round: RoundView


class Tree(NamedTuple):
    """A bracket with its boxes by slot, the slots between which lines go, and its size, headings included."""

    boxes: Mapping[str, Box]
    links: tuple[tuple[str, str], ...]
    headings: tuple[Heading, ...]
    width: float
    height: float

    def moved(self, x: float, y: float) -> "Tree":
        """The same tree elsewhere."""
        boxes = {key: box._replace(x=box.x + x, y=box.y + y) for key, box in self.boxes.items()}
        headings = tuple(heading._replace(x=heading.x + x, y=heading.y + y) for heading in self.headings)
        return self._replace(boxes=boxes, headings=headings)


def is_bye(slot: SlotView) -> bool:
    """One side is empty."""
    return any(seat.bye for seat in slot.seats)


def drawn_slots(bracket: BracketView) -> Iterator[tuple[int, RoundView, SlotView]]:
    """The slots with possible players, with the place of their round among those that have any."""
    place = 0
    for round_ in bracket.rounds:
        slots = [slot for slot in round_.slots if slot.status != "empty" and not _is_empty(slot)]
        for slot in slots:
            yield place, round_, slot
        place += bool(slots)


def _is_empty(slot: SlotView) -> bool:
    return all(seat.bye for seat in slot.seats)


def arranged(bracket: BracketView, width: float, *, two_sided: bool = False, gap: float = GAP_DOWN) -> Tree:
    """A bracket with boxes of that width and that `gap` down the page; `two_sided` if it is crowded enough for that."""
    layout = _Layout(bracket, width, gap)
    if two_sided and layout.is_crowded:
        return layout.from_both_sides()
    return layout.from_the_left()


class _Layout:
    """The slots of one bracket and who feeds whom within it."""

    def __init__(self, bracket: BracketView, width: float, gap: float) -> None:
        self._width, self._gap = width, gap
        self._slots = {slot.slot: (place, round_, slot) for place, round_, slot in drawn_slots(bracket)}
        self._fed_by = {key: self._feeders(slot) for key, (_, _, slot) in self._slots.items()}
        fed = {feeder for feeders in self._fed_by.values() for feeder in feeders}
        self._roots = [key for key in self._slots if key not in fed]
        self._rounds = {place: round_ for place, round_, _ in self._slots.values()}
        self._boxes: dict[str, Box] = {}
        self._bottom = float(HEADING)

    def _feeders(self, slot: SlotView) -> list[str]:
        sources = (seat.source for seat in slot.seats)
        return list(
            dict.fromkeys(str(source.of) for source in sources if source.kind == "winner" and source.of in self._slots)
        )

    @property
    def is_crowded(self) -> bool:
        """A single tree with a crowded first column whose last match joins two halves."""
        first = [key for key, (place, _, _) in self._slots.items() if place == 0]
        return len(first) >= _CROWDED and len(self._roots) == 1 and len(self._fed_by[self._roots[0]]) == 2

    def from_the_left(self) -> Tree:
        """First round on the left, last on the right."""
        for root in self._roots:
            self._stand(root, 0, lambda place: place * self._step, mirrored=False)
        headings = tuple(Heading(place * self._step, 0, round_) for place, round_ in sorted(self._rounds.items()))
        return self._tree(headings, len(self._rounds))

    def from_both_sides(self) -> Tree:
        """Both halves towards the middle, where the last match is."""
        root = self._roots[0]
        last = self._slots[root][0]
        upper, lower = self._fed_by[root]
        self._stand(upper, 0, lambda place: place * self._step, mirrored=False)
        left, self._bottom = self._bottom, float(HEADING)
        self._stand(lower, 0, lambda place: (2 * last - place) * self._step, mirrored=True)
        self._bottom = max(self._bottom, left)
        place, round_, slot = self._slots[root]
        middle = (self._boxes[upper].middle + self._boxes[lower].middle) / 2
        height = _height(slot)
        self._boxes[root] = Box(slot, round_, place * self._step, middle - height / 2, height)
        headings = [Heading(place * self._step, 0, round_) for place, round_ in sorted(self._rounds.items())]
        headings += [Heading((2 * last - number) * self._step, 0, self._rounds[number]) for number in range(last)]
        return self._tree(tuple(headings), 2 * last + 1)

    @property
    def _step(self) -> float:
        return self._width + GAP_ACROSS

    def _stand(self, key: str, room: float, across: Any, *, mirrored: bool) -> float:
        """Place a slot and all that feed it; the middle of its box. It needs at least that much room down the page."""
        place, round_, slot = self._slots[key]
        height = _height(slot)
        feeders = self._fed_by[key]
        if not feeders:
            taken = max(height, room)
            middle = self._bottom + taken / 2
            self._bottom += taken + self._gap
        elif len(feeders) == 1:
            middle = self._stand(feeders[0], max(height, room), across, mirrored=mirrored)
        else:
            middles = [self._stand(feeder, 0, across, mirrored=mirrored) for feeder in feeders]
            middle = sum(middles) / len(middles)
        self._boxes[key] = Box(slot, round_, across(place), middle - height / 2, height, mirrored)
        return middle

    def _tree(self, headings: tuple[Heading, ...], columns: int) -> Tree:
        links = tuple((feeder, key) for key, feeders in self._fed_by.items() for feeder in feeders)
        width = max(0, columns * self._step - GAP_ACROSS)
        return Tree(self._boxes, links, headings, width, max(self._bottom - self._gap, HEADING))


def _height(slot: SlotView) -> float:
    return ROW if is_bye(slot) else 2 * ROW
