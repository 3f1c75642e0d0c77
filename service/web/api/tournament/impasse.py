"""A round of a tournament that cannot be paired by the rules, and the director's ways out."""

from flask_smorest import Blueprint

from schemas.requests.rounds import Resolving
from schemas.views.rounds import ImpasseAnswer
from schemas.views.tournaments import TournamentView
from service.handlers.tournament import impasse
from service.web.http.request_body import json_body
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("impasse", __name__, url_prefix="/v1/tournaments", description="Rounds that cannot be paired")

_PATH = "/<tournament:tournament>/impasse"
_WAY = json_body(Resolving(), example={"way": "rematch", "reason": "all agree to play the last round"})


@operation(blueprint, "getImpasse", "GET", _PATH, Requirements("organiser"), {200: ImpasseAnswer})
def show(call: Call, tournament: str) -> Answer:
    """The round to come that cannot be paired by the rules, if there is one, and what may be done about it.

    Who has met whom is known as soon as a round is paired, so it is told before that round is played.
    """
    current_impasse = impasse.show(call.deps, call.principal, tournament)
    return Answer(current_impasse, version=f"v{current_impasse.version}")


@operation(
    blueprint,
    "resolveImpasse",
    "POST",
    _PATH,
    Requirements("organiser", _WAY, if_match=True, key=True),
    {201: TournamentView},
)
def resolve(call: Call, tournament: str) -> Answer:
    """Go one of the ways that are possible.

    `look_ahead` pairs the last round again if no match of it has begun. `rematch` pairs the next round, and so does
    `byes_back`, with those who asked to sit it out. `no_match` makes it a round of byes alone. `end` ends the
    tournament. The decision is an event, with its reason. A way that is not possible is refused (409), and so is any
    while the next round can be paired.
    """
    view = impasse.resolve(call.request, tournament, call.body["way"], call.body["reason"])
    return Answer(view, 201, f"v{view.version}")
