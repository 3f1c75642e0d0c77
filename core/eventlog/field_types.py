"""The types of an event's fields, for events that a stranger wrote: `codec` trusts them as they are written."""

import types
from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from core.events import Event, NewerEvent

LONGEST_TEXT = 5000
LARGEST = 1 << 53
"""Characters of a text, and a number beyond which JSON's readers differ."""
_DEEPEST = 8


def misfits(event: Event) -> list[str]:
    """The names of the fields whose values are of another type than the event says, or beyond every bound.

    >>> from core.events import PlayerRenamed
    >>> misfits(PlayerRenamed("p_1", {"name": 1}))
    ['name']
    """
    if isinstance(event, NewerEvent):
        return ["type"]
    kind_of: Any = type(event)
    return [name for name, kind in _kinds(kind_of) if not _fits(getattr(event, name), kind)]


@cache
def _kinds(event: Any) -> tuple[tuple[str, Any], ...]:
    hints = get_type_hints(event)
    return tuple((field.name, hints[field.name]) for field in fields(event) if not field.kw_only)


def _fits(value: Any, kind: Any) -> bool:
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return any(_fits(value, part) for part in parts)
    if kind is Any:
        return _is_json(value, _DEEPEST)
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if len(parts) == 2 and parts[1] is Ellipsis:
            return all(_fits(item, parts[0]) for item in value)
        return len(value) == len(parts) and all(map(_fits, value, parts))
    if origin is not None and issubclass(origin, Mapping):
        return isinstance(value, Mapping) and all(
            _fits(name, parts[0]) and _fits(item, parts[1]) for name, item in value.items()
        )
    if isinstance(kind, type) and issubclass(kind, tuple):  # a named tuple
        hints = get_type_hints(kind)
        return isinstance(value, kind) and all(_fits(getattr(value, name), hints[name]) for name in hints)
    if kind is int:
        return type(value) is int and abs(value) <= LARGEST
    if kind is str:
        return isinstance(value, str) and len(value) <= LONGEST_TEXT
    return value is None if kind is type(None) else type(value) is kind


def _is_json(value: Any, deepest: int) -> bool:
    if isinstance(value, Mapping):
        return deepest > 0 and _all_json([*value.keys(), *value.values()], deepest)
    if isinstance(value, list | tuple):
        return deepest > 0 and _all_json(value, deepest)
    return value is None or type(value) in (bool, float) or _fits(value, int) or _fits(value, str)


def _all_json(values: Iterable[Any], deepest: int) -> bool:
    return all(_is_json(value, deepest - 1) for value in values)
