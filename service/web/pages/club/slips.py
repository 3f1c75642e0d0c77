"""Slips for the tables: links as QR codes, to be printed, laid out, and taken back."""

from itertools import groupby
from operator import attrgetter
from typing import Any

from flask import Response, request
from flask_babel import gettext as _

from core.club.members import EVERYWHERE
from core.tournament.model.locations import TABLE, at_table, tables_of
from service.auth import link_tokens
from service.auth.authorization import authorize_tournament
from service.handlers.club import table_links
from service.handlers.club.table_links import MadeLink
from service.web.hall_address import phone_page, table_link
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.i18n import accounts
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, page_form
from service.web.pages.shared.qr import qr
from service.web.pages.shared.reachability import hall_host, reach
from service.web.pages.shared.tournament_head import FILES, tournament_head

pages = PageBlueprint("slips", __name__)

_LINKS = "/tournaments/<tournament:tournament>/links"


@pages.get(_LINKS)
def choose(tournament: str) -> Response:
    """The tables that need slips."""
    return _choose(tournament)


def _choose(tournament: str, refused: Refusal = ACCEPTED) -> Response:
    authorize_tournament(deps(), visitor(request), "referee", tournament)
    places = [(name, at_table(name)) for name in tables_of(deps().repository.tournament(tournament))]
    roles = [(key, accounts.role(key)) for key in link_tokens.ROLES]
    return render_page(
        "club/links.html",
        refused.status,
        **_about(tournament),
        places=places,
        everywhere=EVERYWHERE,
        wrong=refused.alarm,
        roles=roles,
        revoked="revoked" in request.args,
        hours=link_tokens.HOURS,
    )


@page_form(pages, _LINKS, "referee", _choose)
def slips(call: FormCall, tournament: str) -> Response:
    """A slip for each table, to be printed: its links are on this page and nowhere else."""
    role, tables = form_text("role"), request.form.getlist("table")
    if not tables or role not in link_tokens.ROLES:
        raise NotWritten(_("Choose at least one table."))
    confirmed = bool(deps().repository.tournament(tournament).created.confirm)
    made = table_links.for_tables(call.request, tournament, tables, role, each_seat=confirmed)
    by_table = [list(group) for _name, group in groupby(made, key=attrgetter("table"))]
    return render_page(
        "club/slips.html",
        201,
        **_about(tournament),
        slips=[_slip(each) for each in by_table],
        phones=phone_page(),
    )


@page_form(pages, f"{_LINKS}/revocation", "referee", _choose)
def revoke(call: FormCall, tournament: str) -> str | Response:
    """Take back the links to a table, or all: looked at first, and then done (`step=write`)."""
    place = form_text("place")
    kind, _colon, name = place.partition(":")
    if kind != TABLE and place != EVERYWHERE:
        raise NotWritten(_("Choose a table, or all."))
    table = name if kind == TABLE else None
    if form_text("step") == "write":
        table_links.revoke_tables(call.request, tournament, table)
        return f"/tournaments/{tournament}/links?revoked=1"
    count = table_links.good_tables(deps(), call.principal, tournament, table)
    return render_page("club/links_end.html", **_about(tournament), table=table, place=place, count=count)


def _about(tournament_id: str) -> dict[str, Any]:
    state = deps().repository.tournament(tournament_id)
    return {"page_head": tournament_head(state, FILES), "id": tournament_id, "name": state.created.name, **reach()}


def _slip(links_made: list[MadeLink]) -> dict[str, Any]:
    """The codes on the slip of a table: one, or one for each seat."""
    first = links_made[0]
    return {
        "table": first.table,
        "role": accounts.role(first.role),
        "until": first.until,
        "host": hall_host(),
        "codes": [_code(made) for made in links_made],
    }


def _code(made: MadeLink) -> dict[str, str]:
    word = accounts.seat(made.seat) if made.seat else ""
    title = _("Link to table %(name)s", name=made.table)
    return {
        "seat": made.seat,
        "word": word,
        "picture": qr(table_link(made.link), f"{title}, {word}" if word else title),
    }
