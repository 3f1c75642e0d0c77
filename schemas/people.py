"""People of a club, their sessions, links to tables, and the audit: what may be asked for and what is shown."""

from typing import Any

from marshmallow import ValidationError, fields, validates_schema
from marshmallow.validate import OneOf

from core.club import ROLES
from core.people import LONGEST_PASSWORD
from schemas.commands import NAME, slug
from schemas.directing import MOST_TABLES
from schemas.fields import Many, Strict, Text, Word
from schemas.views import Listed, listed, maybe_number, maybe_text, one, text

Json = dict[str, Any]
LINK_ROLES = ("scorer", "referee")
STATES = ("invited", "lapsed", "active")
PASSWORD = LONGEST_PASSWORD


# ── asked ────────────────────────────────────────────────────────────────────────────────────────────────────────────
class SigningIn(Strict):
    """A club, a name and its password; or the link to a table."""

    club = slug()
    name = Text(NAME)
    password = Text(PASSWORD)
    link = Text(2000)

    json_schema = {"oneOf": [{"required": ["club", "name", "password"]}, {"required": ["link"]}]}

    @validates_schema(skip_on_field_errors=True)
    def _one_way(self, words: Json, **_: Any) -> None:
        ways = ({"club", "name", "password"}, {"link"})
        if words.keys() not in ways:
            raise ValidationError({"": ["club, name and password are expected, or a link alone"]})


class Inviting(Strict):
    """Somebody who is to work for the club."""

    name = Text(NAME, required=True)
    role = Word(ROLES, required=True)


class MemberChanging(Strict):
    """What is to be another of somebody: the name, the role, or both."""

    name = Text(NAME)
    role = Word(ROLES)

    json_schema = {"minProperties": 1}

    @validates_schema
    def _something(self, words: Json, **_: Any) -> None:
        if not words:
            raise ValidationError({"name": ["missing: another name, or another role"]})


class TableLinking(Strict):
    """The tables that links are to lead to, all if none are named, and what the links are good for."""

    tables = Many(Text(NAME), 0, MOST_TABLES, load_default=None)
    role = Word(LINK_ROLES, load_default=LINK_ROLES[0])
    each_seat = fields.Boolean(
        load_default=False, truthy={True}, falsy={False},
        metadata={"description": "A link for each seat: where results are confirmed, these two are two people."},
    )  # fmt: skip


class MatchLinking(Strict):
    """What a link to a match is to be good for."""

    role = Word(LINK_ROLES, load_default=LINK_ROLES[0])


class OfTable(Strict):
    """One table, or every place of the tournament."""

    table = Text(NAME, metadata={"description": "Without it every link of the tournament is meant."})


class OfTournament(Strict):
    """One tournament, or the whole club."""

    tournament = Text(40, metadata={"description": "Only what belongs to this tournament."})


# ── shown ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def role() -> fields.String:
    """A role."""
    return fields.String(required=True, validate=OneOf(ROLES))


class WhoIsThere(Strict):
    """Who asks: somebody who signed in (`member`), the holder of a token, or of a link (`matches` and the place)."""

    club = maybe_text(description="null for the operator.")
    role = fields.String(required=True, validate=OneOf((*ROLES, "operator")))
    name = text(description="As it will stand in `recorded_by`.", example="referee:Anna Berg")
    member = maybe_text()
    tournament = maybe_text(description="Of a link; null where it leads to a friendly match.")
    place = maybe_text(description="Of a link: `table:4`, or `match:` and an id.")
    matches = fields.List(
        fields.String(), required=True, allow_none=True,
        metadata={"description": "The matches that a link leads to now; null for those who are not bound to any."},
    )  # fmt: skip


class ClubMember(Strict):
    """Somebody who works for a club; `lapsed`: no password was chosen in time."""

    id = text()
    name = text()
    role = role()
    state = fields.String(required=True, validate=OneOf(STATES))
    invited_until = maybe_text(description="Until when the invitation, or the one to choose another password, is good.")
    last_seen = maybe_text(description="When this person signed in last.")


class InvitedMember(ClubMember):
    """Somebody with the invitation to choose a password, which is shown here and never again."""

    invitation = text(description="To be entered, or opened as the address in `link`, by the person.")
    link = text(description="The address to send or show to the person.")


class ClubMembers(Listed):
    """Who works for a club."""

    members = listed(ClubMember)


class TableLink(Strict):
    """A link to a table, or to a match; whoever opens it acts there in its role, without an account."""

    table = maybe_text()
    match = maybe_text()
    seat = maybe_text(description="The seat that it is for, if it was made for one.")
    role = fields.String(required=True, validate=OneOf(LINK_ROLES))
    until = text()
    link = text(description="The address to be opened at the table; print it as a QR code.")


class TableLinks(Strict):
    """Links."""

    links = listed(TableLink)


class Claim(Strict):
    """Of an event in an imported log: who wrote it and when, as the file says. `by` is who imported it, `at` when."""

    by = text()
    at = text(format="date-time")


class Deed(Strict):
    """Something that somebody did: an event of a log, or a step at the door."""

    at = text()
    by = text(description="`role:name` of a member, `club.token` of a token, or `operator`.")
    what = text(description="The event's type; `SignedIn`, `SignInFailed`, `LinkOpened` and the like at the door.")
    stream = maybe_text()
    version = maybe_number()
    about = fields.Dict(required=True, metadata={"description": "The event's own fields, without secrets."})
    address = maybe_text(description="From where somebody came to the door.")
    claimed = one(Claim, allow_none=True)


class Audit(Listed):
    """What people did, the newest first."""

    audit = listed(Deed)
