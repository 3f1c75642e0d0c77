"""Facts that no longer count: voided by a ruling (M5), or taken back by a scorer to write them anew (M13)."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import chain

from core.dice.proof import is_service
from core.events import (
    DiceRolled,
    DiceWithdrawn,
    DoubleOffered,
    DoubleTaken,
    Event,
    FactsTakenBack,
    FlagConfirmed,
    FlagRejected,
    MendedTurnsSeen,
    OpeningRolled,
    PositionSet,
    Recorded,
    RefereeCame,
    RefereeSetOut,
    ResultReported,
    RulingMade,
    TurnsVoided,
)
from core.match import conduct_rules
from core.match.clock_rules import blocked_by
from core.match.conduct import MendedTurns
from core.match.dice import rules as dice_rules
from core.match.rulings import Earlier
from core.match.state import ACCEPTED, REFUSED, Judged, Match, Verdict
from core.match.turns import SETTLED, is_between_games, refuse
from core.messages import say

Judge = Callable[[Match, Recorded, Earlier], Judged]
"""Judges one more fact of a match: `core.match.judging.judge`."""

VOIDINGS = 50
"""The number of referees' facts of one match that may ask to void others: for each, the match is judged again from its
opening. Those that are refused count too, because they take as long.
"""
TAKEN_BACK, _WORK = 30, 300_000
MOST_MENDED = 1_000
"""The number of facts over which a scorer takes back turns at once: more than any game that people played."""


def takings_back(version: int) -> int:
    """The number of times that scorers may take facts back in a match with so many facts.

    For each, the match is judged again from its opening: the longer it is, the fewer there are.

    >>> takings_back(300), takings_back(10_000)
    (1000, 30)
    """
    return max(TAKEN_BACK, _WORK // version)


def is_left(match: Match, recorded: Recorded) -> bool:
    """True if this fact may still void others: scorers leave the voidings of referees alone."""
    by_scorers = match.takings_back or 0
    if isinstance(recorded.event, FactsTakenBack):
        return by_scorers < takings_back(recorded.version)
    return match.voidings - by_scorers < VOIDINGS


def is_void(event: Event) -> bool:
    """True of a fact that lets others no longer count, if it is accepted."""
    return isinstance(event, FactsTakenBack | TurnsVoided) or (isinstance(event, RulingMade) and event.kind == "void")


def counted(match: Match, event: Event) -> Match:
    """The match with one more voiding that was tried."""
    if isinstance(event, FactsTakenBack):
        return match._replace(voidings=match.voidings + 1, takings_back=(match.takings_back or 0) + 1)
    return match._replace(voidings=match.voidings + 1)


class Gone:
    """The facts of a match that no longer count, by their versions."""

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        self._starts, self._ends = list[int](), list[int]()
        for first, last in sorted(ranges):
            if self._ends and first <= self._ends[-1] + 1:
                self._ends[-1] = max(self._ends[-1], last)
            else:
                self._starts.append(first)
                self._ends.append(last)

    def __contains__(self, version: int) -> bool:
        place = bisect_right(self._starts, version)
        return place > 0 and version <= self._ends[place - 1]


def _is_decision(event: Event) -> bool:
    """True of a referee's decision on the play: a scorer mends no turn before it."""
    if isinstance(event, RulingMade):
        return event.kind != "note"
    return isinstance(event, FlagConfirmed | FlagRejected | DiceWithdrawn | TurnsVoided) or type(event) is PositionSet


def _goes_with_the_play(event: Event) -> bool:
    """True of a ruling that rests on the play: where a referee voids turns, it goes with them."""
    return isinstance(event, RulingMade) and event.kind in ("let_stand", "award_game", "award_match")


def rests_on(match: Match, first: int) -> int:
    """The version of the state from which a match is judged again if facts from `first` on no longer count.

    The state after it is as if no fact before it had been voided later.
    """
    while earlier := [low for version, low, _ in match.voids if version >= first and low < first]:
        first = min(earlier)
    return first - 1


