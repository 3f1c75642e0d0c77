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
    MendedTurnsSeen,
    PenaltyGiven,
    RecorderChanged,
    RefereeCalled,
    RefereeCame,
    RefereeSetOut,
    WarningGiven,
)
from core.messages import say, term

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


def _player_name(names: Names, seat: str) -> str:
    return names.get(seat, seat)


def _clock(event: ClockSet, names: Names) -> str:
    times = ", ".join(f"{_player_name(names, seat)} {duration(time)}" for seat, time in event.reserve.items())
    return say("clock set: {times}, delay {delay}", times=times, delay=duration(event.delay))


def _confirmed(event: FlagConfirmed, _: Names) -> str:
    value = say(" ({outcome})", outcome=term(event.outcome.replace("_", " "))) if event.outcome else ""
    if event.loses == "match":
        return say("flag confirmed: it loses the match{value}", value=value)
    return say("flag confirmed: it loses the game{value}", value=value)


def _reason(event: WarningGiven | PenaltyGiven) -> str:
    return f"{event.reason} ({event.rule})" if event.rule else event.reason


def _penalty(event: PenaltyGiven, names: Names) -> str:
    player, why = _player_name(names, event.seat), _reason(event)
    if event.points == 1:
        return say("1 penalty point for {player}: {why}", player=player, why=why)
    return say("{points} penalty points for {player}: {why}", points=event.points, player=player, why=why)


_SAID: dict[type[Event], Callable[[Any, Names], str]] = {
    MatchSuspended: lambda event, _: say("match suspended: {reason}", reason=event.reason),
    MatchResumed: lambda *_: say("match resumed"),
    BreakStarted: lambda event, names: say("{player} takes a break", player=_player_name(names, event.by)),
    BreakEnded: lambda *_: say("the break is over"),
    ClockSet: _clock,
    ClockStarted: lambda event, names: say("clock of {player} started", player=_player_name(names, event.by)),
    ClockStopped: lambda *_: say("clock stopped"),
    FlagClaimed: lambda event, names: say(
        "{player} claims that the opponent's flag has fallen", player=_player_name(names, event.by)
    ),
    FlagConfirmed: _confirmed,
    FlagRejected: lambda event, _: say("flag rejected: {reason}", reason=event.reason),
    RefereeCalled: lambda event, names: say(
        "{player} calls the referee: {reason}", player=_player_name(names, event.by), reason=event.reason
    ),
    RefereeSetOut: lambda *_: say("a referee is on the way"),
    RefereeCame: lambda *_: say("the referee comes"),
    MendedTurnsSeen: lambda *_: say("a referee has seen the mended turns"),
    RecorderChanged: lambda *_: say("another phone records the match"),
    WarningGiven: lambda event, names: say(
        "warning to {player}: {why}", player=_player_name(names, event.seat), why=_reason(event)
    ),
    PenaltyGiven: _penalty,
    AppealMade: lambda event, names: say(
        "{player} appeals against fact {ruling}: {reason}",
        player=_player_name(names, event.by),
        ruling=event.ruling,
        reason=event.reason,
    ),
    AppealDecided: lambda event, _: say(
        "appeal of fact {appeal} {decision}: {reason}",
        appeal=event.appeal,
        decision=term(event.decision),
        reason=event.reason,
    ),
    DiceCommitted: lambda event, _: say("dice by the service, seed hash {hash}", hash=event.commitment),
    DiceSalted: lambda event, names: say(
        "{player}'s salt for the dice: {salt}", player=_player_name(names, event.by), salt=event.salt
    ),
    DiceWithdrawn: lambda event, _: say("from here people throw the dice: {reason}", reason=event.reason),
    DiceSeedRevealed: lambda event, _: say("seed of the dice: {seed}", seed=event.seed),
}
