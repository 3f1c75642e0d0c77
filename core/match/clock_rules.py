"""Interruptions, clocks and flags: what stops the play, and how much time is left when it goes on (M8, M9)."""

from collections.abc import Callable
from typing import Any

from core.events import (
    BreakEnded,
    BreakStarted,
    ClockSet,
    ClockStarted,
    ClockStopped,
    Event,
    FlagClaimed,
    FlagConfirmed,
    FlagRejected,
    MatchResumed,
    MatchSuspended,
)
from core.match.clock import Clock
from core.match.conduct import CONFIRMED, REJECTED, Break, Conduct, Flag, Suspension
from core.match.results.game_results import following, smallest
from core.match.rulings import award, match_to
from core.match.state import ACCEPTED, REFUSED, Judged, Match, Verdict
from core.match.turns import Why, refuse
from core.messages import say, term, terms

MOST = 200
"""Calls, flags, breaks, warnings, penalties or appeals that one match may hold of each."""


def blocked_by(conduct: Conduct) -> Why | None:
    """The interruption of the match, as rule and sentence. `None` if the match goes on."""
    if conduct.suspended:
        version, _, because = conduct.suspended
        return "M8", say(
            "the match is suspended since fact {version} ({because}): it is to be resumed first",
            "match_is_suspended",
            version=version,
            because=because,
        )
    if conduct.break_:
        return "M8", say(
            "{by} has a break since fact {version}: it is to end first",
            "break_runs",
            by=term(conduct.break_.by),
            version=conduct.break_.version,
        )
    if conduct.claim:
        claim = conduct.claim
        return "M9", say(
            "{by} claims {seat}'s flag (fact {version}): a referee confirms or rejects it",
            "flag_claim_waits",
            by=term(claim.by),
            seat=term(claim.seat),
            version=claim.version,
        )
    return None


def appealable(conduct: Conduct, version: int) -> Conduct:
    """This fact can be appealed against."""
    return conduct if version in conduct.rulings else conduct._replace(rulings=(*conduct.rulings, version))


def end_clocks(judged: Judged, at: int) -> Judged:
    """The end of a game stops the clock; that of the match ends every interruption."""
    after, verdict = judged
    conduct = after.conduct
    if verdict.game_finished is None and verdict.match_settled is None:
        return judged
    if conduct.clock:
        conduct = conduct._replace(clock=conduct.clock.stopped(at))
    if after.settled is not None:
        conduct = _without_break(conduct, at)._replace(suspended=None)
    return after._replace(conduct=conduct), verdict


def accept(match: Match, version: int, conduct: Conduct) -> Judged:
    """The fact is accepted, and this is what it made of the conduct."""
    return match._replace(version=version, conduct=conduct), Verdict(version, ACCEPTED)


def too_many(match: Match, version: int, rows: tuple[Any, ...]) -> Judged | None:
    """A refusal where a match holds so many of these already."""
    if len(rows) < MOST:
        return None
    return refuse(match, version, "M10", say("one match holds {most} of these at most", "facts_of_a_kind", most=MOST))


# ── interruptions (M8) ───────────────────────────────────────────────────────────────────────────────────────────────
def _halted(conduct: Conduct, at: int) -> Conduct:
    return conduct._replace(clock=conduct.clock.halted(at)) if conduct.clock else conduct


def _gone_on(conduct: Conduct, at: int) -> Conduct:
    on = conduct.clock is not None and blocked_by(conduct) is None
    return conduct._replace(clock=conduct.clock.gone_on(at)) if on and conduct.clock else conduct


def _suspended(match: Match, event: MatchSuspended, version: int, at: int) -> Judged:
    if match.conduct.suspended:
        return refuse(
            match,
            version,
            "M8",
            say(
                "it is suspended already, since fact {version}",
                "suspended_already",
                version=match.conduct.suspended.version,
            ),
        )
    return accept(match, version, _halted(match.conduct, at)._replace(suspended=Suspension(version, at, event.reason)))


def _resumed(match: Match, _event: MatchResumed, version: int, at: int) -> Judged:
    if not match.conduct.suspended:
        return refuse(match, version, "M8", say("the match is not suspended", "not_suspended"))
    return accept(match, version, _gone_on(match.conduct._replace(suspended=None), at))


def _break_started(match: Match, event: BreakStarted, version: int, at: int) -> Judged:
    if why := blocked_by(match.conduct):
        return refuse(match, version, *why)
    if full := too_many(match, version, match.conduct.breaks):
        return full
    taken = Break(version, event.by, at)
    return accept(match, version, _halted(match.conduct, at)._replace(breaks=(*match.conduct.breaks, taken)))


def _break_ended(match: Match, _event: BreakEnded, version: int, at: int) -> Judged:
    if not match.conduct.break_:
        return refuse(match, version, "M8", say("no player has a break", "no_break"))
    return accept(match, version, _gone_on(_without_break(match.conduct, at), at))


