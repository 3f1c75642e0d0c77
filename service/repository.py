"""Per-process cache of openings, clubs and tournaments, folded from the log. It can be dropped at any time.

Readers of a request see names of players as the club lets them (`reading_as`). What is written, and what workers do,
has the names as they were recorded.

A fold is kept with the head up to which it was folded. A store that came back without its last events may have written
others since, under the same versions: their chain does not go on from that head, and the fold is made anew.
"""

import logging
import math
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import replace
from itertools import takewhile
from typing import Generic, NamedTuple, TypeVar

from core.club.club import Club, names_hidden_by
from core.club.club import fold as fold_club
from core.errors import Gone, NotFound, UnknownStream
from core.eventlog.continuation import Continuation, Diverged
from core.eventlog.log import Head, Log
from core.eventlog.newer_version import newer
from core.events import Event, MatchOpened, Recorded, TournamentCreated
from core.names.in_texts import Mask
from core.names.shown_names import ALL, FEEDS, MEMBER, ON_PAPER, PUBLIC, ShownNames, period_of
from core.tournament import Tournament
from core.tournament import fold as fold_tournament
from core.tournament.match_opening import opening
from core.tournament.model.shown_names import (
    event_with_shown_names,
    mask_of,
    opening_with_shown_names,
    with_shown_names,
)
from service.lru_cache import LruCache
from service.store import observed_reads

_log = logging.getLogger(__name__)
Value = TypeVar("Value")
_KEPT = 5000
_KEPT_EARLIER = 20
_LOOKED_BACK = 64
CACHE_SECONDS = 0.1
"""The time for which a club's keys, and a tournament's word of its matches, are believed without the log: a
process that serves a thousand requests a second asks ten times. So long may a key that was revoked through another
process still work in this one, and a match still be recorded whose result was decided there."""

_reading_since: ContextVar[float] = ContextVar("reading_since", default=math.inf)
ReadersOf = Callable[[str], str]
"""The readers of a club, by its short name, to whom the present caller belongs."""
_readers_of: ContextVar[ReadersOf | None] = ContextVar("readers_of", default=None)
_present_alone: ContextVar[bool] = ContextVar("present_alone", default=False)
_names_at_once: ContextVar[bool] = ContextVar("names_at_once", default=True)
_hidden_here: ContextVar[frozenset[str]] = ContextVar("hidden_here", default=frozenset())


def begin_request(*, only_reads: bool) -> None:
    """Begin the answer to a request in this thread. Where it only reads, a log is looked at once for all of it: what
    was seen since it began, by whatever thread, is as good as a look of its own. One that writes looks at each use."""
    _reading_since.set(time.monotonic() if only_reads else math.inf)
    _readers_of.set(None)
    _names_at_once.set(True)
    _hidden_here.set(frozenset())


def show_names_to(readers_of: ReadersOf, *, at_once: bool = True) -> None:
    """From now on read with the names that these readers see, until the request ends.

    `at_once`: a name that was just hidden is. Otherwise that holds a moment later, and the store is asked less.
    """
    _readers_of.set(readers_of)
    _names_at_once.set(at_once)


def hidden_here() -> frozenset[str]:
    """The names that were hidden so far in this request: a part of the key of every answer that is kept for others.

    Those of a club are one text. Readers of whom none is hidden share an answer, and so do those of whom the same are.
    """
    return _hidden_here.get()


@contextmanager
def reading_as(readers_of: ReadersOf | None) -> Iterator[None]:
    """Read with the names that other readers see; `None`: with all names as they were recorded."""
    before = _readers_of.set(readers_of)
    try:
        yield
    finally:
        _readers_of.reset(before)


def reading_as_public() -> AbstractContextManager[None]:
    """Read with the names that everybody may see."""
    return reading_as(lambda _club: PUBLIC)


def reading_on_paper(by_whom: ReadersOf | None = None) -> AbstractContextManager[None]:
    """Read with the names that stand on paper; without `by_whom` of those that the present caller may print."""
    printing = by_whom or _readers_of.get() or (lambda _club: ALL)
    return reading_as(lambda club: ON_PAPER[printing(club)])


def reading_as_feeds() -> AbstractContextManager[None]:
    """Read with the names that feeds, webhooks and calendars have."""
    return reading_as(lambda _club: FEEDS)


@contextmanager
def present_names() -> Iterator[None]:
    """Read with the names by the present settings also where something was over before: for pages about a player."""
    before = _present_alone.set(True)
    try:
        yield
    finally:
        _present_alone.reset(before)