def taken_back(
    match: Match, recorded: Recorded, earlier: Earlier, judge: Judge, begun: Match, plays: Collection[type[Event]]
) -> Judged:
    """A scorer takes back turns of the game in play, from one of them to the last; a referee turns of any game (M13).

    What was recorded among them beside the play stays. `judge`, `begun` and `earlier` are as in `void`, or `begun` is
    the match after `rests_on`. `plays` are the types of the facts of play.
    """
    version, event = recorded.version, recorded.event
    assert isinstance(event, FactsTakenBack | TurnsVoided), "it takes facts back"
    first, last, by_referee = event.from_version, event.to_version, isinstance(event, TurnsVoided)
    is_one_more, match = is_left(match, recorded), counted(match, event)
    if not by_referee:
        if match.settled is not None:
            return refuse(match, version, *SETTLED)
        if why := blocked_by(match.conduct):
            return refuse(match, version, *why)
    too_far = last - first >= MOST_MENDED and not by_referee
    if not is_one_more or too_far or not 1 <= first <= last < version:
        reason = say(
            "only the last {most} facts are taken back, and not too often: ask a referee",
            "taken_back_too_often",
            most=MOST_MENDED,
        )
        return refuse(match, version, "M13", reason)
    refused, gone = set(chain.from_iterable(match.refused)), Gone(match.voided)
    facts = [each for each in earlier() if each.version >= first]
    of_play = [fact for fact in facts if type(fact.event) in plays or (by_referee and _goes_with_the_play(fact.event))]
    own = [each for each in of_play if each.version <= last]
    counting = [each for each in own if each.version not in refused and each.version not in gone]
    if not own or (not counting and not by_referee):
        return refuse(
            match, version, "M13", say("only facts of play are taken back: ask a referee", "only_play_taken_back")
        )
    for each in of_play:
        if each.version > last and each.version not in refused and each.version not in gone:
            reason = say("fact {version} came after it: ask a referee", "later_fact", version=each.version)
            return refuse(match, version, "M13", reason)
    if not by_referee and (found := _referees(facts, counting, refused, gone)):
        return refuse(match, version, "M13", found)
    after, verdict = _without(match, _ranges([each.version for each in own]), version, earlier, judge, begun)
    if verdict.verdict == REFUSED or by_referee:
        return after, verdict
    if len(match.results) - len(after.results) > is_between_games(match):
        reason = say("a game has ended since: ask a referee to mend a turn before its end", "game_ended_since")
        return refuse(match, version, "M13", reason)
    if (turns := _turns(facts, match, plays, refused)) > 1:
        most = max(turns, match.mended.turns if match.mended else 0)
        after = after._replace(mended=MendedTurns(version, recorded.at, most))
    return after, verdict


def _referees(
    facts: Sequence[Recorded], counting: Sequence[Recorded], refused: Collection[int], gone: Gone
) -> str | None:
    """The reason why only a referee takes these facts back; `None` if a scorer may."""
    for recorded in counting:
        if isinstance(recorded.event, ResultReported) or is_service(recorded.by):
            return say("a whole result and a roll of the service are not taken back: ask a referee", "not_taken_back")
    for recorded in facts:
        decided = recorded.version >= counting[0].version and _is_decision(recorded.event)
        if decided and recorded.version not in refused and recorded.version not in gone:
            return say(
                "a referee has decided on the play since (fact {version}): ask a referee",
                "ruled_since",
                version=recorded.version,
            )
    return None


def _turns(facts: Sequence[Recorded], match: Match, plays: Collection[type[Event]], refused: Collection[int]) -> int:
    """The number of turns that are written anew, with those that were taken back just before, one by one."""
    of_play = [recorded for recorded in facts if type(recorded.event) in plays and recorded.version not in refused]
    newest = of_play[-1].version
    gone_before = Gone((first, last) for version, first, last in match.voids if version <= newest)
    events = [recorded.event for recorded in of_play if recorded.version not in gone_before]
    return sum(
        place == 0 or isinstance(event, OpeningRolled | DoubleOffered) or _begins_turn(events[place - 1], event)
        for place, event in enumerate(events)
    )


