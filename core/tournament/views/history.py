"""A tournament's past: what counted before and after every event about a match; how it was when a round was paired."""

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
from core.tournament.model.values import Result


class ResultChange(NamedTuple):
    """An event about a match: the result that counted before it and the one that counts after it."""

    recorded: Recorded
    match: str
    before: Result | None
    after: Result | None


_ABOUT_A_MATCH = (MatchSettled, MatchReopened, ResultConfirmed, ResultDisputed, ResultDecided, DecisionUndone)


def result_changes(stream: str, log: Iterable[Recorded]) -> Iterator[ResultChange]:
    """Every event of a tournament's log, from its opening on, that is about matches; once for each of them."""
    tournament: Tournament | None = None
    for recorded in log:
        after = fold(stream, [recorded], tournament)
        for match in _matches(recorded.event):
            yield ResultChange(
                recorded, match, tournament.results.get(match) if tournament else None, after.results.get(match)
            )
        tournament = after


def as_paired(stream: str, log: Iterable[Recorded], number: int) -> Tournament:
    """The tournament as it was when something of the round of that number was last paired; as it is, if nothing was."""
    state = tournament = None
    for recorded in log:
        state = fold(stream, [recorded], state)
        if isinstance(recorded.event, RoundPaired) and recorded.event.round == number:
            tournament = state
    return tournament or fold(stream, (), state)


def _matches(event: Event) -> tuple[str, ...]:
    if isinstance(event, _ABOUT_A_MATCH):
        return (event.match,)
    if isinstance(event, RoundPaired):
        return tuple(row[0] for row in event.pairings)
    return event.matches if isinstance(event, PairingsVoided) else ()
