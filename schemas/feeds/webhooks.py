"""Webhooks and their deliveries: requests, as they are stored, as they are sent, and as they are shown."""

import json
from typing import Any, NamedTuple

from marshmallow import Schema, fields
from marshmallow.validate import OneOf

from core.club.webhooks import FAILING, GONE
from core.messages import from_json
from schemas.dump import dumper
from schemas.feeds.news import ALL_NEWS_KINDS, NewsView
from schemas.fields import Strict, Text
from schemas.messages import message
from schemas.requests.matches import NAME
from schemas.views.base import Listed, integer, listed, maybe_text, moment, text

ADDRESS = 500
"""Characters of the address of a webhook."""
WAITING, DELIVERED, FAILED = "waiting", "delivered", "failed"


class WebhookAdding(Strict):
    """An address to which the club's news are sent."""

    url = Text(ADDRESS, required=True, metadata={"description": "https, on the public internet."})
    note = Text(NAME, 0, load_default="")


# ── a delivery ───────────────────────────────────────────────────────────────────────────────────────────────────────
class Attempt(NamedTuple):
    """One try: its time (Unix ms), the status of the answer if there was one, the error (a message), milliseconds."""

    at: int
    status: int | None
    explanation: str
    milliseconds: int


class Delivery(NamedTuple):
    """The delivery of the news item `number`. `tries` counts since the last replay, `next_at` is the next (Unix ms)."""

    number: int
    state: str = WAITING
    tries: int = 0
    next_at: int = 0
    attempts: tuple[Attempt, ...] = ()


class _StoredAttempt(Schema):
    at = integer()
    status = fields.Integer(required=True, allow_none=True)
    explanation = text()
    message = message()
    milliseconds = integer()


class _StoredDelivery(Schema):
    state = text()
    tries = integer()
    next_at = integer()
    attempts = listed(_StoredAttempt)


def delivery_text(delivery: Delivery) -> str:
    """The text as which a delivery is stored."""
    return json.dumps(dumper(_StoredDelivery)(delivery), ensure_ascii=False, separators=(",", ":"))


def read_delivery(number: int, stored: str) -> Delivery:
    """The delivery of a stored text; an empty one is a delivery that was not tried yet."""
    if not stored:
        return Delivery(number)
    data: dict[str, Any] = json.loads(stored)
    attempts = tuple(
        Attempt(
            attempt["at"],
            attempt["status"],
            from_json(attempt.get("message"), attempt["explanation"]),
            attempt["milliseconds"],
        )
        for attempt in data["attempts"]
    )
    return Delivery(number, data["state"], data["tries"], data["next_at"], attempts)


# ── as it is sent ────────────────────────────────────────────────────────────────────────────────────────────────────
class WebhookMessage(Strict):
    """The body of a message to a webhook, by Standard Webhooks. `data` is the item as the feed shows it."""

    type = fields.String(attribute="item.kind", required=True, validate=OneOf(ALL_NEWS_KINDS))
    timestamp = moment(attribute="item.at", description="When it happened.")
    data = fields.Nested(NewsView, required=True, attribute="shown")


# ── as they are shown ────────────────────────────────────────────────────────────────────────────────────────────────
class WebhookView(Strict):
    """A webhook of a club, without its secret."""

    id = text(example="w_k3wq2d7xk2")
    url = text()
    note = text()
    added = moment()
    active = fields.Boolean(attribute="is_active", required=True, metadata={"description": "News are sent to it."})
    stopped = fields.String(
        required=True,
        allow_none=True,
        validate=OneOf([FAILING, GONE, None]),
        metadata={"description": "Why it was stopped: its address failed for days, or said that it is gone (410)."},
    )
    stopped_at = moment(allow_none=True)


class AddedWebhook(WebhookView):
    """A new webhook with the secret that signs its messages, which is shown here and never again."""

    secret = text(example="whsec_NXBrM2V0b2Zscm5kN2J2Z3c0NnQ2b2Zhbmx4eWt4ZnB5M2RsNGZxYm9naHdmb3NvbzVnYQ==")


class Webhooks(Listed):
    """The webhooks of a club."""

    webhooks = listed(WebhookView)


class AttemptView(Strict):
    """One try to deliver a message."""

    time = moment(attribute="at")
    status = fields.Integer(
        required=True, allow_none=True, strict=True, metadata={"description": "Of the answer; null without one."}
    )
    explanation = maybe_text(description="Why it was not delivered; null if it was.")
    message = message()
    milliseconds = integer()


class DeliveryView(Strict):
    """A message to a webhook and the tries to deliver it. `id` is the id of the news item."""

    id = integer()
    message_id = text(description="The header `webhook-id` of every try.", example="msg_be2efa35605dda8aec980e54")
    kind = fields.String(required=True, validate=OneOf(ALL_NEWS_KINDS))
    time = moment(attribute="happened", description="When it happened.")
    state = fields.String(required=True, validate=OneOf([WAITING, DELIVERED, FAILED]))
    next = moment(attribute="next_at", allow_none=True, description="The next try, if one is to come.")
    attempts = listed(AttemptView)


class Deliveries(Listed):
    """The deliveries of a webhook, the newest first: those that wait, and the last hundred that are over."""

    deliveries = listed(DeliveryView)
