"""Views of rounds, seats, an impasse, and results that are reported and confirmed: see `schemas.views.clubs`."""

from marshmallow import fields
from marshmallow.validate import OneOf

from core.tournament.model.match_status import CONFIRMED, DISPUTED, REPORTED, SETTLED
from schemas.dump import AsIs, Maybe
from schemas.fields import Strict
from schemas.views.base import by_seat, integer, listed, maybe_text, one, text, yes
from schemas.views.matches import Verdict, comparison, decided_by
from schemas.views.tournaments import PairedMatch, Seated, WonGame


class TableView(Strict):
    """A table, and the match that is played there."""

    table = text()
    group = maybe_text(description="The stage or group of players whose matches it is kept for.")
    match = one(PairedMatch, allow_none=True)


class Tables(Strict):
    """The tables of the hall, and the matches that could be played and have none."""

    tournament = text()
    version = integer()
    tables = listed(TableView)
    waiting = listed(PairedMatch)


class Apart(Strict):
    """Two players who are kept apart."""

    players = fields.List(fields.Nested(Seated), required=True)
    hard = yes(description="They must not meet; else only if it cannot be helped.")


class Avoidances(Strict):
    """Everybody who is kept apart."""

    tournament = text()
    version = integer()
    avoidances = listed(Apart)


class WayOut(Strict):
    """A way out that is possible now."""

    way = text(example="rematch")
    text = text(description="What it does.")


class ImpasseView(Strict):
    """The round that cannot be paired by the rules."""

    round = integer()
    text = text(description="Why not, and what may be done.")
    ways = listed(WayOut)


class ImpasseAnswer(Strict):
    """The impasse that a tournament is in, or that its next round will bring; null if it goes on."""

    tournament = text()
    version = integer()
    impasse = one(ImpasseView, allow_none=True)


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
        required=True,
        validate=OneOf((REPORTED, SETTLED, CONFIRMED, DISPUTED)),
        metadata={"description": "`reported`: it counts after a second person has confirmed it."},
    )
    results = fields.List(fields.Nested(WonGame), metadata={"description": "Where it is disputed: what stands."})
    claimed = fields.List(fields.Nested(WonGame), metadata={"description": "And what was reported now."})
    score = by_seat(fields.Integer(), attribute="settlement.score")
    winner = Maybe(attribute="settlement.winner", required=True, allow_none=True)
    decided_by = decided_by(attribute="settlement.decided_by")
    clinched = fields.Boolean(attribute="settlement.clinched", required=True)
    comparison = comparison(attribute="settlement.comparison")
    tournament_version = fields.Integer(metadata={"description": "Where this was a second report."})
    verdicts = fields.List(AsIs(Verdict), required=True, metadata={"description": "As far as it is judged."})
