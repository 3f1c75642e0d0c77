"""Explanations of a player's place in the table and of the pairings of a round."""

from flask_smorest import Blueprint

from schemas.views.explanations import ExplainedPlace, ExplainedRound
from service.handlers.tournament import explanations
from service.web.http.heavy_reads import heavy
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("explaining", __name__, url_prefix="/v1/tournaments", description="Why a table is as it is")

_PART = "/<tournament:tournament>"
_SEEN = Requirements("viewer", published=True)


@operation(
    blueprint, "explainStanding", "GET", f"{_PART}/standings/explain/<player:player>", _SEEN, {200: ExplainedPlace}
)
@heavy
def place(call: Call, tournament: str, player: str) -> Answer:
    """Explain the place of a player, named by id or by name.

    Every tie-break in order with its value and what it is the sum of: opponent, round, match and number, and what a cut
    dropped; and the neighbours above and below with the tie-break that decided.
    """
    explained = explanations.place(call.deps, call.principal, tournament, player)
    return Answer(explained, version=f"v{explained.version}")


@operation(
    blueprint, "explainPairings", "GET", f"{_PART}/pairings/<round:number>/explain", _SEEN, {200: ExplainedRound}
)
@heavy
def pairings(call: Call, tournament: str, number: str) -> Answer:
    """Explain the pairings and byes of a round: floats, seeds and places in the standings."""
    explained = explanations.pairings(call.deps, call.principal, tournament, int(number))
    return Answer(explained, version=f"v{explained.version}")
