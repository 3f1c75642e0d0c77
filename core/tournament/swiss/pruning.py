"""Pruning: the pairs of a large field that can be in an optimal round. The matching looks only at these.

`floor` is a proven bound: no legal round costs less in the criteria above the fold. A round found in a part of the
graph is optimal if no pair outside of that part can be in a better round. `Window` lists the pairs that can.
"""

from collections.abc import Iterator
from functools import cached_property
from math import isqrt

from core.tournament.swiss.costs import Costs
from core.tournament.swiss.matching import Edge, cheapest
from core.tournament.swiss.round_input import DOWN, UP

_LARGE = 16
"""From this size on a group is taken for one in which everybody can meet everybody, when the bound is reckoned."""


class Window:
    """The part of a field's graph in which no pair costs more than `budget` above the fold or `fold` in it.

    What a pair costs above the fold is counted with the least that everybody else must cost besides it. Without a
    `fold` every pair of such groups is in.
    """

    def __init__(self, bounds: "Bounds", budget: int, fold: int | None) -> None:
        self.bounds, self.budget, self.fold = bounds, budget, fold

    def holds(self, budget: int, fold: int | None) -> bool:
        """True if the window of these limits is a part of this one."""
        within = self.fold is None or (fold is not None and fold <= self.fold)
        return budget <= self.budget and within

    def edges(self) -> Iterator[Edge]:
        """All pairs of the window that are not forbidden."""
        costs = self.bounds.costs
        for one, other in self._places():
            if edge := costs.edge(one, other):
                yield edge

    def _places(self) -> Iterator[tuple[int, int]]:
        costs, groups = self.bounds.costs, self.bounds.costs.groups
        reach = costs.size if self.fold is None else isqrt(self.fold)
        for upper, high in enumerate(groups):
            last = high.first + high.size - 1
            if self.bounds.least(upper, upper) <= self.budget:
                for number in range(high.first, last + 1):
                    near = max(number + 1, number + high.half - reach)
                    yield from ((number, other) for other in range(near, min(last, number + high.half + reach) + 1))
            for lower in range(upper + 1, len(groups)):
                if self.bounds.least(upper, lower) <= self.budget:
                    low = groups[lower]
                    for number in range(max(high.first, last - reach), last + 1):
                        left = low.size - 1 if self.fold is None else isqrt(self.fold - (last - number) ** 2)
                        yield from (
                            (number, other) for other in range(low.first, low.first + min(low.size - 1, left) + 1)
                        )
            if costs.odd and self.bounds.least(upper, None) <= self.budget:
                yield from ((number, costs.size) for number in range(max(high.first, last - reach), last + 1))


class Bounds:
    """The least cost of any round, in units of the lightest criterion above the fold."""

    def __init__(self, costs: Costs) -> None:
        self.costs = costs
        self.unit = costs.weight["avoidance"]
        self.step = costs.weight["distance"] // self.unit
        self._bye = costs.weight["bye"] // self.unit
        self._known: dict[tuple[int, int | None], int] = {}
        self._resting = sorted(
            {
                costs.group_of[place]
                for place, player in enumerate(costs.players)
                if costs.field.relaxed or not player.byes
            },
            reverse=True,
        )

    def least(self, upper: int, lower: int | None) -> int:
        """The least of a round in which two of these groups meet, or one of a group (`None` below it) sits out."""
        key = upper, lower
        if key not in self._known:
            self._known[key] = self._least(upper, lower)
        return self._known[key]

    def _least(self, upper: int, lower: int | None) -> int:
        groups = self.costs.groups
        counts = [group.size for group in groups]
        counts[upper] -= 1
        own = 0
        if lower is not None:
            counts[lower] -= 1
            own = self.step * (groups[upper].score - groups[lower].score) ** 2
        if min(counts) < 0:
            return self._never
        if not self.costs.odd:
            return own + self.step * self._apart(counts)
        resting = [upper] if lower is None else self._resting
        found = self._never
        for each in resting:
            left = list(counts)
            left[each] -= lower is not None
            if left[each] >= 0:
                bye = self._bye * (groups[each].score - groups[-1].score)
                found = min(found, own + bye + self.step * self._apart(left))
        return found

    @cached_property
    def _never(self) -> int:
        return self.costs.weights[0] * (self.costs.size + 1) * 1000 // self.unit

    def _apart(self, counts: list[int]) -> int:
        """The least distance of an even number of players with these scores: neighbours meet, as squares are convex."""
        total, waiting = 0, None
        for group, count in zip(self.costs.groups, counts, strict=True):
            if waiting is not None and count:
                total += (waiting - group.score) ** 2
                waiting, count = None, count - 1
            waiting = group.score if count % 2 else waiting
        return total

    def floor(self) -> int | None:
        """A bound of everything above the fold; `None` if no legal round can exist.

        Exact costs for the small groups; in large ones any player could meet any other, and without floats before.
        There all are alike, so a few of them stand for all: as many as could be needed outside, for two pairs between
        the same two large groups are better made inside of them.
        """
        costs = self.costs
        large = [count for count, group in enumerate(costs.groups) if group.size >= _LARGE]
        small = [place for place in range(costs.size) if costs.group_of[place] not in large]
        vertices: list[tuple[int, int]] = [(costs.group_of[place], place) for place in small]
        for each in large:
            enough = len(small) + len(large) + 1
            enough += (costs.groups[each].size - enough) % 2
            vertices += [(each, -1)] * min(costs.groups[each].size, enough)
        vertices.sort()  # so that of two the first is never of the lower group
        found = cheapest(len(vertices) + costs.odd, self._relaxed(vertices))
        if found is None:
            return None
        known = {(one, other): cost for one, other, cost in self._relaxed(vertices)}
        return sum(known[pair] for pair in found)

    def _relaxed(self, vertices: list[tuple[int, int]]) -> Iterator[Edge]:
        for one, (upper, mine) in enumerate(vertices):
            for other in range(one + 1, len(vertices)):
                lower, theirs = vertices[other]
                if mine < 0 or theirs < 0:
                    yield one, other, self._with_anybody(upper, mine, lower, theirs)
                elif edge := self.costs.edge(mine, theirs):
                    yield one, other, edge[2] // self.unit
            if self.costs.odd:
                if mine < 0 and upper in self._resting:
                    yield one, len(vertices), self._bye * (self.costs.groups[upper].score - self.costs.groups[-1].score)
                elif mine >= 0 and (edge := self.costs.edge(mine, self.costs.size)):
                    yield one, len(vertices), edge[2] // self.unit

    def _with_anybody(self, upper: int, mine: int, lower: int, theirs: int) -> int:
        """The least cost of a player with any player of a large group; two of large groups only their distance."""
        groups = self.costs.groups
        cost = self.step * (groups[upper].score - groups[lower].score) ** 2
        if upper != lower and max(mine, theirs) >= 0:
            floats = self.costs.repeats(mine, DOWN) if mine >= 0 else self.costs.repeats(theirs, UP)
            cost += floats * (self.costs.weight["float"] // self.unit)
        return cost
