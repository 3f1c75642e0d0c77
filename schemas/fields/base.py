"""An object that names what it does not know, and a value that knows one sentence about what would be right.

What is wrong in a request has bounds: each error costs work, and an answer names no more than a few hundred.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from marshmallow import RAISE, Schema, ValidationError, fields, pre_load

from core.messages import say, term
from schemas.visible_text import quoted_value

Json = dict[str, Any]
MOST_UNKNOWN = 20
"""Fields of an object that it does not know, of which each is named; with more the object is not looked at."""
MOST_WRONG = 200
"""Wrong fields of a list that are found; what stands behind them is not looked at."""


class Strict(Schema):
    """An object in which every name counts: one that is not known is refused, with the known ones named."""

    json_schema: ClassVar[Json] = {}
    """Additions to the published document beyond the fields."""

    class Meta:
        unknown = RAISE

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        known = tuple(field.data_key or name for name, field in self.load_fields.items()) or term("none")
        self.error_messages |= {
            "type": say("an object is expected"),
            "unknown": say("no such field; known are {known}", known=known),
        }

    @pre_load
    def _ensure_few_fields(self, data: Any, **_: Any) -> Any:
        if isinstance(data, Mapping) and len(data) > (most := len(self.load_fields) + MOST_UNKNOWN):
            raise ValidationError(
                say("{count} fields are too many: {most} is the most", count=len(data), most=most), "_schema"
            )
        return data

    def handle_error(self, error: ValidationError, data: Any, *, many: bool, **_: Any) -> None:
        """Name unknown fields in their alphabetical order; marshmallow has them in a set."""
        if many and isinstance(error.messages, dict) and isinstance(data, list):
            found: dict[Any, Any] = {
                place: self._ordered(messages, data[place]) if isinstance(place, int) else messages
                for place, messages in error.messages.items()
            }
            error.messages = found
        else:
            error.messages = self._ordered(error.messages, data)

    def _ordered(self, messages: Any, data: Any) -> Any:
        if not isinstance(messages, dict) or not isinstance(data, Mapping):
            return messages
        known = {field.data_key or name for name, field in self.load_fields.items()}
        unknown = {name for name in messages if name in data and name not in known}
        following = iter(sorted(unknown))
        names = (next(following) if name in unknown else name for name in messages)
        return {name: messages[name] for name in names}


def lacking(wanted: str) -> dict[str, str]:
    """The messages of a value that is missing or null."""
    return {"required": say("missing: {wanted}", wanted=wanted), "null": say("null is not {wanted}", wanted=wanted)}


class Wanted(fields.Field[Any]):
    """A value described by one sentence, `wanted`, which every message about it repeats."""

    wanted = say("a value")

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.error_messages |= lacking(self.wanted)

    def json_schema(self) -> Json:
        """The value in the published document."""
        return {}

    def read(self, value: Any) -> Any:
        """The value that is meant. Raises `wrong(value)` if it is none of this kind."""
        raise self.wrong(value)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return self.read(value)

    def wrong(self, value: object) -> ValidationError:
        """The error for a value of another type."""
        return ValidationError(say("{shown} is not {wanted}", shown=quoted_value(value), wanted=self.wanted))


def read_each(rows: Iterable[Any], read: Callable[[Any], Any]) -> list[Any]:
    """The values of the rows of a list. Raises `ValidationError`, which names wrong fields by the place of their row.

    >>> read_each(["1", "2"], int)
    [1, 2]
    """
    values: list[Any] = []
    wrong: dict[Any, Any] = {}
    left = MOST_WRONG
    for place, row in enumerate(rows):
        try:
            values.append(read(row))
        except ValidationError as error:
            wrong[place] = error.messages
            if error.valid_data is not None:
                values.append(error.valid_data)
            left -= _count(error.messages)
            if left <= 0:
                break
    if wrong:
        raise ValidationError(wrong, valid_data=values)
    return values


def _count(messages: Any) -> int:
    return sum(map(_count, messages.values())) if isinstance(messages, Mapping) else 1
