"""A round of a tournament that cannot be paired by the rules, and the director's ways out."""

from flask_smorest import Blueprint

from schemas.impasse import ImpasseAnswer, Resolving
from schemas.tournament_views import TournamentView
from service.handlers import impasse
from service.web.bodies import json_body
from service.web.needs import Needs
from service.web.operations import Answer, Call, operation

blueprint = Blueprint("impasse", __name__, url_prefix="/v1/tournaments", description="Rounds that cannot be paired")

_PATH = "/<tournament:tournament>/impasse"
_WAY = json_body(Resolving(), example={"way": "rematch", "reason": "all agree to play the last round"})


@operation(blueprint, "GET", _PATH, Needs("organiser"), {200: ImpasseAnswer})
def show(call: Call, tournament: str) -> Answer:
    """The round to come that cannot be paired by the rules, if there is one, and what may be done about it.

    Who has met whom is known as soon as a round is paired, so it is told before that round is played.
    """
    words = impasse.show(call.house, call.principal, tournament)
    return Answer(words, version=f"v{words['version']}")


@operation(blueprint, "POST", _PATH, Needs("organiser", _WAY, if_match=True, key=True), {201: TournamentView})
def resolve(call: Call, tournament: str) -> Answer:
    """Go one of the ways that are possible.

    `look_ahead` pairs the last round again, which nobody has begun, `rematch` pairs the next one, `end` ends the
    tournament. The decision is an event, with its reason. A way that is not possible is refused (409), and so is any
    while the next round can be paired.
    """
    words = impasse.resolve(
        call.house, call.principal, tournament, call.body["way"], call.body["reason"],
        expected=call.expected, key=call.key, fingerprint=call.fingerprint,
    )  # fmt: skip
    return Answer(words, 201, f"v{words['version']}")
