"""JSON of values: the schema of a view has the keys, and each key is an attribute of the value.

A schema is compiled to the function that a person would write: one dictionary with its keys. marshmallow's own `dump`
takes six times as long for the standings of five hundred players.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from marshmallow import Schema, fields

from core.timestamps import rfc3339

Dump = Callable[[Any], Any]


class Maybe(fields.String):
    """A text or null; an empty text is null, too."""


class Moment(fields.String):
    """A time (RFC 3339), of a value in Unix ms."""


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
    scope: dict[str, Any] = {"rfc3339": rfc3339}
    name = _compiled(schema(), scope)
    dump: Dump = scope[name]
    return dump


def dump_all(schema: type[Schema]) -> Callable[[Iterable[Any]], list[Any]]:
    """The function that makes the JSON of each of several values."""
    dump = dumper(schema)
    return lambda values: [dump(value) for value in values]


def _compiled(schema: Schema, scope: dict[str, Any]) -> str:
    """The name, in the scope, of the function that makes the JSON of a value by a schema."""
    lines = ["data = {}"]
    for name, field in schema.dump_fields.items():
        key, attribute = repr(field.data_key or name), f"value.{field.attribute or name}"
        if isinstance(field, AtSeat):
            lines += [f"if {key} in value.seats:", f"    data[{key}] = {_json_of(field, f'value.seats[{key}]', scope)}"]
        elif field.required:
            lines.append(f"data[{key}] = {_json_of(field, attribute, scope)}")
        else:
            lines += [f"if found := {attribute}:", f"    data[{key}] = {_json_of(field, 'found', scope)}"]
    function = f"{type(schema).__name__}_{len(scope)}"
    text = "\n    ".join([f"def {function}(value):", *lines, "return data"])
    exec(compile(text, f"<dumper of {type(schema).__name__}>", "exec"), scope)  # noqa: S102 - as dataclasses do
    return function


def _json_of(field: Any, value: str, scope: dict[str, Any]) -> str:
    """The expression for the JSON of a field; `value` is the expression for what it is made of."""
    if isinstance(field, AsIs):
        return value
    if isinstance(field, fields.Nested):
        function = _compiled(field.schema, scope)
        return f"None if (inner := {value}) is None else {function}(inner)"
    if isinstance(field, fields.List):
        each = _json_of(field.inner, "each", scope)
        return value if each == "each" else f"[{each} for each in {value}]"
    if isinstance(field, fields.Dict) and isinstance(field.value_field, fields.Nested):
        each = _json_of(field.value_field, "each", scope)
        return f"None if (items := {value}) is None else {{key: {each} for key, each in items.items()}}"
    if isinstance(field, Moment):
        return f"rfc3339({value})"
    return f"{value} or None" if isinstance(field, Maybe) else value
