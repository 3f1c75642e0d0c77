"""Exact numbers of a series: whole numbers, decimals and fractions, and their texts."""

import re
from fractions import Fraction

from core.messages import say

_WRITTEN = re.compile(r"-?[0-9]{1,7}(?:\.[0-9]{1,4}|/[1-9][0-9]{0,4})?")
LARGEST = 1_000_000
"""The largest number that an announcement may name."""
_DECIMALS = 4


def read_exact(value: object) -> Fraction | None:
    """The number that a whole number, a decimal or a text means; `None` if it is none, or a too large one.

    >>> read_exact("7.5"), read_exact("1/3"), read_exact(2), read_exact(0.1), read_exact("x"), read_exact(True)
    (Fraction(15, 2), Fraction(1, 3), Fraction(2, 1), Fraction(1, 10), None, None)
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    text = repr(value) if not isinstance(value, str) else value
    if not _WRITTEN.fullmatch(text) and not (isinstance(value, float) and value.is_integer()):
        return None
    number = Fraction(text) if not isinstance(value, float) else Fraction(repr(value))
    return number if abs(number) <= LARGEST else None


def exact_text(number: Fraction) -> str:
    """The text of a number that `read_exact` reads again: a decimal where it has one of few places, else a fraction.

    >>> [exact_text(Fraction(*each)) for each in ((3, 1), (15, 2), (17, 3), (-1, 4))]
    ['3', '7.5', '17/3', '-0.25']
    """
    if number.denominator == 1:
        return str(number.numerator)
    scaled = number * 10**_DECIMALS
    if scaled.denominator != 1:
        return f"{number.numerator}/{number.denominator}"
    sign, digits = "-" if scaled < 0 else "", f"{abs(scaled.numerator):0{_DECIMALS + 1}}"
    return f"{sign}{digits[:-_DECIMALS]}.{digits[-_DECIMALS:]}".rstrip("0")


def shown(number: Fraction) -> str:
    """The number for people, to two decimals: a message, since languages write the decimal sign otherwise.

    >>> shown(Fraction(17, 3)), shown(Fraction(14)), shown(Fraction(1, 2))
    ('5.67', '14', '0.5')
    """
    if number.denominator == 1:
        return str(number.numerator)
    whole, _point, decimals = f"{float(number):.2f}".rstrip("0").partition(".")
    return say("{whole}.{decimals}", whole=whole, decimals=decimals) if decimals else whole
