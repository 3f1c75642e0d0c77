"""Perfect matchings of least cost: the only place that knows the library that finds them."""

from collections.abc import Iterable

import rustworkx

Edge = tuple[int, int, int]
"""Two vertices, the lower first, and what it costs to match them: a whole number, zero or more."""

_WIDEST = 120
"""Bits that a cost may have: the library reckons with 128, and doubles what it is given."""


def cheapest(vertices: int, edges: Iterable[Edge]) -> list[tuple[int, int]] | None:
    """Everybody in pairs at the least total cost, in order; `None` if there is no way to match all of them.

    The order in which the edges are given does not matter. Raises `OverflowError` for costs that cannot be reckoned
    with exactly.

    >>> cheapest(4, [(0, 1, 0), (2, 3, 9), (0, 2, 4), (1, 3, 4), (0, 3, 9)])
    [(0, 2), (1, 3)]
    >>> cheapest(4, [(0, 1, 0), (0, 2, 0), (0, 3, 0)]) is None
    True
    """
    if vertices % 2:
        return None
    rows = sorted(edges)
    top = max((cost for _, _, cost in rows), default=0) + 1
    if (top * vertices).bit_length() > _WIDEST:
        raise OverflowError(f"a cost of {top} is too large to be matched exactly")
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(vertices))
    graph.add_edges_from([(one, other, top - cost) for one, other, cost in rows])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if len(found) * 2 != vertices:
        return None
    return sorted((one, other) if one < other else (other, one) for one, other in found)
