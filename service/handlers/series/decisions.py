"""Use cases that change a series: announced, changed, tournaments added and taken out, ended, opened again."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from core.club.club import Club
from core.errors import Invalid
from core.events import Event, SeriesAnnounced
from core.messages import say
from core.series import series as decisions
from core.series.announcement import Announcement
from core.series.following import Moved, moved
from core.series.series import AllSeries, Series, series_of
from core.tournament.formats import format_of
from service.auth.authorization import authorize
from service.bootstrap import Dependencies
from service.handlers.club.members import change_club
from service.handlers.registration.participation import every_tournament
from service.handlers.request import Request
from service.handlers.series.results import heads
from service.handlers.series.tables import with_tournaments


class ChangedSeries(NamedTuple):
    """A series after a change, or as it would be, and the players whose rank or points differ by it."""

    series: Series
    moved: Sequence[Moved]


def announce(request: Request, slug: str, announcement: Announcement) -> Series:
    """Announce a series. Raises `NotAllowed` if there are too many, `Invalid` for guests that are not on the list."""
    by = authorize(request.principal, "organiser", slug).name
    series_id = request.deps.new_id("s", f"{slug}/series", request.key)

    def deciding(club: Club) -> Sequence[Event]:
        _ensure_guests(club, announcement)
        return decisions.announce(club.series, series_id, announcement)

    changed = change_club(request, slug, by, deciding)
    announced = changed.events[-1]
    assert isinstance(announced, SeriesAnnounced), "it alone is written"
    return changed.club.series[announced.series]


def change(
    request: Request, slug: str, series_id: str, announcement: Announcement, *, dry_run: bool = False
) -> ChangedSeries:
    """Give a series another announcement. With `dry_run` nothing is written. Raises as `announce`, and `NotFound`."""

    def deciding(club: Club) -> Sequence[Event]:
        _ensure_guests(club, announcement)
        return decisions.change(club.series, series_id, announcement)

    return _changed(request, slug, series_id, deciding, dry_run=dry_run)


def add(
    request: Request, slug: str, series_id: str, tournament_ids: Sequence[str], factor: Fraction, *, dry_run: bool
) -> ChangedSeries:
    """Let tournaments of the club count. With `dry_run` nothing is written.

    Raises `Invalid` for one that is not the club's, or is one of teams; `NotFound`, `NotAllowed`.
    """
    authorize(request.principal, "organiser", slug)
    _ensure_ours(request.deps, slug, tournament_ids)
    return _changed(
        request,
        slug,
        series_id,
        lambda club: decisions.add(club.series, series_id, tournament_ids, factor),
        dry_run=dry_run,
    )


def remove(request: Request, slug: str, series_id: str, tournament_id: str, *, dry_run: bool) -> ChangedSeries:
    """Take a tournament out. With `dry_run` nothing is written. Raises `NotFound`, `NotAllowed`."""
    return _changed(
        request,
        slug,
        series_id,
        lambda club: decisions.remove(club.series, series_id, tournament_id),
        dry_run=dry_run,
    )


def end(request: Request, slug: str, series_id: str) -> Series:
    """End a series: its table stays that of the present logs. Raises `NotFound`, `NotAllowed`."""
    by = authorize(request.principal, "organiser", slug).name

    def deciding(club: Club) -> Sequence[Event]:
        counted = series_of(club.series, series_id).tournaments
        return decisions.end(club.series, series_id, heads(request.deps, list(counted)))

    return change_club(request, slug, by, deciding).club.series[series_id]


def reopen(request: Request, slug: str, series_id: str) -> Series:
    """Open a series again. Raises `NotFound`, `NotAllowed`."""
    by = authorize(request.principal, "organiser", slug).name
    changed = change_club(request, slug, by, lambda club: decisions.reopen(club.series, series_id))
    return changed.club.series[series_id]


def _changed(
    request: Request, slug: str, series_id: str, deciding: Callable[[Club], Sequence[Event]], *, dry_run: bool
) -> ChangedSeries:
    by = authorize(request.principal, "organiser", slug).name
    before = request.deps.repository.club(slug)
    if dry_run:
        after = _as_after(before, deciding(before))
    else:
        after = change_club(request, slug, by, deciding).club.series
    old, new = series_of(before.series, series_id), series_of(after, series_id)
    tables = (with_tournaments(request.deps, before, series, series.tournaments) for series in (old, new))
    return ChangedSeries(new, moved(*tables))


def _as_after(club: Club, events: Sequence[Event]) -> AllSeries:
    known: AllSeries = club.series
    for event in events:
        known = decisions.apply(known, event, club.merged) or known
    return known


def _ensure_guests(club: Club, announcement: Announcement) -> None:
    wrong = {
        f"guests.{place}": [say("the club has no player {player_id}", player_id=guest)]
        for place, guest in enumerate(announcement.guests)
        if club.present_id(guest) not in club.players
    }
    if wrong:
        raise Invalid(wrong)


def _ensure_ours(deps: Dependencies, slug: str, tournament_ids: Sequence[str]) -> None:
    known = set(every_tournament(deps, slug))
    wrong = {}
    for place, tournament_id in enumerate(tournament_ids):
        if tournament_id not in known:
            problem = say("the club has no tournament {tournament_id}", tournament_id=tournament_id)
        elif format_of(deps.repository.tournament_opening(tournament_id).format).teams:
            problem = say("a tournament of teams has no places of players, and cannot count")
        else:
            continue
        wrong[f"tournaments.{place}"] = [problem]
    if wrong:
        raise Invalid(wrong)
