"""Pages of those who run a club: its people, and who did what."""

from collections.abc import Callable
from typing import Any

import segno
from flask import Response, request
from flask_babel import gettext as _
from markupsafe import Markup

from core.club import ROLES
from core.codec import unix_ms
from core.errors import Malformed, Refused
from service.access import Principal
from service.handlers import auditing, membership
from service.web.http.form_fields import form_text, query_text, whole_number
from service.web.pages import deeds, people_words
from service.web.pages.door import go, house
from service.web.pages.foundation import Pages, page
from service.web.pages.reaching import reach
from service.web.people import invitation_link
from service.web.visitor import visitor

pages = Pages("people_pages", __name__)

_PEOPLE = "/clubs/<club:club>/people"
_MEMBER = f"{_PEOPLE}/<member:member>"
_ROWS = 100


def qr(text: str, title: str) -> Markup:
    """A text as a QR code, dark on light whatever the page is."""
    drawn = segno.make(text, error="m", micro=False)
    svg = drawn.svg_inline(border=4, omitsize=True, svgclass="qr", lineclass=None, light="#fff", title=title)
    return Markup(svg)  # noqa: S704 - drawn by segno, which escapes the title


# ── people ───────────────────────────────────────────────────────────────────────────────────────────────────────────
@pages.get(_PEOPLE)
def people(club: str) -> Response:
    """Who works for a club."""
    return _people(club)


@pages.post(_PEOPLE)
def invite(club: str) -> Response:
    """Invite somebody; the invitation is on the page that comes back and nowhere else."""
    name, role = " ".join(form_text("name").split()), form_text("role")
    if wrong := _unfit_name(name) | _unfit_role(role):
        return _people(club, 422, wrong=wrong, name=name, chosen=role)

    def inviting(principal: Principal | None) -> dict[str, Any]:
        return membership.invite(house(), principal, club, name, role, key=None)

    return _done(club, inviting, name=name, chosen=role)


@pages.post(f"{_MEMBER}/invitation")
def invite_again(club: str, member: str) -> Response:
    """Give somebody a new invitation."""
    return _done(club, lambda principal: membership.invite_again(house(), principal, club, member, key=None))


@pages.post(_MEMBER)
def change(club: str, member: str) -> Response:
    """Give somebody another role."""
    role = form_text("role")
    if wrong := _unfit_role(role):
        return _people(club, 422, wrong=wrong)

    def changing(principal: Principal | None) -> None:
        membership.change(house(), principal, club, member, role=role)

    return _done(club, changing)


@pages.post(f"{_MEMBER}/removal")
def remove(club: str, member: str) -> Response:
    """Let somebody work for the club no more."""
    return _done(club, lambda principal: membership.remove(house(), principal, club, member))


def _unfit_name(name: str) -> dict[str, str]:
    return {} if 0 < len(name) <= 100 else {"name": _("Write the person's name.")}


def _unfit_role(role: str) -> dict[str, str]:
    return {} if role in ROLES else {"role": _("Choose a role.")}


def _done(club: str, doing: Callable[[Principal | None], dict[str, Any] | None], **said: str) -> Response:
    """Do it, then show the people again: anew, with an invitation, or with what was wrong."""
    try:
        words = doing(visitor(request))
    except Malformed as wrong:
        return _people(club, 422, wrong=people_words.problems(wrong), **said)
    except Refused:
        return _people(club, 409, refused=_("Nobody changes or removes himself: another organiser can."))
    if words is None:
        return go(f"/clubs/{club}/people")
    link = invitation_link(words["invitation"])
    picture = qr(link, _("Invitation as a QR code"))
    return _people(club, 201, invited=words, link=link, picture=picture)


def _people(club: str, status: int = 200, **more: Any) -> Response:
    principal = visitor(request)
    members = membership.everybody(house(), principal, club)
    rows = [
        {**each, "role_word": people_words.role(each["role"]), "seen": _when(each["last_seen"])} for each in members
    ]
    more = {"wrong": {}, "refused": "", "invited": None, "name": "", "chosen": "referee", **more}
    return page(
        "pages/people.html", status, club=house().shelf.club(club), members=rows, roles=people_words.roles(),
        own=principal.member if principal else None, days=membership.INVITED_DAYS, **reach(), **more,
    )  # fmt: skip


# ── audit ────────────────────────────────────────────────────────────────────────────────────────────────────────────
@pages.get("/clubs/<club:club>/audit")
def audit(club: str) -> Response:
    """Who did what, the newest first."""
    tournament = query_text("tournament") or None
    rows = auditing.audit(house(), visitor(request), club, tournament)
    start = whole_number(query_text("from")) or 0
    known = house().shelf.club(club)
    shown = [deeds.told(house(), known, each) for each in rows[start:][:_ROWS]]
    return page(
        "pages/audit.html", club=known, rows=shown, tournament=tournament, start=start,
        older=start + _ROWS if len(rows) > start + _ROWS else None, newer=max(0, start - _ROWS) if start else None,
    )  # fmt: skip


def _when(at: str | None) -> int | None:
    """A time as templates format it, in seconds."""
    return None if at is None else unix_ms(at)
