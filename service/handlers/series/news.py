"""Use cases of the news of a series: a page of them, and the newest."""

from collections.abc import Sequence
from typing import NamedTuple

from service.auth.authorization import Principal
from service.bootstrap import Dependencies
from service.handlers.news import ShownNews, shown_news
from service.handlers.series.tables import readable
from service.store.read_models.club import news
from service.store.read_models.club.news import StoredItem


class SeriesNews(NamedTuple):
    """News of a series as its reader may see them, its name, and the last item that was looked at, if more follow."""

    name: str
    items: Sequence[ShownNews]
    more: int | None = None


def of_series(
    deps: Dependencies, principal: Principal | None, slug: str, series_id: str, after: int, limit: int
) -> SeriesNews:
    """The next items of a series after a number, for all who may read it. Raises as `readable`.

    Others than the club's people are tournament_ids nothing of tournaments that are not published.
    """
    club, series, inside = readable(deps, principal, slug, series_id)
    found, more = news.page(deps.client, club.slug, after, limit, series_id)
    return SeriesNews(series.announcement.name, _seen(deps, club.slug, found, inside=inside), more)


def newest(deps: Dependencies, principal: Principal | None, slug: str, series_id: str, count: int) -> SeriesNews:
    """The newest items of a series, the newest first. Raises as `readable`."""
    club, series, inside = readable(deps, principal, slug, series_id)
    found = news.newest(deps.client, club.slug, series_id, count)
    return SeriesNews(series.announcement.name, _seen(deps, club.slug, found, inside=inside))


def _seen(deps: Dependencies, slug: str, stored: Sequence[StoredItem], *, inside: bool) -> list[ShownNews]:
    items = [shown_news(deps, slug, stored_item) for stored_item in stored]
    if inside:
        return items
    tournament_ids = {item.item.tournament_id for item in items if item.item.tournament_id}
    published = {
        tournament.id for tournament in deps.repository.tournaments(tournament_ids) if tournament.created.published
    }
    return [item for item in items if not item.item.tournament_id or item.item.tournament_id in published]
