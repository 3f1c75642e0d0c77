"""A tournament as a fold: who entered, who met whom, and what came of it.

Recording only assigns: whether something may happen is asked in `decisions`, before it is recorded.
"""

from collections.abc import Iterable

from core.errors import UnknownEvent
from core.events import Event, MayBeWithheld, Recorded, TournamentCreated
from core.tournament.folding import FOLDS
from core.tournament.format import Format
from core.tournament.formats import format_of
from core.tournament.state import Entry, Pairing, Result, Round, Tournament

__all__ = ["Entry", "Format", "Pairing", "Result", "Round", "Tournament", "apply", "fold", "opened"]


def fold(stream: str, events: Iterable[Recorded], tournament: Tournament | None = None) -> Tournament:
    """The tournament after these events, which begin with `TournamentCreated` or go on from `tournament`."""
    for recorded in events:
        if tournament is not None:
            tournament = apply(tournament, recorded.event, recorded.version)
        elif isinstance(recorded.event, TournamentCreated):
            tournament = opened(stream, recorded.event)
        else:
            break
    if tournament is None:
        raise UnknownEvent(f"{stream} does not begin with TournamentCreated")
    return tournament


def opened(stream: str, event: TournamentCreated) -> Tournament:
    """The tournament before its first entry. Raises `Unknown` for a format that this version does not know."""
    return Tournament(stream, event, format_of(event.format), 0, {})


def apply(tournament: Tournament, event: Event, version: int) -> Tournament:
    """The tournament after one more event.

    Raises `UnknownEvent`, and `Unknown` where an event names a player or a match that is not there.
    """
    if type(event) not in FOLDS:
        raise UnknownEvent(f"{type(event).__name__} is no event of a tournament that has been created")
    if isinstance(event, MayBeWithheld) and event.salt is None:
        tournament = tournament._replace(unsalted=(*tournament.unsalted, (version, event)))
    return FOLDS[type(event)](tournament._replace(version=version), event)
