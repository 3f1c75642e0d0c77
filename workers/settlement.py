"""A finished game → a settled match → the tournament's next pairing.

Everything here is appended before the match's, or the tournament's, own commit. After a crash in between the stream is
unjudged and is judged again. The same events follow, and the log keeps them once.
"""

from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress

from redis import Redis

from core.errors import UnknownStream, VersionConflict
from core.eventlog.log import NEW, Log
from core.events import Event, MatchReopened, MatchSettled, RoundPaired
from core.tournament import Tournament
from core.tournament.decisions import pair
from core.tournament.match_opening import BY, open_paired_matches
from service.store.read_models import game_lengths
from service.store.read_models.game_lengths import MatchLengths
from workers.rule_checks import SettlementChange

_TOURNAMENTS_READ = 64


def tournament_event(change: SettlementChange) -> Event:
    """The events for a tournament's log after the settlement of one of its matches changed."""
    match, settlement = change.match, change.settlement
    if settlement is None:
        return MatchReopened(match.id)
    assert settlement.winner is not None, "a match is settled once it has a winner"
    assert settlement.decided_by is not None, "whoever won has won by something"
    return MatchSettled(match.id, settlement.winner, settlement.score, settlement.decided_by, match.results)


class Settlements:
    """The settlements that tournaments' logs hold, read on from the last position."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._read: OrderedDict[str, tuple[int, dict[str, int]]] = OrderedDict()

    def notify_tournament(self, change: SettlementChange, at: int) -> bool:
        """Write the settlement into the tournament's log, once.

        `False` for a friendly match, or one that no tournament here has paired.

        A match that is judged again from its opening settles again. Its idempotency key answers that for as long as
        the store remembers keys; the tournament's log itself, which counts what it was told of the match, forever.
        """
        match = change.match
        tournament = match.opened.tournament
        times = None if tournament is None else self._times_told(tournament).get(match.id)
        if tournament is None or times is None:
            return False
        if times < change.number:
            key = f"settled:{match.id}:{change.version}"
            self._log.append(tournament, [tournament_event(change)], by=BY, at=at, key=key)
        return True

    def _times_told(self, tournament_id: str) -> dict[str, int]:
        """The number of times that the tournament was told of each match that it has paired."""
        version, times = self._read.pop(tournament_id, (NEW, {}))
        with suppress(UnknownStream):
            for recorded in self._log.read(tournament_id, after=version):
                version, event = recorded.version, recorded.event
                if isinstance(event, RoundPaired):
                    times |= {row[0]: times.get(row[0], 0) for row in event.pairings}
                elif isinstance(event, MatchSettled | MatchReopened):
                    times[event.match] = times.get(event.match, 0) + 1
        self._read[tournament_id] = version, times
        if len(self._read) > _TOURNAMENTS_READ:
            self._read.popitem(last=False)
        return times


def lengths_of(changes: Sequence[SettlementChange]) -> MatchLengths | None:
    """The lengths of a match's games as of its last settlement; `None` if these changes settle nothing."""
    settled = [each for each in changes if each.settlement is not None]
    return MatchLengths(settled[-1].at, settled[-1].seconds) if settled else None


def keep_lengths(client: Redis, changes: Sequence[SettlementChange]) -> None:
    """Write the lengths of a settled match's games for its club. A match that is reopened keeps those that it had."""
    if found := lengths_of(changes):
        match = changes[-1].match
        game_lengths.keep(client, match.opened.club, match.opened.game, match.id, found)


def open_round(log: Log, tournament: Tournament, number: int, at: int) -> None:
    """Open the matches of a round, those that are not open yet."""
    open_paired_matches(log, tournament, BY, at, [each for each in tournament.rounds if each.number == number])


def pair_next(log: Log, tournament: Tournament, at: int) -> None:
    """Pair what the format can pair by now. It comes back through the feed, and its matches are opened then."""
    following = pair(tournament) if tournament.seed is not None else []
    if following:
        # Something newer in its log comes through the feed, and then this is asked again.
        with suppress(VersionConflict):
            log.append(tournament.id, following, by=BY, at=at, expected=tournament.version)
