"""Pages of those who run a club: its people, and who did what."""

from flask import Response, request
from flask_babel import gettext as _

from core.club.club import ROLES
from core.errors import NotAllowed, NotFound
from service.handlers.club import members
from service.handlers.club.audit import audit_entries
from service.web.hall_address import invitation_link
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text, query_text, whole_number
from service.web.i18n import accounts
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.club import audit_rows
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, page_form
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


def _member(club: str, member: str) -> members.ClubMember:
    found = next(
        (club_member for club_member in members.everybody(deps(), visitor(request), club) if club_member.id == member),
        None,
    )
    if found is None:
        raise NotFound("member", member)
    return found


def _people(club: str, refused: Refusal = ACCEPTED, invited: members.InvitedMember | None = None) -> Response:
    principal = visitor(request)
    listed = members.everybody(deps(), principal, club)
    rows = [{**vars(club_member), "role_word": accounts.role(club_member.role)} for club_member in listed]
    own = _("You cannot change your own role or remove yourself. Ask another organiser.")
    link = invitation_link(invited.invitation) if invited else ""
    return render_page(
        "club/people.html",
        201 if invited else refused.status,
        club=deps().repository.club(club),
        members=rows,
        roles=accounts.roles(),
        own=principal.member if principal else None,
        days=members.INVITED_DAYS,
        wrong=refused.fields,
        refused=own if isinstance(refused.error, NotAllowed) else "" if refused.fields else refused.alarm,
        invited=invited,
        link=link,
        picture=qr(link, _("Invitation as a QR code")) if invited else "",
        name=" ".join(form_text("name").split()) if refused.error else "",
        chosen=role if "name" in request.form and (role := form_text("role")) in ROLES else "referee",
        **reach(),
    )


@page_form(pages, _PEOPLE, "organiser", _people)
def invite(call: FormCall, club: str) -> Response:
    """Invite a member; only the page that comes back shows the invitation."""
    name, role = " ".join(form_text("name").split()), form_text("role")
    if wrong := _unfit_name(name) | _unfit_role(role):
        raise NotWritten(fields=wrong)
    return _people(club, invited=members.invite(call.request, club, name, role))


@page_form(pages, f"{_MEMBER}/invitation", "organiser", _people)
def invite_again(call: FormCall, club: str, member: str) -> Response:
    """Give a member a new invitation."""
    return _people(club, invited=members.invite_again(call.request, club, member))


@page_form(pages, _MEMBER, "organiser", _people)
def change(call: FormCall, club: str, member: str) -> str:
    """Change a member's role."""
    role, seen = form_text("role"), form_text("seen")
    if wrong := _unfit_role(role):
        raise NotWritten(fields=wrong)
    now = _member(club, member)
    if seen and now.role not in (seen, role):
        refused = _("%(name)s is %(role)s by now: another organiser changed it. Nothing of yours was written.")
        raise NotWritten(refused % {"name": now.name, "role": accounts.role(now.role)}, status=409)
    members.change(call.request, club, member, role=role)
    return f"/clubs/{club}/people"


@page_form(pages, f"{_MEMBER}/removal", "organiser", _people)
def remove(call: FormCall, club: str, member: str) -> str:
    """Remove a member from the club."""
    members.remove(call.request, club, member)
    return f"/clubs/{club}/people"


def _unfit_name(name: str) -> dict[str, str]:
    return {} if 0 < len(name) <= 100 else {"name": _("Write the person's name.")}


def _unfit_role(role: str) -> dict[str, str]:
    return {} if role in ROLES else {"role": _("Choose a role.")}


# ── audit ────────────────────────────────────────────────────────────────────────────────────────────────────────────
@pages.get("/clubs/<club:club>/audit")
def audit(club: str) -> Response:
    """The audit, the newest first."""
    tournament = query_text("tournament") or None
    rows = audit_entries(deps(), visitor(request), club, tournament)
    start = whole_number(query_text("from")) or 0
    known = deps().repository.club(club)
    page_rows = [audit_rows.row(deps(), known, row) for row in rows[start:][:_ROWS]]
    return render_page(
        "club/audit.html",
        club=known,
        rows=page_rows,
        tournament=tournament,
        start=start,
        older=start + _ROWS if len(rows) > start + _ROWS else None,
        newer=max(0, start - _ROWS) if start else None,
    )
