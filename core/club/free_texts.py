"""Texts in a club's logs that people typed, and the name of a person, or a part of it, in them.

A name that was typed in a reason, a note or an announcement is in no field for names. An organiser who erases the name
decides about each of these texts.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from core.eventlog.codec import to_json
from core.eventlog.typed_texts import AUTHOR, names_in, typed_texts
from core.events import Event, NewerEvent, Recorded
from core.names.in_texts import ENDING, parts_of

_SHORT = 3
"""A part of a name with so few letters is found as it is written, or in capitals: other words have its letters."""


class FreeText(NamedTuple):
    """A text of an event with a name in it: the version, the type of the event, and the path of the field.

    `parts` are the names that stand in it, and the parts of names. `whole`: one of them is a whole name.
    """

    version: int
    type: str
    field: str
    text: str
    parts: tuple[str, ...]
    whole: bool


class NameSearch:
    """A search for the names of a person and for the parts of each name, such as the first name.

    Each is found as whole words, in whatever case. A part that is written small, such as *af*, is not looked for.

    >>> NameSearch(["Anna af Berg"]).found("the train of ANNA was late")
    ('Anna',)
    >>> NameSearch(["Bo Ek"]).found("Bo Ek's watch lies where we bo")
    ('Bo Ek', 'Bo', 'Ek')
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(filter(None, dict.fromkeys(map(_composed, names))))
        parts = [part for name in self.names for part in parts_of(name)]
        self._patterns = {name: _pattern(name) for name in self.names}
        self._patterns |= {part: _pattern(part, short=len(part) <= _SHORT) for part in parts if part not in self.names}

    def found(self, text: str) -> tuple[str, ...]:
        """The names and the parts that stand in a text, whole names first."""
        composed = _composed(text)
        return tuple(each for each, pattern in self._patterns.items() if pattern.search(composed))

    def texts(self, recorded: Recorded) -> Iterator[FreeText]:
        """The texts of an event in which a name stands, or a part of one.

        The names of other people and of teams are among them only where they hold a whole name.
        """
        event = recorded.event
        public = {"type": event.event_type, "schema": event.schema, **_fields_of(event), AUTHOR: recorded.by}
        texts = [(field, text, False) for field, text in typed_texts(public)]
        texts += [(place, name, True) for place, name in names_in(public).items() if isinstance(name, str)]
        for field, text, is_name in texts:
            parts = self.found(text)
            whole = any(part in self.names for part in parts)
            if parts and (not is_name or (whole and _composed(text) not in self.names)):
                yield FreeText(recorded.version, event.event_type, field, text, parts, whole)


def _fields_of(event: Event) -> Mapping[str, Any]:
    """The fields of an event as it was recorded."""
    if isinstance(event, NewerEvent) and event.values is not None:
        return {"values": event.values}
    return to_json(event) if event.recorded_as is None else event.recorded_as.data


def _composed(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())


def _pattern(name: str, *, short: bool = False) -> re.Pattern[str]:
    spellings = {name, name.upper()} if short else {name}
    words = "|".join(re.escape(spelling) for spelling in sorted(spellings))
    return re.compile(rf"(?<!\w)(?:{words}){ENDING}(?!\w)", re.NOFLAG if short else re.IGNORECASE)
