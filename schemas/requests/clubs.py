"""Requests about clubs: founding, tokens, players."""

from typing import Any

from marshmallow import ValidationError, fields, pre_load, validates_schema
from marshmallow.validate import Length, Regexp

from core.club.club import ROLES
from core.messages import say
from core.names.shown_names import FULL, STYLES
from schemas.fields import Many, Name, Strict, WholeNumber, Word, YesNo, nested
from schemas.requests.matches import NAME, slug
from schemas.requests.rounds import Instant

Json = dict[str, Any]
MOST_PLAYERS, MOST_DECISIONS = 1000, 1000
MOST_LOGO = 1_400_000
"""Characters of a logo in base64."""
STREAM, LAST_VERSION = 60, 10_000_000


class ClubFounding(Strict):
    """A club that begins to use the service."""

    slug = slug(required=True)
    name = Name(NAME, required=True)


class TokenIssuing(Strict):
    """A key to be given out."""

    role = Word(ROLES, required=True)
    note = Name(NAME, 0, load_default="")


class PlayerRegistering(Strict):
    """A person for the club's list of players; a bare name will do."""

    name = Name(NAME, required=True)
    rating = WholeNumber(0, 9999, allow_none=True)
    group = Name(NAME, allow_none=True)
    another = YesNo(
        load_default=False,
        metadata={"description": "This is another person than those whose names look like this one."},
    )

    @pre_load
    def _from_name(self, data: Any, **_: Any) -> Any:
        return {"name": data} if isinstance(data, str) else data


_LIST = {
    "type": "array",
    "minItems": 1,
    "maxItems": MOST_PLAYERS,
    "items": {"oneOf": [PlayerRegistering(), Name(NAME).json_schema()]},
}
_NAMED = {"type": "object", "required": ["players"], "additionalProperties": False, "properties": {"players": _LIST}}
PLAYER_LIST = {"oneOf": [_LIST, _NAMED]}
"""People for the club's list as the document describes them: a list, bare or under `players`."""


def bare_list(body: Any) -> Any:
    """The list of a body that has it bare or under `players`. Another body is given back as it is."""
    return body["players"] if isinstance(body, dict) and body.keys() == {"players"} else body


class PlayersMerging(Strict):
    """The player, by id or by name, whom the other one is. That player's name stays on the list."""

    into = Name(NAME, required=True)


class TextDecision(Strict):
    """A decision about a text: its log, the version of its event and its field, as the erasure lists it."""

    stream = Name(STREAM, required=True)
    version = WholeNumber(0, LAST_VERSION, required=True)
    field = Name(NAME, required=True)
    erase = YesNo(required=True, metadata={"description": "False: the text stays as it is."})


class NameErasing(Strict):
    """An erasure of a name: with or without the texts that hold it."""

    texts = YesNo(
        load_default=True,
        metadata={"description": "The name is replaced in texts that people typed, too, and in authors of events."},
    )
    decisions = Many(
        nested(TextDecision),
        0,
        MOST_DECISIONS,
        load_default=list,
        metadata={
            "description": "Texts that are decided one by one. In one that is erased, the parts of the name go, too."
        },
    )


class LookSetting(Strict):
    """A logo and a colour; what is left out stays as it is."""

    colour = fields.String(
        validate=[Length(max=7), Regexp(r"^(#[0-9a-fA-F]{6})?$")],
        metadata={"description": "Such as `#2f5b46`; empty takes it away."},
    )
    logo = fields.String(
        validate=Length(max=MOST_LOGO),
        metadata={
            "description": "A PNG, JPEG or WebP in base64, of at most 1 MB and 4 million pixels. It is drawn anew as a "
            "small PNG; empty takes it away."
        },
    )


def _style(description: str, **options: Any) -> Word:
    return Word(STYLES, metadata={"description": description}, **options)


class NameShowing(Strict):
    """The styles in which readers see the name of a player: `full`, `initials`, or the `chosen` name."""

    public = _style("For everybody: strangers and other programs.", required=True)
    members = _style("For viewers and scorers of the club, and links to tables.", load_default=FULL)
    paper = _style("On prints and in newspapers; null: as everybody sees it.", allow_none=True, load_default=None)
    feeds = _style(
        "In news, feeds, calendars and to webhooks; null: as everybody sees it.", allow_none=True, load_default=None
    )
    name = Name(NAME, allow_none=True, load_default=None)
    since = Instant(
        allow_none=True,
        load_default=None,
        metadata={
            "description": "A time that is past: tournaments that were over before show the name as they did. Null: "
            "the setting is for these, too.",
            "example": "2026-11-28T17:00:00Z",
        },
    )


class PlayerChanging(Strict):
    """Change of a player on the club's list: the name, the rating or the group (null: none)."""

    name = Name(NAME)
    rating = WholeNumber(0, 9999, allow_none=True)
    group = Name(NAME, allow_none=True)
    another = YesNo(
        metadata={"description": "This is another person than those whose names look like this one."},
    )

    json_schema = {"minProperties": 1}

    @validates_schema
    def _something(self, data: Json, **_: Any) -> None:
        if not data.keys() - {"another"}:
            raise ValidationError({"name": [say("missing: another name, another rating, or another group")]})
