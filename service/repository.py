"""Per-process cache of openings, clubs and tournaments, folded from the log. It can be dropped at any time."""

import threading
import time
from collections import OrderedDict
from contextlib import suppress
from typing import Generic, TypeVar

from core.club.club import Club
from core.club.club import fold as fold_club
from core.errors import NotFound, UnknownStream
from core.eventlog.log import Log
from core.eventlog.newer_version import newer
from core.events import Event, MatchOpened, TournamentCreated
from core.tournament import Tournament
from core.tournament import fold as fold_tournament
from core.tournament.match_opening import opening

Value = TypeVar("Value")
_KEPT = 5000
CACHE_SECONDS = 0.1
"""The time for which a club's keys, and a tournament's word of its matches, are believed without the log: a
process that serves a thousand requests a second asks ten times. So long may a key that was revoked through another
process still work in this one, and a match still be recorded whose result was decided there."""


class Repository:
    """Folds of a log that are kept between requests; safe to share between threads. It reads and never writes."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._openings: LruCache[Event] = LruCache()
        self._clubs: LruCache[tuple[Club, float]] = LruCache()
        self._tournaments: LruCache[tuple[Tournament, float]] = LruCache()

    def match(self, match_id: str) -> MatchOpened:
        """The opening of a match. Raises `NotFound`.

        Of a match that its tournament just paired, and that has no log yet, it is the one that its log will begin with.
        """
        try:
            event = self._opening("match", match_id)
        except NotFound:
            if (paired := self._paired(match_id)) is None:
                raise
            return paired
        if not isinstance(event, MatchOpened):
            raise NotFound("match", match_id)
        return event

    def has_log(self, match_id: str) -> bool:
        """True if the log of a match is open."""
        return self._openings.get(match_id) is not None or self._log.head(match_id) is not None

    def _paired(self, match_id: str) -> MatchOpened | None:
        """Opening of a match by its tournament, if the match has no log yet."""
        tournament_id, of_a_tournament, _ = match_id.partition(".")
        if not of_a_tournament:
            return None
        with suppress(NotFound):
            tournament = self.tournament(tournament_id)
            for round_ in tournament.rounds:
                for pairing in round_.pairings:
                    if pairing.match == match_id and not pairing.is_bye and not round_.draft:
                        return opening(tournament, round_, pairing)
        return None

    def tournament_opening(self, tournament_id: str) -> TournamentCreated:
        """Opening event of a tournament. Raises `NotFound`."""
        event = self._opening("tournament", tournament_id)
        if not isinstance(event, TournamentCreated):
            raise NotFound("tournament", tournament_id)
        return event

    def club(self, slug: str, *, fresh: bool = True) -> Club:
        """A club as of now, or as of a moment ago where that will do. Raises `NotFound`."""
        stream, now = f"c_{slug}", time.monotonic()
        club, looked = self._clubs.get(stream) or (None, 0.0)
        if club and not fresh and now - looked < CACHE_SECONDS:
            return club
        head = self._log.head(stream)
        if head is None:
            raise NotFound("club", slug)
        if club is None or club.version != head.version:
            events = self._log.read(stream, after=club.version) if club else self._log.read(stream)
            club = fold_club(events, club)
        self._clubs.put(stream, (club, now))
        return club

    def tournament(self, tournament_id: str, *, fresh: bool = True) -> Tournament:
        """A tournament as of now, or as of a moment ago where that will do. Raises `NotFound`."""
        self.tournament_opening(tournament_id)
        now = time.monotonic()
        cached, looked = self._tournaments.get(tournament_id) or (None, 0.0)
        if cached and not fresh and now - looked < CACHE_SECONDS:
            return cached
        events = self._log.read(tournament_id, after=cached.version) if cached else self._log.read(tournament_id)
        folded = fold_tournament(tournament_id, events, cached)
        meanwhile = self._tournaments.get(tournament_id)
        if meanwhile and meanwhile[0].version > folded.version:  # another thread has read further
            return meanwhile[0]
        self._tournaments.put(tournament_id, (folded, now))
        return folded

    def _opening(self, kind: str, stream: str) -> Event:
        cached = self._openings.get(stream)
        if cached is None:
            try:
                first = next(self._log.read(stream, limit=1))
            except UnknownStream:
                raise NotFound(kind, stream) from None
            if found := newer(stream, first):
                raise found.error()
            cached = first.event
            self._openings.put(stream, cached)
        return cached


class LruCache(Generic[Value]):
    """The most recently used values, at most so many."""

    def __init__(self) -> None:
        self._values: OrderedDict[str, Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> Value | None:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: str, value: Value) -> None:
        with self._lock:
            self._values[key] = value
            if len(self._values) > _KEPT:
                self._values.popitem(last=False)
