"""The assignment problem against every assignment there is."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from core.tournament.pairing.assignment import cheapest


@st.composite
def tables(draw: st.DrawFn) -> list[list[int]]:
    rows = draw(st.integers(0, 5))
    columns = draw(st.integers(rows, 6))
    return draw(
        st.lists(st.lists(st.integers(-9, 99), min_size=columns, max_size=columns), min_size=rows, max_size=rows)
    )


@given(tables())
def test_no_other_assignment_costs_less(costs: list[list[int]]) -> None:
    chosen = cheapest(costs)
    assert len(set(chosen)) == len(chosen) == len(costs)
    total = sum(row[column] for row, column in zip(costs, chosen, strict=True))
    others = permutations(range(len(costs[0]) if costs else 0), len(costs))
    assert total == min(sum(row[column] for row, column in zip(costs, other, strict=True)) for other in others)


def test_two_hundred_are_put_in_place_in_the_order_of_their_costs() -> None:
    size = 200
    assert cheapest([[abs(row - (size - 1 - column)) for column in range(size)] for row in range(size)]) == list(
        range(size - 1, -1, -1)
    )