def _without_break(conduct: Conduct, at: int) -> Conduct:
    if not conduct.break_:
        return conduct
    return conduct._replace(breaks=(*conduct.breaks[:-1], conduct.break_._replace(until=at)))


# ── clocks and flags (M9) ────────────────────────────────────────────────────────────────────────────────────────────
def _clock_set(match: Match, event: ClockSet, version: int, _at: int) -> Judged:
    before = match.conduct.clock
    if len(match.seats) != 2:
        return refuse(
            match,
            version,
            "M9",
            say("a clock is for two players, and here play {seats}", "clock_is_for_two", seats=len(match.seats)),
        )
    if event.reserve.keys() != set(match.seats):
        return refuse(
            match,
            version,
            "M9",
            say("a reserve for each of {seats}, and for no other seat", "reserves_wanted", seats=terms(match.seats)),
        )
    if event.delay < 0 or min(event.reserve.values()) < 0:
        return refuse(match, version, "M9", say("no time is less than nothing", "negative_time"))
    if before and before.running:
        return refuse(
            match,
            version,
            "M9",
            say("{running}'s clock runs: stop it, then set it", "clock_runs", running=term(before.running)),
        )
    remaining = {seat: event.reserve[seat] for seat in match.seats}
    clock = before._replace(delay=event.delay, remaining=remaining) if before else Clock(event.delay, remaining)
    return accept(match, version, match.conduct._replace(clock=clock))


def _clock_started(match: Match, event: ClockStarted, version: int, at: int) -> Judged:
    clock = match.conduct.clock
    if clock is None:
        return refuse(match, version, "M9", say("no clock was set for this match", "no_clock"))
    if why := blocked_by(match.conduct):
        return refuse(match, version, *why)
    if clock.running == event.by:
        return refuse(match, version, "M9", say("{by}'s clock runs already", "clock_runs_already", by=term(event.by)))
    return accept(match, version, match.conduct._replace(clock=clock.started(event.by, len(match.results), at)))


def _clock_stopped(match: Match, _event: ClockStopped, version: int, at: int) -> Judged:
    clock = match.conduct.clock
    if clock is None or not (clock.running or clock.held):
        return refuse(match, version, "M9", say("no clock runs", "no_clock_runs"))
    return accept(match, version, match.conduct._replace(clock=clock.stopped(at)))


def _flag_claimed(match: Match, event: FlagClaimed, version: int, at: int) -> Judged:
    if match.conduct.clock is None:
        return refuse(match, version, "M9", say("no clock was set for this match", "no_clock"))
    if why := blocked_by(match.conduct):
        return refuse(match, version, *why)
    if full := too_many(match, version, match.conduct.flags):
        return full
    conduct, seat = _halted(match.conduct, at), following(match.seats, event.by)
    assert conduct.clock is not None, "a clock was set"
    remaining = conduct.clock.remaining[seat]
    flag = Flag(version, event.by, seat, at, remaining < 0, max(0, -remaining))
    return accept(match, version, conduct._replace(flags=(*conduct.flags, flag)))


def _flag_confirmed(match: Match, event: FlagConfirmed, version: int, at: int) -> Judged:
    claim = match.conduct.claim
    if claim is None:
        return refuse(match, version, "M9", say("no claim of a flag waits for a referee", "no_flag_claim"))
    if event.loses == "match":
        after, verdict = match_to(match, claim.by, version)
    else:
        after, verdict = award(match, claim.by, event.outcome or smallest(match.game), version)
    if verdict.verdict == REFUSED:
        return after, verdict
    conduct = appealable(_answered(match.conduct, CONFIRMED), version)
    return end_clocks((after._replace(conduct=conduct), verdict), at)


def _flag_rejected(match: Match, _event: FlagRejected, version: int, at: int) -> Judged:
    if match.conduct.claim is None:
        return refuse(match, version, "M9", say("no claim of a flag waits for a referee", "no_flag_claim"))
    conduct = _answered(match.conduct, REJECTED)
    return accept(match, version, appealable(_gone_on(conduct, at), version))


def _answered(conduct: Conduct, status: str) -> Conduct:
    return conduct._replace(flags=(*conduct.flags[:-1], conduct.flags[-1]._replace(status=status)))


TIMES: dict[type[Event], Callable[[Match, Any, int, int], Judged]] = {
    MatchSuspended: _suspended,
    MatchResumed: _resumed,
    BreakStarted: _break_started,
    BreakEnded: _break_ended,
    ClockSet: _clock_set,
    ClockStarted: _clock_started,
    ClockStopped: _clock_stopped,
    FlagClaimed: _flag_claimed,
    FlagConfirmed: _flag_confirmed,
    FlagRejected: _flag_rejected,
}
