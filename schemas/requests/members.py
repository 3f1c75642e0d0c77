"""People of a club, their sessions, links to tables, and the audit: what may be asked for and what is shown."""

from typing import Any

from marshmallow import ValidationError, fields, validates_schema

from core.club.club import ROLES
from core.club.members import LONGEST_PASSWORD
from core.messages import say
from schemas.fields import Many, Name, Strict, Text, Word
from schemas.requests.matches import NAME, slug
from schemas.requests.rounds import MOST_TABLES

Json = dict[str, Any]
LINK_ROLES = ("scorer", "referee")
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
    def _one_way(self, data: Json, **_: Any) -> None:
        ways = ({"club", "name", "password"}, {"link"})
        if data.keys() not in ways:
            raise ValidationError({"": [say("club, name and password are expected, or a link alone")]})


class Inviting(Strict):
    """Invitation of a member of the club."""

    name = Name(NAME, required=True)
    role = Word(ROLES, required=True)


class MemberChanging(Strict):
    """Change of a member: the name, the role, or both."""

    name = Name(NAME)
    role = Word(ROLES)

    json_schema = {"minProperties": 1}

    @validates_schema
    def _something(self, data: Json, **_: Any) -> None:
        if not data:
            raise ValidationError({"name": [say("missing: another name, or another role")]})


class TableLinking(Strict):
    """The tables that links are to lead to, all if none are named, and what the links are good for."""

    tables = Many(Name(NAME), 0, MOST_TABLES, load_default=None)
    role = Word(LINK_ROLES, load_default=LINK_ROLES[0])
    each_seat = fields.Boolean(
        load_default=False,
        truthy={True},
        falsy={False},
        metadata={"description": "A link for each seat: where results are confirmed, these two are two people."},
    )


class MatchLinking(Strict):
    """Place and role of a link to a match."""

    role = Word(LINK_ROLES, load_default=LINK_ROLES[0])


class OfTable(Strict):
    """One table, or every place of the tournament."""

    table = Name(NAME, metadata={"description": "Without it every link of the tournament is meant."})


class OfTournament(Strict):
    """One tournament, or the whole club."""

    tournament = Text(40, metadata={"description": "Only what belongs to this tournament."})
