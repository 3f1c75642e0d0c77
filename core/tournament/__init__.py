"""A tournament as a fold: who entered, who met whom, and what came of it.

Recording only assigns: whether something may happen is asked in `decisions`, before it is recorded.
"""

from collections.abc import Iterable

from core.errors import UnknownEvent
from core.eventlog.newer_version import Newer, newer
from core.events import Event, MayBeWithheld, NamesPeople, NewerEvent, Recorded, TournamentCreated
from core.messages import say
from core.tournament.formats import format_of
from core.tournament.model.evolve import FOLDS, MAY_END
from core.tournament.model.leavers import with_annulled
from core.tournament.model.state import Format, Tournament
from core.tournament.model.values import Entry, Pairing, Result, Round

__all__ = ["Entry", "Format", "Pairing", "Result", "Round", "Tournament", "apply", "fold", "opened"]


def fold(stream: str, events: Iterable[Recorded], tournament: Tournament | None = None) -> Tournament:
    """The tournament after these events, which begin with `TournamentCreated` or go on from `tournament`.

    It ends before the first event of a newer version of brade, and says so in `newer`. Raises `NewerVersion` where that
    is the opening, and `UnknownEvent`.
    """
    for recorded in events:
        if found := newer(stream, recorded):
            if tournament is None:
                raise found.error()
            return tournament._replace(newer=found)
        if tournament is not None:
            tournament = apply(tournament, recorded.event, recorded.version)
            if type(recorded.event) in MAY_END:
                tournament = tournament._replace(decided_at=recorded.at)
        elif isinstance(recorded.event, TournamentCreated):
            tournament = opened(stream, recorded.event)
        else:
            break
    if tournament is None:
        raise UnknownEvent(say("{stream} does not begin with TournamentCreated", stream=stream))
    return tournament


def opened(stream: str, event: TournamentCreated) -> Tournament:
    """The tournament before its first entry. Raises `NotFound` for a format that this version does not know."""
    return Tournament(stream, event, format_of(event.format), 0, {})


def apply(tournament: Tournament, event: Event, version: int) -> Tournament:
    """The tournament after one more event.

    Raises `NewerVersion`, `UnknownEvent`, and `NotFound` where an event names a player or a match that is not there.
    """
    if isinstance(event, NewerEvent):
        raise Newer(tournament.id, version, event.event_type, event.schema).error()
    if type(event) not in FOLDS:
        raise UnknownEvent(say("{name} is no event of a tournament that has been created", name=type(event).__name__))
    if isinstance(event, NamesPeople) and event.recorded_as is not None:
        in_clear = (*tournament.withheld.names_in_clear, (version, event))
        tournament = tournament._replace(withheld=tournament.withheld._replace(names_in_clear=in_clear))
    if isinstance(event, MayBeWithheld) and event.salt is None:
        unsalted = (*tournament.withheld.unsalted, (version, event))
        tournament = tournament._replace(withheld=tournament.withheld._replace(unsalted=unsalted))
    decided_at = None if type(event) in MAY_END else tournament.decided_at
    after = FOLDS[type(event)](tournament._replace(version=version, decided_at=decided_at), event)
    return with_annulled(after) if _may_annul(tournament, event, after) else after


def _may_annul(before: Tournament, event: Event, after: Tournament) -> bool:
    """True if the rule for players who leave may annul other results than before (`core.tournament.model.leavers`)."""
    if after.format.leavers is None or not (before.withdrawn or after.withdrawn):
        return False
    pairing = after.paired.get(getattr(event, "match", ""))
    gone = {person for entry in after.entries if entry.withdrawn for person in entry.people}
    return pairing is None or not gone.isdisjoint((pairing.white, pairing.black))
