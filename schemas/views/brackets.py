"""Views of brackets and cross-tables: see `schemas.views.clubs`."""

from marshmallow import fields
from marshmallow.validate import OneOf

from core.tournament.brackets.view import STATES
from core.tournament.standings.crosstable import OPPONENTS, ROUNDS
from schemas.fields import Strict
from schemas.views.base import integer, listed, maybe_integer, maybe_text, one, text, yes
from schemas.views.tournaments import STATUS, Round


class From(Strict):
    """Whence a player comes to a seat."""

    kind = text(description="`seed`, `winner` or `loser` of a slot, `bye`, or what else the format has.")
    of = fields.Raw(required=True, allow_none=True, metadata={"description": "The seed's number, or the slot."})


class SlotSeat(Strict):
    """Player at a seat of a slot, as far as that is known."""

    seat = text()
    player = maybe_text()
    name = maybe_text()
    seed = maybe_integer()
    bye = yes(description="No player sits there.")
    source = one(From, data_key="from")


class SlotView(Strict):
    """A place for one match."""

    slot = text()
    match = maybe_text(description="Its match, once it is paired.")
    table = maybe_text()
    seats = listed(SlotSeat)
    status = fields.String(
        required=True, validate=OneOf(STATES),
        metadata={
            "description": "`waiting`: its match is not paired yet. `empty`: no match is played here. "
            "`bye`: one player without an opponent."
        },
    )  # fmt: skip
    winner = maybe_text(description="The id of the player who won.")
    score = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True, allow_none=True)
    result = maybe_text(description="How it came about: `played`, `walkover`, …")


class BracketRound(Strict):
    """A round of one bracket."""

    round = integer(description="Its number in the tournament.")
    name = text(description="Such as `semi_final`.")
    slots = listed(SlotView)


class BracketTree(Strict):
    """One tree."""

    bracket = text(description="Such as `main`, `lower`, `bronze`, `consolation`.")
    rounds = listed(BracketRound)


class Bracket(Strict):
    """Every round with its matches and results, and every bracket with all its slots, from the start on."""

    tournament = text()
    version = integer()
    status = fields.String(required=True, validate=OneOf(STATUS))
    rounds = listed(Round)
    brackets = listed(BracketTree, metadata={"description": "None in a format without brackets, and before the start."})


class CrossCell(Strict):
    """One match, or one bye, as the row's player sees it."""

    round = integer()
    match = text(description="Empty for a bye that is no match.")
    opponent = maybe_text()
    number = maybe_integer(description="The opponent's row.")
    kind = maybe_text(description="That of the result; null while there is none.")
    won = yes()
    points_won = integer()
    points_lost = integer()
    drawn = yes(description="As only meetings of teams can be.")


class CrossRow(Strict):
    """A player's results."""

    number = integer()
    rank = fields.Integer(attribute="line.rank", required=True, strict=True)
    shared = fields.Boolean(attribute="line.shared", required=True)
    player_id = fields.String(attribute="line.player_id", required=True)
    name = fields.String(attribute="line.name", required=True)
    withdrawn = fields.Boolean(attribute="line.withdrawn", required=True)
    played = fields.Integer(attribute="line.played", required=True, strict=True)
    wins = fields.Integer(attribute="line.wins", required=True, strict=True)
    losses = fields.Integer(attribute="line.losses", required=True, strict=True)
    cells = fields.List(
        fields.List(fields.Nested(CrossCell)), required=True, metadata={"description": "Column by column."}
    )


class CrossTable(Strict):
    """The cross-table of a group, or of everybody."""

    name = text()
    by = fields.String(required=True, validate=OneOf((OPPONENTS, ROUNDS)))
    columns = fields.List(fields.Integer(), required=True, metadata={"description": "Rows' numbers, or rounds."})
    rows = listed(CrossRow)


class CrossTables(Strict):
    """Everybody's results against each opponent, or round by round."""

    tournament = text()
    version = integer()
    status = fields.String(required=True, validate=OneOf(STATUS))
    crosstables = listed(CrossTable)
