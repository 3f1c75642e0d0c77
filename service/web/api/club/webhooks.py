"""Webhooks of a club over the API."""

from flask import Response
from flask_smorest import Blueprint

from schemas.feeds.webhooks import AddedWebhook, Deliveries, DeliveryView, WebhookAdding, Webhooks, WebhookView
from service.handlers.club import webhooks
from service.web.http.query_params import CURSOR
from service.web.http.request_body import json_body
from service.web.openapi.operation import Answer, Call, listing, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("webhooks", __name__, url_prefix="/v1/clubs", description="Webhooks: news sent to other programs")

_ALL = "/<club:club>/webhooks"
_ONE = f"{_ALL}/<webhook:webhook>"
_ADDED = json_body(WebhookAdding(), example={"url": "https://vasa.example/news", "note": "the club's website"})


@operation(
    blueprint, "addWebhook", "POST", _ALL, Requirements("organiser", _ADDED, key=True), {201: AddedWebhook}, also=(409,)
)
def add(call: Call, club: str) -> Answer:
    """Send the club's news of from now on to an address; the secret is in the answer and nowhere else.

    Each item of the feed is a POST of JSON by [Standard Webhooks](https://www.standardwebhooks.com): `type` is the kind
    of the item, `timestamp` its time, `data` the item. The headers are `webhook-id`, `webhook-timestamp` and
    `webhook-signature`. An answer of 200 to 299 within ten seconds takes it. Otherwise it is tried again after 5
    seconds, 5 minutes, 30 minutes, 2, 5, 10, 14, 20 and 24 hours. A message may come twice, with the same `webhook-id`.
    The address begins with https, on the public internet. Redirects are not followed. A club has five webhooks at most.
    """
    asked = call.body
    return Answer(webhooks.add(call.request, club, asked["url"], asked["note"]), 201)


@operation(blueprint, "listWebhooks", "GET", _ALL, Requirements("organiser", query=CURSOR), {200: Webhooks})
def every(call: Call, club: str) -> Answer:
    """The webhooks of the club, without their secrets."""
    return listing(Webhooks, webhooks.every(call.deps, call.principal, club), call.query)


@operation(blueprint, "removeWebhook", "DELETE", _ONE, Requirements("organiser"), {204: None})
def remove(call: Call, club: str, webhook: str) -> Response:
    """Remove a webhook: nothing more is sent to its address."""
    webhooks.remove(call.request, club, webhook)
    return Response(status=204)


@operation(
    blueprint, "resumeWebhook", "POST", f"{_ONE}/resumption", Requirements("organiser", key=True), {200: WebhookView}
)
def resume(call: Call, club: str, webhook: str) -> Answer:
    """Send again to a webhook that was stopped, since its address failed for three days or answered 410.

    What waits is tried at once.
    """
    return Answer(webhooks.resume(call.request, club, webhook))


@operation(
    blueprint, "listDeliveries", "GET", f"{_ONE}/deliveries", Requirements("organiser", query=CURSOR), {200: Deliveries}
)
def deliveries(call: Call, club: str, webhook: str) -> Answer:
    """The deliveries of a webhook, the newest first: all that wait, and the last hundred that are over."""
    return listing(Deliveries, webhooks.delivered(call.deps, call.principal, club, webhook), call.query)


_REPLAY = f"{_ONE}/deliveries/<news:delivery>/replay"


@operation(
    blueprint, "replayDelivery", "POST", _REPLAY, Requirements("organiser", key=True), {202: DeliveryView}, also=(409,)
)
def replay(call: Call, club: str, webhook: str, delivery: str) -> Answer:
    """Send an item of the club's feed again, by its id, under the same `webhook-id`."""
    return Answer(webhooks.replay(call.request, club, webhook, int(delivery)), 202)
