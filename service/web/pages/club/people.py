"""Pages of those who run a club: its people, and who did what."""

from collections.abc import Callable
from typing import Any

from flask import Response, request
from flask_babel import gettext as _

from core.club.club import ROLES
from core.errors import Invalid, NotAllowed, NotFound
from service.handlers.club import members
from service.handlers.club.audit import audit_entries
from service.handlers.request import Request
from service.web.hall_address import invitation_link
from service.web.http import form_keys
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text, query_text, whole_number
from service.web.i18n import accounts
from service.web.pages.base import PageBlueprint, redirect_to, render_page
from service.web.pages.club import audit_rows
from service.web.pages.shared.keyed_form import once
from service.web.pages.shared.qr import qr
from service.web.pages.shared.reachability import reach

pages = PageBlueprint("people_pages", __name__)

_PEOPLE = "/clubs/<club:club>/people"
_MEMBER = f"{_PEOPLE}/<member:member>"
_ROWS = 100


# ── people ───────────────────────────────────────────────────────────────────────────────────────────────────────────
@pages.get(_PEOPLE)
def people(club: str) -> Response:
    """The members of a club."""
    return _people(club)


@pages.post(_PEOPLE)
def invite(club: str) -> Response:
    """Invite a member; only the page that comes back shows the invitation."""
    name, role = " ".join(form_text("name").split()), form_text("role")
    if wrong := _unfit_name(name) | _unfit_role(role):
        return _people(club, 422, wrong=wrong, name=name, chosen=role)

    return _done(club, lambda request_: members.invite(request_, club, name, role), name=name, chosen=role)


@pages.post(f"{_MEMBER}/invitation")
def invite_again(club: str, member: str) -> Response:
    """Give a member a new invitation."""
    return _done(club, lambda request_: members.invite_again(request_, club, member))


@pages.post(_MEMBER)
def change(club: str, member: str) -> Response:
    """Change a member's role."""
    role = form_text("role")
    if wrong := _unfit_role(role):
        return _people(club, 422, wrong=wrong)

    seen, now = form_text("seen"), _member(club, member)
    if seen and now.role != seen:
        refused = _("%(name)s is %(role)s by now: another organiser changed it. Nothing of yours was written.")
        return _people(club, 409, refused=refused % {"name": now.name, "role": accounts.role(now.role)})

    def changing(request_: Request) -> None:
        members.change(request_, club, member, role=role)

    return _done(club, changing)


@pages.post(f"{_MEMBER}/removal")
def remove(club: str, member: str) -> Response:
    """Remove a member from the club."""
    return _done(club, lambda request_: members.remove(request_, club, member))


def _unfit_name(name: str) -> dict[str, str]:
    return {} if 0 < len(name) <= 100 else {"name": _("Write the person's name.")}


def _unfit_role(role: str) -> dict[str, str]:
    return {} if role in ROLES else {"role": _("Choose a role.")}


def _done(club: str, doing: Callable[[Request], members.InvitedMember | None], **values: str) -> Response:
    """Do it, then show the people again: anew, with an invitation, or with what was wrong."""
    try:
        invited = once(doing)
    except Invalid as wrong:
        return _people(club, 422, wrong=accounts.problems(wrong), **values)
    except NotAllowed:
        return _people(
            club, 409, refused=_("You cannot change your own role or remove yourself. Ask another organiser.")
        )
    if invited is None:
        return redirect_to(f"/clubs/{club}/people")
    link = invitation_link(invited.invitation)
    picture = qr(link, _("Invitation as a QR code"))
    return _people(club, 201, invited=invited, link=link, picture=picture)


def _member(club: str, member: str) -> members.ClubMember:
    found = next((each for each in members.everybody(deps(), visitor(request), club) if each.id == member), None)
    if found is None:
        raise NotFound("member", member)
    return found


def _people(club: str, status: int = 200, **more: Any) -> Response:
    principal = visitor(request)
    listed = members.everybody(deps(), principal, club)
    rows = [{**vars(each), "role_word": accounts.role(each.role)} for each in listed]
    more = {"wrong": {}, "refused": "", "invited": None, "name": "", "chosen": "referee", **more}
    return render_page(
        "club/people.html",
        status,
        club=deps().repository.club(club),
        members=rows,
        roles=accounts.roles(),
        own=principal.member if principal else None,
        days=members.INVITED_DAYS,
        key=form_keys.new_key(),
        **reach(),
        **more,
    )


# ── audit ────────────────────────────────────────────────────────────────────────────────────────────────────────────
@pages.get("/clubs/<club:club>/audit")
def audit(club: str) -> Response:
    """The audit, the newest first."""
    tournament = query_text("tournament") or None
    rows = audit_entries(deps(), visitor(request), club, tournament)
    start = whole_number(query_text("from")) or 0
    known = deps().repository.club(club)
    page_rows = [audit_rows.row(deps(), known, each) for each in rows[start:][:_ROWS]]
    return render_page(
        "club/audit.html",
        club=known,
        rows=page_rows,
        tournament=tournament,
        start=start,
        older=start + _ROWS if len(rows) > start + _ROWS else None,
        newer=max(0, start - _ROWS) if start else None,
    )
