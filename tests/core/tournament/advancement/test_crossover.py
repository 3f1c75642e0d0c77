"""The crossover: of all orders of the rows behind the first it has the fewest meetings of group members (GK7)."""

from collections.abc import Iterator
from itertools import combinations, permutations, product
from math import factorial, prod
from random import Random

import pytest

from core.tournament import Tournament
from core.tournament.advancement import FIRST_RULES
from core.tournament.advancement.crossover import Place, Rows, crossing, places_in_bracket
from tests.support.proving import some
from tests.support.tournament.group_cups import after_groups, cup, groups, may_meet
from tests.support.tournament.scenario import by_chance, played_on

MOST_ORDERS = 600


def meetings(seeds: list[Place]) -> list[int]:
    """The pairs of group members who may meet in round 1, in round 2, and so on."""
    size = places_in_bracket(len(seeds))
    met = [0] * size.bit_length()
    for (one, first), (other, second) in combinations(enumerate(seeds, 1), 2):
        if first.group == second.group:
            met[may_meet(one, other, size) - 1] += 1
    return met


def fewest(rows: Rows) -> list[int]:
    """The fewest meetings of all orders of the rows behind the first."""
    orders = product(*(permutations(row) for row in rows[1:]))
    return min(meetings([*rows[0], *(place for row in order for place in row)]) for order in orders)


def some_rows(number: int) -> Iterator[Rows]:
    """Random rows of groups of unequal size, with some of the next place, that have few enough orders."""
    chance = Random(number)
    while True:
        sizes = [chance.randint(1, 5) for _ in range(chance.randint(2, 6))]
        advance = chance.randint(1, 4)
        rows = [[Place(group, place) for group, size in enumerate(sizes) if place < size] for place in range(advance)]
        behind = [Place(group, advance) for group, size in enumerate(sizes) if size > advance]
        rows.append(chance.sample(behind, chance.randint(0, len(behind))))
        rows = [chance.sample(row, len(row)) for row in rows if row]
        if 1 < prod(factorial(len(row)) for row in rows[1:]) <= MOST_ORDERS:
            yield rows


@pytest.mark.parametrize("ordered_from", [None, 0, 1])
@pytest.mark.parametrize("number", some(range(60), *range(12)))
def test_gk7_no_order_of_the_rows_has_fewer_meetings_in_round_1_then_2_then_3(
    number: int, ordered_from: int | None
) -> None:
    rows = next(some_rows(number))
    seeds = crossing(rows, ordered_from)
    assert seeds[: len(rows[0])] == list(rows[0]), "byes go to the first row in its own order"
    ends = [sum(map(len, rows[: count + 1])) for count in range(len(rows))]
    for row, end in zip(rows, ends, strict=True):
        assert set(seeds[end - len(row) : end]) == set(row), "no place comes before one of the row before it"
    assert meetings(seeds) == fewest(rows)


def test_gk7_a_later_row_changes_one_before_it_where_group_members_would_meet_in_the_first_round() -> None:
    rows = [[Place(0, 0), Place(1, 0)], [Place(0, 1), Place(1, 1)], [Place(1, 2)]]
    named = ["".join(("AB"[each.group], str(each.place + 1))) for each in crossing(rows, 2)]
    assert named == ["A1", "B1", "B2", "A2", "B3"]
    before = ["".join(("AB"[each.group], str(each.place + 1))) for each in crossing(rows, 2, rules=FIRST_RULES)]
    assert before == ["A1", "B1", "A2", "B2", "B3"]


@pytest.mark.parametrize("advance", [2, 4])
@pytest.mark.parametrize("count", [2, 4, 8])
def test_gk7_whole_rows_cross_as_they_did_by_the_first_rules(count: int, advance: int) -> None:
    rows = [[Place(group, place) for group in range(count)] for place in range(advance)]
    assert crossing(rows) == crossing(rows, rules=FIRST_RULES)


def first_round(tournament: Tournament) -> list[set[str]]:
    return [set(match[1:3]) for match in tournament.matches if match.slot.startswith("main.1.") and not match.is_bye]


@pytest.mark.parametrize("chance", range(8))
def test_gk15_of_six_in_two_groups_no_group_members_meet_in_the_first_round(chance: int) -> None:
    tournament = played_on(cup(6, groups=2, next_best=1), by_chance(chance))
    assert len(first_round(tournament)) == 1
    for mates in groups(tournament).values():
        assert not any(met <= set(mates) for met in first_round(tournament))


def test_gk7_the_seconds_cross_as_before_where_two_go_on_from_each_group() -> None:
    assert first_round(after_groups(8)) == [{"p01", "p03"}, {"p02", "p04"}]
