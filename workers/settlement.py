"""A finished game → a settled match → the tournament's next pairing.

Everything here is appended before the match's, or the tournament's, own commit. After a crash in between the stream is
unjudged and is judged again. The same events follow, and the log keeps them once.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from typing import NamedTuple

from redis import Redis

from core.errors import VersionConflict
from core.eventlog.continuation import Continuation, Diverged
from core.eventlog.log import Head, Log
from core.events import (
    WORKERS,
    Event,
    MatchesSeated,
    MatchReopened,
    MatchSettled,
    PenaltiesReported,
    RoundPaired,
    TournamentAmended,
    TournamentCreated,
)
from core.match.state import Match
from core.tournament import Tournament
from core.tournament.decisions import pair
from core.tournament.decisions.seating import next_due, seat
from core.tournament.match_opening import open_paired_matches
from service.bootstrap import Dependencies
from service.handlers.other_tournaments import DUE, running_beside, with_busy
from service.lru_cache import LruCache
from service.store import due_seats
from service.store.read_models.club import game_lengths
from service.store.read_models.club.game_lengths import MatchLengths
from workers.projections import Model
from workers.rule_checks import JudgedMatch, SettlementChange

_TOURNAMENTS_READ = 64


def tournament_event(change: SettlementChange) -> Event:
    """The events for a tournament's log after the settlement of one of its matches changed."""
    match, settlement = change.match, change.settlement
    if settlement is None:
        return MatchReopened(match.id)
    assert settlement.winner is not None, "a match is settled once it has a winner"
    assert settlement.decided_by is not None, "a match with a winner is decided by something"
    return MatchSettled(match.id, settlement.winner, settlement.score, settlement.decided_by, match.results)


class PenaltyChange(NamedTuple):
    """The penalty points of a match changed with the fact `fact`: they are those of `match`."""

    fact: int
    match: Match

    @property
    def points(self) -> dict[str, int]:
        """The penalty points that hold, by seat, of the seats that have any."""
        counted: Counter[str] = Counter()
        for penalty in self.match.conduct.penalties:
            counted[penalty.seat] += penalty.points
        return dict(sorted(counted.items()))


def penalty_changes(before: Model | None, after: Model) -> list[PenaltyChange]:
    """The change of a match's penalty points by one fact; none where they are the same, and of other models."""
    if not isinstance(before, JudgedMatch) or not isinstance(after, JudgedMatch):
        return []
    is_same = before.match.conduct.penalties == after.match.conduct.penalties
    return [] if is_same else [PenaltyChange(after.version, after.match)]


@dataclass
class Noted:
    """A tournament's knowledge of its matches, up to the `head` that its log had then.

    `times` is how often it was told of the settlement of each match that it has paired. `facts` is the fact of a match
    up to which it was told of penalties. `penalty` is what a penalty point takes off in its table.
    """

    head: Head | None = None
    times: dict[str, int] = field(default_factory=dict)
    facts: dict[str, int] = field(default_factory=dict)
    penalty: int = 0

    def note(self, event: Event) -> None:
        """One more event of the tournament's log."""
        match event:
            case RoundPaired():
                self.times |= {row[0]: self.times.get(row[0], 0) for row in event.pairings}
            case MatchSettled() | MatchReopened():
                self.times[event.match] = self.times.get(event.match, 0) + 1
            case PenaltiesReported():
                self.facts[event.match] = event.fact
            case TournamentCreated() | TournamentAmended() if event.scoring is not None:
                self.penalty = event.scoring.get("penalty", 0)


