"""A tournament that does not take place: called off with a reason, reinstated, or deleted as announced by mistake."""

from flask import Response
from flask_smorest import Blueprint

from schemas.requests.rounds import Reasoned, Reinstating
from schemas.views.tournaments import TournamentView
from service.handlers.tournament import calling_off
from service.web.http.request_body import json_body
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint(
    "calling_off", __name__, url_prefix="/v1/tournaments", description="Tournaments that do not take place"
)

_PART = "/<tournament:tournament>"
_WHY = json_body(Reasoned(), example={"reason": "the hall has no heating"})
_BACK = json_body(Reinstating(), example={"reason": "the hall is warm again"})


@operation(
    blueprint,
    "callOffTournament",
    "POST",
    f"{_PART}/call-off",
    Requirements("organiser", _WHY, if_match=True, key=True),
    {200: TournamentView},
)
def call_off(call: Call, tournament: str) -> Answer:
    """Call a tournament off, before or after its start. Nothing of it is lost.

    Its status is `called_off` from then on, and the field `called_off` says why. Entries, rounds, results and facts of
    its matches are refused (409) until that is taken back.
    """
    view = calling_off.call_off(call.request, tournament, call.body["reason"])
    return Answer(view, version=f"v{view.version}")


@operation(
    blueprint,
    "reinstateTournament",
    "POST",
    f"{_PART}/reinstate",
    Requirements("organiser", _BACK, if_match=True, key=True),
    {200: TournamentView},
)
def reinstate(call: Call, tournament: str) -> Answer:
    """Take the calling off back: the tournament stands as it stood before."""
    view = calling_off.reinstate(call.request, tournament, call.body["reason"])
    return Answer(view, version=f"v{view.version}")


@operation(
    blueprint,
    "deleteTournament",
    "DELETE",
    _PART,
    Requirements("organiser", key=True),
    {204: None},
    also=(409,),
)
def delete(call: Call, tournament: str) -> Response:
    """Delete a tournament that was announced by mistake, if no player ever entered it or asked to.

    Else the refusal (409) says to call it off.

    It is in no list, feed, series and calendar any more, and every address of it answers 410. Its log stays: the audit
    of the club says who deleted it, and a backup has it.
    """
    calling_off.delete(call.request, tournament)
    return Response(status=204)
