"""Views of people, sessions, links and the audit: see `schemas.views.base`."""

from marshmallow import fields
from marshmallow.validate import OneOf

from core.club.club import ROLES
from schemas.fields import Strict
from schemas.requests.members import LINK_ROLES
from schemas.views.base import Listed, listed, maybe_integer, maybe_text, moment, one, person_name, text

STATES = ("invited", "lapsed", "active")


# ── shown ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def role() -> fields.String:
    """A role."""
    return fields.String(required=True, validate=OneOf(ROLES))


class WhoIsThere(Strict):
    """The caller: a signed-in `member`, the holder of a token, or the holder of a link (`matches` and the place)."""

    club = maybe_text(description="null for the operator.")
    role = fields.String(required=True, validate=OneOf((*ROLES, "operator")))
    name = text(description="As it will stand in `recorded_by`.", example="referee:u_k3wq2d7xk2")
    person = maybe_text(description="The name of a signed-in member.", example="Anna Berg")
    member = maybe_text()
    tournament = maybe_text(description="Of a link; null where it leads to a friendly match.")
    place = maybe_text(description="Of a link: `table:4`, or `match:` and an id.")
    matches = fields.List(
        fields.String(),
        required=True,
        allow_none=True,
        metadata={"description": "The matches that a link leads to now; null for those who are not bound to any."},
    )


class ClubMember(Strict):
    """A member of a club. `lapsed`: no password was chosen in time."""

    id = text()
    name = text()
    role = role()
    state = fields.String(required=True, validate=OneOf(STATES))
    invited_until = moment(
        allow_none=True, description="Until when the invitation, or the one to choose another password, is good."
    )
    last_seen = moment(allow_none=True, description="When this person signed in last.")


class InvitedMember(ClubMember):
    """A member with the invitation to choose a password. It is shown in this answer only."""

    invitation = text(description="To be entered, or opened as the address in `link`, by the person.")
    link = text(description="The address to send or show to the person.")


class ClubMembers(Listed):
    """The members of a club."""

    members = listed(ClubMember)


class TableLink(Strict):
    """A link to a table or a match. Its holder acts there in its role, without an account."""

    table = maybe_text()
    match = maybe_text()
    seat = maybe_text(description="The seat that it is for, if it was made for one.")
    role = fields.String(required=True, validate=OneOf(LINK_ROLES))
    until = moment()
    link = text(description="The address to be opened at the table; print it as a QR code.")


class TableLinks(Strict):
    """Links."""

    links = listed(TableLink)


class Claim(Strict):
    """Of an event in an imported log: who wrote it and when, as the file says. `by` is who imported it, `at` when."""

    by = text()
    by_name = person_name()
    at = moment()


class AuditEntry(Strict):
    """Audit entry: an event of a log, or a sign-in."""

    at = moment()
    by = text(
        description="`role:id` of a member, `role:name` in what was recorded earlier, `club.token` of a token, or "
        "`operator`."
    )
    by_name = person_name()
    what = text(description="The event's type; `SignedIn`, `SignInFailed`, `LinkOpened` and the like for sign-ins.")
    stream = maybe_text()
    version = maybe_integer()
    about = fields.Dict(required=True, metadata={"description": "The event's own fields, without secrets."})
    address = maybe_text(description="The address from which the person signed in.")
    claimed = one(Claim, allow_none=True)


class Audit(Listed):
    """Page of audit entries, the newest first."""

    audit = listed(AuditEntry)
