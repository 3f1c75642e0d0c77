"""Events beside the play as short text for a transcript."""

from collections.abc import Callable, Mapping
from typing import Any

from core.events import (
    AppealDecided,
    AppealMade,
    BreakEnded,
    BreakStarted,
    ClockSet,
    ClockStarted,
    ClockStopped,
    DiceCommitted,
    DiceSalted,
    DiceSeedRevealed,
    DiceWithdrawn,
    Event,
    FlagClaimed,
    FlagConfirmed,
    FlagRejected,
    MatchResumed,
    MatchSuspended,
    PenaltyGiven,
    RefereeCalled,
    RefereeCame,
    WarningGiven,
)

Names = Mapping[str, str]


def duration(milliseconds: int) -> str:
    """A time in minutes and seconds.

    >>> duration(600_000), duration(12_500)
    ('10:00', '0:12.5')
    """
    minutes, rest = divmod(milliseconds, 60_000)
    seconds, parts = divmod(rest, 1000)
    return f"{minutes}:{seconds:02}{f'.{parts:03}'.rstrip('0') if parts else ''}"


def beside(event: Event, names: Names) -> str | None:
    """The text of such a fact, with the players' names. `None` for a fact of play or a ruling."""
    sentence = _SAID.get(type(event))
    return sentence(event, names) if sentence else None


def is_press(event: Event) -> bool:
    """True for a press of the clock: there are two in every turn."""
    return isinstance(event, ClockStarted | ClockStopped)


def _who(names: Names, seat: str) -> str:
    return names.get(seat, seat)


def _clock(event: ClockSet, names: Names) -> str:
    times = ", ".join(f"{_who(names, seat)} {duration(time)}" for seat, time in event.reserve.items())
    return f"clock set: {times}, delay {duration(event.delay)}"


def _confirmed(event: FlagConfirmed, _: Names) -> str:
    value = f" ({event.outcome.replace('_', ' ')})" if event.outcome else ""
    return f"flag confirmed: it loses the {event.loses}{value}"


def _told(event: WarningGiven | PenaltyGiven) -> str:
    return f"{event.reason} ({event.rule})" if event.rule else event.reason


def _penalty(event: PenaltyGiven, names: Names) -> str:
    points = f"{event.points} penalty point{'' if event.points == 1 else 's'}"
    return f"{points} for {_who(names, event.seat)}: {_told(event)}"


_SAID: dict[type[Event], Callable[[Any, Names], str]] = {
    MatchSuspended: lambda event, _: f"match suspended: {event.reason}",
    MatchResumed: lambda *_: "match resumed",
    BreakStarted: lambda event, names: f"{_who(names, event.by)} takes a break",
    BreakEnded: lambda *_: "the break is over",
    ClockSet: _clock,
    ClockStarted: lambda event, names: f"clock of {_who(names, event.by)} started",
    ClockStopped: lambda *_: "clock stopped",
    FlagClaimed: lambda event, names: f"{_who(names, event.by)} claims that the opponent's flag has fallen",
    FlagConfirmed: _confirmed,
    FlagRejected: lambda event, _: f"flag rejected: {event.reason}",
    RefereeCalled: lambda event, names: f"{_who(names, event.by)} calls the referee: {event.reason}",
    RefereeCame: lambda *_: "the referee comes",
    WarningGiven: lambda event, names: f"warning to {_who(names, event.seat)}: {_told(event)}",
    PenaltyGiven: _penalty,
    AppealMade: lambda event, names: f"{_who(names, event.by)} appeals against fact {event.ruling}: {event.reason}",
    AppealDecided: lambda event, _: f"appeal of fact {event.appeal} {event.decision}: {event.reason}",
    DiceCommitted: lambda event, _: f"dice by the service, seed hash {event.commitment}",
    DiceSalted: lambda event, names: f"{_who(names, event.by)}'s salt for the dice: {event.salt}",
    DiceWithdrawn: lambda event, _: f"from here people throw the dice: {event.reason}",
    DiceSeedRevealed: lambda event, _: f"seed of the dice: {event.seed}",
}
