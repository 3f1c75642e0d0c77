"""A round of a Swiss from its field: the matching of least cost, who sits where, and the order of the tables."""

from collections.abc import Collection
from typing import NamedTuple

from core.tournament.swiss.costs import Costs
from core.tournament.swiss.matching import cheapest
from core.tournament.swiss.pruning import Bounds, Window
from core.tournament.swiss.round_input import PlayerHistory, RoundInput
from core.tournament.swiss.seats import seating

SMALL = 96
"""Players up to whom all pairs are looked at anyway."""
_FIRST_FOLD, _WIDER, _SPARE = 25, 16, 2

Couples = list[tuple[int, int]]
"""Pairs of places in a field, in order; the place after the last is the bye's."""


class SwissRound(NamedTuple):
    """A round: (white's, black's player id) from the first table to the last, and who sits out."""

    pairs: tuple[tuple[str, str], ...]
    bye: str | None


def couples(costs: Costs, small: int = SMALL) -> Couples | None:
    """The round of least cost among all legal ones; `None` if there is none.

    In a field of more than `small` players only the pairs that can matter are looked at, and that is proven for each
    round: see `core.tournament.swiss.pruning`.
    """
    every = costs.size + costs.odd
    if costs.size <= small:
        return cheapest(every, costs.all_edges())
    bounds = Bounds(costs)
    floor = bounds.floor()
    if floor is None:
        return None
    window = Window(bounds, floor + _SPARE * bounds.step, _FIRST_FOLD)
    while window.fold is not None:
        found = cheapest(every, window.edges())
        if found is not None:
            above, fold = divmod(total(costs, found), bounds.unit)
            if above == floor or window.fold >= costs.size:
                needed = fold if above == floor else None
                if window.holds(above, needed):
                    return found
                return cheapest(every, Window(bounds, above, needed).edges())
        fold = window.fold * _WIDER
        window = Window(bounds, window.budget + _SPARE * bounds.step, fold if fold < 4 * costs.size**2 else None)
    return cheapest(every, costs.all_edges())


def total(costs: Costs, round_: Collection[tuple[int, int]]) -> int:
    """The total cost of a round."""
    return sum(costs.total(costs.parts(one, other)) for one, other in round_)


def swiss_round(field: RoundInput, round_: Couples) -> SwissRound:
    """A round with its seats, in the order of its tables: the highest scores first."""
    size, players = len(field.players), field.players
    bye = next((players[one].player for one, other in round_ if other == size), None)
    pairs = [(one, other) for one, other in round_ if other != size]
    pairs.sort(key=lambda pair: (-max(_scores(players, pair)), -sum(_scores(players, pair)), pair))
    rows = [
        seated(players[one], players[other], table, limited=field.limited) for table, (one, other) in enumerate(pairs)
    ]
    return SwissRound(tuple(rows), bye)


def _scores(players: Collection[PlayerHistory], pair: tuple[int, int]) -> tuple[int, int]:
    assert isinstance(players, tuple)
    return players[pair[0]].score, players[pair[1]].score


def seated(better: PlayerHistory, other: PlayerHistory, table: int = 0, *, limited: bool = False) -> tuple[str, str]:
    """White's and black's player id (see `seating`)."""
    white, black, _rule = seating(better, other, table, limited=limited)
    return white.player, black.player
