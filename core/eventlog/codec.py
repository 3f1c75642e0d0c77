"""Events to and from what a store keeps (`stored`) and what the contract shows (`words`, `public`)."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from core.errors import UnknownEvent
from core.eventlog.personal_values import check_salts, with_shown_names
from core.eventlog.redaction import LEFT_OUT, empty_fields
from core.events import EVENTS, Event, GameResult, Landing, NewerEvent, Older, Recorded
from core.events.shapes import POSITIONAL
from core.events.upcasting import upcast
from core.messages import quoted, say
from core.timestamps import rfc3339, unix_ms

Json = dict[str, Any]
_KINDS = {kind.__name__: kind for kind in EVENTS}
_ROWS = {
    "moves": ("from", "to", "by"),
    "results": GameResult._fields,
    "games": GameResult._fields,
    "pairings": ("match", "white", "black", "slot"),
    "members": ("player", "name"),
    "alternates": ("player", "name"),
    "byes": ("round", "worth"),
    "pairs": ("player", "other"),
    "exchanges": ("player", "other", "apart_from", "before", "after"),
    "tables": ("table", "group"),
    "seats": ("match", "table"),
    "times": ("match", "starts", "ends", "table"),
    "breaks": ("starts", "ends", "text"),
}
"""Fields that are rows of values here and lists of objects in the contract: their columns' names there."""
_RESULTS = ("results", "games")
_FIELDS = {kind: tuple((f.name, f.default) for f in fields(kind) if not f.kw_only) for kind in EVENTS}
_HAVE_RESULTS = {kind: place for kind in EVENTS for place, (name, _) in enumerate(_FIELDS[kind]) if name in _RESULTS}
_AS_LISTS = {
    f"{kind.__name__}.{kind.SCHEMA}": kind for kind in EVENTS if f"{kind.__name__}.{kind.SCHEMA}" in POSITIONAL
}
_NAMES = {kind: {name for name, _ in _FIELDS[kind]} for kind in EVENTS}


def type_name(event: Event) -> str:
    """The stored name of an event's type with its schema number, such as `DiceRolled.1`."""
    return f"{event.event_type}.{event.schema}"


def to_stored(event: Event) -> list[Any] | Json:
    """An event's fields: what lies in a store, together with `type_name`.

    Those of `POSITIONAL` are values in the order of their class, without optional ones at the end that say nothing; all
    others, and what was recorded in an older shape, are the contract's words.

    >>> from core.events import CheckersMoved
    >>> to_stored(CheckersMoved("white", ((1, 7), ("bar", 2))))
    ['white', ((1, 7), ('bar', 2))]
    """
    if isinstance(event, NewerEvent):
        return dict(event.data) if event.values is None else list(event.values)
    if event.recorded_as is not None:
        return dict(event.recorded_as.data)
    if type_name(event) not in POSITIONAL:
        return to_json(event)
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


def from_stored(name: str, values: Sequence[Any] | Mapping[str, Any]) -> Event:
    """The event of a stored type name and what lies beside it (lists become tuples); `NewerEvent` for an unknown one.

    Raises `UnknownEvent` for a name that none of ours has, `TypeError` where values are missing.
    """
    if isinstance(values, Mapping):
        return event_of(name, values)
    kind = _AS_LISTS.get(name)
    if kind is not None and len(values) <= len(_FIELDS[kind]):
        read = [
            tuple([_frozen(row) if type(row) is list else row for row in value]) if type(value) is list else value
            for value in values
        ]
        if kind in _HAVE_RESULTS:
            place = _HAVE_RESULTS[kind]
            read[place] = tuple(GameResult(*row) for row in read[place])
        return kind(*read)
    names = POSITIONAL.get(name)
    if names is None or len(values) > len(names):
        return NewerEvent(*_split(name), {}, tuple(values))
    data = {each: _stored_json(each, value) for each, value in zip(names, values, strict=False) if value is not None}
    return event_of(name, data)


def _stored_json(name: str, value: Any) -> Any:
    """A stored value in the contract's words."""
    return [_row_json(name, row) for row in value] if name in _ROWS else value


def to_json(event: Event) -> Json:
    """An event's own fields in the contract's words; optional fields that say nothing are left out.

    >>> from core.events import CheckersMoved
    >>> to_json(CheckersMoved("white", ((1, 7), ("bar", 2))))
    {'by': 'white', 'moves': [{'from': 1, 'to': 7}, {'from': 'bar', 'to': 2}]}
    """
    if isinstance(event, NewerEvent):
        return dict(event.data)
    data: Json = {}
    for name, default in _FIELDS[type(event)]:
        value = getattr(event, name)
        if value is None and default is None:
            continue
        if name in _ROWS:
            value = [_row_json(name, row) for row in value]
        data[name] = list(value) if isinstance(value, tuple) else value
    return data


def _row_json(name: str, row: Sequence[Any]) -> Json:
    return result_json(GameResult(*row)) if name in _RESULTS else dict(zip(_ROWS[name], row, strict=False))


