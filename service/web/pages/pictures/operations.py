"""Pictures to share as operations of the API: what a stranger may see, in two shapes."""

from flask import Response
from flask_babel import force_locale
from flask_smorest import Blueprint

from service.web.http.query_params import PICTURE, POSITION
from service.web.http.seen_names import for_everybody
from service.web.openapi.operation import Call, operation
from service.web.openapi.requirements import Requirements
from service.web.pages.pictures.page import match_answer, tournament_answer

blueprint = Blueprint("pictures", __name__, url_prefix="/v1", description="Pictures to share")

_PNG = {
    "image/png": {"type": "string", "format": "binary", "contentMediaType": "image/png", "description": "A picture."}
}


@operation(
    blueprint,
    "getTournamentPicture",
    "GET",
    "/tournaments/<tournament:tournament>/picture.png",
    Requirements("viewer", query=PICTURE, published=True),
    {200: None},
    media={200: _PNG},
)
@for_everybody
def of_tournament(call: Call, tournament: str) -> Response:
    """A picture of a published tournament: its winners with the places behind them, or how it stands.

    It has what a stranger may see. One that is not published has a picture for the club's people alone.
    """
    with force_locale(call.query["lang"]):
        return tournament_answer(tournament, call.query["shape"], call.principal)


@operation(
    blueprint,
    "getMatchPicture",
    "GET",
    "/matches/<match:match>/picture.png",
    Requirements("viewer", query=POSITION, published=True),
    {200: None},
    media={200: _PNG},
)
@for_everybody
def of_match(call: Call, match: str) -> Response:
    """A picture of a match of a published tournament: names, points game by game, the position, how it was decided.

    It has what a stranger may see. One that is not published has a picture for the club's people alone.
    """
    query = call.query
    with force_locale(query["lang"]):
        return match_answer(match, query.get("version"), query.get("seat"), query["shape"], call.principal)
