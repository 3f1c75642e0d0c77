"""Teams of a tournament: entering one, and who plays for it."""

from flask_smorest import Blueprint

from schemas.requests.teams import LiningUp, TeamEntering
from schemas.views.tournaments import TournamentView
from service.handlers.tournament import teams
from service.web.http.query_params import REGISTER
from service.web.http.request_body import json_body
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("teams", __name__, url_prefix="/v1/tournaments", description="Teams of a tournament")

_PART = "/<tournament:tournament>"
_TEAM = json_body(TeamEntering(), example={"name": "Lag Vasa", "members": ["Anna", "Bertil", "Cilla", "Dag"]})
_LINEUP = json_body(
    LiningUp(), example={"team": "Lag Vasa", "round": 3, "members": ["Anna", "Eva", "Cilla"], "reason": "Bertil is ill"}
)


@operation(
    blueprint,
    "addTeam",
    "POST",
    f"{_PART}/teams",
    Requirements("organiser", _TEAM, query=REGISTER, if_match=True, key=True),
    {201: TournamentView},
)
def enter(call: Call, tournament: str) -> Answer:
    """Enter one team: its name, and its members, players of the club by id or by name, from board 1 on.

    With `register=1` those whom the club does not know are put on its list first. Several teams at once, also as CSV:
    `/entries`.
    """
    view = teams.enter(call.request, tournament, call.body, register=bool(call.query["register"]))
    return Answer(view, 201, f"v{view.version}")


@operation(
    blueprint,
    "setLineup",
    "POST",
    f"{_PART}/lineups",
    Requirements("organiser", _LINEUP, if_match=True, key=True),
    {200: TournamentView},
)
def line_up(call: Call, tournament: str) -> Answer:
    """Set the line-up of a team, from board 1 on, from a given round on: a substitute, or another order.

    Boards that have a result stay as they were played. The others of these rounds are paired anew. A player who stays
    on their board keeps their match.
    """
    asked = call.body
    view = teams.line_up(call.request, tournament, asked["team"], asked["round"], asked["members"], asked["reason"])
    return Answer(view, version=f"v{view.version}")
