"""Perfect matchings of least cost, beside all that there are."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.tournament.swiss.matching import cheapest


def matchings(left: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not left:
        yield []
    for other in left[1:]:
        for rest in matchings([each for each in left[1:] if each != other]):
            yield [(left[0], other), *rest]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, dict[tuple[int, int], int]]:
    size = draw(st.sampled_from([2, 4, 6, 8]))
    costs = st.integers(0, 9) | st.integers(0, 10**30)
    pairs = [pair for pair in combinations(range(size), 2) if draw(st.integers(0, 3))]
    return size, {pair: draw(costs) for pair in pairs}


@given(graphs(), st.randoms(use_true_random=False))
def test_no_perfect_matching_costs_less_than_the_one_that_is_found_in_whatever_order_its_edges_come(graph, chance):
    size, costs = graph
    edges = [(*pair, cost) for pair, cost in costs.items()]
    found = cheapest(size, edges)
    totals = [
        sum(costs[pair] for pair in matching)
        for matching in matchings(list(range(size)))
        if all(p in costs for p in matching)
    ]
    assert (found is None) == (not totals)
    if found is not None:
        assert sorted(place for pair in found for place in pair) == list(range(size))
        assert sum(costs[pair] for pair in found) == min(totals)
    chance.shuffle(edges)
    assert cheapest(size, edges) == found


def test_an_odd_number_has_no_perfect_matching():
    assert cheapest(3, [(0, 1, 0), (1, 2, 0)]) is None


def test_costs_beyond_what_the_library_reckons_with_exactly_are_refused():
    with pytest.raises(OverflowError, match="too large"):
        cheapest(2, [(0, 1, 1 << 120)])


def test_a_matching_is_the_same_in_every_process():
    program = (
        "from core.tournament.swiss.matching import cheapest;"
        "print(cheapest(30, [(a, b, (a * b) % 3) for a in range(30) for b in range(a + 1, 30)]))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(said) == 1
