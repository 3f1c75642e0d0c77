"""Parts of foreign JSON: what is not there, or is of another kind than expected, is read as nothing."""

import re
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
_WHOLE = re.compile(r"-?\d{1,9}")


def objects(value: Any) -> Iterator[Json]:
    """Every object inside a value, the outer ones first, in the order of the text."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            yield each
            waiting += reversed(list(each.values()))
        elif isinstance(each, list):
            waiting += reversed(each)


def part(value: Any, *path: str) -> Any:
    """The value at a path of keys, `None` where there is none.

    >>> part({"a": {"b": 1}}, "a", "b"), part({"a": 2}, "a", "b")
    (1, None)
    """
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def text(value: Any) -> str:
    """A text or a whole number as text on one line; empty for anything else.

    >>> text(" Åsa  Öberg "), text(7), text(True), text(None)
    ('Åsa Öberg', '7', '', '')
    """
    if isinstance(value, str):
        return " ".join(value.split())
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""


def whole(value: Any) -> int | None:
    """A whole number, also one that is written as a text or with a zero behind the point."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def several(value: Any) -> list[Any]:
    """A list; empty for anything else."""
    return value if isinstance(value, list) else []
