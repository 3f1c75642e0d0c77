"""Timetables: clock times and tables of the matches of a tournament, and of all that are played in the hall."""

from flask_smorest import Blueprint

from schemas.requests.timetable import Proposing, Scheduling, TimetableRules
from schemas.views.timetable import HallTimetable, Timetable
from service.handlers.tournament import timetable
from service.web.http.heavy_reads import heavy
from service.web.http.request_body import json_body
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("timetables", __name__, url_prefix="/v1", description="Times and tables of matches")

_PATH = "/tournaments/<tournament:tournament>/timetable"
_TIMES = json_body(
    Scheduling(),
    example={
        "matches": [{"match": "t_k3wq2d7xk2.1", "starts": "2026-11-28T17:00:00Z", "minutes": 60, "table": "2"}],
        "push": True,
    },
)
_WISH = json_body(
    Proposing(), required=False, example={"starts": "2026-11-28T17:00:00Z", "minutes": 60, "dry_run": True}
)
_RULES = json_body(
    TimetableRules(),
    example={
        "breaks": [{"starts": "2026-11-28T19:00:00Z", "ends": "2026-11-28T19:30:00Z", "text": "Supper"}],
        "rest": 10,
        "pushes": True,
    },
)


@operation(blueprint, "getTimetable", "GET", _PATH, Requirements("viewer", published=True), {200: Timetable})
@heavy
def show(call: Call, tournament: str) -> Answer:
    """The times and tables of all matches, those that are not paired yet included.

    `expected` is told where late matches push others. Clashes are told to referees and organisers.
    """
    timetable_view = timetable.show(call.deps, call.principal, tournament)
    return Answer(timetable_view, version=f"v{timetable_view.version}")


@operation(
    blueprint,
    "scheduleMatches",
    "POST",
    _PATH,
    Requirements("referee", _TIMES, if_match=True, key=True),
    {200: Timetable},
)
def schedule(call: Call, tournament: str) -> Answer:
    """Give matches their times and tables. What clashes is written all the same, and named in the answer.

    A match that says no end keeps its length, and one that says no table keeps its table. With `push` the matches that
    follow move as far as they need to, also those of other tournaments of the hall that you may change: `beside` names
    these, and those that stay. Matches get their tables when their time comes.
    """
    asked = call.body
    timetable_view = timetable.schedule(call.request, tournament, asked["matches"], push=asked["push"])
    return Answer(timetable_view, version=f"v{timetable_view.version}")


@operation(
    blueprint,
    "clearTimetable",
    "DELETE",
    _PATH,
    Requirements("organiser", if_match=True, key=True),
    {200: Timetable},
)
def clear(call: Call, tournament: str) -> Answer:
    """Take all matches that are not over out of the timetable. Its breaks and rules stay."""
    timetable_view = timetable.clear(call.request, tournament)
    return Answer(timetable_view, version=f"v{timetable_view.version}")


@operation(
    blueprint,
    "proposeTimetable",
    "POST",
    f"{_PATH}/proposal",
    Requirements("organiser", _WISH, if_match=True, key=True),
    {200: Timetable},
)
@heavy
def propose(call: Call, tournament: str) -> Answer:
    """Plan all matches that are not over: as early as tables, players, rests and breaks allow, without a clash.

    What other tournaments of the club have in their timetables is left free. A round begins no earlier than the time
    that was set for it. With `dry_run` nothing is written.
    """
    timetable_view = timetable.propose(call.request, tournament, call.body)
    return Answer(timetable_view, version=f"v{timetable_view.version}")


@operation(
    blueprint,
    "setTimetableRules",
    "PUT",
    f"{_PATH}/rules",
    Requirements("organiser", _RULES, if_match=True, key=True),
    {200: Timetable},
)
def set_rules(call: Call, tournament: str) -> Answer:
    """Set the breaks, the rest of players between two matches, and whether late matches push those that follow."""
    timetable_view = timetable.set_rules(call.request, tournament, call.body)
    return Answer(timetable_view, version=f"v{timetable_view.version}")


@operation(
    blueprint,
    "getHallTimetable",
    "GET",
    "/clubs/<club:club>/timetable",
    Requirements("viewer"),
    {200: HallTimetable},
)
@heavy
def hall(call: Call, club: str) -> Answer:
    """The timetables of all tournaments that the club plays now, with their clashes across tournaments."""
    return Answer(timetable.hall(call.deps, call.principal, club))
