"""Texts in events that people typed: every text of a field that is not known to hold ids, words of brade, or secrets.

So a new kind of event is searched for names, too, and a name that is erased is replaced in it. The names of people
stand in fields of their own (`core.eventlog.personal_values`) and are none of these texts.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from core.eventlog.personal_values import names_of
from core.events import EVENTS, NamesPeople

_IDS = (
    "by bye by_format club entry erased into lost_in match matches member other others pairings pairs person player "
    "player_ids players prev_hash recorded_at series slug stream team token tournament type versions webhook"
)
_WORDS = (
    "agreed_by byes check cube decided_by decision dice factor format game games kind length loses method moves "
    "options outcome placings points position reserve results role score scoring seat stage stop terms tie_breaks "
    "time_up to_move way winner"
)
_SECRETS = "commitment commitments hash head password_hash salt salts secret_hash"
FIXED = frozenset(f"{_IDS} {_WORDS} {_SECRETS}".split())
"""Fields that hold ids, words of brade, or secrets, and no text that a person typed."""
CAUSE, AUTHOR = "cause", "recorded_by"
_NAMING = {kind.__name__: kind.SCHEMA for kind in EVENTS if issubclass(kind, NamesPeople)}
Change = Callable[[str, str], str]
"""The text that stands at a path from then on, in the place of a text."""


def typed_texts(public: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The texts of an event in its public form that may have been typed, and its author, each with its path.

    >>> list(typed_texts({"type": "TimetableRulesSet", "breaks": [{"starts": 1, "text": "lunch"}]}))
    [('breaks.0.text', 'lunch')]
    """
    found: list[tuple[str, str]] = []

    def note(path: str, text: str) -> str:
        found.append((path, text))
        return text

    _changed(public, note)
    yield from found


def with_texts(public: Mapping[str, Any], change: Change) -> Mapping[str, Any]:
    """An event with other texts at some paths; the same value where all of them stay."""
    if all(change(path, text) == text for path, text in typed_texts(public)):
        return public
    return _changed(public, change)


def names_in(public: Mapping[str, Any]) -> dict[str, Any]:
    """The names of people in an event, by their places; none of a shape that this version of brade does not know."""
    known = public.get("schema", 0) <= _NAMING.get(str(public.get("type")), -1)
    return dict(names_of(public)) if known else {}


def _changed(public: Mapping[str, Any], change: Change) -> dict[str, Any]:
    named = {place.partition(".")[0] for place in names_in(public)}
    return {field: value if field in named else _field(field, value, change) for field, value in public.items()}


def _field(field: str, value: Any, change: Change) -> Any:
    return _cause(value, change) if field == CAUSE else _value(field, field, value, change)


def _cause(value: Any, change: Change) -> Any:
    """The cause of a reason: names stand behind its code in those that were recorded before."""
    if not isinstance(value, list | tuple):
        return value
    return [*value[:1], *(change(f"{CAUSE}.{place}", item) for place, item in enumerate(value[1:], 1))]


def _value(path: str, field: str, value: Any, change: Change) -> Any:
    if field in FIXED:
        return value
    if isinstance(value, str):
        return change(path, value)
    if isinstance(value, Mapping):
        return {key: _value(f"{path}.{key}", key, item, change) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_value(f"{path}.{place}", field, item, change) for place, item in enumerate(value)]
    return value
