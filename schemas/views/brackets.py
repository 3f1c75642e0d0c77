"""Views of brackets and cross-tables, and of brackets in the tables of brackets-model: see `schemas.views.clubs`."""

from marshmallow import fields
from marshmallow.validate import OneOf

from core.tournament.brackets.view import STATES
from core.tournament.model.state import STATUS
from core.tournament.standings.crosstable import OPPONENTS, ROUNDS
from core.tournament.views.brackets_tables import FINALS, LOSS, STAGE_TYPES, WIN
from schemas.fields import Strict
from schemas.views.base import integer, listed, maybe_integer, maybe_text, one, text, yes
from schemas.views.tournaments import Round


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
        required=True,
        validate=OneOf(STATES),
        metadata={
            "description": "`waiting`: its match is not paired yet. `empty`: no match is played here. "
            "`bye`: one player without an opponent."
        },
    )
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


# ── as the tables of brackets-model ──────────────────────────────────────────────────────────────────────────────────
class Participant(Strict):
    """A player."""

    id = integer()
    tournament_id = text()
    name = text()
    player_id = text(description="The player's id in brade.")


class StageSettings(Strict):
    """Settings of a stage."""

    size = integer(description="Players, with the byes that make a power of two.")
    groups = fields.Integer(data_key="groupCount", required=True, strict=True)
    final = fields.String(data_key="grandFinal", required=True, validate=OneOf(FINALS))
    third_place = fields.Boolean(
        data_key="consolationFinal", required=True, metadata={"description": "There is a match for the third place."}
    )


class Stage(Strict):
    """A bracket with those that belong to it, or the groups."""

    id = integer()
    tournament_id = text()
    name = text(description="Such as `main`, `consolation`, `groups`.")
    type = fields.String(required=True, validate=OneOf(STAGE_TYPES))
    number = integer()
    settings = one(StageSettings)


class Group(Strict):
    """A group, or a bracket of a stage."""

    id = integer()
    stage_id = integer()
    number = integer()


class ModelRound(Strict):
    """A round of a group."""

    id = integer()
    stage_id = integer()
    group_id = integer()
    number = integer()


class Opponent(Strict):
    """A side of a match."""

    id = maybe_integer(description="The participant; null until the player is known.")
    position = fields.Integer(metadata={"description": "The seed, or the number of the match whose loser comes here."})
    score = fields.Integer(metadata={"description": "The points of the match, or of the game."})
    result = fields.String(validate=OneOf((WIN, LOSS)))
    forfeit = fields.Boolean(metadata={"description": "The player did not come."})


class ModelMatch(Strict):
    """A match, or the place of one."""

    id = integer()
    stage_id = integer()
    group_id = integer()
    round_id = integer()
    number = integer()
    child_count = integer(description="The announced number of games; 0 for a bye and in a match to points.")
    status = integer(description="0 locked, 1 one player is known, 2 may be played, 4 has its result.")
    opponent1 = one(Opponent, allow_none=True, metadata={"description": "Null for a bye."})
    opponent2 = one(Opponent, allow_none=True, metadata={"description": "Null for a bye."})
    match_id = text(description="The match's id in brade; empty until it is paired.")


class ModelGame(Strict):
    """A game that was played."""

    id = integer()
    stage_id = integer()
    parent_id = integer(description="The match.")
    number = integer()
    status = integer(description="4: it has its result.")
    opponent1 = one(Opponent)
    opponent2 = one(Opponent)


class BracketsModel(Strict):
    """The tables that brackets-viewer draws: `participant`, `stage`, `group`, `round`, `match`, `match_game`."""

    participant = listed(Participant)
    stage = listed(Stage)
    group = listed(Group)
    round = listed(ModelRound)
    match = listed(ModelMatch)
    match_game = listed(ModelGame, metadata={"description": "The games that were played, match by match."})
