"""The assignment problem: the assignment of least cost, exact and always with the same answer."""

from collections.abc import Sequence


def cheapest(costs: Sequence[Sequence[int]]) -> list[int]:
    """The column of each row such that no column is taken twice and the sum of their costs is the lowest.

    There must be as many columns as rows, or more. This is the Hungarian method with potentials: rows³ steps.

    >>> cheapest([[4, 1, 3], [2, 0, 5], [3, 2, 2]])
    [1, 0, 2]
    """
    search = _Search(costs)
    for row in range(len(costs)):
        search.add(row)
    chosen = [0] * len(costs)
    for column, taker in enumerate(search.taken_by):
        if taker is not None:
            chosen[taker] = column
    return chosen


class _Search:
    """The rows added so far, each at a column, at the lowest cost, which the potentials of rows and columns prove."""

    def __init__(self, costs: Sequence[Sequence[int]]) -> None:
        self.costs = costs
        self.columns = range(len(costs[0]) if costs else 0)
        self.taken_by: list[int | None] = [None for _ in self.columns]
        self.of_rows, self.of_columns = [0 for _ in costs], [0 for _ in self.columns]

    def add(self, row: int) -> None:
        """Put one more row at a column; the rows before it may move."""
        came_from: dict[int, int | None] = {}
        slack: dict[int, int] = {}
        seen: list[int] = []
        here = row
        column: int | None = None
        while True:
            least, nearest = self._nearest(here, column, slack, came_from, seen)
            self.of_rows[row] += least
            for each in seen:
                taker = self.taken_by[each]
                assert taker is not None, "a column that was passed is taken"
                self.of_rows[taker] += least
                self.of_columns[each] -= least
            for each in slack:
                slack[each] -= least
            column = nearest
            taker = self.taken_by[column]
            if taker is None:
                break
            seen.append(column)
            del slack[column]
            here = taker
        self._shift(row, column, came_from)

    def _nearest(
        self, here: int, column: int | None, slack: dict[int, int], came_from: dict[int, int | None], seen: list[int]
    ) -> tuple[int, int]:
        """The distance to the nearest column not seen, and that column; from the row `here`, too."""
        for other in self.columns:
            if other in seen:
                continue
            cost = self.costs[here][other] - self.of_rows[here] - self.of_columns[other]
            if other not in slack or cost < slack[other]:
                slack[other], came_from[other] = cost, column
        nearest = min(slack, key=lambda each: (slack[each], each))
        return slack[nearest], nearest

    def _shift(self, row: int, column: int, came_from: dict[int, int | None]) -> None:
        """Everybody on the way moves on by one column, and the new row takes the first."""
        while (before := came_from[column]) is not None:
            self.taken_by[column], column = self.taken_by[before], before
        self.taken_by[column] = row
