"""Feasibility: if a round can be paired at all, and how the round before could be paired so that it can."""

from collections.abc import Collection, Iterator
from heapq import heappop, heappush
from itertools import count, islice

from core.tournament.model.impasse import BYES_BACK, END, LOOK_AHEAD, REMATCH, Impasse
from core.tournament.model.state import Tournament
from core.tournament.swiss.costs import Costs
from core.tournament.swiss.matching import Edge, cheapest
from core.tournament.swiss.pairing import Couples, SwissRound, couples
from core.tournament.swiss.round_input import HARD

TRIED = 500
"""The number of best pairings that are tried for one that leaves the next round a legal one."""

Pair = tuple[int, int]


def can_be_paired(costs: Costs) -> bool:
    """True if there is a legal round.

    If all players may meet at least half of the others, no matching is needed to know it (Dirac's theorem).
    """
    every = costs.size + costs.odd
    if costs.field.apart != HARD and not any(costs.field.avoided.values()):
        resting = sum(costs.field.relaxed or not player.byes for player in costs.players)
        inside = {player.player for player in costs.players}
        met = max((len(inside & player.met.keys()) + (player.byes > 0) for player in costs.players), default=0)
        fewest = every - 1 - (0 if costs.field.relaxed else met)
        if 2 * fewest >= every and (not costs.odd or 2 * resting >= every):
            return True
    return couples(costs) is not None


def by_cost(costs: Costs) -> Iterator[Couples]:
    """Every legal round, the cheapest first (Murty): each is left out in turn by one of its pairs."""
    edges = list(costs.all_edges())
    price = {(one, other): cost for one, other, cost in edges}
    order = count()
    heap: list[tuple[int, int, Couples, frozenset[Pair], frozenset[Pair]]] = []

    def consider(required: frozenset[Pair], banned: frozenset[Pair]) -> None:
        found = _with(costs.size + costs.odd, edges, required, banned)
        if found is not None:
            heappush(heap, (sum(price[pair] for pair in found), next(order), found, required, banned))

    consider(frozenset(), frozenset())
    while heap:
        _, _, best, required, banned = heappop(heap)
        yield best
        for pair in best:
            if pair not in required:
                consider(required, banned | {pair})
                required |= {pair}


def _with(every: int, edges: Collection[Edge], required: Collection[Pair], banned: Collection[Pair]) -> Couples | None:
    """The cheapest matching that has all the `required` pairs and none of those `banned`."""
    taken = {place for pair in required for place in pair}
    free = [place for place in range(every) if place not in taken]
    number = {place: count_ for count_, place in enumerate(free)}
    found = cheapest(
        len(free),
        [
            (number[one], number[other], cost)
            for one, other, cost in edges
            if one in number and other in number and (one, other) not in banned
        ],
    )
    return None if found is None else sorted([*required, *((free[one], free[other]) for one, other in found)])


def looking_ahead(costs: Costs, rounds: int) -> Couples | None:
    """The cheapest round after which all of so many `rounds` can follow, or else one; `None` if no next round can.

    Whether a round can be paired depends on who has met, not on results, so it is known before anything is played. Of
    the legal rounds the `TRIED` cheapest are looked at.
    """
    possible = None
    for found in islice(by_cost(costs), TRIED):
        follow = _followed(costs, found, rounds)
        if follow == rounds:
            return found
        possible = possible or (found if follow else None)
    return possible


def _followed(costs: Costs, round_: Couples, rounds: int) -> int:
    """The number of the `rounds` after this one with legal pairings, for any results."""
    paired = set(round_)
    edges = [(one, other, 0) for one, other, _ in costs.all_edges()]
    for follow in range(rounds):
        found = cheapest(costs.size + costs.odd, [edge for edge in edges if edge[:2] not in paired])
        if found is None:
            return follow
        paired.update(found)
    return rounds


def alternatives(
    tournament: Tournament, why: str, number: int, again: SwissRound | None, *, relaxed: bool, byes_back: bool = False
) -> Impasse:
    """The impasse of a round: what the director may choose from now."""
    ways = []
    if again is not None:
        ways.append(LOOK_AHEAD)
    if relaxed:
        ways.append(REMATCH)
    if byes_back:
        ways.append(BYES_BACK)
    if not tournament.to_play:
        ways.append(END)
    return Impasse(number, why, tuple(ways), *(again or ((), None)))
