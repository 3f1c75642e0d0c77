"""Places of a bracket's matches in a drawn tree: a column for each round, every match in the middle of its sources.

All columns have the same rows of equal height. A match takes a number of rows that is a power of two, the two that lead
to it a half of these each: so style sheets alone draw the tree, whatever the height of a row. A first match that a
player has free is left out; the player's next match says so.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from core.tournament.brackets.lost_by_both import FINAL
from core.tournament.brackets.view import RESTS, BracketView, RoundView, SeatView, SlotView
from core.tournament.model.bracket_plan import WINNER
from service.exports.svg.tree_layout import drawn_slots, is_bye

UPPER, LOWER, ONLY = "up", "down", "in"
"""The line by which a player comes: from the upper or the lower of two matches before, or from the only one."""


class Cell(NamedTuple):
    """So many rows of a column: with a match, with a line that `passes` through, or blank.

    `lines` has the line of each seat of the match, empty for a seat without one.
    """

    rows: int
    slot: SlotView | None = None
    lines: tuple[str, ...] = ()
    passes: bool = False


class Column(NamedTuple):
    """A round with its cells from the top down, and the first matches in it that players have free."""

    round: RoundView
    cells: tuple[Cell, ...]
    free: tuple[SlotView, ...]


def joined(brackets: Sequence[BracketView]) -> Sequence[BracketView]:
    """The brackets, the final of a double elimination at the end of its main bracket, whose winner comes to it."""
    final = next((bracket for bracket in brackets if bracket.bracket == FINAL), None)
    if final is None:
        return brackets
    sources = {seat.source.of for seat in final.rounds[0].slots[0].seats if seat.source.kind == WINNER}
    rest = [bracket for bracket in brackets if bracket is not final]
    first = next(
        (
            bracket_view
            for bracket_view in rest
            if bracket_view.rounds and sources & {slot.slot for slot in bracket_view.rounds[-1].slots}
        ),
        None,
    )
    return [
        bracket_view._replace(rounds=bracket_view.rounds + final.rounds) if bracket_view is first else bracket_view
        for bracket_view in rest
    ]


class Tree(NamedTuple):
    """The columns of a bracket, without rounds in which there is no match, and all first matches that are free."""

    columns: Sequence[Column]
    free: Mapping[str, SlotView]


def tree(bracket: BracketView) -> Tree:
    """The tree of a bracket."""
    layout = _Layout(bracket)
    return Tree(layout.columns(), layout.free)


def origin(seat: SeatView, free: Mapping[str, SlotView]) -> SeatView:
    """The seat by which a player comes whose first match is free, else the seat itself; `free` by their slots."""
    before = free.get(str(seat.source.of)) if seat.source.kind == WINNER else None
    return next((seat_view for seat_view in before.seats if not seat_view.bye), seat) if before else seat


class _Layout:
    """The matches of one bracket, and which of them lead to which."""

    def __init__(self, bracket: BracketView) -> None:
        self._slots = {slot.slot: slot for _, _, slot in drawn_slots(bracket)}
        free = [key for key, slot in self._slots.items() if _is_free(slot) and not self._sources(slot)]
        self.free = {key: self._slots.pop(key) for key in free}
        shown = [round_ for round_ in bracket.rounds if any(slot.slot in self._slots for slot in round_.slots)]
        self._place = {slot.slot: place for place, round_ in enumerate(shown) for slot in round_.slots}
        self._shown = shown
        self._cells: list[list[tuple[int, Cell]]] = [[] for _ in shown]

    def _sources(self, slot: SlotView) -> list[str]:
        """The matches of this bracket whose winners come to that one."""
        found = (str(seat.source.of) for seat in slot.seats if seat.source.kind == WINNER)
        return [each for each in dict.fromkeys(found) if each in self._slots]

    def columns(self) -> list[Column]:
        """The columns, each with cells for all rows."""
        led_from = {source for slot in self._slots.values() for source in self._sources(slot)}
        total = 0
        for key, slot in self._slots.items():
            if key not in led_from:
                total += self._stand(slot, total, self._needed(slot))
        return [
            Column(
                round_,
                tuple(_filled(cells, total)),
                tuple(self.free[slot.slot] for slot in round_.slots if slot.slot in self.free),
            )
            for round_, cells in zip(self._shown, self._cells, strict=True)
        ]

    def _needed(self, slot: SlotView) -> int:
        needed = [self._needed(self._slots[source]) for source in self._sources(slot)]
        return max(needed, default=1) * max(1, len(needed))

    def _stand(self, slot: SlotView, top: int, rows: int) -> int:
        """Let a match and all that lead to it stand in these rows; their number."""
        sources, place = self._sources(slot), self._place[slot.slot]
        words = (ONLY,) if len(sources) == 1 else (UPPER, LOWER)
        lines = dict(zip(sources, words, strict=False))
        cell = Cell(rows, slot, tuple(lines.get(str(seat.source.of), "") for seat in slot.seats))
        self._cells[place].append((top, cell))
        half = rows // max(1, len(sources))
        for number, source in enumerate(sources):
            begins = top + number * half
            for between in range(self._place[source] + 1, place):
                self._cells[between].append((begins, Cell(half, passes=True)))
            self._stand(self._slots[source], begins, half)
        return rows


def _is_free(slot: SlotView) -> bool:
    return slot.status == RESTS or is_bye(slot)


def _filled(cells: Iterable[tuple[int, Cell]], total: int) -> Iterator[Cell]:
    """The cells from the top down, with blank ones between them."""
    reached = 0
    for top, cell in sorted(cells, key=lambda each: each[0]):
        yield from _blank(top - reached)
        yield cell
        reached = top + cell.rows
    yield from _blank(total - reached)


def _blank(rows: int) -> Iterator[Cell]:
    """Blank cells of so many rows together."""
    while rows:
        size = 1 << (rows.bit_length() - 1)
        yield Cell(size)
        rows -= size
