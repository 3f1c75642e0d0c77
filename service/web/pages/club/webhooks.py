"""Webhooks by a page: the addresses to which the club's news are sent, and the last messages to each."""

from contextlib import suppress
from typing import NamedTuple
from urllib.parse import urlsplit

from flask import Response, request
from flask_babel import gettext as _

from core.club.webhooks import GONE, MOST, Webhook
from core.club.webhooks import known as known_webhook
from core.errors import NotFound
from schemas.feeds.webhooks import ADDRESS, DELIVERED, WAITING, WebhookAdding
from schemas.requests.matches import NAME
from service.handlers.club import webhooks
from service.handlers.club.webhooks import ListedDelivery
from service.translations import translated
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.i18n import core_messages, locale
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, page_form

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


@pages.get(_ONE)
def messages(club: str, webhook: str) -> Response:
    """The last messages to a webhook, with what became of them."""
    return _messages_page(club, webhook)


def _page(club: str, refused: Refusal = ACCEPTED, added: webhooks.AddedWebhook | None = None) -> Response:
    rows = webhooks.every(deps(), visitor(request), club)
    return render_page(
        "club/webhooks.html",
        201 if added else refused.status,
        club=deps().repository.club(club),
        rows=[_row(row) for row in rows],
        full=len(rows) >= MOST,
        most=MOST,
        longest=ADDRESS,
        longest_note=NAME,
        removed="removed" in request.args,
        wrong=refused.fields,
        refused="" if refused.fields else refused.alarm,
        added=added,
        url=form_text("url").strip() if refused.error else "",
        note=" ".join(form_text("note").split()) if refused.error else "",
    )


def _messages_page(club: str, webhook: str, refused: Refusal = ACCEPTED) -> Response:
    found = webhooks.delivered(deps(), visitor(request), club, webhook)
    state = deps().repository.club(club)
    return render_page(
        "club/webhook.html",
        refused.status,
        club=state,
        row=_row(known_webhook(state.webhooks, webhook)),
        messages=[_message(listed_delivery) for listed_delivery in found[:_SHOWN]],
        more=max(0, len(found) - _SHOWN),
        refused=refused.alarm,
        waiting=sum(listed_delivery.state == WAITING for listed_delivery in found),
        sent="sent" in request.args,
    )


@page_form(pages, _ALL, "organiser", _page)
def add(call: FormCall, club: str) -> Response:
    """Add a webhook; only the page that comes back shows its secret."""
    url, note = form_text("url", 4 * ADDRESS).strip(), " ".join(form_text("note").split())
    refused = WebhookAdding().validate({"url": url, "note": note})
    wrong = {"url": _("Write an address that begins with https://.")} if "url" in refused else {}
    wrong |= {"note": _("Write one line, not too long.")} if "note" in refused else {}
    if wrong:
        raise NotWritten(fields=wrong)
    return _page(club, added=webhooks.add(call.request, club, url, note))


@page_form(pages, f"{_ONE}/removal", "organiser", _page)
def remove(call: FormCall, club: str, webhook: str) -> str:
    """Remove a webhook."""
    with suppress(NotFound):  # another organiser removed it before
        webhooks.remove(call.request, club, webhook)
    return f"/clubs/{club}/webhooks?removed=1"


@page_form(pages, f"{_ONE}/resumption", "organiser", _page)
def resume(call: FormCall, club: str, webhook: str) -> str:
    """Send to a stopped webhook again."""
    webhooks.resume(call.request, club, webhook)
    return f"/clubs/{club}/webhooks/{webhook}"


@page_form(pages, f"{_ONE}/deliveries/<news:delivery>/replay", "organiser", _messages_page)
def replay(call: FormCall, club: str, webhook: str, delivery: str) -> str:
    """Send a message once more."""
    webhooks.replay(call.request, club, webhook, int(delivery))
    return f"/clubs/{club}/webhooks/{webhook}?sent=1"


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
