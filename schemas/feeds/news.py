"""News: as they are stored, and as feeds show them."""

import json
from typing import Any

from marshmallow import Schema, fields
from marshmallow.validate import OneOf

from core.messages import explanation_of
from core.series.news import SERIES_NEWS_KINDS
from core.tournament.views.news import NEWS_KINDS, NewsItem
from schemas.dump import dumper
from schemas.fields import Strict
from schemas.messages import message
from schemas.views.base import integer, listed, maybe_integer, maybe_text, moment, one, text

ALL_NEWS_KINDS = (*NEWS_KINDS, *SERIES_NEWS_KINDS)


class _StoredNews(Schema):
    """An item as it is stored."""

    kind = text()
    explanation = text()
    message = message()
    tournament_id = text()
    tournament_name = text()
    stream = text()
    version = integer()
    at = integer()
    round = maybe_integer()
    match_id = maybe_text()
    player_id = maybe_text()
    series_id = maybe_text()
    series_name = maybe_text()


def stored_text(item: NewsItem) -> str:
    """The text as which an item is stored."""
    return json.dumps(dumper(_StoredNews)(item), ensure_ascii=False, separators=(",", ":"))


def from_stored(stored: str) -> NewsItem:
    """The item of a stored text, with its sentence in the present wording. Older ones know of no series."""
    data: dict[str, Any] = json.loads(stored)
    explanation = explanation_of(data)
    return NewsItem(**{name: value for name, value in data.items() if name != "message"} | {"explanation": explanation})


# ── as feeds show them ───────────────────────────────────────────────────────────────────────────────────────────────
class NewsLinks(Strict):
    """Addresses on this service where there is more about an item."""

    page = text(description="For people.", example="/matches/t_k3wq2d7xk2.3")
    data = text(description="For programs.", example="/v1/matches/t_k3wq2d7xk2.3")


class NewsView(Strict):
    """One piece of news about a tournament of a club. `id` is its number among the news of the club."""

    id = integer(example=17)
    time = moment(attribute="item.at", description="When it happened.")
    kind = fields.String(attribute="item.kind", required=True, validate=OneOf(ALL_NEWS_KINDS))
    club = text()
    tournament = fields.String(
        attribute="item.tournament_id",
        required=True,
        metadata={"description": "Its id; empty in news of a series as a whole, as is the name."},
    )
    tournament_name = fields.String(attribute="item.tournament_name", required=True)
    series = fields.String(
        attribute="item.series_id", required=True, allow_none=True, metadata={"description": "The id of a series."}
    )
    series_name = fields.String(attribute="item.series_name", required=True, allow_none=True)
    round = fields.Integer(attribute="item.round", required=True, allow_none=True, strict=True)
    match = fields.String(attribute="item.match_id", required=True, allow_none=True)
    player = fields.String(
        attribute="item.player_id", required=True, allow_none=True, metadata={"description": "The id of an entry."}
    )
    text = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={
            "description": "The sentence by language.",
            "example": {"en": "Anna has entered", "sv": "Anna är anmäld"},
        },
    )
    message = message()
    links = one(NewsLinks)


class NewsPage(Strict):
    """A page of news, the oldest first."""

    news = listed(NewsView)
    next = maybe_text(
        description="The address of the next page, as in the `Link` header; null on the last.",
        example="/v1/clubs/vasa/news?after=117&limit=100",
    )
