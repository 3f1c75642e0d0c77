"""A finished game → a settled match → the tournament's next pairing.

Everything here is appended before the match's, or the tournament's, own commit. Whoever dies in between leaves the
stream unjudged; it is judged again, says the same again, and the log keeps it once.
"""

from core.errors import UnknownStream, VersionConflict
from core.events import Event, MatchReopened, MatchSettled, RoundPaired
from core.log import Log
from core.tournament import Tournament
from core.tournament.decisions import pair
from service.handlers.openings import open_matches
from workers.rule_checks import Change

BY = "pump"
"""Under which name the pump records what follows by itself."""


def told(change: Change) -> Event:
    """What the tournament's log is told when the settlement of one of its matches changed."""
    match, settlement = change.match, change.settlement
    if settlement is None or settlement.winner is None:
        return MatchReopened(match.id)
    return MatchSettled(
        match.id, settlement.winner, settlement.score, settlement.decided_by or "points", match.results
    )


class Settlements:
    """What tournaments' logs have been told of their matches."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def tell(self, change: Change, at: int) -> bool:
        """Tell the match's tournament, once; `False` for a friendly match, or where there is no such tournament.

        A match that is judged again from its opening settles again. Its idempotency key answers that for as long as
        the store remembers keys; the tournament's log itself, which counts what it was told of the match, forever.
        """
        match = change.match
        tournament = match.opened.tournament
        if tournament is None:
            return False
        try:
            if self._times_told(tournament, match.id) < change.number:
                self._log.append(
                    tournament, [told(change)], by=BY, at=at, key=f"settled:{match.id}:{change.version}",
                )  # fmt: skip
        except UnknownStream:
            return False
        return True

    def _times_told(self, tournament: str, match: str) -> int:
        kinds = (MatchSettled, MatchReopened)
        return sum(
            isinstance(each.event, kinds) and each.event.match == match for each in self._log.read(tournament)
        )  # fmt: skip


def next_step(log: Log, tournament: Tournament, paired: tuple[int, ...], at: int) -> None:
    """Open the matches of the rounds that were just `paired`; pair the next, if its format can already.

    A round that is paired here comes back through the feed, as one that was just paired.
    """
    rounds = [each for each in tournament.rounds if each.number in paired]
    open_matches(log, tournament, BY, at, rounds)
    if tournament.seed is None:
        return
    following = pair(tournament)
    if following:
        try:
            log.append(tournament.id, following, by=BY, at=at, expected=tournament.version)
        except VersionConflict:
            return  # something newer is in its log: the feed brings it, and this is asked again


def rounds_paired(events: list[Event]) -> tuple[int, ...]:
    """The numbers of the rounds that these events paired."""
    return tuple(event.round for event in events if isinstance(event, RoundPaired))
