"""The deliveries of one webhook that are due: each tried once, and planned anew where it was not taken.

A delivery is written after its try. A worker that is killed in between sends it once more, under the same message id.
"""

import json
import time
from typing import NamedTuple

from core.club.webhooks import FAILING, GONE
from schemas.dump import dumper
from schemas.feeds.webhooks import (
    DELIVERED,
    FAILED,
    WAITING,
    Attempt,
    Delivery,
    WebhookMessage,
    delivery_text,
    read_delivery,
)
from service.handlers.club.webhooks import ATTEMPTS_KEPT, stop
from service.handlers.news import ShownNews, shown_news
from service.store import deliveries
from service.store.deliveries import Claimed
from service.store.read_models.club import news
from service.webhooks import sender, signature
from service.webhooks.sender import Outcome
from workers.context import WorkerContext

_MINUTE, _HOUR = 60_000, 3_600_000
RETRY_MS = (
    5000,
    5 * _MINUTE,
    30 * _MINUTE,
    2 * _HOUR,
    5 * _HOUR,
    10 * _HOUR,
    14 * _HOUR,
    20 * _HOUR,
    24 * _HOUR,
)
"""Milliseconds before each further try, as Standard Webhooks proposes: ten tries in three days."""
STOPPED_AFTER_MS = 3 * 24 * _HOUR
"""The time for which an address fails, without a message that it takes, before its webhook is stopped."""
_PAUSES_MS = (5000, 20_000, 80_000, 5 * _MINUTE, 15 * _MINUTE)
"""The time for which an address that cannot be reached is left alone, longer after each such try."""
_WORK_SECONDS = 25.0
_GONE = 410
_FAILING_SINCE, _UNREACHABLE = "failing_since", "unreachable"
_TO_JSON = dumper(WebhookMessage)


class _Sent(NamedTuple):
    """A message to a webhook: the item, and the item as the feed shows it."""

    item: object
    shown: ShownNews


def deliver_webhook(worker_context: WorkerContext, club: str, webhook_id: str, until: int) -> None:
    """Try what is due of a webhook that was claimed `until` a time (Unix ms)."""
    claimed, client = Claimed(club, webhook_id, until), worker_context.deps.client
    if deliveries.take(client, claimed):
        following: int | None = until
        try:
            following = _Work(worker_context, club, webhook_id).deliver_due()
        finally:
            deliveries.release(client, claimed, following)


class _Work:
    """The work on one webhook."""

    def __init__(self, worker_context: WorkerContext, club: str, webhook_id: str) -> None:
        self._deps, self._stopping = worker_context.deps, worker_context.stopping
        self._club, self._id = club, webhook_id

    def deliver_due(self) -> int | None:
        """Deliver what is due, for some seconds at most; the time (Unix ms) at which more is due, if anything waits."""
        end, deps = time.monotonic() + _WORK_SECONDS, self._deps
        webhook = deps.repository.club(self._club).webhooks.get(self._id)
        if webhook is None or not webhook.is_active:
            return None
        while waiting := self._waiting():
            due = [delivery for delivery in waiting if delivery.next_at <= deps.clock()]
            if not due:
                return min(delivery.next_at for delivery in waiting)
            for delivery in due:
                if time.monotonic() > end or self._stopping.is_set():
                    return deps.clock()
                outcome = self._try(webhook.url, delivery)
                if outcome is not None and (pause := self._after(outcome)) is not None:
                    return pause or None
        return None

    def _waiting(self) -> list[Delivery]:
        rows = deliveries.load(self._deps.client, self._club, self._id).items()
        return [delivery for delivery in (read_delivery(*row) for row in rows) if delivery.state == WAITING]

    def _try(self, url: str, delivery: Delivery) -> Outcome | None:
        """Send a message once, and write what came of it; `None` for news that are not kept any more."""
        deps, number = self._deps, delivery.number
        stored = news.items(deps.client, self._club, [number]).get(number)
        if stored is None:
            self._write(delivery._replace(state=FAILED))
            return None
        shown = shown_news(deps, self._club, stored)
        item, at = shown.item, deps.clock()
        body = json.dumps(_TO_JSON(_Sent(item, shown)), ensure_ascii=False, separators=(",", ":")).encode()
        message_id = signature.message_id(self._id, item.stream, item.version, item.kind)
        key = signature.signing_key(deps, self._club, self._id)
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "brade",
            **signature.headers(key, message_id, at // 1000, body),
        }
        begun = time.monotonic()
        outcome = sender.send(
            url, headers, body, loopback=deps.settings.webhooks_loopback, ports=deps.settings.webhook_ports
        )
        attempt = Attempt(at, outcome.status, outcome.error, int(1000 * (time.monotonic() - begun)))
        tried = delivery._replace(tries=delivery.tries + 1, attempts=(*delivery.attempts, attempt)[-ATTEMPTS_KEPT:])
        if outcome.is_delivered:
            tried = tried._replace(state=DELIVERED)
        elif delivery.tries >= len(RETRY_MS):
            tried = tried._replace(state=FAILED)
        else:
            tried = tried._replace(next_at=deps.clock() + RETRY_MS[delivery.tries])
        self._write(tried)
        return outcome

    def _write(self, delivery: Delivery) -> None:
        ended = None if delivery.state == WAITING else self._deps.clock()
        text = delivery_text(delivery)
        deliveries.write(self._deps.client, self._club, self._id, delivery.number, text, ended=ended)

    def _after(self, outcome: Outcome) -> int | None:
        """The time until which the address is left alone after a try; 0 if it is stopped, `None` to go on now."""
        client, now = self._deps.client, self._deps.clock()
        before = deliveries.health(client, self._club, self._id)
        if outcome.is_delivered:
            if before:
                deliveries.set_health(client, self._club, self._id, {})
            return None
        since = before.get(_FAILING_SINCE, now)
        if outcome.status == _GONE or now - since >= STOPPED_AFTER_MS:
            stop(self._deps, self._club, self._id, GONE if outcome.status == _GONE else FAILING)
            return 0
        count = before.get(_UNREACHABLE, 0) + 1 if outcome.unreachable else 0
        deliveries.set_health(client, self._club, self._id, {_FAILING_SINCE: since, _UNREACHABLE: count})
        return now + _PAUSES_MS[min(count, len(_PAUSES_MS)) - 1] if count else None
