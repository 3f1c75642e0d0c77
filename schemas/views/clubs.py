"""Shapes of the answers, as the published document shows them and as the tests compare them with answers.

Answers are not passed through these schemas, since use cases return JSON data already. An additional or missing field
fails a test.
"""

from marshmallow import fields
from marshmallow.validate import OneOf

from core.club.club import ROLES
from schemas.fields import Strict
from schemas.views.base import Listed, integer, listed, maybe_integer, text


# ── clubs ────────────────────────────────────────────────────────────────────────────────────────────────────────────
class Founded(Strict):
    """A new club and its first organiser token, which is shown here and never again."""

    slug = text()
    name = text()
    token = text()


class Club(Strict):
    """A club."""

    slug = text()
    name = text()
    players = integer(description="How many players are on its list.")


class Clubs(Listed):
    """Every club."""

    clubs = listed(Club)


class Token(Strict):
    """A key to the API, without its secret."""

    id = text()
    role = fields.String(required=True, validate=OneOf(ROLES))
    note = text()


class IssuedToken(Token):
    """A key to the API with its secret, which is shown here and never again."""

    token = text()


class Tokens(Listed):
    """The access tokens of a club, without their secrets."""

    tokens = listed(Token)


class Player(Strict):
    """A person on a club's list."""

    id = text()
    name = text()
    rating = maybe_integer()


class Registered(Strict):
    """Players who were put on a club's list."""

    players = listed(Player)


class Players(Listed):
    """People on a club's list."""

    players = listed(Player)
