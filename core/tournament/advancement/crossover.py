"""Crossover after groups: seeds for the places of the groups, group members as far apart as possible."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from core.tournament.advancement import FIRST_RULES, RULES
from core.tournament.brackets.placement import seeding_order
from core.tournament.pairing.assignment import cheapest

_ALL_PAIRS = 32
"""Up to so many players every exchange of two in a row is tried, together with the best orders of the other rows."""


class Place(NamedTuple):
    """The player who came in that place of that group, both counted from 0."""

    group: int
    place: int


Rows = Sequence[Sequence[Place]]
"""The players in one place of all groups, place by place. No two of a row are of one group."""


def crossing(rows: Rows, ordered_from: int | None = None, more: int = 0, rules: int = RULES) -> list[Place]:
    """The seeds of a bracket, from 1 on, for these places: first all of the first row, then all of the second, …

    The first row is seeded in its own order, so that byes go to its first. The order of the places in the other rows
    makes as few meetings of group mates possible as can be: in the first round, then in the second, and so on. Among
    equal orders, groups next to each other cross: A1 against B2, B1 against A2. Rows from the number `ordered_from` on
    (0 is the first) are ordered by results. They keep their order as far as can be instead. `more` players have seeds
    behind these. By the first `rules` no row changes the rows before it.

    All orders of two rows are compared. Of more rows the order is one that neither another order of a single row
    improves nor, up to 32 players, an exchange of two players with all that follows from it.

    >>> seeds = crossing([[Place(group, place) for group in range(4)] for place in (0, 1)])
    >>> [f"{'ABCD'[each.group]}{each.place + 1}" for each in seeds]
    ['A1', 'B1', 'C1', 'D1', 'C2', 'D2', 'A2', 'B2']
    """
    return list(_crossing(tuple(tuple(row) for row in rows if row), ordered_from, more, rules == FIRST_RULES))


@lru_cache(maxsize=256)
def _crossing(
    rows: tuple[tuple[Place, ...], ...], ordered_from: int | None, more: int, row_by_row: bool
) -> tuple[Place, ...]:
    order = _Order(rows, ordered_from, more)
    return tuple(order.seeds if row_by_row else order.improved())


def places_in_bracket(entrants: int) -> int:
    """The seeds of the bracket for so many, byes included: the next power of two.

    >>> [places_in_bracket(each) for each in (0, 1, 6, 8)]
    [1, 1, 8, 8]
    """
    return 1 << (entrants - 1).bit_length() if entrants else 1


class _Order:
    """Places at their seeds, row by row: no row changes the rows before it. `improved` lets them change."""

    def __init__(self, rows: Rows, ordered_from: int | None, more: int) -> None:
        self._rows = rows
        self._first_ordered = len(rows) if ordered_from is None else ordered_from
        self._size = places_in_bracket(sum(map(len, rows)) + more)
        rounds = self._size.bit_length()
        self._weights: list[int] = [(2 * self._size) ** (rounds - number) for number in range(rounds)]
        self._positions = {seed: position for position, seed in enumerate(seeding_order(self._size))}
        self._groups: dict[int, list[Place]] = {}
        for place in (place for row in rows for place in row):
            self._groups.setdefault(place.group, []).append(place)
        self._at: dict[Place, int] = {}
        for count, row in enumerate(rows):
            numbers = range(len(self._at) + 1, len(self._at) + len(row) + 1)
            self._at |= self._beside(count, numbers) if count else dict(zip(row, numbers, strict=True))

    @property
    def seeds(self) -> list[Place]:
        """The places by their seeds."""
        return sorted(self._at, key=self._at.__getitem__)

    # ── row by row ───────────────────────────────────────────────────────────────────────────────────────────────────
    def _beside(self, count: int, numbers: Sequence[int]) -> Mapping[Place, int]:
        """The seeds of a row, by the rows before it alone."""
        row, seeds = self._rows[count], self.seeds
        if count >= self._first_ordered:
            own = dict(zip(row, numbers, strict=True))
            return self._cheapest(row, numbers, lambda place, number: abs(number - own[place]), self._size**2)

        def uncrossed(place: Place, number: int) -> int:
            first = self._size + 1 - number
            return first <= len(seeds) and seeds[first - 1].group != place.group ^ 1

        return self._cheapest(row, numbers, uncrossed, 2 * self._size)

    def _cheapest(
        self, row: Sequence[Place], numbers: Sequence[int], cost: Callable[[Place, int], int], beyond: int
    ) -> Mapping[Place, int]:
        """The seeds of a row by the group members met early, then by the cost of each, which adds up to less than
        `beyond`.
        """
        costs = [[self._soon(place, number) * beyond + cost(place, number) for number in numbers] for place in row]
        return {place: numbers[column] for place, column in zip(row, cheapest(costs), strict=True)}

    def _soon(self, place: Place, number: int) -> int:
        """The group members met early: one more in an early round costs more than any number in later ones."""
        mates = (self._at.get(each) for each in self._groups[place.group] if each != place)
        return sum(self._weight(number, mate) for mate in mates if mate is not None)

    def _weight(self, one: int, other: int) -> int:
        """The cost of two group members at these seeds, by the round in which they may meet."""
        return self._weights[(self._positions[one] ^ self._positions[other]).bit_length()]

    # ── all rows together ────────────────────────────────────────────────────────────────────────────────────────────
    def improved(self) -> list[Place]:
        """The places by their seeds, after every change of rows that leaves fewer meetings of group members."""
        least = self._settled(self._cost())
        changed = len(self._at) <= _ALL_PAIRS and least > self._fewest()
        while changed:
            changed = False
            for count, row in enumerate(self._rows[1:], 1):
                for place, other in combinations(row, 2):
                    before = dict(self._at)
                    self._at |= {place: before[other], other: before[place]}
                    for number in range(1, len(self._rows)):
                        if number != count:
                            self._set(number)
                    cost = self._settled(self._cost())
                    if cost < least:
                        least, changed = cost, True
                    else:
                        self._at = before
        return self.seeds

    def _settled(self, least: int) -> int:
        """The cost once no row can be improved by itself. `least` is the cost now."""
        changed = True
        while changed:
            changed = False
            for number in range(1, len(self._rows)):
                before = dict(self._at)
                self._set(number)
                cost = self._cost()
                if cost < least:
                    least, changed = cost, True
                else:
                    self._at = before
        return least

    def _set(self, number: int) -> None:
        """Put the places of a row on its seeds, by all other rows. Ordered ones stay near their own seeds."""
        row = self._rows[number]
        numbers = sorted(self._at[place] for place in row)
        own = dict(zip(row, numbers, strict=True)) if number >= self._first_ordered else dict(self._at)
        self._at |= self._cheapest(row, numbers, lambda place, seed: abs(seed - own[place]), self._size**2)

    def _cost(self) -> int:
        """The cost of all meetings of group members."""
        return sum(
            self._weight(self._at[place], self._at[other])
            for places in self._groups.values()
            for place, other in combinations(places, 2)
        )

    def _fewest(self) -> int:
        """A cost that no order is below: the members of each group are spread evenly over every part of the bracket."""
        cost = 0
        for places in self._groups.values():
            met = 0
            for round_ in range(1, self._size.bit_length()):
                each, more = divmod(len(places), self._size >> round_)
                together = more * comb(each + 1, 2) + ((self._size >> round_) - more) * comb(each, 2)
                cost += self._weights[round_] * (together - met)
                met = together
        return cost
