"""Views of tournament formats: see `schemas.views.clubs`."""

from marshmallow import fields

from schemas.fields import Strict
from schemas.views.base import listed, text, yes
from schemas.views.games import OptionView


class FormatView(Strict):
    """A way to run a tournament."""

    key = text(example="round_robin")
    name = text()
    rule = text(description="The format in one sentence.")
    settings = fields.Dict(
        keys=fields.String(), values=fields.Nested(OptionView), required=True,
        metadata={"description": "What an announcement may choose under `settings`, by name."},
    )  # fmt: skip
    tie_breaks = fields.List(
        fields.String(), required=True, metadata={"description": "What orders the table unless something else is said."}
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
        keys=fields.String(), values=fields.List(fields.String()), required=True,
        metadata={"description": "Whole orders of a table that `tie_breaks` may name."},
    )  # fmt: skip
    scoring = fields.Dict(
        keys=fields.String(), values=fields.String(), required=True,
        metadata={"description": "Every kind of result that `scoring` may name, and what it is."},
    )  # fmt: skip
