"""What this process remembers of the log: openings, which never change, and clubs and tournaments, read on from where
it stopped. Forgetting all of it costs time and nothing else.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

from core import club as clubs
from core import tournament as tournaments
from core.club import Club
from core.errors import Unknown, UnknownStream
from core.events import Event, MatchOpened, TournamentCreated
from core.log import Log
from core.tournament import Tournament
from service.openings import BY, open_matches

Value = TypeVar("Value")
_KEPT = 5000
MOMENT_SECONDS = 0.1
"""How long a club's keys, and what a tournament says of its matches, are believed without asking the log again: a
process that serves a thousand requests a second asks ten times. So long may a key that was revoked through another
process still work in this one, and a match still be recorded whose result was decided there."""


class Shelf:
    """Folds of a log that are kept between requests; safe to share between threads."""

    def __init__(self, log: Log, clock: Callable[[], int]) -> None:
        self._log, self._clock = log, clock
        self._openings: _Kept[Event] = _Kept()
        self._clubs: _Kept[tuple[Club, float]] = _Kept()
        self._tournaments: _Kept[tuple[Tournament, float]] = _Kept()

    def match(self, match: str) -> MatchOpened:
        """How a match was opened. Raises `Unknown`.

        One that its tournament paired this moment, and whose log nobody has opened yet, is opened: who reads of a match
        may play it.
        """
        try:
            event = self._opening("match", match)
        except Unknown:
            if not self._was_paired(match):
                raise
            event = self._opening("match", match)
        if not isinstance(event, MatchOpened):
            raise Unknown("match", match)
        return event

    def _was_paired(self, match: str) -> bool:
        """Whether a tournament plays this match, which is open then."""
        tournament, of_a_tournament, _ = match.partition(".")
        if not of_a_tournament:
            return False
        with suppress(Unknown):
            paired = self.tournament(tournament)
            rounds = [each for each in paired.rounds if any(match == pairing.match for pairing in each.pairings)]
            open_matches(self._log, paired, BY, self._clock(), rounds)
            return bool(rounds) and self._log.head(match) is not None
        return False

    def tournament_opening(self, tournament: str) -> TournamentCreated:
        """How a tournament was announced. Raises `Unknown`."""
        event = self._opening("tournament", tournament)
        if not isinstance(event, TournamentCreated):
            raise Unknown("tournament", tournament)
        return event

    def club(self, slug: str, *, fresh: bool = True) -> Club:
        """A club as of now, or as of a moment ago where that will do. Raises `Unknown`."""
        stream, now = f"c_{slug}", time.monotonic()
        club, looked = self._clubs.get(stream) or (None, 0.0)
        if club and not fresh and now - looked < MOMENT_SECONDS:
            return club
        head = self._log.head(stream)
        if head is None:
            raise Unknown("club", slug)
        if club is None or club.version != head.version:
            events = self._log.read(stream, after=club.version) if club else self._log.read(stream)
            club = clubs.fold(events, club)
        self._clubs.put(stream, (club, now))
        return club

    def tournament(self, tournament: str, *, fresh: bool = True) -> Tournament:
        """A tournament as of now, or as of a moment ago where that will do. Raises `Unknown`."""
        self.tournament_opening(tournament)
        now = time.monotonic()
        kept, looked = self._tournaments.get(tournament) or (None, 0.0)
        if kept and not fresh and now - looked < MOMENT_SECONDS:
            return kept
        events = self._log.read(tournament, after=kept.version) if kept else self._log.read(tournament)
        folded = tournaments.fold(tournament, events, kept)
        meanwhile = self._tournaments.get(tournament)
        if meanwhile and meanwhile[0].version > folded.version:  # another thread has read further
            return meanwhile[0]
        self._tournaments.put(tournament, (folded, now))
        return folded

    def _opening(self, kind: str, stream: str) -> Event:
        kept = self._openings.get(stream)
        if kept is None:
            try:
                kept = next(self._log.read(stream, limit=1)).event
            except UnknownStream:
                raise Unknown(kind, stream) from None
            self._openings.put(stream, kept)
        return kept


class _Kept(Generic[Value]):
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
