"""The switch that opens the service to the phones in the hall: looked at first, then done."""

from flask import Response, request
from flask_babel import gettext as _

from service.auth.authorization import Forbidden
from service.hall.addresses import is_own, lan_addresses
from service.handlers.club import hall as switching
from service.processes.listen_address import Address
from service.web.hall_address import is_asked_here
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.pages.base import PageBlueprint, finish_response, render_page
from service.web.pages.club.home import about_hall
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, page_form
from service.web.pages.shared.qr import qr

pages = PageBlueprint("hall", __name__)

_HALL = "/clubs/<club:club>/hall"
_REFRESH_SECONDS = 6


@pages.get(_HALL)
def hall(club: str) -> Response:
    """At which address phones reach the service, and what it means to open or close it."""
    return _page(club)


def _page(club: str, refused: Refusal = ACCEPTED) -> Response:
    caller, switch = switching.ensure_may_see(deps(), visitor(request), club), deps().hall
    settings, about = deps().settings, about_hall()
    coming = [f"{Address.for_hall(settings, lan_address).url}/" for lan_address in lan_addresses()]
    first = qr(about["phones"], _("The address as a QR code")) if about["phones"] else ""
    return render_page(
        "club/hall.html",
        refused.status,
        club=deps().repository.club(club),
        **about,
        coming=coming,
        first=first,
        encrypted=settings.tls is not None or request.is_secure,
        here=is_asked_here(),
        stopped=bool(switch and switch.refused()),
        turns=switching.may_turn(deps(), caller, club),
        alarm=refused.alarm,
    )


@page_form(pages, _HALL, shown=_page)
def turn(call: FormCall, club: str) -> str | Response:
    """Open the service, or close it; the page that comes goes on by itself once the web server has started again."""
    to_open = form_text("to") == "open"
    try:
        switching.turn(deps(), call.principal, club, to_open=to_open)
    except Forbidden:
        raise NotWritten(status=403) from None
    if to_open == _is_open():
        return f"/clubs/{club}/hall"
    return render_page(
        "club/address_change.html",
        202,
        club=deps().repository.club(club),
        to_open=to_open,
        here=is_asked_here(),
        seconds=_REFRESH_SECONDS,
    )


@pages.get(f"{_HALL}/now")
def now(club: str) -> Response:
    """The state of the service's switch to the hall: `open`, `closed` or `refused`."""
    switching.ensure_may_see(deps(), visitor(request), club)
    switch = deps().hall
    word = "open" if _is_open() else "refused" if switch and switch.refused() else "closed"
    return finish_response(Response(word, mimetype="text/plain"))


def _is_open() -> bool:
    return not is_own(deps().settings.host)
