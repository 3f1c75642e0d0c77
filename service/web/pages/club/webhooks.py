"""Webhooks by a page: the addresses to which the club's news are sent, and the last messages to each."""

from typing import Any, NamedTuple
from urllib.parse import urlsplit

from flask import Response, request
from flask_babel import gettext as _

from core.club.webhooks import GONE, MOST, Webhook
from core.club.webhooks import known as known_webhook
from core.errors import Invalid, NotAllowed, NotFound
from schemas.feeds.webhooks import ADDRESS, DELIVERED, WAITING, WebhookAdding
from schemas.requests.matches import NAME
from service.handlers.club import webhooks
from service.handlers.club.webhooks import ListedDelivery
from service.handlers.request import Request
from service.translations import translated
from service.web.http import form_keys
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.i18n import core_messages, locale
from service.web.pages.base import PageBlueprint, redirect_to, render_page
from service.web.pages.shared.keyed_form import once

pages = PageBlueprint("webhook_pages", __name__)

_ALL = "/clubs/<club:club>/webhooks"
_ONE = f"{_ALL}/<webhook:webhook>"
_SHOWN = 50
"""Messages to a webhook that are shown, the latest first."""


class Row(NamedTuple):
    """A webhook as the page shows it; `stopped` says why nothing is sent to it, if so."""

    id: str
    name: str
    url: str
    added: int
    stopped: str
    stopped_at: int | None


class Message(NamedTuple):
    """A message to a webhook: its sentence, its state in a word with its class and sign, and the last error."""

    id: int
    text: str
    time: int
    state: str
    look: str
    sign: str
    tries: int
    error: str
    next_at: int | None


@pages.get(_ALL)
def every(club: str) -> Response:
    """The webhooks of a club, and the form to add one."""
    return _page(club)


@pages.post(_ALL)
def add(club: str) -> Response:
    """Add a webhook; only the page that comes back shows its secret."""
    url, note = form_text("url", 4 * ADDRESS).strip(), " ".join(form_text("note").split())
    refused = WebhookAdding().validate({"url": url, "note": note})
    wrong = {"url": _("Write an address that begins with https://.")} if "url" in refused else {}
    wrong |= {"note": _("Write one line, not too long.")} if "note" in refused else {}
    if wrong:
        return _page(club, 422, wrong=wrong, url=url, note=note)
    try:
        added = once(lambda command: webhooks.add(command, club, url, note))
    except Invalid as error:
        return _page(club, 422, wrong={"url": core_messages.translate(error.problems["url"][0])}, url=url, note=note)
    except NotAllowed as error:
        return _page(club, 409, refused=core_messages.translate(error.message), url=url, note=note)
    return _page(club, 201, added=added)


@pages.post(f"{_ONE}/removal")
def remove(club: str, webhook: str) -> Response:
    """Remove a webhook."""
    try:
        webhooks.remove(Request(deps(), visitor(request)), club, webhook)
    except NotFound:  # another organiser, or a second press, removed it before
        webhooks.every(deps(), visitor(request), club)
    return redirect_to(f"/clubs/{club}/webhooks?removed=1")


@pages.post(f"{_ONE}/resumption")
def resume(club: str, webhook: str) -> Response:
    """Send to a stopped webhook again."""
    webhooks.resume(Request(deps(), visitor(request)), club, webhook)
    return redirect_to(f"/clubs/{club}/webhooks/{webhook}")


@pages.get(_ONE)
def messages(club: str, webhook: str) -> Response:
    """The last messages to a webhook, with what became of them."""
    return _messages_page(club, webhook)


@pages.post(f"{_ONE}/deliveries/<news:delivery>/replay")
def replay(club: str, webhook: str, delivery: str) -> Response:
    """Send a message once more."""
    try:
        once(lambda command: webhooks.replay(command, club, webhook, int(delivery)))
    except NotAllowed as error:
        return _messages_page(club, webhook, 409, refused=core_messages.translate(error.message))
    return redirect_to(f"/clubs/{club}/webhooks/{webhook}?sent=1")


def _page(slug: str, status: int = 200, **more: Any) -> Response:
    rows = webhooks.every(deps(), visitor(request), slug)
    more = {"wrong": {}, "refused": "", "added": None, "url": "", "note": "", "key": form_keys.new_key(), **more}
    return render_page(
        "club/webhooks.html",
        status,
        club=deps().repository.club(slug),
        rows=[_row(each) for each in rows],
        full=len(rows) >= MOST,
        most=MOST,
        longest=ADDRESS,
        longest_note=NAME,
        removed="removed" in request.args,
        **more,
    )


def _messages_page(slug: str, webhook_id: str, status: int = 200, refused: str = "") -> Response:
    found = webhooks.delivered(deps(), visitor(request), slug, webhook_id)
    club = deps().repository.club(slug)
    return render_page(
        "club/webhook.html",
        status,
        club=club,
        row=_row(known_webhook(club.webhooks, webhook_id)),
        messages=[_message(each) for each in found[:_SHOWN]],
        more=max(0, len(found) - _SHOWN),
        refused=refused,
        waiting=sum(each.state == WAITING for each in found),
        sent="sent" in request.args,
        key=form_keys.new_key(),
    )


def _row(webhook: Webhook) -> Row:
    reasons = _("it said that it is gone") if webhook.stopped == GONE else _("it took no message for three days")
    name = webhook.note or urlsplit(webhook.url).hostname or webhook.url
    return Row(webhook.id, name, webhook.url, webhook.added, reasons if webhook.stopped else "", webhook.stopped_at)


def _message(each: ListedDelivery) -> Message:
    states = {WAITING: (_("waiting"), "", "…"), DELIVERED: (_("arrived"), "playing", "✓")}
    state, look, sign = states.get(each.state, (_("not taken"), "alarm", "▲"))
    last = each.attempts[-1] if each.attempts else None
    error = core_messages.translate(last.explanation) if last and each.state != DELIVERED else ""
    text = translated(each.item.explanation, locale.current())
    return Message(each.id, text, each.happened, state, look, sign, len(each.attempts), error, each.next_at)
