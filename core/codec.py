"""Events to and from what a store keeps (`stored`) and what the contract shows (`words`, `public`)."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from typing import Any

from core.errors import UnknownEvent
from core.events import EVENTS, Event, GameResult, Landing, Recorded

Json = dict[str, Any]
_BY_NAME = {f"{kind.__name__}.{schema}": kind for kind in EVENTS for schema in range(1, kind.SCHEMA + 1)}
_ROWS = {
    "moves": ("from", "to", "by"),
    "results": GameResult._fields,
    "games": GameResult._fields,
    "pairings": ("match", "white", "black", "slot"),
    "members": ("player", "name"),
    "pairs": ("player", "other"),
    "tables": ("table", "group"),
    "seats": ("match", "table"),
}
"""Fields that are rows of values here and lists of objects in the contract: their columns' names there."""
_RESULTS = ("results", "games")
_FIELDS = {kind: tuple((f.name, f.default) for f in fields(kind)) for kind in EVENTS}
_HAVE_RESULTS = {kind: place for kind in EVENTS for place, (name, _) in enumerate(_FIELDS[kind]) if name in _RESULTS}


def type_name(event: Event) -> str:
    """The stored name of an event's type with its schema number, such as `DiceRolled.1`."""
    return f"{type(event).__name__}.{event.schema}"


def to_stored(event: Event) -> list[Any]:
    """An event's fields in the order of its class: what lies in a store, together with `type_name`.

    Optional fields at the end that say nothing are left out.

    >>> from core.events import CheckersMoved
    >>> to_stored(CheckersMoved("white", ((1, 7), ("bar", 2))))
    ['white', ((1, 7), ('bar', 2))]
    """
    values = []
    for name, _ in _FIELDS[type(event)]:
        value = getattr(event, name)
        values.append(tuple([_trimmed(row) for row in value]) if name in _RESULTS else value)
    while values and values[-1] is None and _FIELDS[type(event)][len(values) - 1][1] is None:
        values.pop()
    return values


def _trimmed(result: GameResult) -> tuple[Any, ...]:
    """A result without what says nothing at its end, as rows were before there was a cube."""
    return tuple(result) if result.placings else tuple(result[:3]) if result.cube != 1 else tuple(result[:2])


def from_stored(name: str, values: Sequence[Any]) -> Event:
    """The event of a stored type name and its field values (lists become tuples). Raises `UnknownEvent`."""
    kind = _BY_NAME.get(name)
    if kind is None:
        raise UnknownEvent(f"this version of brade does not know the event {name!r}")
    read = [_frozen(value) if type(value) is list else value for value in values]
    if kind in _HAVE_RESULTS:
        place = _HAVE_RESULTS[kind]
        read[place] = tuple(GameResult(*row) for row in read[place])
    return kind(*read)


def to_words(event: Event) -> Json:
    """An event's own fields in the contract's words; optional fields that say nothing are left out.

    >>> from core.events import CheckersMoved
    >>> to_words(CheckersMoved("white", ((1, 7), ("bar", 2))))
    {'by': 'white', 'moves': [{'from': 1, 'to': 7}, {'from': 'bar', 'to': 2}]}
    """
    words: Json = {}
    for name, default in _FIELDS[type(event)]:
        value = getattr(event, name)
        if value is None and default is None:
            continue
        if name in _ROWS:
            value = [_row_words(name, row) for row in value]
        words[name] = list(value) if isinstance(value, tuple) else value
    return words


def _row_words(name: str, row: Sequence[Any]) -> Json:
    return result_words(GameResult(*row)) if name in _RESULTS else dict(zip(_ROWS[name], row, strict=False))


def moves_words(moves: Sequence[Landing]) -> list[Json]:
    """The landings of a turn in the contract's words."""
    return [_row_words("moves", landing) for landing in moves]


def result_words(result: GameResult) -> Json:
    """A result in the contract's words: the cube's value and the placings only where they say something.

    >>> result_words(GameResult("white", "gammon", 2))
    {'winner': 'white', 'outcome': 'gammon', 'cube': 2}
    """
    words: Json = {"winner": result.winner, "outcome": result.outcome}
    if result.cube != 1:
        words["cube"] = result.cube
    if result.placings:
        words["placings"] = list(result.placings)
    return words


def from_words(name: str, words: Mapping[str, Any]) -> Event:
    """The event of a type name with schema number and its fields in the contract's words, trusted as written.

    Raises `UnknownEvent`.
    """
    kind = _BY_NAME.get(name)
    if kind is None:
        raise UnknownEvent(f"this version of brade does not know the event {name!r}")
    return kind(**{key: _value(key, value) for key, value in words.items()})


def _value(name: str, value: Any) -> Any:
    if name in _RESULTS:
        return tuple(GameResult(**{column: _frozen(said) for column, said in row.items()}) for row in value)
    if name in _ROWS:
        return tuple(tuple(row[column] for column in _ROWS[name] if column in row) for row in value)
    return _frozen(value)


def to_public(stream: str, recorded: Recorded) -> Json:
    """A recorded event in the contract's words, without its own hash: what is hashed, exported and shown."""
    event = recorded.event
    return {
        "stream": stream, "version": recorded.version, "type": type(event).__name__, "schema": event.schema,
        **to_words(event),
        "recorded_at": rfc3339(recorded.at), "recorded_by": recorded.by, "prev_hash": recorded.prev_hash,
    }  # fmt: skip


ENVELOPE = ("stream", "version", "type", "schema", "recorded_at", "recorded_by", "prev_hash", "hash", "verdict")


def from_public(public: Mapping[str, Any]) -> Recorded:
    """The recorded event of its public form, as in an exported log. Raises `UnknownEvent`, `KeyError`, `ValueError`."""
    words = {name: value for name, value in public.items() if name not in ENVELOPE}
    event = from_words(f"{public['type']}.{public['schema']}", words)
    at = unix_ms(public["recorded_at"])
    return Recorded(int(public["version"]), event, at, public["recorded_by"], public["prev_hash"])


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def rfc3339(at: int) -> str:
    """Unix milliseconds as RFC 3339 in UTC.

    >>> rfc3339(1_700_000_000_123)
    '2023-11-14T22:13:20.123Z'
    """
    return (_EPOCH + timedelta(milliseconds=at)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def unix_ms(text: str) -> int:
    """The Unix milliseconds of an RFC 3339 time. Raises `ValueError`."""
    return (datetime.fromisoformat(text) - _EPOCH) // timedelta(milliseconds=1)


def _frozen(value: Any) -> Any:
    return tuple([_frozen(item) for item in value]) if isinstance(value, list) else value
