"""Events around the play, in sentences of the reader's language: calls, rulings, clocks, flags, breaks."""

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext as _

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
from service.web.i18n import labels


def sentence(event: Event, names: Mapping[str, str]) -> str:
    """A sentence for a conduct event; `names` are the players by their seats."""
    seat = getattr(event, "by", None) or getattr(event, "seat", None)
    return _SENTENCES[type(event)](event, names.get(seat or "", seat or ""))


def _flag(event: FlagConfirmed, _name: str) -> str:
    if event.loses == "match":
        return _("The flag had fallen: the match is lost")
    if event.outcome:
        return _("The flag had fallen: the game is lost (%(ending)s)", ending=labels.ending(event.outcome))
    return _("The flag had fallen: the game is lost")


def _warning(event: WarningGiven, player: str) -> str:
    return _("Warning to %(who)s: %(reason)s", who=player, reason=_with_rule(event.reason, event.rule))


def penalties(pair: str, points: Mapping[str, int]) -> str:
    """A sentence for the penalty points of a match that count in its tournament, by the names of the players."""
    rows = ", ".join(f"{name} {count}" for name, count in points.items())
    return _("The penalty points that count in %(pair)s: %(points)s", pair=pair, points=rows or "0")


def _penalty(event: PenaltyGiven, player: str) -> str:
    reason = _with_rule(event.reason, event.rule)
    return _("Penalty of %(points)s to %(who)s: %(reason)s", points=event.points, who=player, reason=reason)


def _with_rule(reason: str, rule: str | None) -> str:
    return f"{reason} ({rule})" if rule else reason


def _decided(event: AppealDecided, _name: str) -> str:
    if event.decision == "upheld":
        return _("Appeal %(number)s is upheld: %(reason)s", number=event.appeal, reason=event.reason)
    return _("Appeal %(number)s is dismissed: %(reason)s", number=event.appeal, reason=event.reason)


_SENTENCES: dict[type[Event], Callable[[Any, str], str]] = {
    MatchSuspended: lambda event, _name: _("The match is suspended: %(reason)s", reason=event.reason),
    MatchResumed: lambda _event, _name: _("The match goes on"),
    BreakStarted: lambda _event, player: _("%(who)s takes a break", who=player),
    BreakEnded: lambda _event, _name: _("The break is over"),
    ClockSet: lambda event, _name: _("The clock is set, with a delay of %(seconds)s s", seconds=event.delay // 1000),
    ClockStarted: lambda _event, player: _("%(who)s's clock runs", who=player),
    ClockStopped: lambda _event, _name: _("The clock is stopped"),
    FlagClaimed: lambda _event, player: _("%(who)s claims the opponent's flag", who=player),
    FlagConfirmed: _flag,
    FlagRejected: lambda event, _name: _("The flag claim is turned down: %(reason)s", reason=event.reason),
    RefereeCalled: lambda event, player: _(
        "%(who)s calls the referee: %(reason)s", who=player, reason=labels.call_reason(event.reason, event.cause)
    ),
    RefereeSetOut: lambda _event, _name: _("A referee is on the way"),
    RefereeCame: lambda _event, _name: _("The referee is there"),
    MendedTurnsSeen: lambda _event, _name: _("A referee has seen the mended turns"),
    RecorderChanged: lambda _event, _name: _("Another phone records the match"),
    WarningGiven: _warning,
    PenaltyGiven: _penalty,
    AppealMade: lambda event, player: _(
        "%(who)s appeals against %(number)s: %(reason)s", who=player, number=event.ruling, reason=event.reason
    ),
    AppealDecided: _decided,
    DiceCommitted: lambda event, _name: _(
        "The service rolls the dice. The fingerprint of its secret: %(hash)s", hash=event.commitment
    ),
    DiceSalted: lambda event, player: _("%(who)s adds to the dice: %(salt)s", who=player, salt=event.salt),
    DiceWithdrawn: lambda event, _name: _("From here people throw the dice: %(reason)s", reason=event.reason),
    DiceSeedRevealed: lambda event, _name: _("The secret of the dice: %(seed)s", seed=event.seed),
}
