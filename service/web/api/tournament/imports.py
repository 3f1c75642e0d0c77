"""Files of other programs: looked at, then written exactly as looked at."""

from typing import Any

from flask_smorest import Blueprint

from core import imports
from core.imports.values import MOST_PLAYERS, MOST_RESULTS
from schemas.imports.requests import IMPORTING_PLAYERS, IMPORTING_RESULTS
from schemas.imports.views import PlayersPreview, ResultsPreview
from schemas.views.tournaments import TournamentView
from service.handlers.imports import players, results
from service.web.http.request_body import CSV, JSON, Body
from service.web.openapi.description import TABLE
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("imports", __name__, url_prefix="/v1/tournaments", description="Files of other programs")

_PART = "/<tournament:tournament>"
_ANSWERED: dict[str, Any] = {
    "type": ["object", "array"],
    "items": {},
    "maxItems": MOST_PLAYERS + MOST_RESULTS,
    "maxProperties": 100,
    "description": "As Challonge or start.gg answers.",
}
_ANSWERED_VALUES = 40_000
"""Values of what such a program answers: it tells dozens of each player and of each match."""
_CHALLONGE = [{"participant": {"id": 1, "name": "Åsa Öberg", "seed": 1}}]
_LIST = "No.;Name;FED;Rtg;Club/City\n1;Öberg, Åsa;SWE;1510;Vasa\n2;Ek, Bo;SWE;;\n"
_FILE = Body(
    None,
    {CSV: imports.read, JSON: imports.read},
    documents={CSV: TABLE, JSON: _ANSWERED},
    values=_ANSWERED_VALUES,
    examples={CSV: _LIST, JSON: _CHALLONGE},
)


@operation(
    blueprint,
    "importPlayers",
    "POST",
    f"{_PART}/imports/players",
    Requirements("organiser", _FILE, query=IMPORTING_PLAYERS, key=True),
    {200: PlayersPreview, 201: TournamentView},
)
def enter_players(call: Call, tournament: str) -> Answer:
    """Enter the players of a file of Sharly Chess, chess-results, Challonge or start.gg, looked at first.

    With `dry_run=true` nothing is written (200): the answer says what each line becomes, which columns are ignored, and
    which lines are wrong. The same file with the `digest` of that answer is then entered exactly so (201), once however
    often it is sent. Lines that are not clear are refused, all named, until `choices` decides about them.
    """
    asked = call.query
    if asked["dry_run"]:
        players_preview = players.preview(call.deps, call.principal, tournament, call.body, asked["choices"])
        return Answer(players_preview, 200, f"v{players_preview.version}")
    view = players.enter(call.request, tournament, call.body, asked["choices"], asked["digest"])
    return Answer(view, 201, f"v{view.version}")


_PAIRINGS = "Rd.;White;Result;Black\n1;Öberg, Åsa;1 - 0;Ek, Bo\n"
_MATCHES = [{"match": {"state": "complete", "player1_id": 1, "player2_id": 2, "winner_id": 1, "scores_csv": "3-0"}}]
_RESULTS = Body(
    None,
    {CSV: imports.read, JSON: imports.read},
    documents={CSV: TABLE, JSON: _ANSWERED},
    values=_ANSWERED_VALUES,
    examples={CSV: _PAIRINGS, JSON: [*_CHALLONGE, *_MATCHES]},
)


@operation(
    blueprint,
    "importResults",
    "POST",
    f"{_PART}/imports/results",
    Requirements("organiser", _RESULTS, query=IMPORTING_RESULTS, key=True),
    {200: ResultsPreview, 201: TournamentView},
)
def write_results(call: Call, tournament: str) -> Answer:
    """Write the results of a file as decisions, as far as the file says them truly; looked at first.

    With `dry_run=true` nothing is written (200): the answer says of each result which match it is of, as what it would
    be written, or why it is left. The same file with the `digest` of that answer is then written exactly so, in one
    step with all that follows (201), once however often it is sent. A result counts as `played` where the file says
    how every game ended. Where it says the winner alone, it is left, or with `award=true` written as `adjudicated`.
    With `pair=true` the rounds of a Swiss are paired as in the file.
    """
    asked = call.query
    if asked["dry_run"]:
        results_preview = results.preview(
            call.deps, call.principal, tournament, call.body, asked["options"], asked["choices"]
        )
        return Answer(results_preview, 200, f"v{results_preview.version}")
    view = results.write(call.request, tournament, call.body, asked["options"], asked["choices"], asked["digest"])
    return Answer(view, 201, f"v{view.version}")