class Settlements:
    """The settlements and penalties that tournaments' logs hold, read on from the last position."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._read = LruCache[str, Noted](_TOURNAMENTS_READ)

    def notify_of_all(self, changes: Sequence[SettlementChange], penalties: Sequence[PenaltyChange], at: int) -> None:
        """Write what changed in a match into the log of its tournament, once."""
        for change in changes:
            self.notify_tournament(change, at)
        for penalty in penalties:
            self.notify_of_penalties(penalty, at)

    def notify_tournament(self, change: SettlementChange, at: int) -> bool:
        """Write the settlement into the tournament's log, once.

        `False` for a friendly match, or one that no tournament here has paired.

        A match that is judged again from its opening settles again. Its idempotency key answers that for as long as
        the store remembers keys; the tournament's log itself, which counts what it was told of the match, forever.
        """
        match = change.match
        tournament = match.opened.tournament
        times = None if tournament is None else self._noted(tournament).times.get(match.id)
        if tournament is None or times is None:
            return False
        if times < change.number:
            key = f"settled:{match.id}:{change.version}"
            self._log.append(tournament, [tournament_event(change)], by=WORKERS, at=at, key=key)
        return True

    def notify_of_penalties(self, change: PenaltyChange, at: int) -> None:
        """Write a match's penalty points into the log of its tournament, once, if the table there counts them."""
        match = change.match
        if match.opened.tournament is None:
            return
        noted = self._noted(match.opened.tournament)
        if noted.penalty and match.id in noted.times and noted.facts.get(match.id, 0) < change.fact:
            event = PenaltiesReported(match.id, change.fact, change.points)
            key = f"penalties:{match.id}:{change.fact}"
            self._log.append(match.opened.tournament, [event], by=WORKERS, at=at, key=key)

    def _noted(self, tournament_id: str) -> Noted:
        noted = self._read.get(tournament_id) or Noted()
        head = self._log.head(tournament_id)
        if head is None:
            return Noted()
        if noted.head != head:
            try:
                events = Continuation(self._log, tournament_id, noted.head, head)
            except Diverged:
                noted, events = Noted(), Continuation(self._log, tournament_id, None, head)
            for recorded in events:
                noted.note(recorded.event)
            noted.head = events.head
        self._read.put(tournament_id, noted)
        return noted


def lengths_of(changes: Sequence[SettlementChange]) -> MatchLengths | None:
    """The lengths of a match's games as of its last settlement; `None` if these changes settle nothing."""
    settled = [change for change in changes if change.settlement is not None]
    return MatchLengths(settled[-1].at, settled[-1].seconds) if settled else None


def keep_lengths(client: Redis, changes: Sequence[SettlementChange]) -> None:
    """Write the lengths of a settled match's games for its club. A match that is reopened keeps those that it had."""
    if (match_lengths := lengths_of(changes)) and (match_lengths.seconds or changes[-1].number > 1):
        match = changes[-1].match
        game_lengths.keep(client, match.opened.club, match.opened.game, match.id, match_lengths)


def open_round(log: Log, tournament: Tournament, number: int, at: int) -> None:
    """Open the matches of a round, those that are not open yet."""
    open_paired_matches(
        log, tournament, WORKERS, at, [round_ for round_ in tournament.rounds if round_.number == number]
    )


def _seat_beside(deps: Dependencies, others: Iterable[Tournament], at: int) -> None:
    """Give free tables of other tournaments of the club to matches that waited for a player of this one."""
    for other in others:
        if other.tables and (seated := seat(with_busy(deps, other))):
            with suppress(VersionConflict):  # then it is asked again
                deps.log.append(other.id, seated, by=WORKERS, at=at, expected=other.version)


def pair_next(deps: Dependencies, tournament: Tournament, at: int) -> int | None:
    """Pair what the format can pair by now. It comes back through the feed, and its matches are opened then.

    The version of the last event that was written, if from that nothing else follows: free tables were given.
    """
    beside = cache(partial(running_beside, deps, tournament))
    following = pair(with_busy(deps, tournament, beside)) if tournament.seed is not None else []
    written = None
    if following:
        # Something newer in its log comes through the feed, and then this is asked again.
        with suppress(VersionConflict):
            written = deps.log.append(tournament.id, following, by=WORKERS, at=at, expected=tournament.version)
    if tournament.tables:
        _seat_beside(deps, beside(), at)
    if tournament.tables and tournament.timetable.times:
        due_seats.remember(deps.client, tournament.id, next_due(tournament, at, DUE))
        return None
    return written.last if written and all(map(_gives_tables, following)) else None


def _gives_tables(event: Event) -> bool:
    """True for an event that gives tables and takes none: it makes room for no match, here or in other tournaments."""
    return isinstance(event, MatchesSeated) and all(table for _, table in event.seats)


def seat_due(deps: Dependencies, at: int) -> None:
    """Give tables to the matches whose time in the timetable has come, also where nothing else happens."""
    for tournament_id in due_seats.claim(deps.client, at):
        tournament = deps.repository.tournament(tournament_id)
        pair_next(deps, tournament, at)
        if not (tournament.tables and tournament.timetable.times):
            due_seats.remember(deps.client, tournament_id, None)
