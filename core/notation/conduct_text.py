"""Events beside the play in words: a short text for a transcript, and beside it the sentence of all other places."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

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
    NameErased,
    PenaltyGiven,
    RecorderChanged,
    RefereeCalled,
    RefereeCame,
    RefereeSetOut,
    WarningGiven,
)
from core.messages import because, say, term
from core.notation.ending_text import ending_text

Names = Mapping[str, str]


def duration(milliseconds: int) -> str:
    """A time in minutes and seconds.

    >>> duration(600_000), duration(12_500)
    ('10:00', '0:12.5')
    """
    minutes, rest = divmod(milliseconds, 60_000)
    seconds, parts = divmod(rest, 1000)
    return f"{minutes}:{seconds:02}{f'.{parts:03}'.rstrip('0') if parts else ''}"


class _Text(NamedTuple):
    """The words of a kind of event: `short` of its event and the players' names, `sentence` of it and its player.

    Neither has the reason that the event gives: it is added behind both.
    """

    short: Callable[[Any, Names], str]
    sentence: Callable[[Any, str], str]


def beside(event: Event, names: Names) -> str | None:
    """The text of such a fact, with the players' names. `None` for a fact of play or a ruling."""
    text = decision(event, names)
    return because(text, _reason(event)) if text else None


def decision(event: Event, names: Names) -> str | None:
    """The text of such a fact without its reason, for a list that has the reason in a column of its own."""
    text = _TEXTS.get(type(event))
    return text.short(event, names) if text else None


def sentence(event: Event, names: Names) -> str:
    """The sentence of such a fact; `names` are the players by their seats. Raises `KeyError` for any other event."""
    seat = getattr(event, "by", None) or getattr(event, "seat", None) or ""
    return because(_TEXTS[type(event)].sentence(event, _player_name(names, seat)), _reason(event))


def penalties(pair: str, points: Mapping[str, int]) -> str:
    """A sentence for the penalty points of a match that count in its tournament, by the names of the players."""
    rows = ", ".join(f"{name} {count}" for name, count in points.items())
    return say("The penalty points that count in {pair}: {points}", "penalty_points", pair=pair, points=rows or "0")


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


def _reason(event: Event) -> str:
    """The reason that an event gives, with the clause of a warning or penalty; empty without one."""
    reason = getattr(event, "reason", None) or ""
    if isinstance(event, RefereeCalled):
        return call_reason(reason, event.cause)
    rule = getattr(event, "rule", None)
    return f"{reason} ({rule})" if rule else reason


def _penalty(event: PenaltyGiven, player: str) -> str:
    if event.points == 1:
        return say("1 penalty point for {player}", player=player)
    return say("{points} penalty points for {player}", points=event.points, player=player)


def call_reason(reason: str, cause: str | None) -> str:
    """The reason of a call: that which the phone offered, or else what was typed."""
    return CALL_REASONS.get(cause or "", reason)


def _fallen(event: FlagConfirmed, _: str) -> str:
    if event.loses == "match":
        return say("The flag had fallen: the match is lost")
    if event.outcome:
        return say("The flag had fallen: the game is lost ({ending})", ending=ending_text(event.outcome))
    return say("The flag had fallen: the game is lost")


def _appeal_decided(event: AppealDecided, _: str) -> str:
    if event.decision == "upheld":
        return say("Appeal {number} is upheld", number=event.appeal)
    return say("Appeal {number} is dismissed", number=event.appeal)


CALL_REASONS: Mapping[str, str] = {
    "play": say("A play is in question"),
    "dice": say("Dice that do not lie flat"),
    "clock": say("The clock"),
    "other": say("Something else"),
}
"""The reasons for a call that the scorer's page offers, by their cause (`core.events.CALL_CAUSES`)."""

_TEXTS: Mapping[type[Event], _Text] = {
    MatchSuspended: _Text(lambda *_: say("match suspended"), lambda *_: say("The match is suspended")),
    MatchResumed: _Text(lambda *_: say("match resumed"), lambda *_: say("The match goes on")),
    BreakStarted: _Text(
        lambda event, names: say("{player} takes a break", player=_player_name(names, event.by)),
        lambda _, player: say("{player} takes a break", player=player),
    ),
    BreakEnded: _Text(lambda *_: say("the break is over"), lambda *_: say("The break is over")),
    ClockSet: _Text(
        _clock, lambda event, _: say("The clock is set, with a delay of {seconds} s", seconds=event.delay // 1000)
    ),
    ClockStarted: _Text(
        lambda event, names: say("clock of {player} started", player=_player_name(names, event.by)),
        lambda _, player: say("{player}'s clock runs", player=player),
    ),
    ClockStopped: _Text(lambda *_: say("clock stopped"), lambda *_: say("The clock is stopped")),
    FlagClaimed: _Text(
        lambda event, names: say(
            "{player} claims that the opponent's flag has fallen", player=_player_name(names, event.by)
        ),
        lambda _, player: say("{player} claims the opponent's flag", player=player),
    ),
    FlagConfirmed: _Text(_confirmed, _fallen),
    FlagRejected: _Text(lambda *_: say("flag rejected"), lambda *_: say("The flag claim is turned down")),
    RefereeCalled: _Text(
        lambda event, names: say("{player} calls the referee", player=_player_name(names, event.by)),
        lambda _, player: say("{player} calls the referee", player=player),
    ),
    RefereeSetOut: _Text(lambda *_: say("a referee is on the way"), lambda *_: say("A referee is on the way")),
    RefereeCame: _Text(lambda *_: say("the referee comes"), lambda *_: say("The referee is there")),
    MendedTurnsSeen: _Text(
        lambda *_: say("a referee has seen the mended turns"), lambda *_: say("A referee has seen the mended turns")
    ),
    NameErased: _Text(
        lambda *_: say("the name of a player was erased"), lambda *_: say("The name of a player was erased")
    ),
    RecorderChanged: _Text(
        lambda *_: say("another phone records the match"), lambda *_: say("Another phone records the match")
    ),
    WarningGiven: _Text(
        lambda event, names: say("warning to {player}", player=_player_name(names, event.seat)),
        lambda _, player: say("Warning to {player}", player=player),
    ),
    PenaltyGiven: _Text(lambda event, names: _penalty(event, _player_name(names, event.seat)), _penalty),
    AppealMade: _Text(
        lambda event, names: say(
            "{player} appeals against fact {ruling}", player=_player_name(names, event.by), ruling=event.ruling
        ),
        lambda event, player: say("{player} appeals against fact {ruling}", player=player, ruling=event.ruling),
    ),
    AppealDecided: _Text(
        lambda event, _: say("appeal of fact {appeal} {decision}", appeal=event.appeal, decision=term(event.decision)),
        _appeal_decided,
    ),
    DiceCommitted: _Text(
        lambda event, _: say("dice by the service, seed hash {hash}", hash=event.commitment),
        lambda event, _: say(
            "The service rolls the dice. The fingerprint of its secret: {hash}", hash=event.commitment
        ),
    ),
    DiceSalted: _Text(
        lambda event, names: say(
            "{player}'s salt for the dice: {salt}", player=_player_name(names, event.by), salt=event.salt
        ),
        lambda event, player: say("{player} adds to the dice: {salt}", player=player, salt=event.salt),
    ),
    DiceWithdrawn: _Text(
        lambda *_: say("from here people throw the dice"), lambda *_: say("From here people throw the dice")
    ),
    DiceSeedRevealed: _Text(
        lambda event, _: say("seed of the dice: {seed}", seed=event.seed),
        lambda event, _: say("The secret of the dice: {seed}", seed=event.seed),
    ),
}
