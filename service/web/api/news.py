"""News of clubs, tournaments and series: pages, lines and live streams of the same items."""

import json
from collections.abc import Sequence

from flask import Response, request
from flask_smorest import Blueprint

from schemas.dump import dump_all, list_json
from schemas.feeds.news import NewsPage, NewsView
from service.exports.atom import MEDIA as ATOM
from service.exports.atom import MOST_ENTRIES, Entry, Feed, atom
from service.handlers import news
from service.handlers.news import NewsFeed, ShownNews
from service.handlers.series import news as season
from service.web.hall_address import shared_base
from service.web.http.query_params import AFTER_NEWS, SPOKEN
from service.web.http.request_body import JSON, NDJSON
from service.web.http.request_headers import last_event_id
from service.web.http.saved_file import saved_file
from service.web.live_streams import EVENT_STREAM, live_stream
from service.web.openapi.description import LINES, NEWS_SENT
from service.web.openapi.operation import Answer, Call, address, link_next, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("news", __name__, url_prefix="/v1", description="News of clubs and tournaments, live or in pages")

_FORMS = [JSON, NDJSON, EVENT_STREAM]
_MEDIA = {200: {NDJSON: LINES, EVENT_STREAM: NEWS_SENT}}
_CLUB = Requirements("viewer", query=AFTER_NEWS, resumes=True)
_TOURNAMENT = Requirements("viewer", query=AFTER_NEWS, published=True, resumes=True)


@operation(blueprint, "listClubNews", "GET", "/clubs/<club:club>/news", _CLUB, {200: NewsPage}, media=_MEDIA)
def club_news(call: Call, club: str) -> Answer | Response:
    """The news of all tournaments of a club, the oldest first: rounds, matches, results, players, beginning and end.

    `Accept` chooses the form: a page of JSON, a page of lines (`application/x-ndjson`), or a live stream
    (`text/event-stream`) of `event: news`. Each item has an `id`, its number in the club. `after`, or `Last-Event-ID`,
    is the last id that you have: only later items come. The club keeps its newest 10,000 items or a few more. A drafted
    round is no news before it is published.
    """
    return _shown(call, news.of_club(call.deps, call.principal, club))


@operation(
    blueprint,
    "listTournamentNews",
    "GET",
    "/tournaments/<tournament:tournament>/news",
    _TOURNAMENT,
    {200: NewsPage},
    media=_MEDIA,
)
def tournament_news(call: Call, tournament: str) -> Answer | Response:
    """The news of a tournament, in the same forms and with the same ids as those of its club."""
    return _shown(call, news.of_tournament(call.deps, call.principal, tournament))


@operation(
    blueprint,
    "listSeriesNews",
    "GET",
    "/clubs/<club:club>/series/<series:series>/news",
    Requirements("viewer", query=AFTER_NEWS, public_list=True, resumes=True),
    {200: NewsPage},
    media={200: {NDJSON: LINES}},
)
def series_news(call: Call, club: str, series: str) -> Answer | Response:
    """The news of a series as a page of JSON or of lines, with the same ids as those of its club.

    Of a public series, others than the club's people are told nothing of tournaments that are not published. The live
    stream of the club has them, too.
    """
    after, limit = _after(call)
    news = season.of_series(call.deps, call.principal, club, series, after, limit)
    form = request.accept_mimetypes.best_match([JSON, NDJSON], default=JSON)
    return _page(form, news.items, news.more, limit)


@operation(
    blueprint,
    "exportSeriesFeed",
    "GET",
    "/clubs/<club:club>/series/<series:series>/feed.atom",
    Requirements("viewer", query=SPOKEN, public_list=True),
    {200: None},
    media={200: {ATOM: {"type": "string", "description": "A feed (RFC 4287)."}}},
)
def series_feed(call: Call, club: str, series: str) -> Response:
    """The newest news of a series for a feed reader."""
    series_news = season.newest(call.deps, call.principal, club, series, MOST_ENTRIES)
    base = shared_base()
    entries = [Entry(item.id, item.item.at, item.text, f"{base}{item.links.page[1:]}") for item in series_news.items]
    feed = Feed(f"{club}:{series}", series_news.name, f"{base}clubs/{club}/series/{series}")
    data = atom(feed, entries, call.query["lang"])
    return saved_file(data, ATOM, f"{club}-{series}.atom", inline=True)


def _after(call: Call) -> tuple[int, int]:
    """The last item that a client has, and the items that a page has at most."""
    after = last_event_id(request.headers)
    return call.query["after"] if after is None else after.version, call.query["limit"]


def _shown(call: Call, feed: NewsFeed) -> Answer | Response:
    form = request.accept_mimetypes.best_match(_FORMS, default=JSON)
    if form == EVENT_STREAM:
        return live_stream(call, "news", feed.stream, feed.club)
    after, limit = _after(call)
    items, more = feed.page(call.deps, after, limit)
    return _page(form, items, more, limit)


def _page(form: str, items: Sequence[ShownNews], more: int | None, limit: int) -> Answer | Response:
    following = None if more is None else address({"after": more, "limit": limit})
    if form == JSON:
        return Answer(
            {**list_json(NewsPage, items), "next": following}, headers={"Vary": "Accept", **link_next(following)}
        )
    lines = (f"{json.dumps(each, ensure_ascii=False, separators=(',', ':'))}\n" for each in dump_all(NewsView)(items))
    response = Response("".join(lines), mimetype=NDJSON)
    response.headers.extend({"Cache-Control": "private, no-cache", "Vary": "Accept", **link_next(following)})
    return response
