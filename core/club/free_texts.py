"""Texts in a club's logs that people typed, and the name of a person, or a part of it, in them.

A name that was typed in a reason, a note or an announcement is in no field for names. An organiser who erases the name
decides about each of these texts. A field is searched unless it is known to hold none of them, so that a new kind of
event is searched, too.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from core.club.authors import member_of
from core.eventlog.codec import to_json
from core.eventlog.personal_values import names_of
from core.events import EVENTS, Event, NamesPeople, NewerEvent, Recorded

_IDS = (
    "by bye by_format club entry erased into lost_in match matches member other others pairings pairs person player "
    "player_ids players series slug team token tournament versions webhook"
)
_WORDS = (
    "agreed_by byes check cube decided_by decision dice factor format game games kind length loses method moves "
    "options outcome placings points position reserve results role score scoring seat stage stop terms tie_breaks "
    "time_up to_move way winner"
)
_SECRETS = "commitment commitments head password_hash salt salts secret_hash"
FIXED = frozenset(f"{_IDS} {_WORDS} {_SECRETS}".split())
"""Fields that hold ids, words of brade, or secrets, and no text that a person typed."""
CAUSE, AUTHOR = "cause", "recorded_by"
_NAMING = frozenset(kind.__name__ for kind in EVENTS if issubclass(kind, NamesPeople))
_ENDING = "(?:['’]?s)?"
"""A name in the genitive, as English and Swedish write it, is the name."""
_SHORT = 3
"""A part of a name with so few letters is found as it is written, or in capitals: other words have its letters."""
_BETWEEN = re.compile(r"[\s\-\u2010-\u2015]+")


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
        parts = [part for name in self.names for part in _parts_of(name)]
        self._patterns = {each: _pattern(each) for each in self.names}
        self._patterns |= {each: _pattern(each, short=len(each) <= _SHORT) for each in parts if each not in self.names}

    def found(self, text: str) -> tuple[str, ...]:
        """The names and the parts that stand in a text, whole names first."""
        composed = _composed(text)
        return tuple(each for each, pattern in self._patterns.items() if pattern.search(composed))

    def texts(self, recorded: Recorded) -> Iterator[FreeText]:
        """The texts of an event in which a name stands, or a part of one.

        The names of other people and of teams are among them only where they hold a whole name.
        """
        event = recorded.event
        for field, text, is_name in _texts(recorded):
            parts = self.found(text)
            whole = any(each in self.names for each in parts)
            if parts and (not is_name or (whole and _composed(text) not in self.names)):
                yield FreeText(recorded.version, event.event_type, field, text, parts, whole)


def _texts(recorded: Recorded) -> Iterator[tuple[str, str, bool]]:
    """The texts of an event that may have been typed, each with its field, and `True` for the name of a player."""
    if member_of(recorded.by) is None:
        yield AUTHOR, recorded.by, False
    data = _fields_of(recorded.event)
    is_known = recorded.event.event_type in _NAMING and not isinstance(recorded.event, NewerEvent)
    names = dict(names_of(data)) if is_known else {}
    yield from ((place, name, True) for place, name in names.items() if isinstance(name, str))
    named = {place.partition(".")[0] for place in names}
    for field, value in data.items():
        if field == CAUSE:
            value = value[1:] if isinstance(value, list | tuple) else None  # behind its code
        if field not in named:
            yield from ((path, text, False) for path, text in _strings(field, field, value))


def _fields_of(event: Event) -> Mapping[str, Any]:
    """The fields of an event as it was recorded."""
    if isinstance(event, NewerEvent) and event.values is not None:
        return {"values": event.values}
    return to_json(event) if event.recorded_as is None else event.recorded_as.data


def _strings(path: str, field: str, value: Any) -> Iterator[tuple[str, str]]:
    if field in FIXED:
        return
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, inside in value.items():
            yield from _strings(f"{path}.{key}", key, inside)
    elif isinstance(value, list | tuple):
        for place, inside in enumerate(value):
            yield from _strings(f"{path}.{place}", field, inside)


def _composed(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())


def _parts_of(name: str) -> list[str]:
    words = [word.strip(".,'’()\"") for word in _BETWEEN.split(name)]
    known = [word for word in words if len(word) > 1 and not word.isdecimal()]
    return [word for word in known if not word.islower()] or known


def _pattern(name: str, *, short: bool = False) -> re.Pattern[str]:
    spellings = {name, name.upper()} if short else {name}
    words = "|".join(re.escape(each) for each in sorted(spellings))
    return re.compile(rf"(?<!\w)(?:{words}){_ENDING}(?!\w)", re.NOFLAG if short else re.IGNORECASE)
