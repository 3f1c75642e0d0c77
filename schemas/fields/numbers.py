"""Numbers: whole ones of a range, written in digits, of a die, of a list; and exact ones."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from core.messages import say
from core.series.exact import LARGEST, read_exact
from schemas.fields.base import Json, Wanted, lacking


class WholeNumber(Wanted):
    """A whole number of a range: 9.0 is one, as JSON Schema has it; 9.7, "9" and true are not."""

    def __init__(self, minimum: int, maximum: int, **options: Any) -> None:
        self.minimum, self.maximum = minimum, maximum
        self.wanted = say("a whole number from {minimum} to {maximum}", minimum=minimum, maximum=maximum)
        super().__init__(**options)

    def json_schema(self) -> Json:
        """See `Wanted.json_schema`."""
        return {"type": "integer", "minimum": self.minimum, "maximum": self.maximum}

    def read(self, value: Any) -> int:
        """See `Wanted.read`."""
        number = int(value) if type(value) is float and value.is_integer() else value
        if type(number) is not int or not self.minimum <= number <= self.maximum:
            raise self.wrong(value)
        return number


class WrittenNumber(WholeNumber):
    """A whole number written in decimal digits, as the query of an address holds it."""

    def read(self, value: Any) -> int:
        """See `Wanted.read`."""
        if not isinstance(value, str) or not re.fullmatch(r"-?[0-9]{1,16}", value):
            raise self.wrong(value)
        return super().read(int(value))


class ExactNumber(Wanted):
    """A number that is kept as it is written: whole, with at most four decimals, or a fraction as a text."""

    def __init__(self, *, positive: bool = False, **options: Any) -> None:
        self.positive = positive
        self.wanted = say(
            "a number such as 7, 7.5 or 1/3, {bound}, up to {largest}", bound=self._bound, largest=LARGEST
        )
        super().__init__(**options)

    @property
    def _bound(self) -> str:
        return say("more than 0") if self.positive else say("0 or more")

    def json_schema(self) -> Json:
        """See `Wanted.json_schema`."""
        text = r"^[0-9]{1,7}(\.[0-9]{1,4}|/[1-9][0-9]{0,4})?$"
        number = {"type": "number", "minimum": 0, "maximum": LARGEST}
        return {"oneOf": [number, {"type": "string", "pattern": text}]}

    def read(self, value: Any) -> Fraction:
        """See `Wanted.read`."""
        number = read_exact(value)
        if number is None or number < 0 or (self.positive and number == 0):
            raise self.wrong(value)
        return number


class Die(WholeNumber):
    """The number of one die."""

    def __init__(self, **options: Any) -> None:
        super().__init__(1, 6, **options)


class Choice(WholeNumber):
    """One of a few whole numbers."""

    def __init__(self, choices: Sequence[int], **options: Any) -> None:
        self.choices = tuple(choices)
        super().__init__(min(choices), max(choices), **options)
        self.wanted = say("one of {choices}", choices=tuple(map(str, choices)))
        self.error_messages |= lacking(self.wanted)

    def json_schema(self) -> Json:
        """See `Wanted.json_schema`."""
        return {"type": "integer", "enum": list(self.choices)}

    def read(self, value: Any) -> int:
        """See `Wanted.read`."""
        number = super().read(value)
        if number not in self.choices:
            raise self.wrong(value)
        return number
