"""A match as a fold: opening event + facts, one by one → the match's state and a verdict on every fact.

Judging never raises for what people did: a fact that does not fit is `refused` and changes nothing; at an advisory
table an illegal play that can be carried out is `faulted` and stands until a ruling says otherwise. The match's own
rules are M1–M14 of `docs/play/matches.md`; what a play may be is asked of the game.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from core.dice.choice import is_by_service
from core.errors import UnknownEvent
from core.eventlog.newer_version import newer
from core.events import (
    CheckersMoved,
    DiceRolled,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    Event,
    FactsTakenBack,
    GameReported,
    GameResigned,
    MatchOpened,
    OpeningRolled,
    PositionAgreed,
    PositionSet,
    Recorded,
    ResultReported,
    RulingMade,
    TurnPassed,
    TurnsVoided,
)
from core.games import game_of
from core.match import conduct_rules, cube, positions, rulings, turns, voiding
from core.match.conduct import NONE
from core.match.dice import rules as dice_rules
from core.match.rulings import Earlier
from core.match.rulings import incomplete as incomplete
from core.match.state import ACCEPTED, REFUSED, Judged, Match, ServiceDice, Verdict
from core.match.turns import refuse
from core.messages import say

RULES = 4
"""The number of the rules as they are judged here. A correction that gives any fact another verdict raises it.

