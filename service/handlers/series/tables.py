"""Use case of a series for a reader: its table, computed from the kept results of its tournaments."""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import NamedTuple
from weakref import WeakKeyDictionary

from core.club.club import Club
from core.errors import NotFound
from core.series.result import TournamentResult
from core.series.series import Series
from core.series.table import Table, table
from service.auth.authorization import Principal, authorize
from service.bootstrap import Dependencies
from service.handlers.series.results import heads, results
from service.lru_cache import LruCache
from service.repository import Repository, hidden_here

MOST_CELLS = 200_000
"""Cells of the tables that a process keeps of all clubs together."""

_Tables = LruCache[tuple[str, str, bool, Hashable], tuple[Hashable, Table]]
_kept: WeakKeyDictionary[Repository, _Tables] = WeakKeyDictionary()


def _size(kept: tuple[Hashable, Table]) -> int:
    return 1 + len(kept[1].rows) * (1 + len(kept[1].evenings))


class ClubSeries(NamedTuple):
    """A series of a club for a reader, with its table; `inside` are the club's people.

    `hidden` are the tournaments that are not published: others than the club's people have a table without them.
    `changed` are tournaments whose log has gone on since the series ended.
    """

    club: Club
    series: Series
    table: Table
    inside: bool
    hidden: tuple[str, ...]
    changed: tuple[str, ...]


def visible(deps: Dependencies, principal: Principal | None, slug: str) -> tuple[Club, list[Series], bool]:
    """The club, its series that the caller may read, the newest first, and if the caller is one of its people.

    Raises as `authorize` if there is none for others than these.
    """
    try:
        club = deps.repository.club(slug)
    except NotFound:
        authorize(principal, "viewer", slug)
        raise
    found, inside = of_reader(principal, club)
    if not found:
        authorize(principal, "viewer", slug)
    return club, found, inside


def of_reader(principal: Principal | None, club: Club) -> tuple[list[Series], bool]:
    """The series of a club that the caller may read, the newest first, and if the caller is one of its people."""
    inside = _is_inside(principal, club.slug)
    return [series for series in club.series.values() if inside or series.announcement.public][::-1], inside


def readable(deps: Dependencies, principal: Principal | None, slug: str, series_id: str) -> tuple[Club, Series, bool]:
    """A series that the caller may read: of the club's people, or public. Raises as `authorize`, and `NotFound`."""
    club, found, inside = visible(deps, principal, slug)
    for each in found:
        if each.id == series_id:
            return club, each, inside
    authorize(principal, "viewer", slug)
    raise NotFound("series", series_id)


def of_club(deps: Dependencies, principal: Principal | None, slug: str, series_id: str) -> ClubSeries:
    """A series with its table. Raises as `readable`."""
    return shown(deps, *readable(deps, principal, slug, series_id))


def shown(deps: Dependencies, club: Club, series: Series, inside: bool) -> ClubSeries:
    """A series of a club with its table as the club's people or others see it."""
    present = heads(deps, list(series.tournaments))
    frozen = series.frozen.versions if series.frozen else present
    wanted = {each: version for each, version in frozen.items() if each in present}
    counted = results(deps, club.slug, wanted)
    hidden = tuple(tournament_result.tournament for tournament_result in counted if not tournament_result.published)
    changed = tuple(each for each, version in wanted.items() if present[each] != version)
    seen = [tournament_result for tournament_result in counted if inside or tournament_result.published]
    return ClubSeries(club, series, _table(deps, club, series, seen, inside), inside, hidden, changed)


def with_tournaments(deps: Dependencies, club: Club, series: Series, factors: Mapping[str, Fraction]) -> Table:
    """The table that an open series would have with these tournaments, as the club's people see it."""
    counted = results(deps, club.slug, heads(deps, list(factors)))
    return _made(club, series._replace(tournaments=factors), counted)


def _table(deps: Dependencies, club: Club, series: Series, counted: list[TournamentResult], inside: bool) -> Table:
    """The table, kept until the club's log or one of the tournaments' goes on."""
    key = (
        club.version,
        tuple((tournament_result.tournament, tournament_result.version) for tournament_result in counted),
    )
    tables = _kept.setdefault(deps.repository, _Tables(MOST_CELLS, _size))
    readers = (club.slug, series.id, inside, hidden_here())
    kept = tables.get(readers)
    if kept is None or kept[0] != key:
        kept = key, _made(club, series, counted)
        tables.put(readers, kept)
    return kept[1]


def _made(club: Club, series: Series, counted: list[TournamentResult]) -> Table:
    merged = series.frozen.merged if series.frozen else club.merged
    return table(
        series.announcement,
        [(tournament_result, series.tournaments[tournament_result.tournament]) for tournament_result in counted],
        club.groups,
        lambda player: merged.get(player, player),
        lambda player: club.players[present].name if (present := club.present_id(player)) in club.players else None,
    )


def _is_inside(principal: Principal | None, slug: str) -> bool:
    return principal is not None and principal.scope is None and principal.club in (slug, None)


def forget(repository: Repository) -> None:
    """Forget what is kept beside a repository."""
    _kept.pop(repository, None)
