"""The club's tournaments and series on other websites: allowed or not, and the lines to put into such a site."""

from contextlib import suppress
from html import escape
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Response, request

from core.tournament import Tournament
from core.tournament.model.state import CALLED_OFF, FINISHED
from service.auth.authorization import authorize
from service.handlers.club import clubs
from service.handlers.series.tables import of_reader
from service.handlers.tournament import lists
from service.web.hall_address import shared_base
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import FormCall, page_form
from service.web.pages.shared.reachability import reach

pages = PageBlueprint("embedding", __name__)

_EMBEDDING = "/clubs/<club:club>/embedding"


@pages.get(_EMBEDDING)
def embedding(club: str) -> Response:
    """The setting, and the lines for a website of tournaments that are not over and of public series."""
    caller = authorize(visitor(request), "organiser", club)
    _name, found = lists.of_club(deps(), caller, club)
    shown = [each.tournament for each in found if each.tournament.created.published]
    return render_page(
        "club/embedding.html",
        club=deps().repository.club(club),
        lines=[*_of_tournaments(shown), *_of_series(club)],
        local=_local(),
        **reach(),
    )


def _of_tournaments(shown: list[Tournament]) -> list[tuple[str, str]]:
    open_ = [tournament for tournament in shown if tournament.status not in (FINISHED, CALLED_OFF)]
    return [
        (tournament.created.name, _lines(f"tournaments/{tournament.id}", tournament.created.name))
        for tournament in open_
    ]


def _of_series(slug: str) -> list[tuple[str, str]]:
    """The public series, also those that are over: their tables stay."""
    found, _inside = of_reader(None, deps().repository.club(slug))
    names = [(series.id, series.announcement.name) for series in found]
    return [(name, _lines(f"clubs/{slug}/series/{series}", name)) for series, name in names]


def _lines(page: str, name: str) -> str:
    """The lines that show a page on a website."""
    address = f"{shared_base()}{page}?embed=1"
    return f'<iframe src="{escape(address)}" title="{escape(name)}" width="100%" height="700"></iframe>'


def _local() -> str:
    """The host of the lines if it is an address of a local network; else ""."""
    host = urlsplit(shared_base()).hostname or ""
    with suppress(ValueError):
        return host if ip_address(host).is_private else ""
    return ""


@page_form(pages, _EMBEDDING, "organiser")
def set_embedding(call: FormCall, club: str) -> str:
    """Allow it, or end it."""
    allowed = form_text("to") == "allowed"
    clubs.set_embedding(call.request, club, allowed=allowed)
    return f"/clubs/{club}/embedding"
