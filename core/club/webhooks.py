"""Webhooks of a club: the addresses to which its news are sent."""

from collections.abc import Mapping
from typing import NamedTuple

from core.errors import NotAllowed, NotFound
from core.events import Event, Recorded, WebhookAdded, WebhookRemoved, WebhookResumed, WebhookStopped
from core.messages import say

MOST = 5
"""Webhooks that a club may have."""
FAILING, GONE = "failing", "gone"
"""Reasons for which a webhook is stopped."""


class Webhook(NamedTuple):
    """A webhook: since when it is there (Unix ms), and why and since when it is stopped, if it is."""

    id: str
    url: str
    note: str
    added: int
    stopped: str | None = None
    stopped_at: int | None = None

    @property
    def is_active(self) -> bool:
        """True if news are sent to it."""
        return self.stopped is None


Webhooks = Mapping[str, Webhook]


def apply(webhooks: Webhooks, recorded: Recorded) -> Webhooks:
    """The webhooks after one more event of the club, by id, in the order in which they were added."""
    match recorded.event:
        case WebhookAdded(_, ""):  # its address was left out of the file that the club came from
            return webhooks
        case WebhookAdded(webhook, url, note):
            return {**webhooks, webhook: Webhook(webhook, url, note, recorded.at)}
        case WebhookStopped(webhook, reason) if webhook in webhooks:
            return {**webhooks, webhook: webhooks[webhook]._replace(stopped=reason, stopped_at=recorded.at)}
        case WebhookResumed(webhook) if webhook in webhooks:
            return {**webhooks, webhook: webhooks[webhook]._replace(stopped=None, stopped_at=None)}
        case WebhookRemoved(webhook):
            return {each: known for each, known in webhooks.items() if each != webhook}
    return webhooks


def known(webhooks: Webhooks, webhook_id: str) -> Webhook:
    """The webhook of that id. Raises `NotFound`."""
    if webhook_id not in webhooks:
        raise NotFound("webhook", webhook_id)
    return webhooks[webhook_id]


def add(webhooks: Webhooks, webhook_id: str, url: str, note: str) -> list[Event]:
    """Add a webhook. Raises `NotAllowed` if the club has as many as it may have, or one with this address."""
    if len(webhooks) >= MOST:
        raise NotAllowed(say("the club has {most} webhooks, which is the most: remove one first", most=MOST))
    if any(webhook.url == url for webhook in webhooks.values()):
        raise NotAllowed(say("the club has a webhook with this address already"))
    return [WebhookAdded(webhook_id, url, note)]


def stop(webhooks: Webhooks, webhook_id: str, reason: str) -> list[Event]:
    """Stop a webhook; nothing if it is stopped or removed already."""
    webhook = webhooks.get(webhook_id)
    return [WebhookStopped(webhook_id, reason)] if webhook and webhook.is_active else []


def resume(webhooks: Webhooks, webhook_id: str) -> list[Event]:
    """Send to a stopped webhook again; nothing if it is active. Raises `NotFound`."""
    return [] if known(webhooks, webhook_id).is_active else [WebhookResumed(webhook_id)]


def remove(webhooks: Webhooks, webhook_id: str) -> list[Event]:
    """Remove a webhook. Raises `NotFound`."""
    return [WebhookRemoved(known(webhooks, webhook_id).id)]
