"""News of clubs and tournaments: pages, lines and live streams of the same items."""

import json

from flask import Response, request
from flask_smorest import Blueprint

from schemas.dump import dump_all, list_json
from schemas.feeds.news import NewsPage, NewsView
from service.handlers import news
from service.handlers.news import NewsFeed
from service.web.http.query_params import AFTER_NEWS
from service.web.http.request_body import JSON, NDJSON
from service.web.http.request_headers import last_event_id
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


def _shown(call: Call, feed: NewsFeed) -> Answer | Response:
    form = request.accept_mimetypes.best_match(_FORMS, default=JSON)
    if form == EVENT_STREAM:
        return live_stream(call, "news", feed.stream, feed.club)
    after = last_event_id(request.headers)
    query = call.query
    items, more = feed.page(call.deps.client, query["after"] if after is None else after.version, query["limit"])
    following = None if more is None else address({"after": more, "limit": query["limit"]})
    if form == JSON:
        return Answer(
            {**list_json(NewsPage, items), "next": following}, headers={"Vary": "Accept", **link_next(following)}
        )
    lines = (f"{json.dumps(each, ensure_ascii=False, separators=(',', ':'))}\n" for each in dump_all(NewsView)(items))
    response = Response("".join(lines), mimetype=NDJSON)
    response.headers.extend({"Cache-Control": "private, no-cache", "Vary": "Accept", **link_next(following)})
    return response
