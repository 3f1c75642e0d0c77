"""Statistics of dice: counts of what was rolled, and chances as the tables of the chi-square distribution have them."""

import pytest

from core.dice.statistics import LEAST, DiceCount, chance_of_fair, count_dice, fair_doubles
from core.events import CheckersMoved, DiceRolled, OpeningRolled, Recorded


def recorded(*events):
    return [Recorded(version, event, 0, by, "") for version, (event, by) in enumerate(events, 1)]


def test_dice_are_counted_by_seat_and_roller_and_only_throws_can_be_doubles():
    log = recorded(
        (OpeningRolled(3, 3), "vasa.a"), (OpeningRolled(2, 5), "dice:vasa.a"), (DiceRolled("white", (6, 6)), "dice:x"),
        (CheckersMoved("white", ((1, 7),)), "vasa.a"), (DiceRolled("black", (1, 2)), "vasa.a"),
        (DiceRolled("black", (4, 4)), "vasa.a"), (DiceRolled("white", (1, 2, 3)), "dice:x"),
    )  # fmt: skip
    assert count_dice(log, {6}) == {
        ("white", False): DiceCount((0, 0, 1, 0, 0, 0)), ("black", False): DiceCount((1, 1, 1, 0, 0, 0), 1, 0),
        ("white", True): DiceCount((1, 2, 1, 0, 0, 2), 1, 1), ("black", True): DiceCount((0, 0, 0, 0, 1, 0)),
    }  # fmt: skip


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
