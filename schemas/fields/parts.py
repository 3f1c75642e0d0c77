"""Parts of a request: yes or no, a place on the board, an object, a list."""

from collections.abc import Callable, Mapping
from typing import Any

from marshmallow import Schema, ValidationError, fields

from core.messages import either, quoted, say
from schemas.fields.base import Json, Wanted, lacking, read_each


class YesNo(Wanted):
    """True or false, and nothing that merely looks like it."""

    wanted = say("true or false")

    def json_schema(self) -> Json:
        """See `Wanted.json_schema`."""
        return {"type": "boolean"}

    def read(self, value: Any) -> bool:
        """See `Wanted.read`."""
        if not isinstance(value, bool):
            raise self.wrong(value)
        return value


class Spot(Wanted):
    """A place from or to which a checker is moved: a point 1 to 24, or a word for a place beyond."""

    def __init__(self, *beyond: str, **options: Any) -> None:
        self.beyond = beyond
        self.wanted = say("a point from 1 to 24 or {beyond}", beyond=either(map(quoted, beyond)))
        super().__init__(**options)

    def json_schema(self) -> Json:
        """See `Wanted.json_schema`."""
        return {
            "oneOf": [{"type": "integer", "minimum": 1, "maximum": 24}, {"type": "string", "enum": list(self.beyond)}]
        }

    def read(self, value: Any) -> int | str:
        """See `Wanted.read`."""
        if type(value) is str and value in self.beyond:
            return value
        number = int(value) if type(value) is float and value.is_integer() else value
        if type(number) is not int or not 1 <= number <= 24:
            raise self.wrong(value)
        return number


class Anything(Wanted):
    """An object of bounded size whose fields are read elsewhere."""

    most, longest = 100, 1000
    wanted = say("an object")

    def json_schema(self) -> Json:
        """See `Wanted.json_schema`."""
        return {"type": "object", "maxProperties": self.most, "additionalProperties": {"maxLength": self.longest}}

    def read(self, value: Any) -> Any:
        """See `Wanted.read`."""
        if not isinstance(value, Mapping):
            raise self.wrong(value)
        if len(value) > self.most:
            raise ValidationError(
                say("{value} fields are too many: {most} is the most", value=len(value), most=self.most)
            )
        if any(isinstance(text, str) and len(text) > self.longest for text in value.values()):
            raise ValidationError(say("a text in it is longer than {longest} characters", longest=self.longest))
        return value


class Many(fields.List[Any]):
    """A list of so many to so many values of one kind; every wrong one is named by its place."""

    def __init__(self, kind: fields.Field[Any], at_least: int = 0, at_most: int | None = None, **options: Any) -> None:
        super().__init__(kind, **options)
        self.at_least, self.at_most = at_least, at_most
        several = (
            str(at_least) if at_most == at_least else say("{at_least} to {at_most}", at_least=at_least, at_most=at_most)
        )
        wanted = say("a list") if at_most is None else say("a list of {several}", several=several)
        self.error_messages |= {"invalid": say("{wanted} is expected", wanted=wanted), **lacking(wanted)}

    def json_schema(self) -> Json:
        """Bounds of the list's length, for the published document."""
        return {"minItems": self.at_least} | ({} if self.at_most is None else {"maxItems": self.at_most})

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> list[Any]:  # noqa: ARG002 - marshmallow's signature
        if not isinstance(value, list) or not self.at_least <= len(value) <= (self.at_most or len(value)):
            raise self.make_error("invalid")
        return read_each(value, lambda row: self.inner.deserialize(row, **options))


def nested(schema: Callable[[], Schema] | type[Schema], **options: Any) -> fields.Nested:
    """An object inside another."""
    messages: dict[str, Any] = {"type": say("an object is expected"), **lacking(say("an object"))}
    return fields.Nested(schema, error_messages=messages, **options)
