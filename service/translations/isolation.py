"""Names written from right to left, kept apart from what stands beside them in a text.

Without isolation two such names and the score between them are read as one run from the right, so that the names change
sides. In elements of a page `<bdi>` does the same.
"""

from collections.abc import Iterable, Mapping
from typing import Any
from unicodedata import bidirectional

from markupsafe import Markup

from core.messages import Message

FIRST_STRONG, POP = "\u2068", "\u2069"
_FROM_THE_RIGHT = ("R", "AL")


def isolated(value: Any) -> Any:
    """A text that has letters written from the right between the marks that isolate it; any other value as it is.

    Of a message, and of several values, each value is isolated by itself.
    """
    if isinstance(value, Message):
        return Message(value.pattern, isolated_values(value.values), value.code)
    if isinstance(value, str):
        from_the_right = not value.isascii() and any(bidirectional(letter) in _FROM_THE_RIGHT for letter in value)
        if not from_the_right or (value.startswith(FIRST_STRONG) and value.endswith(POP)):
            return value
        return Markup(f"{FIRST_STRONG}{value}{POP}") if isinstance(value, Markup) else f"{FIRST_STRONG}{value}{POP}"  # noqa: S704 - what was safe stays so
    return [isolated(item) for item in value] if isinstance(value, list | tuple) else value


def isolated_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a message by name, each isolated."""
    return {name: isolated(value) for name, value in values.items()}


def beside(names: Iterable[str], between: str = " – ") -> str:
    """Names beside one another as one text."""
    return between.join(map(isolated, names))
