"""Use cases of webhooks: added, listed, stopped, resumed, removed; their deliveries listed and replayed."""

from typing import NamedTuple

from core.club import webhooks
from core.club.webhooks import Webhook
from core.errors import Invalid, NotAllowed, NotFound
from core.events import WORKERS, WebhookAdded
from core.messages import say
from core.tournament.views.news import NewsItem
from schemas.feeds.news import from_stored
from schemas.feeds.webhooks import WAITING, Attempt, Delivery, delivery_text, read_delivery
from service.auth.authorization import Principal, authorize
from service.bootstrap import Dependencies
from service.handlers.club.members import change_club
from service.handlers.request import Request
from service.store import deliveries
from service.store.read_models.club import news
from service.webhooks import signature
from service.webhooks.addresses import NotAllowedAddress, target

ATTEMPTS_KEPT = 20


class AddedWebhook(NamedTuple):
    """A new webhook and the text of its secret."""

    webhook: Webhook
    secret: str

    def __getattr__(self, name: str) -> object:
        """The values of the webhook."""
        return getattr(self.webhook, name)


class ListedDelivery(NamedTuple):
    """A delivery with the news item that it is of."""

    delivery: Delivery
    item: NewsItem
    message_id: str

    @property
    def id(self) -> int:
        """The number of the news item."""
        return self.delivery.number

    @property
    def kind(self) -> str:
        """The kind of the news."""
        return self.item.kind

    @property
    def happened(self) -> int:
        """The time of the news (Unix ms)."""
        return self.item.at

    @property
    def state(self) -> str:
        """`waiting`, `delivered` or `failed`."""
        return self.delivery.state

    @property
    def next_at(self) -> int | None:
        """The time of the next try (Unix ms) if one was tried already, `None` for the first or without any."""
        return self.delivery.next_at or None if self.delivery.state == WAITING else None

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """The tries, the oldest first."""
        return self.delivery.attempts


def add(request: Request, slug: str, url: str, note: str) -> AddedWebhook:
    """Add a webhook; its secret is shown here and never again. Raises `Invalid` for its address, `NotAllowed`."""
    deps = request.deps
    by = authorize(request.principal, "organiser", slug).name
    try:
        target(url, loopback=deps.settings.webhooks_loopback, ports=deps.settings.webhook_ports)
    except NotAllowedAddress as error:
        raise Invalid({"url": [error.args[0]]}) from None
    webhook_id = deps.new_id("w")
    changed = change_club(request, slug, by, lambda club: webhooks.add(club.webhooks, webhook_id, url, note))
    added = changed.events[-1]
    assert isinstance(added, WebhookAdded), "it alone is written"
    secret = signature.secret_text(signature.signing_key(deps, slug, added.webhook))
    return AddedWebhook(changed.club.webhooks[added.webhook], secret)


def every(deps: Dependencies, principal: Principal | None, slug: str) -> list[Webhook]:
    """The webhooks of a club in the order in which they were added."""
    authorize(principal, "organiser", slug)
    return list(deps.repository.club(slug).webhooks.values())


def remove(request: Request, slug: str, webhook_id: str) -> None:
    """Remove a webhook. Raises `NotFound`."""
    by = authorize(request.principal, "organiser", slug).name
    change_club(request, slug, by, lambda club: webhooks.remove(club.webhooks, webhook_id))


def resume(request: Request, slug: str, webhook_id: str) -> Webhook:
    """Send to a stopped webhook again: what waits is tried at once. Raises `NotFound`."""
    by, client = authorize(request.principal, "organiser", slug).name, request.deps.client
    webhooks.known(request.deps.repository.club(slug).webhooks, webhook_id)
    deliveries.set_health(client, slug, webhook_id, {})
    for row in deliveries.load(client, slug, webhook_id).items():
        if (delivery := read_delivery(*row)).state == WAITING and delivery.next_at:
            deliveries.write(
                client, slug, webhook_id, delivery.number, delivery_text(delivery._replace(next_at=0)), ended=None
            )
    changed = change_club(request, slug, by, lambda club: webhooks.resume(club.webhooks, webhook_id))
    return webhooks.known(changed.club.webhooks, webhook_id)


def stop(deps: Dependencies, slug: str, webhook_id: str, reason: str) -> None:
    """Stop a webhook whose address fails for days or is gone, as a worker found."""
    change_club(Request(deps, None), slug, WORKERS, lambda club: webhooks.stop(club.webhooks, webhook_id, reason))


# ── deliveries ───────────────────────────────────────────────────────────────────────────────────────────────────────
def delivered(deps: Dependencies, principal: Principal | None, slug: str, webhook_id: str) -> list[ListedDelivery]:
    """The deliveries of a webhook that are kept, the newest news first. Raises `NotFound`."""
    authorize(principal, "organiser", slug)
    webhooks.known(deps.repository.club(slug).webhooks, webhook_id)
    rows = [read_delivery(*row) for row in deliveries.load(deps.client, slug, webhook_id).items()]
    items = news.items(deps.client, slug, [row.number for row in rows])
    shown = [_listed(webhook_id, row, from_stored(items[row.number].text)) for row in rows if row.number in items]
    return shown[::-1]


def replay(request: Request, slug: str, webhook_id: str, number: int) -> ListedDelivery:
    """Send a news item of the club again, with the same message id. Raises `NotFound`, `NotAllowed` while stopped."""
    deps = request.deps
    authorize(request.principal, "organiser", slug)
    if not webhooks.known(deps.repository.club(slug).webhooks, webhook_id).is_active:
        raise NotAllowed(say("the webhook is stopped: resume it first"))
    if number not in (found := news.items(deps.client, slug, [number])):
        raise NotFound("news item", str(number))
    now = deps.clock()
    before = read_delivery(number, deliveries.load(deps.client, slug, webhook_id).get(number, ""))
    if request.previous_result(f"c_{slug}"):
        return _listed(webhook_id, before, from_stored(found[number].text))
    again = before._replace(state=WAITING, tries=0, next_at=now, attempts=before.attempts[-ATTEMPTS_KEPT:])
    deliveries.write(deps.client, slug, webhook_id, number, delivery_text(again), ended=None)
    deliveries.work_now(deps.client, slug, webhook_id, now)
    request.remember(f"c_{slug}", deps.repository.club(slug).version)
    return _listed(webhook_id, again, from_stored(found[number].text))


def _listed(webhook_id: str, delivery: Delivery, item: NewsItem) -> ListedDelivery:
    message_id = signature.message_id(webhook_id, item.stream, item.version, item.kind)
    return ListedDelivery(delivery, item, message_id)
