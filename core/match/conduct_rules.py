"""Judges facts around the play: calls, warnings, penalties and appeals (M10, M11). Dispatches the others."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from core.eventlog.personal_values import erased_name
from core.events import (
    AppealDecided,
    AppealMade,
    Event,
    Fact,
    FlagConfirmed,
    FlagRejected,
    MendedTurnsSeen,
    NameErased,
    PenaltyGiven,
    PositionSet,
    Recorded,
    RecorderChanged,
    RefereeCalled,
    RefereeCame,
    RefereeSetOut,
    RulingMade,
    WarningGiven,
)
from core.match.clock_rules import TIMES, accept, appealable, blocked_by, end_clocks, too_many
from core.match.conduct import NONE, OPEN, Appeal, Call, Conduct, Penalty, SetOut, Warned
from core.match.state import ACCEPTED, REFUSED, Judged, Match, Verdict
from core.match.turns import refuse
from core.messages import say, term


def in_play(match: Match, recorded: Recorded, judged: Callable[[Match, Any, int], Judged]) -> Judged:
    """A fact of play in a match that has a clock, or a past at the referee's desk."""
    if why := blocked_by(match.conduct):
        return refuse(match, recorded.version, *why)
    after, verdict = judged(match, recorded.event, recorded.version)
    if verdict.verdict != REFUSED:
        after = _attended(after, recorded.at) if type(recorded.event) is PositionSet else _without_boards(after)
    return end_clocks((after, verdict), recorded.at)


def ruled(judged: Judged, recorded: Recorded) -> Judged:
    """A ruling, which may be appealed against, by a referee who is there; a note is none."""
    after, verdict = judged
    if verdict.verdict == REFUSED or (isinstance(recorded.event, RulingMade) and recorded.event.kind == "note"):
        return judged
    after = after._replace(conduct=appealable(after.conduct, recorded.version))
    return end_clocks((_attended(after, recorded.at), verdict), recorded.at)


def _attended(match: Match, at: int) -> Match:
    """The match with a referee at the board: no referee is on the way, and every call is answered."""
    calls = tuple(call if call.came is not None else call._replace(came=at) for call in match.conduct.calls)
    conduct = match.conduct if calls == match.conduct.calls else match.conduct._replace(calls=calls)
    return match._replace(conduct=conduct, set_out=None)


def _without_boards(match: Match) -> Match:
    """The match without boards that wait to be confirmed (M14): play went on, so they are not the board any more."""
    if not any(call.laid_out for call in match.conduct.calls):
        return match
    calls = tuple(call._replace(laid_out=None) for call in match.conduct.calls)
    return match._replace(conduct=match.conduct._replace(calls=calls))


def beside(match: Match, recorded: Recorded) -> Judged | None:
    """A fact that is none of play; `None` if it is no such fact."""
    event, version = recorded.event, recorded.version
    if isinstance(event, RefereeSetOut):  # the only one that depends on its author
        return _set_out(match, recorded)
    judged = _FACTS.get(type(event))
    if judged is None:
        return None
    if match.settled is not None and not (isinstance(event, Fact) and event.AFTER_THE_END):
        return refuse(
            match,
            version,
            "M1",
            say("the match is settled: no clock runs in it, and nothing is interrupted", "settled_without_clock"),
        )
    seat = getattr(event, "by", None) or getattr(event, "seat", None)
    if seat is not None and seat not in match.seats:
        return refuse(match, version, "M3", say("no player sits at {seat}", "seat_is_empty", seat=term(seat)))
    after, verdict = judged(match, event, version, recorded.at)
    is_there = isinstance(event, _AT_THE_BOARD) and verdict.verdict != REFUSED
    return (_attended(after, recorded.at) if is_there else after), verdict


def ever_ruled(match: Match) -> Conduct:
    """The conduct with which a match is judged anew: what was ruled in it stays open to appeals."""
    return NONE._replace(rulings=match.conduct.rulings) if match.conduct.rulings else NONE


# ── the referee's desk (M10) ─────────────────────────────────────────────────────────────────────────────────────────
def _called(match: Match, event: RefereeCalled, version: int, at: int) -> Judged:
    if full := too_many(match, version, match.conduct.calls):
        return full
    call = Call(version, event.by, event.reason, at, cause=event.cause, laid_out=event.laid_out)
    return accept(match, version, match.conduct._replace(calls=(*match.conduct.calls, call)))


