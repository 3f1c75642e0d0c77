"""Amounts split exactly: shares of a sum, and a sum for players who share a place. All are whole smallest units."""

from collections.abc import Sequence

from core.tournament.model.money import FIRST, WHOLE


def shares_of(pot: int, shares: Sequence[int], unit: int, remainder: str) -> list[int]:
    """The amounts of these shares, in hundredths of a per cent, in multiples of `unit`; never more than all of them.

    What cannot be paid in whole units stays, or goes to the first ones, a unit each.

    >>> shares_of(10000, [5000, 3000, 2000], 100, "kept"), shares_of(10000, [3333, 3333, 3333], 100, "first")
    ([5000, 3000, 2000], [3300, 3300, 3300])
    >>> shares_of(10000, [3334, 3333, 3333], 100, "kept"), shares_of(10000, [3334, 3333, 3333], 100, "first")
    ([3300, 3300, 3300], [3400, 3300, 3300])
    """
    amounts = [_rounded(pot * share // WHOLE, unit) for share in shares]
    if remainder == FIRST:
        _hand_out(amounts, _rounded(pot * sum(shares) // WHOLE, unit) - sum(amounts), unit)
    return amounts


def split(amount: int, players: int, unit: int, remainder: str) -> list[int]:
    """The amount for each of the players who share it, in multiples of `unit`; of one player all of it.

    >>> split(10000, 3, 100, "kept"), split(10000, 3, 100, "first"), split(10050, 1, 100, "kept")
    ([3300, 3300, 3300], [3400, 3300, 3300], [10050])
    """
    if players == 1:
        return [amount]
    amounts = [_rounded(amount // players, unit)] * players
    if remainder == FIRST:
        _hand_out(amounts, amount - sum(amounts), unit)
    return amounts


def _rounded(amount: int, unit: int) -> int:
    return amount // unit * unit


def _hand_out(amounts: list[int], rest: int, unit: int) -> None:
    """Give the first ones a unit each, as far as the rest goes: it is less than a unit for each of them."""
    for place in range(min(rest // unit, len(amounts))):
        amounts[place] += unit
