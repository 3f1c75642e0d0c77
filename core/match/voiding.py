"""Facts that no longer count: voided by a ruling (M5), or taken back by the person who recorded them (M13, undo)."""

from collections.abc import Callable, Container, Sequence
from itertools import chain, islice

from core.events import Event, FactsTakenBack, Recorded, RefereeCame, RefereeSetOut, ResultReported, RulingMade
from core.match import conduct_rules
from core.match.clock_rules import blocked_by
from core.match.dice import rules as dice_rules
from core.match.rulings import Earlier
from core.match.state import ACCEPTED, REFUSED, Judged, Match, Verdict
from core.match.turns import SETTLED, refuse
from core.messages import say

Judge = Callable[[Match, Recorded, Earlier], Judged]
"""Judges one more fact of a match: `core.match.judging.judge`."""

VOIDINGS = 50
"""The number of rulings of one match that may ask to void facts: for each, the match is judged again from its opening.

Those that are refused count too, because they take as long.
"""


def is_void(event: Event) -> bool:
    """True of a fact that lets others no longer count, if it is accepted."""
    return isinstance(event, FactsTakenBack) or (isinstance(event, RulingMade) and event.kind == "void")


def counted(match: Match) -> Match:
    """The match with one more voiding that was tried."""
    return match._replace(voidings=match.voidings + 1)


TAKEN_BACK, A_TURN = 30, 4
"""Voidings of a match up to which facts may be taken back, so that rulings are left, and the facts of one taking back.

A turn has at most four facts: a double is offered and taken, dice are rolled, checkers are moved.
"""


def taken_back(
    match: Match,
    recorded: Recorded,
    event: FactsTakenBack,
    earlier: Earlier,
    judge: Judge,
    begun: Match,
    plays: Container[type[Event]],
) -> Judged:
    """The recorder of the last facts of play takes them back (M13). Later facts may not rest on them, and what stands
    between them beside the play stays.

    `judge` and `begun` are as in `void`. `plays` are the types of the facts of play.
    """
    version, first, last = recorded.version, event.from_version, event.to_version
    if match.settled is not None:
        return refuse(match, version, *SETTLED)
    if why := blocked_by(match.conduct):
        return refuse(match, version, *why)
    if match.voidings >= TAKEN_BACK or not 1 <= first <= last < version or last - first >= A_TURN:
        return refuse(match, version, "M13", say("only the last turn is taken back, and not too often: ask a referee"))
    gone, refused = [(low, high) for _, low, high in match.voids], set(chain.from_iterable(match.refused))
    own = list[int]()
    for each in islice(earlier(), first, None):
        if type(each.event) not in plays:
            continue
        if each.version <= last:
            own.append(each.version)
        if each.version in refused or any(low <= each.version <= high for low, high in gone):
            continue
        if each.version > last:
            return refuse(
                match, version, "M13", say("fact {version} came after it: ask a referee", version=each.version)
            )
        if each.by != recorded.by or isinstance(each.event, ResultReported):
            return refuse(
                match, version, "M13", say("facts are taken back by the one who recorded them: ask a referee")
            )
    if not own:
        return refuse(match, version, "M13", say("only facts of play are taken back: ask a referee"))
    return _without(counted(match), _ranges(own), version, earlier, judge, begun)


def _ranges(versions: Sequence[int]) -> list[tuple[int, int]]:
    """The first and the last of each run of versions without a gap."""
    begins = [version for version in versions if version - 1 not in versions]
    ends = [version for version in versions if version + 1 not in versions]
    return list(zip(begins, ends, strict=True))


def void(match: Match, event: RulingMade, version: int, earlier: Earlier, judge: Judge, begun: Match) -> Judged:
    """The match without the facts that a ruling voids. `judge` judges all others again, from the match `begun` on."""
    first, last = event.from_version or 0, event.to_version or event.from_version or 0
    is_one_more, match = match.voidings < VOIDINGS, counted(match)
    if not 1 <= first <= last < version:
        return refuse(
            match,
            version,
            "M5",
            say("facts {first} to {last} are not facts before this ruling", first=first, last=last),
        )
    if not is_one_more:
        return refuse(
            match,
            version,
            "M5",
            say("{voidings} rulings have voided facts of this match: no more of them", voidings=VOIDINGS),
        )
    return _without(match, [(first, last)], version, earlier, judge, begun)


def _without(
    match: Match, ranges: Sequence[tuple[int, int]], version: int, earlier: Earlier, judge: Judge, begun: Match
) -> Judged:
    """Judge the match again without the facts of these ranges; what followed them must still fit."""
    kept = (each for each in match.voids if not any(first <= each[0] <= last for first, last in ranges))
    voids = (*kept, *((version, first, last) for first, last in ranges))
    refused = set(chain.from_iterable(match.refused))
    # What the service did with its dice cannot be voided: it is judged once, and is as it was. So are the ways of the
    # referees: without the illegal play that one came for, nothing called them.
    after = begun._replace(conduct=conduct_rules.ever_ruled(match), service_dice=None)
    set_out = False
    for recorded in islice(earlier(), 1, None):
        gone = any(low <= recorded.version <= high for _, low, high in voids)
        if gone or is_void(recorded.event) or recorded.version in refused or type(recorded.event) in dice_rules.FACTS:
            continue
        if isinstance(recorded.event, RefereeSetOut):
            set_out = True
            continue
        after, verdict = judge(after, recorded, earlier)
        if verdict.verdict == REFUSED and not (set_out and isinstance(recorded.event, RefereeCame)):
            reason = say(
                "fact {version} would no longer fit ({explanation}): void up to it as well",
                version=recorded.version,
                explanation=verdict.explanation,
            )
            return refuse(match, version, "M5", reason)
    after = after._replace(
        version=version,
        voids=voids,
        voidings=match.voidings,
        refused=match.refused,
        service_dice=match.service_dice,
        set_out=match.set_out,
    )
    return voided(match, after)


def voided(before: Match, after: Match) -> Judged:
    """The judgement of an accepted voiding, from the known state after it."""
    settled = after.settled if after.settled != before.settled else None
    return after, Verdict(after.version, ACCEPTED, match_settled=settled)