def _set_out(match: Match, recorded: Recorded) -> Judged:
    if not match.waits:
        return refuse(
            match,
            recorded.version,
            "M10",
            say("nothing at this table waits for a referee", "nothing_waits_for_referee"),
        )
    if match.set_out:
        return refuse(match, recorded.version, "M10", say("a referee is on the way already", "referee_on_the_way"))
    set_out = SetOut(recorded.version, recorded.at, recorded.by)
    return match._replace(version=recorded.version, set_out=set_out), Verdict(recorded.version, ACCEPTED)


def _came(match: Match, _event: RefereeCame, version: int, _at: int) -> Judged:
    if match.set_out is None and not match.conduct.calls:
        return refuse(match, version, "M10", say("no table waits for the referee", "no_call_waits"))
    return accept(match, version, match.conduct)


def _seen(match: Match, _event: MendedTurnsSeen, version: int, _at: int) -> Judged:
    if match.mended is None:
        return refuse(match, version, "M10", say("no mended turns wait for a look", "no_mended_turns"))
    return accept(match._replace(mended=None), version, match.conduct)


def _erased(match: Match, event: NameErased, version: int, _at: int) -> Judged:
    ids, names = match.opened.player_ids, match.opened.players
    erased = {seat: erased_name(ids.get(seat) or f"players.{seat}") for seat in event.erased if seat in names}
    opened = replace(match.opened, players={**names, **erased})
    return accept(match._replace(opened=opened), version, match.conduct)


def _changed(match: Match, _event: RecorderChanged, version: int, _at: int) -> Judged:
    return accept(match, version, match.conduct)


def _warned(match: Match, event: WarningGiven, version: int, _at: int) -> Judged:
    if full := too_many(match, version, match.conduct.warnings):
        return full
    warnings = (*match.conduct.warnings, Warned(version, event.seat, event.reason, event.rule))
    return accept(match, version, appealable(match.conduct._replace(warnings=warnings), version))


def _penalised(match: Match, event: PenaltyGiven, version: int, _at: int) -> Judged:
    if full := too_many(match, version, match.conduct.penalties):
        return full
    penalties = (*match.conduct.penalties, Penalty(version, event.seat, event.points, event.reason, event.rule))
    return accept(match, version, appealable(match.conduct._replace(penalties=penalties), version))


# ── appeals (M11) ────────────────────────────────────────────────────────────────────────────────────────────────────
def _appealed(match: Match, event: AppealMade, version: int, _at: int) -> Judged:
    if event.ruling not in match.conduct.rulings or event.ruling >= version:
        return refuse(
            match,
            version,
            "M11",
            say("fact {ruling} is no ruling, warning, penalty or answered flag", "not_a_ruling", ruling=event.ruling),
        )
    if any(each[1:3] == (event.by, event.ruling) for each in match.conduct.appeals):
        return refuse(
            match,
            version,
            "M11",
            say(
                "{by} has appealed against fact {ruling} already",
                "appealed_already",
                by=term(event.by),
                ruling=event.ruling,
            ),
        )
    if full := too_many(match, version, match.conduct.appeals):
        return full
    appeal = Appeal(version, event.by, event.ruling, event.reason)
    return accept(match, version, match.conduct._replace(appeals=(*match.conduct.appeals, appeal)))


def _decided(match: Match, event: AppealDecided, version: int, _at: int) -> Judged:
    for place, appeal in enumerate(match.conduct.appeals):
        if appeal.version == event.appeal and appeal.status == OPEN:
            answered = appeal._replace(status=event.decision, decided=version, answer=event.reason)
            appeals = (*match.conduct.appeals[:place], answered, *match.conduct.appeals[place + 1 :])
            return accept(match, version, match.conduct._replace(appeals=appeals))
    return refuse(
        match,
        version,
        "M11",
        say("no appeal of fact {appeal} waits to be decided", "no_appeal_waits", appeal=event.appeal),
    )


_AT_THE_BOARD = (RefereeCame, FlagConfirmed, FlagRejected, WarningGiven, PenaltyGiven, AppealDecided)
"""Facts that a referee who was on the way records when they are there, beside rulings."""
_FACTS: dict[type[Event], Callable[[Match, Any, int, int], Judged]] = {
    **TIMES,
    RefereeCalled: _called,
    RefereeCame: _came,
    MendedTurnsSeen: _seen,
    RecorderChanged: _changed,
    NameErased: _erased,
    WarningGiven: _warned,
    PenaltyGiven: _penalised,
    AppealMade: _appealed,
    AppealDecided: _decided,
}
