"""Views of files of other programs before they are written: see `schemas.views.clubs`."""

from marshmallow import fields

from core.imports import SOURCES
from schemas.dump import Maybe
from schemas.fields import Strict
from schemas.views.base import integer, listed, maybe_integer, maybe_text, text, yes
from schemas.views.tournaments import WonGame


class ImportedColumn(Strict):
    """A column of the file, or a field of JSON. `meaning` is null where it is ignored; a country is not kept."""

    heading = text()
    meaning = maybe_text()


class WrongLine(Strict):
    """A line that cannot be read. In JSON, and for the players of a list of pairings, it is the place in the list."""

    line = integer()
    messages = fields.List(fields.String(), required=True)


class PossiblePlayer(Strict):
    """A player of the club's list who may be meant."""

    player = text()
    name = text()
    rating = maybe_integer()


class PlayerRow(Strict):
    """A player of the file, and what the line becomes."""

    line = fields.Integer(attribute="player.line", required=True, strict=True)
    name = fields.String(attribute="player.name", required=True)
    written = fields.String(
        attribute="player.written", required=True, metadata={"description": "The name as the file has it."}
    )
    rating = Maybe(attribute="player.rating", required=True, allow_none=True)
    club = Maybe(attribute="player.club", required=True, allow_none=True)
    country = Maybe(
        attribute="player.country", required=True, allow_none=True, metadata={"description": "Shown, and not kept."}
    )
    seed = Maybe(attribute="player.seed", required=True, allow_none=True)
    becomes = fields.String(
        attribute="state",
        required=True,
        metadata={"description": "`known`, `new`, `back`, `entered`, `twice`, `choose`, `wrong` or `left_out`."},
    )
    known_as = fields.Nested(
        PossiblePlayer,
        attribute="outcome.player",
        required=True,
        allow_none=True,
        metadata={"description": "The player of the club's list who is meant."},
    )
    choices = fields.List(fields.Nested(PossiblePlayer), attribute="outcome.choices", required=True)
    double = integer(description="The line before that may be the same person; 0 without one.")
    wrong = fields.List(fields.String(), attribute="outcome.wrong", required=True)


class PlayersPreview(Strict):
    """Preview of the players of a file. Nothing is written until the `digest` is sent."""

    tournament = text()
    version = integer()
    source = fields.String(attribute="file.source", required=True, metadata={"enum": list(SOURCES)})
    encoding = fields.String(attribute="file.encoding", required=True)
    columns = fields.List(fields.Nested(ImportedColumn), attribute="file.columns", required=True)
    rows = listed(PlayerRow)
    wrong = listed(WrongLine)
    entered = integer(description="How many players would be entered.")
    new = integer(description="How many of them the club's list does not have yet.")
    unclear = integer(description="How many lines wait for a choice.")
    keeps_seeds = yes(description="If they would be seeded as in the file.")
    remarks = fields.List(
        fields.String(),
        attribute="file.remarks",
        required=True,
        metadata={"description": "What the file leaves out, such as that it is page 1 of 2."},
    )
    digest = text(description="Stands for exactly this preview.")


class ResultRow(Strict):
    """A result of the file, and what becomes of it."""

    line = fields.Integer(attribute="result.line", required=True, strict=True)
    round_of_file = fields.Integer(attribute="result.round", required=True, allow_none=True, strict=True)
    players = fields.List(
        fields.String(),
        attribute="result.players",
        required=True,
        metadata={"description": "As the file has them, white or the first one first; the second is empty for a bye."},
    )
    winner = fields.Integer(
        attribute="result.winner",
        required=True,
        allow_none=True,
        strict=True,
        metadata={"description": "The place of the winner among `players`, 0 or 1."},
    )
    written = fields.String(
        attribute="result.written", required=True, metadata={"description": "The result as the file has it."}
    )
    becomes = fields.String(
        attribute="state",
        required=True,
        metadata={"description": "`written`; `agrees`: the same counts already; `left`: `why` says the reason."},
    )
    round = integer(description="The round of the tournament, 0 where they do not meet.")
    match = maybe_text()
    kind = maybe_text(description="As what it counts: `played`, `adjudicated`, `walkover`, `double_no_show`, `bye`.")
    games = fields.List(fields.Nested(WonGame), required=True)
    why = maybe_text()


class ResultsPreview(Strict):
    """Preview of the results of a file. Nothing is written until the `digest` is sent."""

    tournament = text()
    version = integer()
    source = fields.String(attribute="file.source", required=True, metadata={"enum": list(SOURCES)})
    encoding = fields.String(attribute="file.encoding", required=True)
    rows = fields.List(fields.Nested(ResultRow), attribute="plan.rows", required=True)
    wrong = listed(WrongLine)
    counted = integer(description="How many results would be written.")
    left = integer(description="How many are left, each for its reason.")
    remarks = fields.List(fields.String(), attribute="file.remarks", required=True)
    paired = fields.List(
        fields.Integer(),
        attribute="plan.paired",
        required=True,
        metadata={"description": "The rounds that would be paired as in the file."},
    )
    stopped = Maybe(
        attribute="plan.stopped",
        required=True,
        allow_none=True,
        metadata={"description": "The reason why a round of the file is not paired."},
    )
    digest = text(description="Stands for exactly this preview.")
