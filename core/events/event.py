"""What every event is, and how it lies in a log."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple


class GameResult(NamedTuple):
    """How one game ended: the winner's seat, the outcome, the cube's value, and all seats from first to last.

    `placings` only where a game has them, and then the first of them is the winner; nobody (`""`) wins a void game.
    """

    winner: str
    outcome: str
    cube: int = 1
    placings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. Subclasses hold only what people did, never what replay can derive."""

    SCHEMA: ClassVar[int] = 1

    @property
    def schema(self) -> int:
        """The number of the shape that this event has: the newest, except where it was recorded in an older one."""
        return self.SCHEMA


class MayBeWithheld(Event):
    """An event that is not for everybody, or not at once. Its last field is a `salt`, random hexadecimal digits.

    The log adds the salt as it records the event. It is a part of what is hashed, so the hashes of the log tell nothing
    of what the event says to readers who guess it. Events of schema 1 have none.
    """

    __slots__ = ()
    SCHEMA: ClassVar[int] = 2
    salt: str | None

    @property
    def schema(self) -> int:
        """The number of the shape that this event has."""
        return 1 if self.salt is None else self.SCHEMA


class Recorded(NamedTuple):
    """An event as it lies in a log: where, when (Unix ms), by whom, and the hash (hex) of the event before it."""

    version: int
    event: Event
    at: int
    by: str
    prev_hash: str
