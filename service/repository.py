"""Per-process cache of openings, clubs and tournaments, folded from the log. It can be dropped at any time.

A fold is kept with the head up to which it was folded. A store that came back without its last events may have written
others since, under the same versions: their chain does not go on from that head, and the fold is made anew.
"""

import logging
import math
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from contextvars import ContextVar
from typing import Generic, NamedTuple, TypeVar

from core.club.club import Club
from core.club.club import fold as fold_club
from core.errors import Gone, NotFound, UnknownStream
from core.eventlog.continuation import Continuation, Diverged
from core.eventlog.log import Head, Log
from core.eventlog.newer_version import newer
from core.events import Event, MatchOpened, Recorded, TournamentCreated
from core.tournament import Tournament
from core.tournament import fold as fold_tournament
from core.tournament.match_opening import opening
from service.lru_cache import LruCache
from service.store import observed_reads

_log = logging.getLogger(__name__)
Value = TypeVar("Value")
_KEPT = 5000
CACHE_SECONDS = 0.1
"""The time for which a club's keys, and a tournament's word of its matches, are believed without the log: a
process that serves a thousand requests a second asks ten times. So long may a key that was revoked through another
process still work in this one, and a match still be recorded whose result was decided there."""

_reading_since: ContextVar[float] = ContextVar("reading_since", default=math.inf)


def begin_request(*, only_reads: bool) -> None:
    """Begin the answer to a request in this thread. Where it only reads, a log is looked at once for all of it: what
    was seen since it began, by whatever thread, is as good as a look of its own. One that writes looks at each use."""
    _reading_since.set(time.monotonic() if only_reads else math.inf)


class _Cached(NamedTuple, Generic[Value]):
    """A fold, the head of its log then, and when the log was looked at (monotonic)."""

    value: Value
    head: Head
    looked: float


class Repository:
    """Folds of a log that are kept between requests; safe to share between threads. It reads and never writes."""

    def __init__(self, log: Log, diverged: Callable[[], None] = lambda: None) -> None:
        """`diverged` is called when a log turns out to have other events than those that were folded."""
        self._log, self._diverged = log, diverged
        self._openings = LruCache[str, Event](_KEPT)
        self._clubs = LruCache[str, _Cached[Club]](_KEPT)
        self._tournaments = LruCache[str, _Cached[Tournament]](_KEPT)

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

        def fold(events: Iterable[Recorded], before: Club | None) -> Club:
            return fold_club(events, before)

        found = self._folded(self._clubs, f"c_{slug}", fold, fresh=fresh)
        if found is None:
            raise NotFound("club", slug)
        return found

    def tournament(self, tournament_id: str, *, fresh: bool = True) -> Tournament:
        """A tournament as of now, or as of a moment ago where that will do. Raises `NotFound`, `Gone` if deleted."""

        def fold(events: Iterable[Recorded], before: Tournament | None) -> Tournament:
            return fold_tournament(tournament_id, events, before)

        self.tournament_opening(tournament_id)
        found = self._folded(self._tournaments, tournament_id, fold, fresh=fresh)
        if found is None:
            raise NotFound("tournament", tournament_id)
        if found.deleted:
            raise Gone(tournament_id, public=found.created.published)
        return found

    def tournaments(self, tournament_ids: Iterable[str]) -> Iterator[Tournament]:
        """These tournaments in their order, as of a moment ago, without deleted ones. Raises `NotFound`."""
        for each in tournament_ids:
            with suppress(Gone):
                yield self.tournament(each, fresh=False)

    def clear(self) -> None:
        """Read everything again at its next use."""
        for kept in (self._openings, self._clubs, self._tournaments):
            kept.clear()

    def forget_openings(self) -> None:
        """Read every opening again at its next use: the store may have come back without some, and has others since."""
        self._openings.clear()

    def _folded(
        self,
        kept_values: LruCache[str, _Cached[Value]],
        stream: str,
        fold: Callable[[Iterable[Recorded], Value | None], Value],
        *,
        fresh: bool,
    ) -> Value | None:
        """The fold of a stream, read on from where it was kept; `None` if there is no such stream."""
        now, kept = time.monotonic(), kept_values.get(stream)
        if kept and (kept.looked >= _reading_since.get() or (not fresh and now - kept.looked < CACHE_SECONDS)):
            observed_reads.used_head(stream, kept.head)
            return kept.value
        head = self._log.head(stream)
        if head is None:
            return None
        if kept and kept.head == head:
            observed_reads.used_head(stream, head)
            kept_values.put(stream, kept._replace(looked=now))
            return kept.value
        try:
            events = Continuation(self._log, stream, kept and kept.head, head)
            value = fold(events, kept and kept.value)
        except Diverged:
            _log.warning("%s has other events than it had: it is read anew", stream)
            self.forget_openings()
            self._diverged()
            events = Continuation(self._log, stream, None, head)
            value = fold(events, None)
        meanwhile = kept_values.get(stream)
        if meanwhile and meanwhile is not kept and meanwhile.head.version > events.head.version:
            observed_reads.used_head(stream, meanwhile.head)
            return meanwhile.value  # another thread has read further
        observed_reads.used_head(stream, events.head)
        kept_values.put(stream, _Cached(value, events.head, now))
        return value

    def _opening(self, kind: str, stream: str) -> Event:
        cached = self._openings.get(stream)
        if cached is None:
            try:
                # An address of nothing is made up easily: its answer costs the store one question.
                if self._log.head(stream) is None:
                    raise UnknownStream(stream)
                first = next(self._log.read(stream, limit=1))
            except UnknownStream:
                raise NotFound(kind, stream) from None
            if found := newer(stream, first):
                raise found.error()
            cached = first.event
            self._openings.put(stream, cached)
        return cached
