"""What this process remembers of the log: openings, which never change, and clubs and tournaments, read on from where
it stopped. Forgetting all of it costs time and nothing else.
"""

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

from core import club as clubs
from core import tournament as tournaments
from core.club import Club
from core.errors import Unknown, UnknownStream
from core.events import Event, MatchOpened, TournamentCreated
from core.log import Log
from core.tournament import Tournament

Value = TypeVar("Value")
_KEPT = 5000


class Shelf:
    """Folds of a log that are kept between requests; safe to share between threads."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._openings: _Kept[Event] = _Kept()
        self._clubs: _Kept[Club] = _Kept()
        self._tournaments: _Kept[Tournament] = _Kept()

    def match(self, match: str) -> MatchOpened:
        """How a match was opened. Raises `Unknown`."""
        event = self._opening("match", match)
        if not isinstance(event, MatchOpened):
            raise Unknown("match", match)
        return event

    def tournament_opening(self, tournament: str) -> TournamentCreated:
        """How a tournament was announced. Raises `Unknown`."""
        event = self._opening("tournament", tournament)
        if not isinstance(event, TournamentCreated):
            raise Unknown("tournament", tournament)
        return event

    def club(self, slug: str) -> Club:
        """A club as of now: a key works at once when it is given out, and not a moment longer. Raises `Unknown`."""
        stream = f"c_{slug}"
        kept = self._clubs.get(stream)
        head = self._log.head(stream)
        if head is None:
            raise Unknown("club", slug)
        if kept is None or kept.version != head.version:
            events = self._log.read(stream, after=kept.version) if kept else self._log.read(stream)
            kept = clubs.fold(events, kept)
            self._clubs.put(stream, kept)
        return kept

    def tournament(self, tournament: str) -> Tournament:
        """A tournament as of now. Raises `Unknown`."""
        self.tournament_opening(tournament)
        kept = self._tournaments.get(tournament)
        events = self._log.read(tournament, after=kept.version) if kept else self._log.read(tournament)
        folded = tournaments.fold(tournament, events, kept)
        self._tournaments.put(tournament, folded)
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
