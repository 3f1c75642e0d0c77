"""The tables of the hall: which there are, and which match is played where."""

from flask_smorest import Blueprint

from schemas.directing import Seating, TablesSetting
from schemas.directing_views import Tables
from service.handlers import tables
from service.web.bodies import json_body
from service.web.needs import Needs
from service.web.operations import Answer, Call, operation

blueprint = Blueprint("tables", __name__, url_prefix="/v1/tournaments", description="Tables of the hall")

_PART = "/<tournament:tournament>"
_TABLES = json_body(
    TablesSetting(), example={"tables": [{"table": "1"}, {"table": "2"}, {"table": "Stage", "group": "final"}]}
)
_SEATS = json_body(Seating(), example={"seats": [{"match": "t_k3wq2d7xk2.1", "table": "2"}]})


@operation(blueprint, "POST", f"{_PART}/tables", Needs("organiser", _TABLES, if_match=True, key=True), {200: Tables})
def set_tables(call: Call, tournament: str) -> Answer:
    """Say which tables there are, in the order in which they are filled; they replace those of before.

    Matches are given free tables by themselves, as soon as they can be played. A table with a `group` is kept for the
    matches of the stage, or of the group of players, of that name.
    """
    words = tables.set_tables(
        call.house, call.principal, tournament, call.body["tables"],
        expected=call.expected, key=call.key, fingerprint=call.fingerprint,
    )  # fmt: skip
    return Answer(words, version=f"v{words['version']}")


@operation(blueprint, "PUT", f"{_PART}/tables", Needs("organiser", _TABLES, if_match=True, key=True), {200: Tables})
def put_tables(call: Call, tournament: str) -> Answer:
    """The same as `POST`."""
    return set_tables(call, tournament)


@operation(blueprint, "GET", f"{_PART}/tables", Needs("viewer", published=True), {200: Tables})
def show(call: Call, tournament: str) -> Answer:
    """Which match is played at which table, which tables are free, and which matches wait for one."""
    words = tables.show(call.house, call.principal, tournament)
    return Answer(words, version=f"v{words['version']}")


@operation(blueprint, "POST", f"{_PART}/tables/seats", Needs("referee", _SEATS, if_match=True, key=True), {200: Tables})
def seat(call: Call, tournament: str) -> Answer:
    """Put matches at tables by hand; those that change places are named together."""
    words = tables.seat(
        call.house, call.principal, tournament, call.body["seats"],
        expected=call.expected, key=call.key, fingerprint=call.fingerprint,
    )  # fmt: skip
    return Answer(words, version=f"v{words['version']}")
