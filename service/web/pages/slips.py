"""Slips for the tables: links as QR codes, to be printed, laid out, and taken back."""

from itertools import groupby
from operator import itemgetter
from typing import Any

from flask import Response, request
from flask_babel import gettext as _

from core.codec import unix_ms
from core.people import EVERYWHERE
from core.tournament.places import TABLE, at_table, tables_of
from service import links
from service.access import acting
from service.handlers import linking
from service.web.http.form_fields import form_text
from service.web.pages import people_words
from service.web.pages.door import go, house
from service.web.pages.foundation import Pages, page
from service.web.pages.people import qr
from service.web.pages.reaching import reach
from service.web.people import table_link
from service.web.visitor import visitor

pages = Pages("slips", __name__)

_LINKS = "/tournaments/<tournament:tournament>/links"


@pages.get(_LINKS)
def choose(tournament: str) -> Response:
    """Which tables slips are wanted for."""
    return _choose(tournament)


@pages.post(_LINKS)
def slips(tournament: str) -> Response:
    """A slip for each table, to be printed: its links are on this page and nowhere else."""
    role = form_text("role")
    tables = request.form.getlist("table")
    if not tables or role not in links.ROLES:
        return _choose(tournament, 422, _("Choose at least one table."))
    confirmed = bool(house().shelf.tournament(tournament).created.confirm)
    made = linking.for_tables(house(), visitor(request), tournament, tables, role, key=None, each_seat=confirmed)
    by_table = [list(group) for _name, group in groupby(made, key=itemgetter("table"))]
    return page("pages/slips.html", 201, **_about(tournament), slips=[_slip(each) for each in by_table])


@pages.post(f"{_LINKS}/revocation")
def revoke(tournament: str) -> Response:
    """Take back the links to a table, or all: looked at first, and then done (`step=write`)."""
    who, place = visitor(request), form_text("place")
    kind, _colon, name = place.partition(":")
    if kind != TABLE and place != EVERYWHERE:
        return _choose(tournament, 422, _("Choose a table, or all."))
    table = name if kind == TABLE else None
    if form_text("step") == "write":
        linking.revoke_tables(house(), who, tournament, table)
        return go(f"/tournaments/{tournament}/links?revoked=1")
    count = linking.good_tables(house(), who, tournament, table)
    return page("pages/links_end.html", **_about(tournament), table=table, place=place, count=count)


def _choose(tournament: str, status: int = 200, wrong: str = "") -> Response:
    acting(house(), visitor(request), "referee", tournament)
    places = [(name, at_table(name)) for name in tables_of(house().shelf.tournament(tournament))]
    roles = [(key, people_words.role(key)) for key in links.ROLES]
    return page(
        "pages/links.html", status, **_about(tournament), places=places, everywhere=EVERYWHERE, wrong=wrong,
        roles=roles, revoked="revoked" in request.args, hours=links.HOURS,
    )  # fmt: skip


def _about(tournament: str) -> dict[str, Any]:
    opening = house().shelf.tournament_opening(tournament)
    return {"id": tournament, "name": opening.name, "club": house().shelf.club(opening.club).name, **reach()}


def _slip(links_made: list[dict[str, Any]]) -> dict[str, Any]:
    """What stands on the slip of a table: its code, or one for each seat."""
    first = links_made[0]
    return {
        "table": first["table"], "role": people_words.role(first["role"]), "until": unix_ms(first["until"]),
        "host": request.host, "codes": [_code(made) for made in links_made],
    }  # fmt: skip


def _code(made: dict[str, Any]) -> dict[str, str]:
    word = people_words.seat(made["seat"]) if made["seat"] else ""
    title = _("Link to table %(name)s", name=made["table"])
    return {
        "seat": made["seat"] or "", "word": word,
        "picture": qr(table_link(made["link"]), f"{title}, {word}" if word else title),
    }  # fmt: skip
