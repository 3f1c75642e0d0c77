"""What became of the results of a tournament's matches: every event about one, with what counted before and after."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from core.events import (
    DecisionUndone,
    Event,
    MatchReopened,
    MatchSettled,
    PairingsVoided,
    Recorded,
    ResultConfirmed,
    ResultDecided,
    ResultDisputed,
    RoundPaired,
)
from core.tournament import Tournament, fold
from core.tournament.state import Result


class Deed(NamedTuple):
    """An event about a match: the result that counted before it and the one that counts after it."""

    recorded: Recorded
    match: str
    before: Result | None
    after: Result | None


_ABOUT_A_MATCH = (MatchSettled, MatchReopened, ResultConfirmed, ResultDisputed, ResultDecided, DecisionUndone)


def deeds(stream: str, log: Iterable[Recorded]) -> Iterator[Deed]:
    """Every event of a tournament's log, from its opening on, that is about matches; once for each of them."""
    tournament: Tournament | None = None
    for recorded in log:
        after = fold(stream, [recorded], tournament)
        for match in _matches(recorded.event):
            yield Deed(recorded, match, tournament.results.get(match) if tournament else None, after.results.get(match))
        tournament = after


def _matches(event: Event) -> tuple[str, ...]:
    if isinstance(event, _ABOUT_A_MATCH):
        return (event.match,)
    if isinstance(event, RoundPaired):
        return tuple(row[0] for row in event.pairings)
    return event.matches if isinstance(event, PairingsVoided) else ()
