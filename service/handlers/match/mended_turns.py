"""Use case of mending: turns of a match are taken back and written anew, in one step or not at all (M13)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from core.errors import Invalid, NotAllowed, VersionConflict
from core.events import Event, FactsTakenBack, Recorded, TurnsVoided
from core.match import judging
from core.match.rulings import Earlier
from core.match.state import REFUSED, Match
from core.match.voiding import MOST_MENDED, rests_on
from core.messages import say
from core.notation.resolve_turn_text import TurnWritten
from service.auth.authorization import authorize, match_opening
from service.bootstrap import Dependencies
from service.handlers.match import matches, replay
from service.handlers.match.matches import Recording
from service.handlers.match.open_log import open_log
from service.handlers.request import Request
from service.store import bulk_read


def mend(request: Request, match_id: str, first: int, facts: Sequence[Event], reason: str | None = None) -> Recording:
    """Take the play back from the fact `first` on and write `facts` in its place: all of it, or nothing is written.

    With a `reason` a referee asks for it, who may reach any game. The facts are judged as the workers will judge them,
    at the version of the log to which they are appended.

    Raises `NotAllowed` where M13 lets this caller not reach so far, `Invalid` for a fact that would be refused, and as
    `matches.record`.
    """
    opening = match_opening(request.deps, request.principal, match_id)
    role = "scorer" if reason is None else "referee"
    by = authorize(request.principal, role, opening.club, ("match", match_id)).name
    matches.ensure_fitting(opening, facts)
    if wrong := {f"{place}.{field}": words for place, fact in enumerate(facts) for field, words in _no_play(fact)}:
        raise Invalid(wrong)
    open_log(request.deps, match_id, opening)
    seen = request.previous_result(match_id)  # a repeated request: what was written then is the answer
    head = seen.first - 1 if seen else replay.head_of(request.deps, match_id)
    if not seen and request.expected not in (None, head):
        raise VersionConflict(match_id, request.expected or 0, head)
    taking_back = FactsTakenBack(first, head) if reason is None else TurnsVoided(first, head, reason)
    if not seen:
        _ensure_judged(request.deps, match_id, taking_back, facts, by, head)
    return matches.record(replace(request, expected=head), match_id, [taking_back, *facts])


def _no_play(fact: Event) -> Iterator[tuple[str, list[str]]]:
    if isinstance(fact, TurnWritten):
        yield "moves", [say("the landings of the turn, not its text")]
    elif type(fact) not in judging.PLAY_FACTS:
        yield "type", [say("only facts of play are written anew")]


def _ensure_judged(
    deps: Dependencies,
    match_id: str,
    taking_back: FactsTakenBack | TurnsVoided,
    facts: Sequence[Event],
    by: str,
    head: int,
) -> None:
    """Raises `NotAllowed`, `Invalid` where the workers would refuse one of these facts.

    A scorer's mending takes no longer in a long log: it is judged from the turn on that it mends.
    """
    if head - taking_back.from_version >= MOST_MENDED and isinstance(taking_back, FactsTakenBack):
        raise NotAllowed(
            say("only the last {most} facts are taken back, and not too often: ask a referee", most=MOST_MENDED)
        )
    state, at = replay.state_at(deps, match_id, head), deps.clock()
    begun = replay.state_at(deps, match_id, max(0, rests_on(state, min(taking_back.from_version, head + 1))))
    since = list(bulk_read.tail(deps.client, match_id, begun.version)) if begun.version < head else []

    def earlier() -> Iterable[Recorded]:
        return (recorded for recorded in since if recorded.version <= head)

    match, verdict = judging.turns_taken_back(state, Recorded(head + 1, taking_back, at, by, ""), earlier, begun)
    if verdict.verdict == REFUSED:
        raise NotAllowed(verdict.explanation)
    for place, event in enumerate(facts):
        match = _after(match, Recorded(head + 2 + place, event, at, by, ""), place, earlier)


def _after(match: Match, recorded: Recorded, place: int, earlier: Earlier) -> Match:
    after, verdict = judging.judge(match, recorded, earlier)
    if verdict.verdict == REFUSED:
        why = say("{rule}: {explanation}", rule=verdict.rule, explanation=verdict.explanation)
        raise Invalid({f"{place}.type": [why]})
    return after
