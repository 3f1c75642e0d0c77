"""The bounds of what is wrong in a request: each error costs work, and an answer names no more than a few hundred."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from marshmallow import ValidationError

MOST_UNKNOWN = 20
"""Fields of an object that it does not know, of which each is named; with more the object is not looked at."""
MOST_WRONG = 200
"""Wrong fields of a list that are found; what stands behind them is not looked at."""


def read_each(rows: Iterable[Any], read: Callable[[Any], Any]) -> list[Any]:
    """The values of the rows of a list. Raises `ValidationError`, which names wrong fields by the place of their row.

    >>> read_each(["1", "2"], int)
    [1, 2]
    """
    values: list[Any] = []
    wrong: dict[Any, Any] = {}
    left = MOST_WRONG
    for place, row in enumerate(rows):
        try:
            values.append(read(row))
        except ValidationError as error:
            wrong[place] = error.messages
            if error.valid_data is not None:
                values.append(error.valid_data)
            left -= _count(error.messages)
            if left <= 0:
                break
    if wrong:
        raise ValidationError(wrong, valid_data=values)
    return values


def _count(messages: Any) -> int:
    return sum(map(_count, messages.values())) if isinstance(messages, Mapping) else 1
