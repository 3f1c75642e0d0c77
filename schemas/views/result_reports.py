"""Views of reported and confirmed results: see `schemas.views.base`."""

from marshmallow import fields
from marshmallow.validate import OneOf

from core.tournament.model.match_status import CONFIRMED, DISPUTED, REPORTED, SETTLED
from schemas.dump import AsIs, Maybe
from schemas.fields import Strict
from schemas.views.base import by_seat, integer, text
from schemas.views.matches import Verdict, comparison, decided_by
from schemas.views.tournaments import PairedMatch, WonGame


class _InTournament(Strict):
    tournament = text()
    version = integer(description="That of the tournament.")
    round = integer()


class Confirmed(PairedMatch, _InTournament):
    """A match whose result is confirmed, in the tournament as it is now."""


class Reported(Strict):
    """A whole match result that was written, settled as it will be judged; the one that stands, if it is disputed."""

    match = text()
    version = integer()
    status = fields.String(
        required=True, validate=OneOf((REPORTED, SETTLED, CONFIRMED, DISPUTED)),
        metadata={"description": "`reported`: it counts after a second person has confirmed it."},
    )  # fmt: skip
    results = fields.List(fields.Nested(WonGame), metadata={"description": "Where it is disputed: what stands."})
    claimed = fields.List(fields.Nested(WonGame), metadata={"description": "And what was reported now."})
    score = by_seat(fields.Integer(), attribute="settlement.score")
    winner = Maybe(attribute="settlement.winner", required=True, allow_none=True)
    decided_by = decided_by(attribute="settlement.decided_by")
    clinched = fields.Boolean(attribute="settlement.clinched", required=True)
    comparison = comparison(attribute="settlement.comparison")
    tournament_version = fields.Integer(metadata={"description": "Where this was a second report."})
    verdicts = fields.List(AsIs(Verdict), required=True, metadata={"description": "As far as it is judged."})
