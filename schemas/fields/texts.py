"""Texts: a word of a list, a line for people, a text of an exact form."""

import re
from collections.abc import Iterable
from typing import Any

from marshmallow import ValidationError

from core.errors import Invalid
from core.messages import say
from core.names.names import meaningless_sign, read_name
from schemas.fields.base import Json, Wanted
from schemas.visible_text import PUBLISHED, SEEN, UNPRINTED, quoted_value


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

    Joiners and selectors of forms are taken, since there are languages that are written with them.
    """

    def __init__(self, longest: int, shortest: int = 1, **options: Any) -> None:
        self.longest, self.shortest = longest, shortest
        self.wanted = say("a line of {shortest} to {longest} characters", shortest=shortest, longest=longest)
        super().__init__(**options)

    def json_schema(self) -> Json:
        """See `Wanted.json_schema`."""
        printed, visible = PUBLISHED
        pattern = f"^{printed}*{visible}{printed}*$" if self.shortest else f"^{printed}*$"
        return {"type": "string", "minLength": self.shortest, "maxLength": self.longest, "pattern": pattern}

    def read(self, value: Any) -> str:
        """See `Wanted.read`."""
        if not isinstance(value, str):
            raise self.wrong(value)
        text = value.strip()
        if not self.shortest <= len(text) or len(value) > self.longest:
            raise self.wrong(value)
        if matched := UNPRINTED.search(value):
            code = f"U+{ord(matched[0]):04X}"
            shown = quoted_value(value)
            raise ValidationError(
                say("{shown} has a character that cannot be seen ({code}): leave it out", shown=shown, code=code)
            )
        if sign := meaningless_sign(value):
            values = {"shown": quoted_value(value), "code": f"U+{ord(sign):04X}"}
            raise ValidationError(say("{shown} has a character that has no meaning ({code}): leave it out", **values))
        if text and not SEEN.search(text):
            raise ValidationError(say("{shown} has nothing in it that can be seen", shown=quoted_value(value)))
        return text


class Name(Text):
    """A name of a person, a team, a group, a club, a table or a key, as `core.names` writes it.

    The document says of it what a pattern can say: a few names that it allows are refused, such as a mark alone.
    """

    def read(self, value: Any) -> str:
        """See `Wanted.read`."""
        if not isinstance(value, str) or len(value) > self.longest or (self.shortest and not value.strip()):
            raise self.wrong(value)
        if not value.strip():
            return ""
        try:
            name = read_name(value)
        except Invalid as wrong:
            raise ValidationError(wrong.problems["name"]) from None
        if len(name) > self.longest:
            raise self.wrong(value)
        return name


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
