"""The public's form to enter a tournament: its setting, those who ask, and what becomes of them."""

from flask import Response, request
from flask_smorest import Blueprint

from schemas.requests.entries import AskingToEnter, EntryFormSetting
from schemas.views.entries import AskedToEnter, EntryForm, EntryRequests
from service.handlers.registration import entry_form
from service.web.http.authentication import address
from service.web.http.query_params import CURSOR
from service.web.http.request_body import json_body
from service.web.openapi.operation import Answer, Call, listing, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("entry form", __name__, url_prefix="/v1/tournaments", description="The public's form to enter")

_FORM = "/<tournament:tournament>/entry-form"
_REQUESTS = "/<tournament:tournament>/entry-requests"
_REQUEST = f"{_REQUESTS}/<asked:entry_request>"
_SETTING = json_body(EntryFormSetting(), example={"open": True, "places": 16})
_ASKING = json_body(AskingToEnter(), example={"name": "Anna Berg", "group": "Vasa", "contact": "anna@example.org"})


@operation(blueprint, "getEntryForm", "GET", _FORM, Requirements("viewer", published=True), {200: EntryForm})
def show(call: Call, tournament: str) -> Answer:
    """Return the state of the form: open or not, the places, and how many have entered and wait."""
    return Answer(entry_form.show(call.deps, call.principal, tournament))


@operation(
    blueprint,
    "setEntryForm",
    "PUT",
    _FORM,
    Requirements("organiser", _SETTING, if_match=True, key=True),
    {200: EntryForm},
)
def change(call: Call, tournament: str) -> Answer:
    """Let everybody ask to enter, or no longer. From `places` entries on, those who ask wait in a list.

    The tournament is published, has not started, and is for players, not teams.
    """
    setting = call.body
    form = entry_form.change(call.request, tournament, is_open=setting["open"], places=setting["places"])
    return Answer(form, version=f"v{form.tournament.version}")


@operation(
    blueprint,
    "askToEnter",
    "POST",
    _REQUESTS,
    Requirements("viewer", _ASKING, published=True),
    {201: AskedToEnter},
    also=(409, 429),
)
def ask(call: Call, tournament: str) -> Answer:
    """Ask to enter: an organiser accepts or declines it. Five a minute from an address, twenty that wait."""
    return Answer(entry_form.ask(call.deps, call.principal, tournament, call.body, address(request)), 201)


@operation(
    blueprint, "listEntryRequests", "GET", _REQUESTS, Requirements("organiser", query=CURSOR), {200: EntryRequests}
)
def requests(call: Call, tournament: str) -> Answer:
    """List those who ask to enter, the oldest first, with what they would become."""
    return listing(EntryRequests, entry_form.requests(call.deps, call.principal, tournament), call.query)


@operation(
    blueprint,
    "acceptEntryRequest",
    "POST",
    f"{_REQUEST}/acceptance",
    Requirements("organiser", key=True),
    {200: EntryForm},
    also=(409,),
)
def accept(call: Call, tournament: str, entry_request: str) -> Answer:
    """Enter one who asked. A new player is put on the club's list; a known one keeps the rating of the list."""
    return Answer(entry_form.accept_one(call.request, tournament, entry_request))


@operation(blueprint, "declineEntryRequest", "DELETE", _REQUEST, Requirements("organiser"), {204: None})
def decline(call: Call, tournament: str, entry_request: str) -> Response:
    """Decline one who asked: nothing of it is kept."""
    entry_form.decline(call.request, tournament, entry_request)
    return Response(status=204)
