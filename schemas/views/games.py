"""Views of games, positions and plays: see `schemas.views.base`."""

from typing import Any

from marshmallow import fields
from marshmallow.validate import OneOf

from schemas.dump import AsIs
from schemas.facts.parts import Landing
from schemas.fields import Strict
from schemas.messages import message
from schemas.views.base import Ids, integer, listed, maybe_text, text, yes

POSITION_EXAMPLE = {
    "white": {"bar": 0, "off": 0, "points": {"1": 15}},
    "black": {"bar": 0, "off": 0, "points": {"1": 15}},
}


def position(**options: Any) -> fields.Dict:
    """A position in its game's words."""
    description = "In its game's words: on a board each side in its own numbering, empty points left out."
    return fields.Dict(required=True, metadata={"description": description, "example": POSITION_EXAMPLE}, **options)


# ── games ────────────────────────────────────────────────────────────────────────────────────────────────────────────
class Outcome(Strict):
    """A way for a game to end: its points, and its rank in the tie-break (higher is better)."""

    key = text()
    points = integer()
    rank = integer()


class OptionView(Strict):
    """A choice that a game leaves."""

    type = fields.String(attribute="kind", required=True, validate=OneOf(["boolean", "integer", "string"]))
    default = fields.Raw(required=True, metadata={"type": ["boolean", "integer", "string"]})
    choices = fields.List(fields.Raw(), required=True, allow_none=True, metadata={"description": "Null: any."})
    sentence = text(description="The sentence of the source or ruling that it rests on.")


class GameView(Strict):
    """A kind of game."""

    id = fields.String(attribute="key", required=True, metadata={"example": "swedish"})
    name = text()
    rule = text(description="The game in one sentence.")
    source = text()
    version = text()
    seats = fields.List(fields.String(), required=True)
    fewest = integer(description="How many seats play at least; they are the first ones.")
    cube = yes(description="Stakes may be doubled, and matches may be played to a number of points.")
    options = fields.Dict(
        attribute="described_options",
        keys=fields.String(),
        values=fields.Nested(OptionView),
        required=True,
        metadata={"description": "What a match or tournament may choose, by name."},
    )
    outcomes = listed(Outcome)


class Games(Strict):
    """Every kind of game that can be played."""

    games = listed(GameView)


class Play(Strict):
    """A legal turn: landings in an order that can be played, and what they leave."""

    moves = fields.List(AsIs(Landing), required=True)
    position = position()
    outcome = maybe_text(description="How the turn ends the game, if it does.")
    text = maybe_text(description="The turn in the game's notation; null where it has none.", example="8/5 6/5*")


class Plays(Strict):
    """Every legal turn, one entry for each pair of resulting position and outcome."""

    plays = listed(Play)
    pass_ = fields.Boolean(required=True, data_key="pass", metadata={"description": "No landing is possible."})
    ids = AsIs(Ids, metadata={"description": "Only in games that other programs know."})


class TurnStateView(Strict):
    """A state within a turn. Without steps the turn is complete."""

    steps = fields.List(
        fields.List(fields.Raw(metadata={"type": ["integer", "string"]})),
        required=True,
        metadata={
            "description": "The landings that lead on to a legal turn: from, to, the die it takes, the state after it.",
            "example": [[1, 7, 6, 1], [1, 3, 2, 2]],
        },
    )
    outcome = maybe_text(description="How the turn ends the game, if it does.")


class Throw(Strict):
    """The legal turns of a throw, as states that landings lead between."""

    dice = fields.List(fields.Integer(), required=True)
    states = fields.List(
        fields.Nested(TurnStateView),
        required=True,
        allow_none=True,
        metadata={
            "description": "The first is the state before any landing; without steps the player passes. "
            "Null in games without single landings, and where there are too many: ask for the plays."
        },
    )


class Turns(Strict):
    """The legal turns of a position with several throws."""

    throws = listed(Throw)


class Check(Strict):
    """The verdict on a turn: legal, or the clause or ruling that it breaks and why."""

    legal = yes()
    rule = maybe_text(example="S4")
    explanation = text()
    position = fields.Dict(required=True, allow_none=True)
    outcome = maybe_text()
    message = message()
    text = maybe_text(description="The turn that was judged, in the game's notation; null where it has none.")
