"""A series as a fold of events of the club's log, and the decisions about it."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from core.errors import NotAllowed, NotFound
from core.events import (
    Event,
    SeriesAnnounced,
    SeriesChanged,
    SeriesEnded,
    SeriesReopened,
    SeriesTournamentAdded,
    SeriesTournamentRemoved,
)
from core.messages import say
from core.series.announcement import Announcement, read_announcement, stored_announcement
from core.series.exact import exact_text, read_exact

MOST_SERIES = 100
"""Series of a club."""
MOST_TOURNAMENTS = 60
"""Tournaments of a series."""


class Frozen(NamedTuple):
    """The input of a table that is over: the versions of its tournaments' logs, and the players merged until then."""

    versions: Mapping[str, int]
    merged: Mapping[str, str]


class Series(NamedTuple):
    """A series: its announcement, and its tournaments with their factors, in the order in which they were added."""

    id: str
    announcement: Announcement
    tournaments: Mapping[str, Fraction] = {}
    frozen: Frozen | None = None


AllSeries = Mapping[str, Series]


def apply(known: AllSeries, event: Event, merged: Mapping[str, str]) -> AllSeries | None:
    """The series of a club after an event; `None` if it is none of a series. `merged` are the players merged so far."""
    match event:
        case SeriesAnnounced(series, announcement):
            return {**known, series: Series(series, read_announcement(announcement))}
        case SeriesChanged(series, announcement):
            return {**known, series: known[series]._replace(announcement=read_announcement(announcement))}
        case SeriesTournamentAdded(series, tournament, factor):
            before = known[series]
            counted = {**before.tournaments, tournament: read_exact(factor) or Fraction(factor)}
            return {**known, series: before._replace(tournaments=counted)}
        case SeriesTournamentRemoved(series, tournament):
            before = known[series]
            counted = {each: factor for each, factor in before.tournaments.items() if each != tournament}
            return {**known, series: before._replace(tournaments=counted)}
        case SeriesEnded(series, versions):
            return {**known, series: known[series]._replace(frozen=Frozen(versions, merged))}
        case SeriesReopened(series):
            return {**known, series: known[series]._replace(frozen=None)}
    return None


def series_of(known: AllSeries, series_id: str) -> Series:
    """The series of that id. Raises `NotFound`."""
    if series_id not in known:
        raise NotFound("series", series_id)
    return known[series_id]


# ── decisions ────────────────────────────────────────────────────────────────────────────────────────────────────────
def announce(known: AllSeries, series_id: str, announcement: Announcement) -> list[Event]:
    """Announce a series. Raises `NotAllowed` if the club has too many."""
    if len(known) >= MOST_SERIES:
        raise NotAllowed(say("the club has {most} series, which is the most", most=MOST_SERIES))
    return [SeriesAnnounced(series_id, stored_announcement(announcement))]


def change(known: AllSeries, series_id: str, announcement: Announcement) -> list[Event]:
    """Give a series another announcement. Without a change there is no event. Raises `NotFound`, `NotAllowed`."""
    if _open(known, series_id).announcement == announcement:
        return []
    return [SeriesChanged(series_id, stored_announcement(announcement))]


def add(known: AllSeries, series_id: str, tournament_ids: Sequence[str], factor: Fraction) -> list[Event]:
    """Let tournaments count with a factor, also such as count already with another. Raises `NotFound`, `NotAllowed`.

    The caller checks that they are tournaments of the club.
    """
    counted = _open(known, series_id).tournaments
    new = [tournament_id for tournament_id in dict.fromkeys(tournament_ids) if counted.get(tournament_id) != factor]
    if len({*counted, *new}) > MOST_TOURNAMENTS:
        raise NotAllowed(say("a series has {most} tournaments at most", most=MOST_TOURNAMENTS))
    return [SeriesTournamentAdded(series_id, each, exact_text(factor)) for each in new]


def remove(known: AllSeries, series_id: str, tournament_id: str) -> list[Event]:
    """Take a tournament out. Raises `NotFound`, also for one that does not count, and `NotAllowed`."""
    if tournament_id not in _open(known, series_id).tournaments:
        raise NotFound("tournament", tournament_id)
    return [SeriesTournamentRemoved(series_id, tournament_id)]


def end(known: AllSeries, series_id: str, versions: Mapping[str, int]) -> list[Event]:
    """End a series with its table of these versions of its tournaments. Raises `NotFound`, `NotAllowed`."""
    _open(known, series_id)
    return [SeriesEnded(series_id, versions)]


def reopen(known: AllSeries, series_id: str) -> list[Event]:
    """Open a series again. Raises `NotFound`, and `NotAllowed` if it is open."""
    if series_of(known, series_id).frozen is None:
        raise NotAllowed(say("the series is open"))
    return [SeriesReopened(series_id)]


def _open(known: AllSeries, series_id: str) -> Series:
    series = series_of(known, series_id)
    if series.frozen is not None:
        raise NotAllowed(say("the series has ended: open it again first"))
    return series
