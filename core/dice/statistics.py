"""Statistics of dice: how often each face came, and how unusual that would be of fair dice."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from math import erfc, exp, pi, sqrt
from typing import NamedTuple

from core.dice.proof import is_service
from core.events import DiceRolled, Event, OpeningRolled, Recorded

FACES = 6
LEAST = 60
"""Dice below which nothing is said of a sample: the test needs about ten of each face."""
_NORMAL_95 = 1.96


class DiceCount(NamedTuple):
    """Counts of dice: each face from 1 to 6; throws of two dice, and how many of them were doubles."""

    faces: tuple[int, ...] = (0,) * FACES
    pairs: int = 0
    doubles: int = 0

    def with_dice(self, dice: tuple[int, ...], is_throw: bool, times: int = 1) -> "DiceCount":
        """The counts with dice that came so many times. Only a throw of two dice can be a double: an opening die is a
        player's own.
        """
        faces = tuple(count + times * dice.count(face) for face, count in enumerate(self.faces, 1))
        pair = is_throw and len(dice) == 2
        return DiceCount(faces, self.pairs + times * pair, self.doubles + times * (pair and dice[0] == dice[1]))

    def plus(self, other: "DiceCount") -> "DiceCount":
        """Both together."""
        faces = tuple(face + more for face, more in zip(self.faces, other.faces, strict=True))
        return DiceCount(faces, self.pairs + other.pairs, self.doubles + other.doubles)

    @property
    def dice(self) -> int:
        """The number of dice."""
        return sum(self.faces)


def count_dice(log: Iterable[Recorded], left_out: Container[int] = ()) -> Mapping[tuple[str, bool], DiceCount]:
    """The dice of a match by seat, and by True for those that the service rolled. `left_out` are versions."""
    # The same throws come again and again: they are counted first, and their dice are looked at once.
    rolls = [recorded for recorded in log if type(recorded.event) in _ROLLS and recorded.version not in left_out]
    events = {id(recorded.event): recorded.event for recorded in rolls}
    found: dict[tuple[str, bool], DiceCount] = {}
    for (event, by), times in Counter([(id(recorded.event), recorded.by) for recorded in rolls]).items():
        for seat, dice, is_throw in _dice_of(events[event]):
            key = seat, is_service(by)
            found[key] = found.get(key, _NO_DICE).with_dice(dice, is_throw, times)
    return found


def has_dice(log: Iterable[Recorded]) -> bool:
    """True if a log holds a roll, counted or not."""
    return any(type(recorded.event) in _ROLLS for recorded in log)


_NO_DICE = DiceCount()
_ROLLS = (OpeningRolled, DiceRolled)


def _dice_of(event: Event) -> Iterable[tuple[str, tuple[int, ...], bool]]:
    """The seat, its dice, and True for a throw."""
    if isinstance(event, DiceRolled):
        return ((event.by, event.dice, True),)
    assert isinstance(event, OpeningRolled), "only rolls are counted"
    return [(seat, (die,), False) for seat, die in event.rolls.items()]


def chance_of_fair(faces: tuple[int, ...]) -> float | None:
    """The chance that fair dice are at least as uneven as these: Pearson's chi-square test, five degrees of freedom.

    `None` of fewer than `LEAST` dice.

    >>> round(chance_of_fair((20, 15, 12, 18, 17, 18)), 3)
    0.797
    """
    dice = sum(faces)
    if dice < LEAST:
        return None
    expected = dice / FACES
    chi_square = sum((count - expected) ** 2 / expected for count in faces)
    # The upper tail of the distribution with five degrees of freedom, in closed form.
    return erfc(sqrt(chi_square / 2)) + sqrt(2 * chi_square / pi) * exp(-chi_square / 2) * (1 + chi_square / 3)


def fair_doubles(pairs: int) -> tuple[int, int] | None:
    """The numbers of doubles between which 95 of 100 samples of fair dice are. `None` of fewer than `LEAST` throws."""
    if pairs < LEAST:
        return None
    middle, width = pairs / FACES, _NORMAL_95 * sqrt(pairs * (FACES - 1)) / FACES
    return round(middle - width), round(middle + width)