class _Cached(NamedTuple, Generic[Value]):
    """A fold, the head of its log then, and when the log was looked at (monotonic)."""

    value: Value
    head: Head
    looked: float


def reading_as_members() -> AbstractContextManager[None]:
    """Read with the names that all people of a club may see, for files that each of them may have."""
    return reading_as(lambda _club: MEMBER)


class _HiddenNames(NamedTuple):
    """The names that a club hides from some readers, all of them as one text, and the club then."""

    club: Club
    shown: ShownNames
    text: str


class _Shown(NamedTuple):
    """A tournament with the names that some readers see, and what it was made of."""

    state: Tournament
    shown: ShownNames
    whole: Tournament


def _same_names(one: Club, other: Club) -> bool:
    """True if the same names are hidden by two folds of a club."""
    return (
        one.name_settings is other.name_settings
        and one.merged is other.merged
        and one.former_names is other.former_names
        and one.players is other.players
        and one.people is other.people
        and one.groups is other.groups
        and one.series is other.series
    )


class Repository:
    """Folds of a log that are kept between requests; safe to share between threads. It reads and never writes."""

    def __init__(self, log: Log, diverged: Callable[[], None] = lambda: None) -> None:
        """`diverged` is called when a log turns out to have other events than those that were folded."""
        self._log, self._diverged = log, diverged
        self._openings = LruCache[str, Event](_KEPT)
        self._clubs = LruCache[str, _Cached[Club]](_KEPT)
        self._tournaments = LruCache[str, _Cached[Tournament]](_KEPT)
        self._earlier = LruCache[str, _Cached[Tournament]](_KEPT_EARLIER)
        self._shown_names = LruCache[tuple[str, str, int | None], _HiddenNames](_KEPT)
        self._masks = LruCache[tuple[str | None, int], tuple[ShownNames, Tournament | None, Mask]](_KEPT)
        self._with_names = LruCache[tuple[str, int], _Shown](_KEPT)

    def match(self, match_id: str) -> MatchOpened:
        """The opening of a match. Raises `NotFound`.

        Of a match that its tournament just paired, and that has no log yet, it is the one that its log will begin with.
        """
        try:
            event = self._opening("match", match_id)
        except NotFound:
            if (paired := self._paired(match_id)) is None:
                raise
            event = paired
        if not isinstance(event, MatchOpened):
            raise NotFound("match", match_id)
        shown = self.shown_names(event.club, event.tournament)
        if not shown:
            return event
        return opening_with_shown_names(event, shown, self._played_in(event.tournament))

    def _played_in(self, tournament_id: str | None) -> Tournament | None:
        """A tournament with all names, as of a moment ago; `None` of a match that is in none."""
        with reading_as(None), suppress(NotFound, Gone):
            return self.tournament(tournament_id, fresh=False) if tournament_id else None
        return None

    def shown_names(self, slug: str, tournament_id: str | None = None) -> ShownNames:
        """The players of a club whose names the present reader does not see; the same value while nothing changes.

        They are those in a tournament, or else those of the present.
        """
        if (club := self._club_of_names(slug)) is None:
            return {}
        played_in = self._played_in(tournament_id) if club.name_periods else None
        return self._names_hidden_by(club, played_in)

    def _club_of_names(self, slug: str) -> Club | None:
        """The club by which names are hidden from the present reader; `None` for a reader who sees all names."""
        if _readers_of.get() is None:
            return None
        with reading_as(None), suppress(NotFound):  # it may not be restored with its matches
            return self.club(slug, fresh=_names_at_once.get())
        return None

    def _names_hidden_by(self, club: Club, played_in: Tournament | None = None) -> ShownNames:
        readers_of = _readers_of.get()
        if readers_of is None or not club.name_settings:
            return {}
        with reading_as(None):
            readers = readers_of(club.slug)
        if readers == ALL:
            return {}
        is_by_period = club.name_periods and played_in is not None and not _present_alone.get()
        period = period_of(club.name_periods, played_in.over_at) if is_by_period and played_in else None
        key = club.slug, readers, period
        kept = self._shown_names.get(key)
        if kept is None or not _same_names(kept.club, club):
            shown = names_hidden_by(club, readers, period)
            kept = _HiddenNames(club, shown, repr((club.slug, *sorted(shown.items()))))
            self._shown_names.put(key, kept)
        if kept.shown and kept.text not in _hidden_here.get():
            _hidden_here.set(_hidden_here.get() | {kept.text})
        return kept.shown

    def has_log(self, match_id: str) -> bool:
        """True if the log of a match is open."""
        return self._openings.get(match_id) is not None or self._log.head(match_id) is not None

    def _paired(self, match_id: str) -> MatchOpened | None:
        """Opening of a match by its tournament, if the match has no log yet."""
        tournament_id, of_a_tournament, _ = match_id.partition(".")
        if not of_a_tournament:
            return None
        with suppress(NotFound):
            with reading_as(None):
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
        if not (shown := self._names_hidden_by(found)):
            return found
        hidden = (found.players[player] for player in shown if player in found.players)
        renamed = {
            player_registered.player: replace(
                player_registered, name=shown[player_registered.player].of(player_registered.name)
            )
            for player_registered in hidden
        }
        return found._replace(players={**found.players, **renamed})

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
        return self.with_shown_names(found)

    def tournament_then(self, tournament_id: str, until: int) -> Tournament | None:
        """A tournament as it was at that time (Unix ms); `None` if it was announced later. Raises as `tournament`.

        It ends with the last event of that time, as a match's overlay does. A later time goes on from the one before.
        """
        now = self.tournament(tournament_id)
        head = self._log.head(tournament_id)
        version = head and self._version_then(tournament_id, head.version, until)
        if head is None or version is None:
            return None
        kept = self._earlier.get(tournament_id)
        if kept and kept.head.version > version:
            kept = None
        try:
            events = Continuation(self._log, tournament_id, kept and kept.head, head)
        except Diverged:
            kept, events = None, Continuation(self._log, tournament_id, None, head)
        before = takewhile(lambda recorded: recorded.version <= version, events)
        value = fold_tournament(tournament_id, before, kept and kept.value)
        self._earlier.put(tournament_id, _Cached(value, events.head, time.monotonic()))
        return self.with_shown_names(value, of=now)

    def _version_then(self, stream: str, last: int, until: int) -> int | None:
        """The version of the last event of that time or before; events are read from the end, some at a time."""
        end = last + 1
        while end > 0:
            first = max(0, end - _LOOKED_BACK)
            found = [
                recorded.version for recorded in self._log.read(stream, first - 1, end - first) if recorded.at <= until
            ]
            if found:
                return found[-1]
            end = first
        return None

    def mask(self, slug: str, tournament_id: str | None) -> Mask | None:
        """A function that hides names in texts about a tournament from the present reader; `None` if none is hidden."""
        if not (shown := self.shown_names(slug, tournament_id)):
            return None
        played_in = self._played_in(tournament_id)
        key = tournament_id, id(shown)
        kept = self._masks.get(key)
        if kept is None or kept[0] is not shown or kept[1] is not played_in:
            kept = shown, played_in, mask_of(played_in, shown)
            self._masks.put(key, kept)
        return kept[2]

    def shown_events(self, slug: str, tournament_id: str | None, log: Iterable[Recorded]) -> Iterator[Recorded]:
        """Events of a tournament, or of a match, for sentences about them, with the names that the present reader sees.

        What is hashed of them are still the events as they were recorded.
        """
        if (mask := self.mask(slug, tournament_id)) is None:
            return iter(log)
        shown = self.shown_names(slug, tournament_id)
        return (recorded._replace(event=event_with_shown_names(recorded.event, shown, mask)) for recorded in log)

    def with_shown_names(self, whole: Tournament, *, of: Tournament | None = None) -> Tournament:
        """A tournament with the names that the present reader sees: one value for all of these readers.

        `of` is the tournament as it is now, where `whole` is an earlier state of it.
        """
        club = self._club_of_names(whole.created.club)
        if club is None or not (shown := self._names_hidden_by(club, of or whole)):
            return whole
        key = whole.id, id(shown)
        kept = self._with_names.get(key)
        if kept is None or kept.shown is not shown or kept.whole is not whole:
            kept = _Shown(with_shown_names(whole, shown), shown, whole)
            self._with_names.put(key, kept)
        return kept.state

    def tournaments(self, tournament_ids: Iterable[str]) -> Iterator[Tournament]:
        """These tournaments in their order, as of a moment ago, without deleted ones. Raises `NotFound`."""
        for tournament_id in tournament_ids:
            with suppress(Gone):
                yield self.tournament(tournament_id, fresh=False)

    def clear(self) -> None:
        """Read everything again at its next use."""
        for kept in (self._openings, self._clubs, self._tournaments, self._earlier):
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
