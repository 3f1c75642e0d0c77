"""Statistics of dice: counts of what was rolled, and chances beside tables and beside their exact values."""

from collections import Counter
from fractions import Fraction
from itertools import groupby
from math import comb, factorial, prod

import pytest

from core.dice.statistics import FACES, LEAST, DiceCount, chance_of_fair, count_dice, fair_doubles
from core.events import CheckersMoved, DiceRolled, OpeningRolled, Recorded


def recorded(*events):
    return [Recorded(version, event, 0, by, "") for version, (event, by) in enumerate(events, 1)]


def test_dice_are_counted_by_seat_and_roller_and_only_throws_can_be_doubles():
    log = recorded(
        (OpeningRolled(3, 3), "vasa.a"),
        (OpeningRolled(2, 5), "dice:vasa.a"),
        (DiceRolled("white", (6, 6)), "dice:x"),
        (CheckersMoved("white", ((1, 7),)), "vasa.a"),
        (DiceRolled("black", (1, 2)), "vasa.a"),
        (DiceRolled("black", (4, 4)), "vasa.a"),
        (DiceRolled("white", (1, 2, 3)), "dice:x"),
    )
    assert count_dice(log, {6}) == {
        ("white", False): DiceCount((0, 0, 1, 0, 0, 0)),
        ("black", False): DiceCount((1, 1, 1, 0, 0, 0), 1, 0),
        ("white", True): DiceCount((1, 2, 1, 0, 0, 2), 1, 1),
        ("black", True): DiceCount((0, 0, 0, 0, 1, 0)),
    }


def test_counts_add_up():
    one, other = DiceCount((1, 2, 3, 4, 5, 6), 9, 2), DiceCount((6, 5, 4, 3, 2, 1), 7, 1)
    assert one.plus(other) == DiceCount((7,) * 6, 16, 3)
    assert one.plus(other).dice == 42


@pytest.mark.parametrize(("chi_square", "chance"), [(9.2364, 0.10), (11.0705, 0.05), (15.0863, 0.01), (20.515, 0.001)])
def test_the_chance_is_that_of_the_tables_with_five_degrees_of_freedom(chi_square, chance):
    each, step = 100_000, round((chi_square * 100_000 / 2) ** 0.5)
    assert chance_of_fair((each + step, each - step, each, each, each, each)) == pytest.approx(chance, rel=0.01)


def test_little_says_nothing():
    assert chance_of_fair((LEAST - 1, 0, 0, 0, 0, 0)) is None
    assert chance_of_fair((LEAST // 6,) * 6) == pytest.approx(1.0)
    assert fair_doubles(LEAST - 1) is None
    assert fair_doubles(600) == (82, 118)


def shares(dice, faces=FACES, most=None):
    """Every way to share dice among faces, the largest first, whatever the face."""
    most = dice if most is None else most
    if faces == 0:
        yield from [()] if dice == 0 else []
        return
    for first in range(min(dice, most), -(-dice // faces) - 1, -1):
        yield from ((first, *rest) for rest in shares(dice - first, faces - 1, first))


def exact_chances(dice):
    """Counts of each unevenness, and the share of all samples that are at least as uneven."""

    def uneven(counts):
        return sum(count * count for count in counts)  # grows with chi-square

    def samples(counts):
        orders = factorial(FACES) // prod(map(factorial, Counter(counts).values()))
        return orders * (factorial(dice) // prod(map(factorial, counts)))

    so_far = 0
    for _, alike in groupby(sorted(shares(dice), key=uneven, reverse=True), uneven):
        counts = list(alike)
        so_far += sum(map(samples, counts))
        yield counts[0], float(Fraction(so_far, FACES**dice))


def test_the_chance_is_close_to_the_exact_one_already_for_the_fewest_dice():
    """Chi-square is a limit for many dice. Of sixty dice it is wrong by an eighth at most where it matters."""
    found = [(chance_of_fair(counts), exact) for counts, exact in exact_chances(LEAST)]
    assert found[-1] == (pytest.approx(1.0), pytest.approx(1.0))
    assert max(abs(said - exact) for said, exact in found) < 0.025
    said_of_few = [said / exact for said, exact in found if 0.0005 < exact < 0.06]
    assert len(said_of_few) > 10
    assert min(said_of_few) > 0.87
    assert max(said_of_few) < 1.05


@pytest.mark.parametrize("pairs", [*range(LEAST, 4 * LEAST, 7), 1_000, 3_000])
def test_of_fair_dice_at_least_95_of_100_samples_have_doubles_within_the_limits(pairs):
    low, high = fair_doubles(pairs)
    within = sum(comb(pairs, doubles) * (FACES - 1) ** (pairs - doubles) for doubles in range(low, high + 1))
    assert 0.95 < float(Fraction(within, FACES**pairs)) < 0.98
