"""What goes out: the answers' shapes, as the published document shows them and as the tests hold them against answers.

Answers are not passed through these schemas, since use cases speak the contract's words already; a field more or less
than stands here fails a test.
"""

from typing import Any

from marshmallow import Schema, fields
from marshmallow.validate import OneOf

from core.club import ROLES
from schemas.fields import Strict
from schemas.parts import Landing


def text(**metadata: Any) -> fields.String:
    """A text that is always there."""
    return fields.String(required=True, metadata=metadata)


def maybe_text(**metadata: Any) -> fields.String:
    """A text or null."""
    return fields.String(required=True, allow_none=True, metadata=metadata)


def number(**metadata: Any) -> fields.Integer:
    """A whole number that is always there."""
    return fields.Integer(required=True, strict=True, metadata=metadata)


def maybe_number(**metadata: Any) -> fields.Integer:
    """A whole number or null."""
    return fields.Integer(required=True, allow_none=True, strict=True, metadata=metadata)


def yes(**metadata: Any) -> fields.Boolean:
    """True or false."""
    return fields.Boolean(required=True, metadata=metadata)


def one(schema: type[Schema], **options: Any) -> fields.Nested:
    """An object inside."""
    return fields.Nested(schema, required=True, **options)


def listed(schema: type[Schema], **options: Any) -> fields.List[Any]:
    """A list of objects."""
    return fields.List(fields.Nested(schema), required=True, **options)


class Listed(Strict):
    """A page of a list."""

    total = number(description="How many there are on all pages.")
    next = maybe_text(
        description="The address of the next page, as in the `Link` header; null on the last.",
        example="/v1/clubs/vasa/players?limit=100&cursor=100",
    )


def by_seat(kind: fields.Field[Any]) -> fields.Dict:
    """One value for each seat."""
    return fields.Dict(keys=fields.String(), values=kind, required=True)


POSITION_EXAMPLE = {
    "white": {"bar": 0, "off": 0, "points": {"1": 15}},
    "black": {"bar": 0, "off": 0, "points": {"1": 15}},
}  # fmt: skip


def position() -> fields.Dict:
    """A position in its game's words."""
    said = "In its game's words: on a board each side in its own numbering, empty points left out."
    return fields.Dict(required=True, metadata={"description": said, "example": POSITION_EXAMPLE})


# ── games ────────────────────────────────────────────────────────────────────────────────────────────────────────────
class Outcome(Strict):
    """A way for a game to end: its points, and its rank in the tie-break (higher is better)."""

    key = text()
    points = number()
    rank = number()


class OptionView(Strict):
    """A choice that a game leaves."""

    type = fields.String(required=True, validate=OneOf(["boolean", "integer", "string"]))
    default = fields.Raw(required=True, metadata={"type": ["boolean", "integer", "string"]})
    choices = fields.List(fields.Raw(), required=True, allow_none=True, metadata={"description": "Null: any."})
    sentence = text(description="The sentence of the source or ruling that it rests on.")


class GameView(Strict):
    """A kind of game."""

    id = text(example="swedish")
    name = text()
    rule = text(description="The game in one sentence.")
    source = text()
    version = text()
    seats = fields.List(fields.String(), required=True)
    fewest = number(description="How many seats play at least; they are the first ones.")
    cube = yes(description="Stakes may be doubled, and matches may be played to a number of points.")
    options = fields.Dict(
        keys=fields.String(), values=fields.Nested(OptionView), required=True,
        metadata={"description": "What a match or tournament may choose, by name."},
    )  # fmt: skip
    outcomes = listed(Outcome)


class Games(Strict):
    """Every kind of game that can be played."""

    games = listed(GameView)


class Play(Strict):
    """A legal turn: landings in an order that can be played, and what they leave."""

    moves = listed(Landing)
    position = position()
    outcome = maybe_text(description="How the turn ends the game, if it does.")
    text = maybe_text(description="The turn in the game's notation; null where it has none.", example="8/5 6/5*")


class Ids(Strict):
    """A position as other programs name it."""

    gnubg = text(description="Position and match id.", example="4HPwATDgc/ABMA:QYkqASAAIAAA")
    xgid = text(example="XGID=-b----E-C---eE---c-e----B-:1:1:-1:52:2:4:0:9:10")


class Plays(Strict):
    """Every legal turn, one entry for each pair of resulting position and outcome."""

    plays = listed(Play)
    ids = fields.Nested(Ids, metadata={"description": "Only in games that other programs know."})
    pass_ = fields.Boolean(required=True, data_key="pass", metadata={"description": "No landing is possible."})


class Check(Strict):
    """The verdict on a turn: legal, or the clause or ruling that it breaks and why."""

    legal = yes()
    rule = maybe_text(example="S4")
    explanation = text()
    position = fields.Dict(required=True, allow_none=True)
    outcome = maybe_text()
    text = maybe_text(description="The turn that was judged, in the game's notation; null where it has none.")


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
    players = number(description="How many players are on its list.")


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
    """The keys that open a club's doors."""

    tokens = listed(Token)


class Player(Strict):
    """A person on a club's list."""

    id = text()
    name = text()
    rating = maybe_number()


class Registered(Strict):
    """Those who were put on a club's list."""

    players = listed(Player)


class Players(Listed):
    """People on a club's list."""

    players = listed(Player)
