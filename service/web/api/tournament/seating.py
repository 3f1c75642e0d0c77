"""The tables of the hall: which there are, and which match is played where."""

from flask_smorest import Blueprint

from schemas.requests.seating import Seating, TablesSetting
from schemas.views.rounds import Tables
from service.handlers.tournament import seating
from service.web.http.request_body import json_body
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("tables", __name__, url_prefix="/v1/tournaments", description="Tables of the hall")

_PART = "/<tournament:tournament>"
_TABLES = json_body(
    TablesSetting(), example={"tables": [{"table": "1"}, {"table": "2"}, {"table": "Stage", "group": "final"}]}
)
_SEATS = json_body(Seating(), example={"seats": [{"match": "t_k3wq2d7xk2.1", "table": "2"}]})


@operation(
    blueprint,
    "setTables",
    "POST",
    f"{_PART}/tables",
    Requirements("organiser", _TABLES, if_match=True, key=True),
    {200: Tables},
)
def set_tables(call: Call, tournament: str) -> Answer:
    """Say which tables there are, in the order in which they are filled; they replace those of before.

    Matches are given free tables by themselves, as soon as they can be played. A table with a `group` is kept for the
    matches of the stage, or of the group of players, of that name.
    """
    tables = seating.set_tables(call.request, tournament, call.body["tables"])
    return Answer(tables, version=f"v{tables.version}")


@operation(
    blueprint,
    "replaceTables",
    "PUT",
    f"{_PART}/tables",
    Requirements("organiser", _TABLES, if_match=True, key=True),
    {200: Tables},
)
def put_tables(call: Call, tournament: str) -> Answer:
    """The same as `POST`."""
    return set_tables(call, tournament)


@operation(blueprint, "getTables", "GET", f"{_PART}/tables", Requirements("viewer", published=True), {200: Tables})
def show(call: Call, tournament: str) -> Answer:
    """List the table of each match, the free tables, and the matches that wait for one."""
    tables = seating.show(call.deps, call.principal, tournament)
    return Answer(tables, version=f"v{tables.version}")


@operation(
    blueprint,
    "assignTables",
    "POST",
    f"{_PART}/tables/seats",
    Requirements("referee", _SEATS, if_match=True, key=True),
    {200: Tables},
)
def seat(call: Call, tournament: str) -> Answer:
    """Put matches at tables by hand; those that change places are named together."""
    tables = seating.seat(call.request, tournament, call.body["seats"])
    return Answer(tables, version=f"v{tables.version}")
