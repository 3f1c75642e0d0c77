"""The kinds of value that a request may hold. Each knows one sentence about what would be right, and says it."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from marshmallow import RAISE, Schema, ValidationError, fields

from core.messages import either, quoted, say, term
from schemas.visible_text import PRINTED, SEEN, UNPRINTED, VISIBLE, quoted_value

Json = dict[str, Any]


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


def _lacking(wanted: str) -> dict[str, str]:
    return {"required": say("missing: {wanted}", wanted=wanted), "null": say("null is not {wanted}", wanted=wanted)}


class Wanted(fields.Field[Any]):
    """A value described by one sentence, `wanted`, which every message about it repeats."""

    wanted = say("a value")

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.error_messages |= _lacking(self.wanted)

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


class WholeNumber(Wanted):
    """A whole number of a range: 9.0 is one, as JSON Schema has it; 9.7, "9" and true are not."""

    def __init__(self, minimum: int, maximum: int, **options: Any) -> None:
        self.minimum, self.maximum = minimum, maximum
        self.wanted = say("a whole number from {minimum} to {maximum}", minimum=minimum, maximum=maximum)
        super().__init__(**options)

    def json_schema(self) -> Json:
        """See `Wanted.json_schema`."""
        return {"type": "integer", "minimum": self.minimum, "maximum": self.maximum}

    def read(self, value: Any) -> int:
        """See `Wanted.read`."""
        number = int(value) if type(value) is float and value.is_integer() else value
        if type(number) is not int or not self.minimum <= number <= self.maximum:
            raise self.wrong(value)
        return number


class WrittenNumber(WholeNumber):
    """A whole number written in decimal digits, as the query of an address holds it."""

    def read(self, value: Any) -> int:
        """See `Wanted.read`."""
        if not isinstance(value, str) or not re.fullmatch(r"-?[0-9]{1,16}", value):
            raise self.wrong(value)
        return super().read(int(value))


class Die(WholeNumber):
    """The number of one die."""

    def __init__(self, **options: Any) -> None:
        super().__init__(1, 6, **options)


class Choice(WholeNumber):
    """One of a few whole numbers."""

    def __init__(self, choices: Sequence[int], **options: Any) -> None:
        self.choices = tuple(choices)
        super().__init__(min(choices), max(choices), **options)
        self.wanted = say("one of {choices}", choices=tuple(map(str, choices)))
        self.error_messages |= _lacking(self.wanted)

    def json_schema(self) -> Json:
        """See `Wanted.json_schema`."""
        return {"type": "integer", "enum": list(self.choices)}

    def read(self, value: Any) -> int:
        """See `Wanted.read`."""
        number = super().read(value)
        if number not in self.choices:
            raise self.wrong(value)
        return number


class Word(Wanted):
    """One of a list of words."""

    def __init__(self, choices: Iterable[str], **options: Any) -> None:
        self.words = tuple(choices)
        self._known = frozenset(self.words)
        self.wanted = say("one of {words}", words=self.words) if len(self.words) > 1 else f"{self.words[0]!r}"
        super().__init__(**options)

    def json_schema(self) -> Json:
        """See `Wanted.json_schema`."""
        return {"type": "string", "enum": list(self.words)}

    def read(self, value: Any) -> str:
        """See `Wanted.read`."""
        if type(value) is not str or value not in self._known:
            raise self.wrong(value)
        return value


class Text(Wanted):
    """A line of text for people: trimmed, without invisible characters, and not empty unless that is allowed.

    The two joiners (U+200C, U+200D) are taken, since there are languages that are written with them.
    """

    def __init__(self, longest: int, shortest: int = 1, **options: Any) -> None:
        self.longest, self.shortest = longest, shortest
        self.wanted = say("a line of {shortest} to {longest} characters", shortest=shortest, longest=longest)
        super().__init__(**options)

    def json_schema(self) -> Json:
        """See `Wanted.json_schema`."""
        pattern = f"^{PRINTED}*{VISIBLE}{PRINTED}*$" if self.shortest else f"^{PRINTED}*$"
        return {"type": "string", "minLength": self.shortest, "maxLength": self.longest, "pattern": pattern}

    def read(self, value: Any) -> str:
        """See `Wanted.read`."""
        if not isinstance(value, str):
            raise self.wrong(value)
        text = value.strip()
        if not self.shortest <= len(text) or len(value) > self.longest:
            raise self.wrong(value)
        if found := UNPRINTED.search(value):
            code = f"U+{ord(found[0]):04X}"
            shown = quoted_value(value)
            raise ValidationError(
                say("{shown} has a character that cannot be seen ({code}): leave it out", shown=shown, code=code)
            )
        if self.shortest and not SEEN.search(text):
            raise ValidationError(say("{shown} has nothing in it that can be seen", shown=quoted_value(value)))
        return text


class Pattern(Wanted):
    """A text of an exact form, such as an id."""

    def __init__(self, pattern: str, wanted: str, **options: Any) -> None:
        self.pattern, self.wanted = re.compile(pattern), wanted
        super().__init__(**options)

    def json_schema(self) -> Json:
        """See `Wanted.json_schema`."""
        return {"type": "string", "pattern": f"^{self.pattern.pattern}$"}

    def read(self, value: Any) -> str:
        """See `Wanted.read`."""
        if not isinstance(value, str) or not self.pattern.fullmatch(value):
            raise self.wrong(value)
        return value


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
        self.error_messages |= {"invalid": say("{wanted} is expected", wanted=wanted), **_lacking(wanted)}

    def json_schema(self) -> Json:
        """Bounds of the list's length, for the published document."""
        return {"minItems": self.at_least} | ({} if self.at_most is None else {"maxItems": self.at_most})

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> list[Any]:
        if not isinstance(value, list) or not self.at_least <= len(value) <= (self.at_most or len(value)):
            raise self.make_error("invalid")
        return super()._deserialize(value, attr, data, **options)


def nested(schema: Callable[[], Schema] | type[Schema], **options: Any) -> fields.Nested:
    """An object inside another."""
    messages: dict[str, Any] = {"type": say("an object is expected"), **_lacking(say("an object"))}
    return fields.Nested(schema, error_messages=messages, **options)
