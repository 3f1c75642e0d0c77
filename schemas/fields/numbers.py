"""Whole numbers: of a range, written in digits, of a die, of a list."""

import re
from collections.abc import Sequence
from typing import Any

from core.messages import say
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
