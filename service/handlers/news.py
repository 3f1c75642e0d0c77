"""Use cases of news: a page of those of a club or of a tournament."""

from collections.abc import Mapping
from typing import NamedTuple

from redis import Redis

from core.tournament.model.shown_names import masked
from core.tournament.views.news import NewsItem
from schemas.feeds.news import from_stored
from service.auth.authorization import Principal, authorize, authorize_read, tournament_opening
from service.bootstrap import Dependencies
from service.repository import reading_as_feeds
from service.store.read_models.club import news
from service.store.read_models.club.news import StoredItem
from service.translations import OFFERED, translated


class Links(NamedTuple):
    """Addresses on this service: for people and for programs."""

    page: str
    data: str


class ShownNews(NamedTuple):
    """An item as a feed shows it: its number in the club, and its sentence by language."""

    id: int
    club: str
    item: NewsItem
    text: Mapping[str, str]
    links: Links

    @property
    def explanation(self) -> str:
        """The sentence, a message."""
        return self.item.explanation


class NewsFeed(NamedTuple):
    """A feed: of a club, or of one of its tournaments. `stream` is the log whose readers may read it."""

    club: str
    tournament_id: str | None = None

    @property
    def stream(self) -> str:
        """The club's or the tournament's log."""
        return self.tournament_id or f"c_{self.club}"

    def page(self, deps: Dependencies, after: int, limit: int) -> tuple[list[ShownNews], int | None]:
        """The next items after a number, and the number after which more follow, if so."""
        found, more = news.page(deps.client, self.club, after, limit, self.tournament_id)
        return [shown_news(deps, self.club, stored_item) for stored_item in found], more

    def last(self, client: Redis) -> int:
        """The number of the newest item; 0 without any."""
        return news.last(client, self.club, self.tournament_id)


def of_club(deps: Dependencies, principal: Principal | None, slug: str) -> NewsFeed:
    """The feed of a club, for its people. Raises as `authorize`, and `NotFound`."""
    authorize(principal, "viewer", slug)
    deps.repository.club(slug)
    return NewsFeed(slug)


def forget_tournament(deps: Dependencies, slug: str, tournament_id: str) -> None:
    """Take a deleted tournament out of the feeds of its club: its own, and those of series in which it counted."""
    news.forget(deps.client, slug, tournament_id)
    for series_id in deps.repository.club(slug).series:
        stored = news.newest(deps.client, slug, series_id, news.KEPT)
        about = [
            stored_item.number for stored_item in stored if from_stored(stored_item.text).tournament_id == tournament_id
        ]
        news.forget_items(deps.client, slug, series_id, about)


def of_tournament(deps: Dependencies, principal: Principal | None, tournament_id: str) -> NewsFeed:
    """The feed of a tournament, for all who may read it. Raises as `authorize_read`, and `NotFound`."""
    club = tournament_opening(deps, principal, tournament_id).club
    authorize_read(deps, principal, club, tournament_id, ("tournament", tournament_id))
    deps.repository.tournament(tournament_id)
    return NewsFeed(club, tournament_id)


def shown_news(deps: Dependencies, club: str, stored: StoredItem) -> ShownNews:
    """An item of a club as its feeds show it to all readers: with the names that feeds have."""
    item = from_stored(stored.text)
    with reading_as_feeds():
        mask = deps.repository.mask(club, item.tournament_id)
    if mask is not None:
        item = item._replace(explanation=masked(item.explanation, mask))
    path = f"/matches/{item.match_id}" if item.match_id else f"/tournaments/{item.tournament_id}"
    path = f"/clubs/{club}/series/{item.series_id}" if item.series_id else path
    text = {language: str(translated(item.explanation, language)) for language in OFFERED}
    return ShownNews(stored.number, club, item, text, Links(path, f"/v1{path}"))
