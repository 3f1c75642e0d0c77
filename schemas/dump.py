"""JSON of values: the schema of a view has the keys, and each key is an attribute of the value.

The fields of a schema are looked up once. marshmallow's own `dump` looks them up for each value, and takes seven times
as long or more for the standings of five hundred players.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple, Protocol, runtime_checkable

from marshmallow import Schema, fields

from core.timestamps import rfc3339

Dump = Callable[[Any], Any]


@runtime_checkable
class Converted(Protocol):
    """A field that makes the JSON of its values itself. One that `reads` another field's attribute names it."""

    def to_json(self, value: Any) -> Any:
        """The JSON of a value."""


class OrNull:
    """A field that is null where it is empty."""


class Maybe(OrNull, fields.String):
    """A text or null; an empty text is null, too."""


class MaybeList(OrNull, fields.List[Any]):
    """A list or null; an empty list is null, too."""


class MaybeDict(OrNull, fields.Dict):
    """An object or null; an empty object is null, too."""


class Moment(fields.String):
    """A time (RFC 3339), of a value in Unix ms, or null."""

    def to_json(self, value: int | None) -> str | None:
        """The time as text."""
        return None if value is None else rfc3339(value)


class AsIs(fields.Nested):
    """An object that is JSON already: it lies in an event as it was sent, or a format explains itself with it."""


class AtSeat(fields.Nested):
    """An object at the seat of this field's name, in games that have such a seat; the value's `seats` hold it."""


@cache
def dumper(schema: type[Schema]) -> Dump:
    """The function that makes the JSON of a value. A field that is not required is left out where it is empty.

    >>> from types import SimpleNamespace
    >>> class Line(Schema):
    ...     name = fields.String(required=True)
    ...     group = Maybe(required=True)
    ...     marks = fields.List(fields.Integer())
    >>> dumper(Line)(SimpleNamespace(name="Åsa", group="", marks=()))
    {'name': 'Åsa', 'group': None}
    """
    members = [_member(name, field) for name, field in schema().dump_fields.items()]
    names = [member.key for member in members]
    read = _reader([member.read for member in members])
    converted = [(member.key, member.to_json) for member in members if member.to_json is not _unchanged]
    perhaps = [member.key for member in members if not member.is_always_there]

    def dump(value: Any) -> dict[str, Any]:
        data = dict(zip(names, read(value), strict=True))
        for key, to_json in converted:
            data[key] = to_json(data[key])
        for key in perhaps:
            if data[key] is _LEFT_OUT:
                del data[key]
        return data

    return dump


def dump_all(schema: type[Schema]) -> Callable[[Iterable[Any]], list[Any]]:
    """The function that makes the JSON of each of several values."""
    dump = dumper(schema)
    return lambda values: [dump(value) for value in values]


def list_json(schema: type[Schema], rows: Iterable[Any]) -> dict[str, Any]:
    """The JSON of an object that has a list of these values, and nothing else that is made here.

    >>> class Lines(Schema):
    ...     lines = fields.List(fields.String())
    >>> list_json(Lines, ("Åsa", "Bo"))
    {'lines': ['Åsa', 'Bo']}
    """
    ((name, field),) = (
        (name, dump_field) for name, dump_field in schema().dump_fields.items() if isinstance(dump_field, fields.List)
    )
    return {field.data_key or name: list(_to_json(field)(rows))}


_LEFT_OUT = object()
"""The JSON of a field that is not there."""


class _Member(NamedTuple):
    """A field's key in JSON, the path of its attribute, and the function that makes the JSON of what that holds."""

    key: str
    read: str
    to_json: Dump
    is_always_there: bool


def _member(name: str, field: Any) -> _Member:
    key, to_json = field.data_key or name, _to_json(field)
    if isinstance(field, AtSeat):
        return _Member(key, "seats", lambda seats: to_json(seats[key]) if key in seats else _LEFT_OUT, False)
    read = getattr(field, "reads", None) or field.attribute or name
    if field.required:
        return _Member(key, read, to_json, True)
    return _Member(key, read, lambda value: _unless_empty(to_json(value)), False)


def _reader(paths: Sequence[str]) -> Callable[[Any], Sequence[Any]]:
    """The function that reads these attributes of a value, of which there is at least one."""
    read = attrgetter(*paths)
    return read if len(paths) > 1 else lambda value: (read(value),)


def _unless_empty(data: Any) -> Any:
    """JSON of a field that is not required: a number is always there, also 0."""
    return data if data or isinstance(data, int) else _LEFT_OUT


def _to_json(field: Any) -> Dump:
    """The function that makes the JSON of what a field holds."""
    to_json = _to_json_of_kind(field)
    return (lambda value: to_json(value) or None) if isinstance(field, OrNull) else to_json


def _to_json_of_kind(field: Any) -> Dump:
    """The function that makes the JSON of a value of the field's kind."""
    if isinstance(field, AsIs):
        return _unchanged
    if isinstance(field, Converted):
        return field.to_json
    if isinstance(field, fields.Nested):
        dump = dumper(type(field.schema))
        return lambda value: None if value is None else dump(value)
    if isinstance(field, fields.List) and (each := _to_json(field.inner)) is not _unchanged:
        return lambda values: None if values is None else [each(value) for value in values]
    if isinstance(field, fields.Dict) and (each := _to_json(field.value_field)) is not _unchanged:
        return lambda values: None if values is None else {key: each(value) for key, value in values.items()}
    return _unchanged


def _unchanged(value: Any) -> Any:
    return value
