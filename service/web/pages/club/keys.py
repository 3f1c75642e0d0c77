"""Access of programs and phones: tokens made and taken back, and the links to tables and matches that are out."""

from contextlib import suppress
from typing import NamedTuple

from flask import Response, request
from flask_babel import gettext as _

from core.club.club import Club
from core.errors import BradeError, NotFound
from schemas.requests.clubs import TokenIssuing
from schemas.requests.matches import NAME
from service.handlers.club import clubs, table_links
from service.translations.isolation import beside
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.i18n import accounts
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, page_form

pages = PageBlueprint("keys_pages", __name__)

_KEYS = "/clubs/<club:club>/keys"
_MOST = 200
"""Places with links that are shown, the latest first."""


class Key(NamedTuple):
    """A token as the page shows it: `begins` is the part of it that is no secret."""

    id: str
    name: str
    role: str
    made: int | None
    begins: str


class Links(NamedTuple):
    """The links to one place, and what it is called."""

    tournament: str
    place: str
    at: str
    of: str
    roles: str
    number: int
    until: int


@pages.get(_KEYS)
def keys(club: str) -> Response:
    """The tokens of a club and the links that are out, without their secrets."""
    return _page(club)


def _page(club: str, refused: Refusal = ACCEPTED, made: clubs.IssuedToken | None = None) -> Response:
    principal = visitor(request)
    rows = clubs.tokens(deps(), principal, club)
    out = table_links.links_out(deps(), principal, club)
    state = deps().repository.club(club)
    return render_page(
        "club/keys.html",
        201 if made else refused.status,
        club=state,
        keys=[_key(state, row) for row in rows],
        most=NAME,
        links=[_links(links_out) for links_out in out[:_MOST]],
        more_links=max(0, len(out) - _MOST),
        roles=accounts.roles(),
        revoked="revoked" in request.args,
        wrong=refused.fields,
        refused=refused.alarm,
        made=made,
        note=" ".join(form_text("note").split()) if refused.error else "",
        chosen=(form_text("role") if refused.error else "") or "scorer",
    )


@page_form(pages, _KEYS, "organiser", _page)
def make(call: FormCall, club: str) -> Response:
    """Make a token; only the page that comes back shows it."""
    note, role = " ".join(form_text("note").split()), form_text("role")
    refused = TokenIssuing().validate({"role": role, "note": note})
    wrong = {"note": _("Write what the key is for.")} if not note or "note" in refused else {}
    wrong |= {"role": _("Choose a role.")} if "role" in refused else {}
    if wrong:
        raise NotWritten(fields=wrong)
    return _page(club, made=clubs.issue_token(call.request, club, role, note))


@page_form(pages, f"{_KEYS}/<token:token>/revocation", "organiser", _page)
def take_back(call: FormCall, club: str, token: str) -> str:
    """Take a token back."""
    with suppress(NotFound):  # another organiser took it back before
        clubs.revoke_token(call.request, club, token)
    return f"/clubs/{club}/keys?revoked=1"


@page_form(pages, f"{_KEYS}/links/revocation", "organiser", _page)
def take_links_back(call: FormCall, club: str) -> str:
    """Take the links to a table or a match back."""
    with suppress(NotFound):
        table_links.revoke_place(call.request, club, form_text("tournament"), form_text("place"))
    return f"/clubs/{club}/keys?revoked=1"


def _key(club: Club, token: clubs.IssuedToken) -> Key:
    name = _("The club's first key") if token.note in ("", clubs.FIRST) else token.note
    made = club.given_out.tokens.get(token.id)
    return Key(token.id, name, accounts.role(token.role), made, f"st_{club.slug}.{token.id}")


def _links(each: table_links.LinksOut) -> Links:
    roles = ", ".join(map(accounts.role, each.roles))
    return Links(each.tournament, each.place, accounts.place(each.place), _name(each), roles, each.number, each.until)


def _name(each: table_links.LinksOut) -> str:
    """The tournament of a link, or the players of a friendly match."""
    try:
        if each.tournament:
            return deps().repository.tournament_opening(each.tournament).name
        return beside(deps().repository.match(each.place.partition(":")[2]).players.values())
    except BradeError:  # it was not restored with its club
        return ""
