"""Matches that have begun: a fact of play counts in them. They keep their players."""

from collections.abc import Sequence

from core.errors import NotAllowed
from core.events import Event, FactsTakenBack, PairingsVoided, RulingMade, TurnsVoided
from core.match.judging import PLAY_FACTS
from core.match.state import REFUSED
from core.match.voiding import is_void
from core.messages import say
from core.tournament import Tournament
from core.tournament.decisions.rounds import named
from service.bootstrap import Dependencies
from service.handlers.resting_events import RestingEvents, while_unmoved
from service.store.read_models.match_snapshots import MatchSnapshot, match_snapshots

_LOOKED_AT = 64


def started_matches(deps: Dependencies, matches: Sequence[str]) -> list[str]:
    """The matches that have begun, of these. One with more facts than are looked at has."""
    return [
        match_snapshot.stream
        for match_snapshot in match_snapshots(deps.client, matches, _LOOKED_AT)
        if _has_begun(match_snapshot)
    ]


def ensure_unbegun(deps: Dependencies, state: Tournament, events: Sequence[Event]) -> RestingEvents:
    """The events, which hold only while none of the matches begins whose pairings they take back.

    Raises `NotAllowed`, naming them, if some have begun, with or without a result.
    """
    falling = [match for event in events if isinstance(event, PairingsVoided) for match in event.matches]
    played = [each for each in falling if not state.match(each).is_bye]
    while_at = while_unmoved(deps, played)
    begun = started_matches(deps, played)
    if begun:
        raise NotAllowed(
            say(
                "there is play already in {matches}: a match that has begun keeps its players. What was recorded there "
                "by mistake is voided first",
                matches=named(state, tuple(state.match(each) for each in begun), plain=True),
            )
        )
    return RestingEvents(events, while_at)


def _has_begun(match: MatchSnapshot) -> bool:
    """True if a fact of play was not refused, and neither voided nor taken back, or is not judged yet."""
    if match.facts[0].version > 1:
        return True
    counted = [
        recorded for recorded in match.facts if match.verdicts.get(recorded.version, {}).get("verdict") != REFUSED
    ]
    gone = [
        (recorded.event.from_version or 0, recorded.event.to_version or recorded.event.from_version or 0)
        for recorded in counted
        if isinstance(recorded.event, FactsTakenBack | TurnsVoided | RulingMade) and is_void(recorded.event)
    ]
    return any(
        isinstance(recorded.event, PLAY_FACTS) and not any(first <= recorded.version <= last for first, last in gone)
        for recorded in counted
    )
