"""Events around the play: suspended matches, clocks and flags, breaks, the referee, appeals.

Times are whole milliseconds, as in `Recorded.at`. The time of an event is the time of its recording.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from core.events.base import Fact


@dataclass(frozen=True, slots=True)
class MatchSuspended(Fact):
    """The match was interrupted. Until it is resumed no player plays, and no clock runs."""

    REFEREES = True

    reason: str


@dataclass(frozen=True, slots=True)
class MatchResumed(Fact):
    """The match goes on where it was suspended: position, turn, dice and clock as they were."""

    REFEREES = True


@dataclass(frozen=True, slots=True)
class BreakStarted(Fact):
    """A player takes a break."""

    by: str


@dataclass(frozen=True, slots=True)
class BreakEnded(Fact):
    """The break is over; the clock that ran before it runs again."""


@dataclass(frozen=True, slots=True)
class ClockSet(Fact):
    """A clock with simple delay was set: each seat's `reserve`, and the `delay` of every turn that costs nothing (ms).

    Set again, it adjusts what is left.
    """

    REFEREES = True

    reserve: Mapping[str, int]
    delay: int


@dataclass(frozen=True, slots=True)
class ClockStarted(Fact):
    """The clock of this player runs: the opponent pressed the clock, or the player's turn begins."""

    by: str


@dataclass(frozen=True, slots=True)
class ClockStopped(Fact):
    """No clock runs."""


@dataclass(frozen=True, slots=True)
class FlagClaimed(Fact):
    """This player says that the opponent's time is up; whether it is, the referee decides."""

    by: str


@dataclass(frozen=True, slots=True)
class FlagConfirmed(Fact):
    """The referee saw that the flag had fallen: whose it is loses the `match`, or by the organiser's rules a `game`.

    A game is lost at the value of `outcome`, or without one at the smallest.
    """

    REFEREES = True

    loses: str = "match"
    outcome: str | None = None


@dataclass(frozen=True, slots=True)
class FlagRejected(Fact):
    """The referee saw that the flag had not fallen, or let it pass: the match goes on."""

    REFEREES = True

    reason: str


@dataclass(frozen=True, slots=True)
class RefereeCalled(Fact):
    """A player asked for the referee.

    `cause` is one of `CALL_CAUSES` where the player chose from those that the scorer's page offers. The `reason` is
    then what was chosen, in the words of the phone. `laid_out` is a board that a referee is asked to confirm (M14):
    `position`, `to_move`, and `dice`, `cube` and `results` where they are given, as in a `PositionSet`.
    """

    SCHEMA: ClassVar[int] = 3
    AFTER_THE_END = True

    by: str
    reason: str
    cause: str | None = None
    laid_out: Mapping[str, Any] | None = None


CALL_CAUSES = ("play", "dice", "clock", "other")


@dataclass(frozen=True, slots=True)
class RefereeSetOut(Fact):
    """A referee is on the way to the board, where a call, a flag, an appeal or an illegal play waits for them."""

    REFEREES = True
    AFTER_THE_END = True


@dataclass(frozen=True, slots=True)
class RefereeCame(Fact):
    """The referee is at the board: every open call is answered."""

    AFTER_THE_END = True


@dataclass(frozen=True, slots=True)
class MendedTurnsSeen(Fact):
    """A referee has seen that a scorer mended more than the last turn."""

    REFEREES = True
    AFTER_THE_END = True


@dataclass(frozen=True, slots=True)
class RecorderChanged(Fact):
    """From here on another phone or computer records the match. The play is as it was."""


@dataclass(frozen=True, slots=True)
class WarningGiven(Fact):
    """A referee warned a player; `rule` is the clause, as the organiser's rules number it."""

    REFEREES = True
    AFTER_THE_END = True

    seat: str
    reason: str
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class PenaltyGiven(Fact):
    """A referee gave a player penalty points. They are kept with the match and are no part of its score."""

    REFEREES = True
    AFTER_THE_END = True

    seat: str
    points: int
    reason: str
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class AppealMade(Fact):
    """A player appealed against the ruling, warning, penalty or decision on a flag that the fact `ruling` holds."""

    AFTER_THE_END = True

    by: str
    ruling: int
    reason: str


@dataclass(frozen=True, slots=True)
class AppealDecided(Fact):
    """The appeal made as the fact `appeal` was `upheld` or `dismissed`. What follows from it is a ruling of its own."""

    REFEREES = True
    AFTER_THE_END = True

    appeal: int
    decision: str
    reason: str
