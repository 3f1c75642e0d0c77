"""Templates of a club over the API."""

from flask import Response
from flask_smorest import Blueprint

from schemas.requests.tournaments import AnnouncingAsTemplate, TemplateChanging, TemplateKeeping
from schemas.views.templates import Templates, TemplateView
from schemas.views.tournaments import TournamentView
from service.handlers.tournament import templates
from service.web.http.query_params import CURSOR
from service.web.http.request_body import json_body
from service.web.openapi.operation import Answer, Call, listing, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint(
    "templates", __name__, url_prefix="/v1/clubs", description="Templates: settings kept under a name"
)

_ALL = "/<club:club>/templates"
_ONE = f"{_ALL}/<template:template>"
_KEPT = json_body(TemplateKeeping(), example={"name": "Monday evening", "tournament": "t_k3wq2d7xk2"})
_CHANGED = json_body(TemplateChanging(), example={"name": "Tuesday evening"})
_ANNOUNCED = json_body(AnnouncingAsTemplate(), required=False, example={"details": {"starts": "2026-12-07T18:00"}})


@operation(
    blueprint,
    "keepTemplate",
    "POST",
    _ALL,
    Requirements("organiser", _KEPT, key=True),
    {201: TemplateView},
    also=(409,),
)
def keep(call: Call, club: str) -> Answer:
    """Keep the settings, tables, texts and plan of money of a tournament of the club under a name, without its players.

    A club has 50 templates at most, each of its own name.
    """
    return Answer(templates.keep(call.request, club, call.body["name"], call.body["tournament"]), 201)


@operation(blueprint, "listTemplates", "GET", _ALL, Requirements("organiser", query=CURSOR), {200: Templates})
def every(call: Call, club: str) -> Answer:
    """The templates of the club."""
    return listing(Templates, templates.every(call.deps, call.principal, club), call.query)


@operation(
    blueprint, "changeTemplate", "PATCH", _ONE, Requirements("organiser", _CHANGED, key=True), {200: TemplateView}
)
def change(call: Call, club: str, template: str) -> Answer:
    """Give a template another name, or all that it keeps of a tournament as that is announced now."""
    asked = call.body
    return Answer(templates.change(call.request, club, template, asked.get("name"), asked.get("tournament")))


@operation(blueprint, "removeTemplate", "DELETE", _ONE, Requirements("organiser"), {204: None})
def remove(call: Call, club: str, template: str) -> Response:
    """Delete a template. Tournaments that were announced as it says stay as they are."""
    templates.remove(call.request, club, template)
    return Response(status=204)


@operation(
    blueprint,
    "announceTemplate",
    "POST",
    f"{_ONE}/tournaments",
    Requirements("organiser", _ANNOUNCED, key=True),
    {201: TournamentView},
)
def announce(call: Call, club: str, template: str) -> Answer:
    """Announce a tournament as a template says.

    Unless they are named, the name is that of the template, a number at its end one more, and the date is the next one
    of the same weekday.
    """
    view = templates.announce(call.request, club, template, call.body)
    return Answer(view, 201, headers={"Location": f"/v1/tournaments/{view.id}"})
