"""Access of programs and phones: tokens made and taken back, and the links to tables and matches that are out."""

from collections.abc import Callable
from typing import Any, NamedTuple

from flask import Response, request
from flask_babel import gettext as _

from core.club.club import Club
from core.errors import BradeError, NotAllowed, NotFound
from schemas.requests.clubs import TokenIssuing
from schemas.requests.matches import NAME
from service.handlers.club import clubs, table_links
from service.handlers.request import Request
from service.translations.isolation import beside
from service.web.http import form_keys
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.i18n import accounts, core_messages
from service.web.pages.base import PageBlueprint, redirect_to, render_page
from service.web.pages.shared.keyed_form import once

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


@pages.post(_KEYS)
def make(club: str) -> Response:
    """Make a token; only the page that comes back shows it."""
    note, role = " ".join(form_text("note").split()), form_text("role")
    refused = TokenIssuing().validate({"role": role, "note": note})
    wrong = {"note": _("Write what the key is for.")} if not note or "note" in refused else {}
    wrong |= {"role": _("Choose a role.")} if "role" in refused else {}
    if wrong:
        return _page(club, 422, wrong=wrong, note=note, chosen=role)
    made = once(lambda command: clubs.issue_token(command, club, role, note))
    return _page(club, 201, made=made)


@pages.post(f"{_KEYS}/<token:token>/revocation")
def take_back(club: str, token: str) -> Response:
    """Take a token back."""
    return _done(club, lambda request_: clubs.revoke_token(request_, club, token))


@pages.post(f"{_KEYS}/links/revocation")
def take_links_back(club: str) -> Response:
    """Take the links to a table or a match back."""
    tournament, place = form_text("tournament"), form_text("place")
    return _done(club, lambda request_: table_links.revoke_place(request_, club, tournament, place))


def _done(club: str, doing: Callable[[Request], None]) -> Response:
    try:
        doing(Request(deps(), visitor(request)))
    except NotFound:  # another organiser, or a second press, took it back before
        clubs.tokens(deps(), visitor(request), club)
    except NotAllowed as refused:
        return _page(club, 409, refused=core_messages.translate(refused.message))
    return redirect_to(f"/clubs/{club}/keys?revoked=1")


def _page(slug: str, status: int = 200, **more: Any) -> Response:
    principal = visitor(request)
    rows = clubs.tokens(deps(), principal, slug)
    out = table_links.links_out(deps(), principal, slug)
    club = deps().repository.club(slug)
    more = {
        "wrong": {},
        "refused": "",
        "made": None,
        "note": "",
        "chosen": "scorer",
        "key": form_keys.new_key(),
        **more,
    }
    return render_page(
        "club/keys.html",
        status,
        club=club,
        keys=[_key(club, each) for each in rows],
        most=NAME,
        links=[_links(each) for each in out[:_MOST]],
        more_links=max(0, len(out) - _MOST),
        roles=accounts.roles(),
        revoked="revoked" in request.args,
        **more,
    )


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
