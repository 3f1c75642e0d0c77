"""A tournament as a fold: who entered, who met whom, and what came of it.

Recording only assigns: whether something may happen is asked in `decisions`, before it is recorded.
"""

from collections.abc import Iterable

from core.errors import UnknownEvent
from core.events import (
    Event,
    MatchReopened,
    MatchSettled,
    PlayerEntered,
    PlayerWithdrew,
    Recorded,
    RoundPaired,
    TournamentCreated,
    TournamentStarted,
)  # fmt: skip
from core.tournament.formats import format_of
from core.tournament.state import Entry, Format, Pairing, Round, Tournament

__all__ = ["Entry", "Format", "Pairing", "Round", "Tournament", "apply", "fold", "opened"]


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
    after = tournament._replace(version=version)
    match event:
        case PlayerEntered(player, name):
            others = tuple(entry for entry in after.entries if entry.player != player)
            return after._replace(entries=(*others, Entry(player, name)))
        case PlayerWithdrew(player):
            gone = after.entry(player)
            entries = tuple(entry._replace(withdrawn=True) if entry is gone else entry for entry in after.entries)
            return after._replace(entries=entries)
        case TournamentStarted(seed):
            return after._replace(seed=seed, starters=tuple(entry.player for entry in after.field))
        case RoundPaired(number, pairings, bye):
            rounds = {each.number: each for each in after.rounds}
            rounds[number] = Round(number, tuple(Pairing(*row) for row in pairings), bye)
            return after._replace(rounds=tuple(rounds[each] for each in sorted(rounds)))
        case MatchSettled(match):
            return after._replace(results={**after.results, after.match(match).match: event})
        case MatchReopened(match):
            reopened = after.match(match).match
            return after._replace(results={key: each for key, each in after.results.items() if key != reopened})
    raise UnknownEvent(f"{type(event).__name__} is no event of a tournament that has been created")