What was judged stays as it was said: a match goes on from its last state, and `brade rebuild` tells what would differ.
"""


def opened(stream: str, event: MatchOpened) -> Match:
    """The match before its first fact. Raises `NotFound` for a game that this version does not know."""
    game = game_of(event.game)
    options, seats = game.read_options(event.options), tuple(seat for seat in game.seats if seat in event.players)
    dice = ServiceDice(None, {}) if is_by_service(event.options) else None
    match = Match(stream, event, game, options, 0, game.start(options, seats), seats, service_dice=dice)
    return match._replace(cube=turns.fresh_cube(match))


class Known(NamedTuple):
    """Results that take long to compute and are known already.

    `refusals` are the rule and the explanation of refused facts, by their versions: the reason of an illegal turn takes
    longer to find than a legal turn. `voided` gives the state after the accepted voiding of a version, if it is kept.
    Up to the version `judged` facts that were not refused were accepted, also by rules that were corrected since.
    """

    refusals: Mapping[int, tuple[str, str]] = MappingProxyType({})
    voided: Callable[[int], Match | None] = lambda _version: None
    judged: int = -1


NOTHING = Known()


def fold(stream: str, log: Iterable[Recorded], known: Known = NOTHING) -> Iterator[Judged]:
    """Every state of a match and the verdict that led to it, from a log that begins with `MatchOpened`.

    What is `known` is believed.
    """
    read: list[Recorded] = []
    match = None
    for recorded in log:
        read.append(recorded)
        if match is None:
            if found := newer(stream, recorded):
                raise found.error()
            if not isinstance(recorded.event, MatchOpened):
                raise UnknownEvent(say("{stream} does not begin with MatchOpened", stream=stream))
            match = opened(stream, recorded.event)
            yield match, Verdict(0, ACCEPTED)
        else:
            match, verdict = judge_or_believe(match, recorded, lambda: read[:-1], known)
            yield match, verdict


def judge_or_believe(match: Match, recorded: Recorded, earlier: Earlier, known: Known) -> Judged:
    """The match after one more fact, and the verdict: as they are known, or judged."""
    if known is NOTHING:
        return judge(match, recorded, earlier)
    version, may_void = recorded.version, voiding.is_void(recorded.event)
    if why := known.refusals.get(version):
        return refuse(voiding.counted(match, recorded.event) if may_void else match, version, *why)
    if may_void and voiding.is_left(match, recorded) and (after := known.voided(version)):
        return voiding.voided(match, after)
    after_it, verdict = judge(match, recorded, earlier)
    if verdict.verdict == REFUSED and version <= known.judged:
        return _as_accepted(match, recorded, earlier) or (after_it, verdict)
    return after_it, verdict


def _as_accepted(match: Match, recorded: Recorded, earlier: Earlier) -> Judged | None:
    """The state after a fact that earlier rules accepted; `None` if it cannot be carried out at all."""
    lenient = match._replace(opened=replace(match.opened, check="advisory"))
    after, verdict = judge(lenient, recorded, earlier)
    if verdict.verdict == REFUSED:
        return None
    after = after._replace(opened=match.opened, faults=match.faults)
    return after, verdict._replace(verdict=ACCEPTED, rule=None, explanation="")


def replay(stream: str, log: Iterable[Recorded]) -> Match:
    """The last state of a log that begins with `MatchOpened`."""
    match = None
    for match, _ in fold(stream, log):  # noqa: B007 - only the last one counts
        pass
    if match is None:
        raise UnknownEvent(say("{stream} is empty", stream=stream))
    return match


def resettled(before: Match, after: Match) -> bool:
    """True if a fact settled a match, settled it differently or reopened it."""
    if after.settled is None and before.settled is None:
        return False
    return (after.settled, after.results) != (before.settled, before.results)


def judge(match: Match, recorded: Recorded, earlier: Earlier) -> Judged:
    """The match after one more fact, and the verdict. `earlier` reads the log before it: only a ruling needs it.

    Raises `NewerVersion`, and `UnknownEvent` for what is no fact of a match.
    """
    version, event, _, _, _ = recorded
    if match.conduct is NONE and match.service_dice is None and match.settled is None and match.set_out is None:
        judged = _JUDGES.get(type(event))
        if judged is not None:
            return judged(match, event, version)  # by far the most facts
    after, verdict = _judge(match, recorded, earlier)
    if after.set_out and not after.waits:
        after = after._replace(set_out=None)
    return after, verdict


def _judge(match: Match, recorded: Recorded, earlier: Earlier) -> Judged:
    event, version = recorded.event, recorded.version
    if isinstance(event, RulingMade):
        if event.kind == "void":
            begun = opened(match.id, match.opened)
            return conduct_rules.ruled(voiding.void(match, recorded, earlier, judge, begun), recorded)
        return conduct_rules.ruled(_RULINGS[event.kind](match, event, version), recorded)
    if isinstance(event, FactsTakenBack | TurnsVoided):
        return turns_taken_back(match, recorded, earlier, opened(match.id, match.opened))
    if match.service_dice is not None or type(event) in dice_rules.FACTS:
        return dice_rules.judge(match, recorded, earlier, _judge_play)
    return _judge_play(match, recorded)


def turns_taken_back(match: Match, recorded: Recorded, earlier: Earlier, begun: Match) -> Judged:
    """The match without the turns that a scorer takes back or a referee voids (M13), and the verdict on that.

    `begun` is the match at its opening, or as it stood before these turns (`voiding.rests_on`). `earlier` reads at
    least the log after it.
    """
    judged = voiding.taken_back(match, recorded, earlier, judge, begun, PLAY_FACTS)
    return conduct_rules.ruled(judged, recorded) if isinstance(recorded.event, TurnsVoided) else judged


def _judge_play(match: Match, recorded: Recorded) -> Judged:
    event, version = recorded.event, recorded.version
    judged = _JUDGES.get(type(event))
    if judged is None:
        if beside := conduct_rules.beside(match, recorded):
            return beside
        if found := newer(match.id, recorded):
            raise found.error()
        raise UnknownEvent(say("{name} is no fact of a match", "not_a_fact", name=type(event).__name__))
    if match.settled is not None:
        return refuse(match, version, *turns.SETTLED)
    if match.conduct is NONE:
        return judged(match, event, version)
    return conduct_rules.in_play(match, recorded, judged)


_JUDGES: dict[type[Event], Callable[[Match, Any, int], Judged]] = {
    OpeningRolled: turns.opening_rolled,
    DiceRolled: turns.dice_rolled,
    CheckersMoved: turns.moved,
    TurnPassed: turns.passed,
    DoubleOffered: cube.offered,
    DoubleTaken: cube.taken,
    DoubleDropped: cube.dropped,
    GameResigned: rulings.resigned,
    ResultReported: rulings.reported,
    GameReported: rulings.game_reported,
    PositionSet: positions.position_set,
    PositionAgreed: positions.position_agreed,
}
_RULINGS: dict[str, Callable[[Match, RulingMade, int], Judged]] = {
    "note": rulings.note,
    "let_stand": rulings.let_stand,
    "award_game": rulings.award_game,
    "award_match": rulings.award_match,
}
RULINGS = (*_RULINGS, "void")
PLAY_FACTS = tuple(_JUDGES)
"""The types of the facts of play: a match with one of them has begun."""
