"""Rounds of tournaments: pairing them."""

from flask_smorest import Blueprint

from schemas.tournament_commands import Pairing
from schemas.tournament_views import TournamentView
from service.handlers import rounds
from service.web.bodies import json_body
from service.web.needs import Needs
from service.web.operations import Answer, Call, operation

blueprint = Blueprint("rounds", __name__, url_prefix="/v1/tournaments", description="Rounds of tournaments")

_PART = "/<tournament:tournament>"
_ROUND = json_body(Pairing(), required=False, example={"round": 2})


@operation(
    blueprint, "POST", f"{_PART}/rounds", Needs("organiser", _ROUND, if_match=True, key=True),
    {200: TournamentView, 201: TournamentView},
)  # fmt: skip
def pair(call: Call, tournament: str) -> Answer:
    """Pair the next round, exactly once, in a format that is paired round by round.

    While the last round is not yet played that one is shown again (200), and so is the `round` that is asked for if it
    is there already. A round that has begun is waited for: the refusal (409) names the matches that have no result.
    """
    words, paired = rounds.pair(
        call.house, call.principal, tournament, call.body.get("round"),
        expected=call.expected, key=call.key, fingerprint=call.fingerprint,
    )  # fmt: skip
    return Answer(words, 201 if paired else 200, f"v{words['version']}")
