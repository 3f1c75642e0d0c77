"""Base of all events, and the form in which a log stores them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple


class GameResult(NamedTuple):
    """End of one game: the winner's seat, the outcome, the cube's value, and all seats from first to last.

    Only games with placings have `placings`; the first of them is the winner. A void game has no winner (`""`).
    """

    winner: str
    outcome: str
    cube: int = 1
    placings: tuple[str, ...] = ()

    @property
    def doubled_cube(self) -> int | None:
        """The cube's value, if the stake was doubled."""
        return None if self.cube == 1 else self.cube


Cause = tuple[str, ...]
"""A reason that brade gives itself: a code, and the values of its sentence (`core.tournament.model.reasons`)."""


class Older(NamedTuple):
    """The shape in which an event was recorded, where that is not the newest one: what is hashed are these words."""

    schema: int
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. Subclasses hold only what people did, never what replay can derive."""

    SCHEMA: ClassVar[int] = 1
    recorded_as: Older | None = field(default=None, kw_only=True, compare=False, repr=False)

    @property
    def event_type(self) -> str:
        """The name of the event's type."""
        return type(self).__name__

    @property
    def schema(self) -> int:
        """The number of the shape that this event has: the newest, except where it was recorded in an older one."""
        return self.SCHEMA if self.recorded_as is None else self.recorded_as.schema


@dataclass(frozen=True, slots=True)
class Fact(Event):
    """An event of a match that people record, after the one that opened it."""

    REFEREES: ClassVar[bool] = False
    """True if only a referee records it."""
    AFTER_THE_END: ClassVar[bool] = False
    """True of a fact around the play that is possible in a match that is settled, too."""


@dataclass(frozen=True, slots=True)
class NewerEvent(Event):
    """An event of a type, with a schema number or with a field that this version of brade does not know.

    It can be shown, proved and copied, but its meaning is unknown: no later fact is judged. `words` are its fields as
    recorded. `values` are instead those of a list in a store whose names are unknown.
    """

    type: str
    number: int
    data: Mapping[str, Any]
    values: tuple[Any, ...] | None = None

    @property
    def event_type(self) -> str:
        """The name of the event's type, as it was recorded."""
        return self.type

    @property
    def schema(self) -> int:
        """The schema number with which it was recorded."""
        return self.number


WORKERS = "pump"
"""The author of the events that the workers write."""


class MayBeWithheld(Event):
    """An event that is not for everybody, or not at once. Its last field is a `salt`, random hexadecimal digits.

    The log adds the salt as it records the event. It is a part of what is hashed, so the hashes of the log tell nothing
    of what the event says to readers who guess it. Events of schema 1 have none.
    """

    __slots__ = ()
    SCHEMA: ClassVar[int] = 2
    salt: str | None


class NamesPeople(Event):
    """An event with names of people. Its last field are the `salts` of the names, by their places in the event.

    The log adds the salts as it records the event. Of each name a salted commitment is hashed, so a name can be left
    out of the log later (`core.eventlog.personal_values`). Events of schema 1 have none.
    """

    __slots__ = ()
    salts: Mapping[str, str] | None


class Recorded(NamedTuple):
    """An event as it lies in a log: where, when (Unix ms), by whom, and the hash (hex) of the event before it."""

    version: int
    event: Event
    at: int
    by: str
    prev_hash: str
