"""Crossover after the groups: seeds for the places of the groups, group members as far apart as possible."""

from collections.abc import Sequence
from typing import NamedTuple

from core.tournament.groups.assignment import cheapest


class Place(NamedTuple):
    """The player who came in that place of that group, both counted from 0."""

    group: int
    place: int


def crossing(rows: Sequence[Sequence[Place]], ordered_from: int | None = None, more: int = 0) -> list[Place]:
    """The seeds of a bracket, from 1 on, for these places: first all of the first row, then all of the second, …

    The first row is seeded in its own order, so that byes go to its first. In each further row the order of the places
    makes as few meetings of group mates possible as can be: in the first round, then in the second, and so on. Among
    equal orders, groups next to each other cross: A1 against B2, B1 against A2. Rows from the number `ordered_from` on
    (0 is the first) are ordered by results. They keep their order as far as can be instead. `more` players have seeds
    behind these.

    >>> seeds = crossing([[Place(group, place) for group in range(4)] for place in (0, 1)])
    >>> [f"{'ABCD'[each.group]}{each.place + 1}" for each in seeds]
    ['A1', 'B1', 'C1', 'D1', 'C2', 'D2', 'A2', 'B2']
    """
    seeds: list[Place] = []
    size = places_in_bracket(sum(map(len, rows)) + more)
    for count, row in enumerate(rows):
        numbers = range(len(seeds) + 1, len(seeds) + len(row) + 1)
        if seeds:
            ordered = ordered_from is not None and count >= ordered_from
            costs = [
                [
                    _moved(seeds, place, number, size, abs(number - own))
                    if ordered
                    else _crossed(seeds, place, number, size)
                    for number in numbers
                ]
                for place, own in zip(row, numbers, strict=True)
            ]
            row = [place for _, place in sorted(zip(cheapest(costs), row, strict=True))]
        seeds += row
    return seeds


def places_in_bracket(entrants: int) -> int:
    """The seeds of the bracket for so many, byes included: the next power of two.

    >>> [places_in_bracket(each) for each in (0, 1, 6, 8)]
    [1, 1, 8, 8]
    """
    return 1 << (entrants - 1).bit_length() if entrants else 1


def may_meet(one: int, other: int, size: int) -> int:
    """The round in which two seeds of a bracket of that size, a power of two, meet if both go on winning.

    >>> [may_meet(1, other, 8) for other in (8, 4, 5, 2)]
    [1, 2, 2, 3]
    """
    round_ = 1
    while one + other != size + 1:
        one, other, size = min(one, size + 1 - one), min(other, size + 1 - other), size // 2
        round_ += 1
    return round_


def _crossed(seeds: Sequence[Place], place: Place, number: int, size: int) -> int:
    """The cost of this seed for a place: by the group members met early, then by the first opponent."""
    first = size + 1 - number
    crossed = first > len(seeds) or seeds[first - 1].group == place.group ^ 1
    return _soon(seeds, place, number, size) * 2 * size + (not crossed)


def _moved(seeds: Sequence[Place], place: Place, number: int, size: int, moved: int) -> int:
    """The cost of this seed for a place: by the group members met early, then by how far it is from its own seed."""
    return _soon(seeds, place, number, size) * size * size + moved


def _soon(seeds: Sequence[Place], place: Place, number: int, size: int) -> int:
    """The group members met early: one more in an early round costs more than any number in later ones."""
    weight, rounds = 2 * size, size.bit_length()
    mates = (other for other, each in enumerate(seeds, 1) if each.group == place.group)
    return sum(weight ** (rounds - may_meet(number, other, size)) for other in mates)