def _begins_turn(before: Event, event: Event) -> bool:
    return isinstance(event, DiceRolled) and not isinstance(before, DoubleTaken)


def _ranges(versions: Sequence[int]) -> list[tuple[int, int]]:
    """The first and the last of each run of versions without a gap."""
    known = set(versions)
    begins = [version for version in versions if version - 1 not in known]
    ends = [version for version in versions if version + 1 not in known]
    return list(zip(begins, ends, strict=True))


def void(match: Match, recorded: Recorded, earlier: Earlier, judge: Judge, begun: Match) -> Judged:
    """The match without the facts that a ruling voids. `judge` judges all others again, from the match `begun` on."""
    version, event = recorded.version, recorded.event
    assert isinstance(event, RulingMade), "it is a ruling"
    first, last = event.from_version or 0, event.to_version or event.from_version or 0
    is_one_more, match = is_left(match, recorded), counted(match, event)
    if not 1 <= first <= last < version:
        return refuse(
            match,
            version,
            "M5",
            say("facts {first} to {last} are not facts before this ruling", "not_facts_before", first=first, last=last),
        )
    if not is_one_more:
        return refuse(
            match,
            version,
            "M5",
            say(
                "{voidings} rulings have voided facts of this match: no more of them",
                "too_many_voidings",
                voidings=VOIDINGS,
            ),
        )
    return _without(match, [(first, last)], version, earlier, judge, begun)


def _without(
    match: Match, ranges: Sequence[tuple[int, int]], version: int, earlier: Earlier, judge: Judge, begun: Match
) -> Judged:
    """Judge the match again without the facts of these ranges; what followed them must still fit."""
    now_gone = Gone(ranges)
    kept = (void for void in match.voids if void[0] not in now_gone)
    voids = (*kept, *((version, first, last) for first, last in ranges))
    refused, gone = set(chain.from_iterable(match.refused)), Gone((first, last) for _, first, last in voids)
    # What the service did with its dice cannot be voided: it is judged once, and is as it was. So are the ways of the
    # referees: without the illegal play that one came for, nothing called them.
    conduct = (
        begun.conduct._replace(rulings=match.conduct.rulings) if begun.version else conduct_rules.ever_ruled(match)
    )
    after = begun._replace(conduct=conduct, service_dice=None, set_out=None, mended=None)
    set_out = begun.set_out is not None
    for recorded in earlier():
        if recorded.version <= begun.version:
            continue
        is_gone = recorded.version in gone or recorded.version in refused
        if is_gone or is_void(recorded.event) or type(recorded.event) in _AS_THEY_WERE:
            continue
        if isinstance(recorded.event, RefereeSetOut):
            set_out = True
            continue
        after, verdict = judge(after, recorded, earlier)
        if verdict.verdict == REFUSED and not (set_out and isinstance(recorded.event, RefereeCame)):
            reason = say(
                "fact {version} would no longer fit ({explanation}): void up to it as well",
                "later_fact_does_not_fit",
                version=recorded.version,
                explanation=verdict.explanation,
            )
            return refuse(match, version, "M5", reason)
    after = after._replace(
        version=version,
        voids=voids,
        voidings=match.voidings,
        takings_back=match.takings_back,
        refused=match.refused,
        service_dice=match.service_dice,
        set_out=match.set_out,
        mended=match.mended,
    )
    return voided(match, after)


_AS_THEY_WERE = frozenset((*dice_rules.FACTS, MendedTurnsSeen))


def voided(before: Match, after: Match) -> Judged:
    """The judgement of an accepted voiding, from the known state after it."""
    settled = after.settled if after.settled != before.settled else None
    return after, Verdict(after.version, ACCEPTED, match_settled=settled)
