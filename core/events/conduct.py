"""Events around the play: suspended matches, clocks and flags, breaks, the referee, appeals.

Times are whole milliseconds, as in `Recorded.at`. The time of an event is the time of its recording.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from core.events.base import Event


@dataclass(frozen=True, slots=True)
class MatchSuspended(Event):
    """The match was interrupted. Until it is resumed no player plays, and no clock runs."""

    reason: str


@dataclass(frozen=True, slots=True)
class MatchResumed(Event):
    """The match goes on where it was suspended: position, turn, dice and clock as they were."""


@dataclass(frozen=True, slots=True)
class BreakStarted(Event):
    """A player takes a break."""

    by: str


@dataclass(frozen=True, slots=True)
class BreakEnded(Event):
    """The break is over; the clock that ran before it runs again."""


@dataclass(frozen=True, slots=True)
class ClockSet(Event):
    """A clock with simple delay was set: each seat's `reserve`, and the `delay` of every turn that costs nothing (ms).

    Set again, it adjusts what is left.
    """

    reserve: Mapping[str, int]
    delay: int


@dataclass(frozen=True, slots=True)
class ClockStarted(Event):
    """The clock of this player runs: the opponent pressed the clock, or the player's turn begins."""

    by: str


@dataclass(frozen=True, slots=True)
class ClockStopped(Event):
    """No clock runs."""


@dataclass(frozen=True, slots=True)
class FlagClaimed(Event):
    """This player says that the opponent's time is up; whether it is, the referee decides."""

    by: str


@dataclass(frozen=True, slots=True)
class FlagConfirmed(Event):
    """The referee saw that the flag had fallen: whose it is loses the `match`, or by the organiser's rules a `game`.

    A game is lost at the value of `outcome`, or without one at the smallest.
    """

    loses: str = "match"
    outcome: str | None = None


@dataclass(frozen=True, slots=True)
class FlagRejected(Event):
    """The referee saw that the flag had not fallen, or let it pass: the match goes on."""

    reason: str


@dataclass(frozen=True, slots=True)
class RefereeCalled(Event):
    """A player asked for the referee."""

    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class RefereeCame(Event):
    """The referee is at the board: every open call is answered."""


@dataclass(frozen=True, slots=True)
class WarningGiven(Event):
    """A referee warned a player; `rule` is the clause, as the organiser's rules number it."""

    seat: str
    reason: str
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class PenaltyGiven(Event):
    """A referee gave a player penalty points. They are kept with the match and are no part of its score."""

    seat: str
    points: int
    reason: str
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class AppealMade(Event):
    """A player appealed against the ruling, warning, penalty or decision on a flag that the fact `ruling` holds."""

    by: str
    ruling: int
    reason: str


@dataclass(frozen=True, slots=True)
class AppealDecided(Event):
    """The appeal made as the fact `appeal` was `upheld` or `dismissed`. What follows from it is a ruling of its own."""

    appeal: int
    decision: str
    reason: str