def moves_json(moves: Sequence[Landing]) -> list[Json]:
    """The landings of a turn in the contract's words."""
    return [_row_json("moves", landing) for landing in moves]


def result_json(result: GameResult) -> Json:
    """A result in the contract's words: the cube's value and the placings only where they say something.

    >>> result_json(GameResult("white", "gammon", 2))
    {'winner': 'white', 'outcome': 'gammon', 'cube': 2}
    """
    data: Json = {"winner": result.winner, "outcome": result.outcome}
    if result.cube != 1:
        data["cube"] = result.cube
    if result.placings:
        data["placings"] = list(result.placings)
    return data


def event_of(name: str, data: Mapping[str, Any]) -> Event:
    """The event of a type name with schema number and its fields in the contract's words, trusted as written.

    One of an older shape is read as the newest one, and keeps its words; of an unknown type, schema number or field it
    is a `NewerEvent`. One whose secrets were left out or names erased keeps its words, too. Raises `UnknownEvent` for a
    name that none of ours has, `TypeError` where a field is missing.
    """
    type_, schema = _split(name)
    kind = _KINDS.get(type_)
    if kind is None or schema > kind.SCHEMA:
        return NewerEvent(type_, schema, dict(data))
    if LEFT_OUT in data:
        return kind(**empty_fields(type_, data), recorded_as=Older(schema, dict(data)))
    if schema == kind.SCHEMA:
        if not _knows(kind, data):
            return NewerEvent(type_, schema, dict(data))
        check_salts(kind, data)
        shown = with_shown_names(data)
        older = None if shown is data else Older(schema, dict(data))
        return kind(**{key: _value(key, value) for key, value in shown.items()}, recorded_as=older)
    if (names := POSITIONAL.get(name)) and not data.keys() <= set(names):
        return NewerEvent(type_, schema, dict(data))
    raised = upcast(type_, schema, kind.SCHEMA, data)
    read = {key: _value(key, value) for key, value in raised.items()}
    return kind(**read, recorded_as=Older(schema, dict(data)))


def _split(name: str) -> tuple[str, int]:
    type_, _, number = name.rpartition(".")
    if not (type_.isidentifier() and number.isdecimal() and int(number) > 0):
        raise UnknownEvent(say("{name} is no name of an event with its schema number", name=quoted(name)))
    return type_, int(number)


def _knows(kind: type[Event], data: Mapping[str, Any]) -> bool:
    """True if this version of brade knows all fields of an event, and all columns of its rows."""
    if not data.keys() <= _NAMES[kind]:
        return False
    rows = ((name, row) for name in data.keys() & _ROWS.keys() for row in data[name])
    return all(row.keys() <= set(_ROWS[name]) for name, row in rows)


def _value(name: str, value: Any) -> Any:
    if name in _RESULTS:
        return tuple(GameResult(**{column: _frozen(item) for column, item in row.items()}) for row in value)
    if name in _ROWS:
        return tuple(tuple(row[column] for column in _ROWS[name] if column in row) for row in value)
    return _frozen(value)


def to_public(stream: str, recorded: Recorded) -> Json:
    """A recorded event in the contract's words, without its own hash: what is hashed, exported and shown."""
    event = recorded.event
    return {
        "stream": stream,
        "version": recorded.version,
        "type": event.event_type,
        "schema": event.schema,
        **(to_json(event) if event.recorded_as is None else event.recorded_as.data),
        "recorded_at": rfc3339(recorded.at),
        "recorded_by": recorded.by,
        "prev_hash": recorded.prev_hash,
    }


def withheld(stream: str, version: int) -> Json:
    """The public form of an event that the reader may not see: its place in the log, and nothing else."""
    return {"stream": stream, "version": version, "withheld": True}


NEWER = "newer"
"""Said of an event that is shown and is of a newer version of brade; no part of what is hashed."""
ENVELOPE = ("stream", "version", "type", "schema", "recorded_at", "recorded_by", "prev_hash", "hash", "verdict", NEWER)


def newer_json(event: Event) -> Json:
    """The note on an event of a newer version of brade; empty for other events."""
    return {NEWER: True} if isinstance(event, NewerEvent) else {}


def from_public(public: Mapping[str, Any]) -> Recorded:
    """The recorded event of its public form, as in an exported log. Raises `UnknownEvent`, `KeyError`, `ValueError`."""
    data = {name: value for name, value in public.items() if name not in ENVELOPE}
    type_, schema = public["type"], public["schema"]
    if type(type_) is not str or type(schema) is not int:
        raise UnknownEvent(say("an event has its `type` as text and its `schema` as a whole number"))
    at = unix_ms(public["recorded_at"])
    event = event_of(f"{type_}.{schema}", data)
    return Recorded(int(public["version"]), event, at, public["recorded_by"], public["prev_hash"])


def _frozen(value: Any) -> Any:
    return tuple([_frozen(item) if type(item) is list else item for item in value]) if type(value) is list else value
