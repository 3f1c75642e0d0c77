"""Fields of views, and lists of them."""

from collections.abc import Iterable
from typing import Any

from marshmallow import Schema, fields

from schemas.dump import Maybe, Moment, list_json
from schemas.fields import Strict


def text(**metadata: Any) -> fields.String:
    """A text that is always there."""
    return fields.String(required=True, metadata=metadata)


def maybe_text(**metadata: Any) -> Maybe:
    """A text or null."""
    return Maybe(required=True, allow_none=True, metadata=metadata)


def person_name() -> Maybe:
    """The name of a person who is recorded by an id, beside the author as recorded."""
    return maybe_text(description="The person's name; null of an author without a name.", example="Anna Berg")


def moment(*, attribute: str | None = None, allow_none: bool = False, **metadata: Any) -> Moment:
    """A time, or null where that is allowed."""
    return Moment(
        attribute=attribute, required=True, allow_none=allow_none, metadata={"format": "date-time", **metadata}
    )


def integer(**metadata: Any) -> fields.Integer:
    """A whole number that is always there."""
    return fields.Integer(required=True, strict=True, metadata=metadata)


def maybe_integer(**metadata: Any) -> fields.Integer:
    """A whole number or null."""
    return fields.Integer(required=True, allow_none=True, strict=True, metadata=metadata)


def yes(**metadata: Any) -> fields.Boolean:
    """True or false."""
    return fields.Boolean(required=True, metadata=metadata)


def one(schema: type[Schema], **options: Any) -> fields.Nested:
    """An object inside."""
    return fields.Nested(schema, required=True, **options)


def listed(schema: type[Schema], **options: Any) -> fields.List[Any]:
    """A list of objects."""
    return fields.List(fields.Nested(schema), required=True, **options)


class Listed(Strict):
    """A page of a list."""

    total = integer(description="How many there are on all pages.")
    next = maybe_text(
        description="The address of the next page, as in the `Link` header; null on the last.",
        example="/v1/clubs/vasa/players?limit=100&cursor=100",
    )


def page_json(schema: type[Listed], rows: Iterable[Any], total: int, following: str | None) -> dict[str, Any]:
    """The JSON of a page of a list: its rows, how many there are on all pages, and the address of the next page."""
    return {**list_json(schema, rows), "total": total, "next": following}


def by_seat(kind: fields.Field[Any], **options: Any) -> fields.Dict:
    """One value for each seat."""
    return fields.Dict(keys=fields.String(), values=kind, required=True, **options)


class Ids(Strict):
    """A position as other programs name it."""

    gnubg = text(description="Position and match id.", example="4HPwATDgc/ABMA:QYkqASAAIAAA")
    xgid = text(example="XGID=-b----E-C---eE---c-e----B-:1:1:-1:52:2:4:0:9:10")
