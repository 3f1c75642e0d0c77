"""Views of tournament formats and of plans: see `schemas.views.clubs`."""

from marshmallow import fields
from marshmallow.validate import OneOf

from schemas.dump import AsIs
from schemas.fields import Strict
from schemas.views.base import integer, listed, maybe_integer, one, text, yes
from schemas.views.games import OptionView
from schemas.views.matches import LengthView


class FormatView(Strict):
    """A way to run a tournament."""

    key = text(example="round_robin")
    name = text()
    rule = text(description="The format in one sentence.")
    settings = fields.Dict(
        attribute="described_settings",
        keys=fields.String(),
        values=fields.Nested(OptionView),
        required=True,
        metadata={"description": "What an announcement may choose under `settings`, by name."},
    )
    tie_breaks = fields.List(
        fields.String(),
        attribute="default_tie_breaks",
        required=True,
        metadata={"description": "What orders the table unless something else is said."},
    )
    on_command = yes(description="A round is paired when it is asked for, not as soon as it can be.")
    late_entry = yes(description="Players may enter after the start.")
    teams = yes(description="Entries are teams.")


class TieBreakView(Strict):
    """A tie-break that an announcement may name."""

    code = text(example="wins")
    name = text()


class Formats(Strict):
    """Every way to run a tournament, and what may be chosen with each."""

    formats = listed(FormatView)
    tie_breaks = listed(TieBreakView)
    presets = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.String()),
        required=True,
        metadata={"description": "Whole orders of a table that `tie_breaks` may name."},
    )
    scoring = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"description": "Every kind of result that `scoring` may name, and what it is."},
    )


_MINUTES = "Minutes after the first match begins."


class Counted(Strict):
    """The fewest and the most. They differ where results decide how many are played."""

    fewest = integer()
    most = integer()


class End(Strict):
    """The expected end, and the two points between which four of five evenings end."""

    expected = integer(description=_MINUTES)
    early = integer(description=_MINUTES)
    late = integer(description=_MINUTES)


class Plan(Strict):
    """A format with a length of match. If it cannot start, `possible` is false and the rest is missing."""

    format = text()
    length = AsIs(LengthView, required=True)
    possible = yes()
    rounds = fields.Nested(Counted)
    matches = fields.Nested(Counted)
    end = fields.Nested(End)
    fits = fields.String(
        validate=OneOf(("yes", "perhaps", "no")),
        metadata={"description": "`yes`: nine of ten evenings end in time; `perhaps`: the expected end is in time."},
    )
    minutes_late = fields.Integer(metadata={"description": "Minutes from the end of the evening to the expected end."})


class GameLengthsView(Strict):
    """Lengths of games that the plans rest on."""

    measured = integer(description="Games of the club that were measured. 0: the lengths that are shipped.")
    seconds_a_turn = maybe_integer(description="The assumed time of a turn, where turns were counted and not timed.")
    minutes_a_game = integer(description="The mean.")
    minutes_beside = integer(description="The assumed minutes of each match beside its games.")


class Plans(Strict):
    """Ends of a tournament, for every format and length of match."""

    game = fields.String(attribute="question.game", required=True)
    players = fields.Integer(attribute="question.players", required=True, strict=True)
    tables = fields.Integer(attribute="question.tables", required=True, strict=True)
    minutes = fields.Integer(attribute="question.minutes", required=True, strict=True)
    stop = fields.String(attribute="question.stop", required=True)
    lengths = one(GameLengthsView)
    plans = listed(Plan)
