"""Events of a tournament that rest on the logs of its matches, and are appended only while those are as they were read.

A tournament and its matches share a shard, so one step of the store sees the heads of all of them.
"""

from collections.abc import Sequence

from core.errors import NotAllowed
from core.eventlog.log import NEW
from core.events import Event, RoundPaired, RoundPublished, RulingMade, TurnsVoided
from core.messages import say
from core.tournament import Tournament
from core.tournament.decisions.pairing import after
from core.tournament.decisions.rounds import is_on_command
from service.bootstrap import Dependencies
from service.handlers.retry import Backoff, Contention
from service.store import feed
from service.store.read_models import states


class RestingEvents(list[Event]):
    """Events that hold only while the logs of some matches are at the versions `while_at`."""

    def __init__(self, events: Sequence[Event], while_at: dict[str, int]) -> None:
        super().__init__(events)
        self.while_at = while_at


def while_unmoved(deps: Dependencies, matches: Sequence[str]) -> dict[str, int]:
    """The versions of these matches, for an append that rests on what is read of them after this."""
    return dict.fromkeys(matches, NEW) | deps.log.versions(matches)


def rested_on(deps: Dependencies, before: Tournament, events: Sequence[Event]) -> dict[str, int]:
    """The versions of the matches on which events rest: those that they name, and those whose results a round has.

    A round that is published waits for the workers, if a ruling that may change a result before it is not judged yet.
    Raises `NotAllowed` if that takes too long.
    """
    named = events.while_at if isinstance(events, RestingEvents) else {}
    if not _publishes_on_command(before, events):
        return named
    own = [each for each in before.reported if each.startswith(f"{before.id}.")]
    patience = Backoff(say("the tournament"))
    while True:
        unmoved = while_unmoved(deps, own)
        unjudged = _rulings_unjudged(deps, before, own)
        if not unjudged:
            return unmoved | named
        try:
            patience.pause()
        except Contention:
            raise NotAllowed(
                say(
                    "a ruling in {match} may change its result and is still being judged: publish the round in a "
                    "moment",
                    match=unjudged[0],
                )
            ) from None


def _publishes_on_command(before: Tournament, events: Sequence[Event]) -> bool:
    """True if a round that was paired on command is published with these events, and was not before."""
    if not any(isinstance(event, RoundPaired | RoundPublished) for event in events):
        return False
    last, was = after(before, events).rounds[-1], before.rounds[-1] if before.rounds else None
    is_seen = was is not None and was.number == last.number and not was.draft
    return not last.draft and not is_seen and is_on_command(before, last)


def _rulings_unjudged(deps: Dependencies, state: Tournament, matches: Sequence[str]) -> list[str]:
    """The matches, of these, in which a fact waits to be judged that may change the result."""
    waiting = feed.unjudged_of(deps.client, state.id, matches)
    judged = states.judged_versions(deps.client, waiting) if waiting else []
    return [
        match
        for match, version in zip(waiting, judged, strict=True)
        if any(may_change_a_result(recorded.event) for recorded in deps.log.read(match, version))
    ]


def may_change_a_result(fact: Event) -> bool:
    """True of a fact that is accepted in a settled match and may settle it otherwise, or reopen it."""
    return isinstance(fact, TurnsVoided) or (isinstance(fact, RulingMade) and fact.kind in ("void", "award_match"))
