"""A club's logo and colour over the API."""

from flask_smorest import Blueprint

from schemas.requests.clubs import MOST_LOGO, LookSetting
from schemas.views.clubs import ClubLook
from service.handlers.club import looks
from service.web.http.request_body import JSON, Body, read_json
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("look", __name__, url_prefix="/v1/clubs", description="A club's logo and colour")

_LOOK = "/<club:club>/look"
_SETTING = Body(
    LookSetting(), {JSON: read_json}, limit=MOST_LOGO + 1000, examples={JSON: {"colour": "#2f5b46", "logo": ""}}
)


@operation(blueprint, "getClubLook", "GET", _LOOK, Requirements("viewer"), {200: ClubLook})
def look(call: Call, club: str) -> Answer:
    """The club's logo and colour."""
    return Answer(looks.shown(club, looks.look(call.deps, call.principal, club)))


@operation(blueprint, "setClubLook", "PUT", _LOOK, Requirements("organiser", _SETTING, key=True), {200: ClubLook})
def set_look(call: Call, club: str) -> Answer:
    """Set the club's logo and colour: on public pages, the wall, prints and pictures to share.

    The picture is drawn anew as a PNG of at most 192 pixels, without all else that was in its file. It is an event of
    the club's log, where it stays also when it is shown no more: choose one without people. Pages show the colour in
    shades that can be read in light and in dark.
    """
    logo = call.body.get("logo")
    known = looks.set_look(call.request, club, call.body.get("colour"), None if logo is None else looks.decoded(logo))
    return Answer(looks.shown(club, known))
