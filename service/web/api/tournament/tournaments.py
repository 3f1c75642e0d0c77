"""Tournaments: what they are, changed before the start; their results and standings."""

from flask_smorest import Blueprint

from schemas.requests.tournaments import TournamentAmending, TournamentCopying
from schemas.views.corrections import Corrected
from schemas.views.tournaments import Standings, TournamentMatches, TournamentView
from service.handlers.tournament import amendments, copies, tournaments
from service.web.http.query_params import CURSOR
from service.web.http.request_body import json_body
from service.web.openapi.operation import Answer, Call, listing, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("tournaments", __name__, url_prefix="/v1/tournaments", description="Tournaments and their tables")

_SEEN = Requirements("viewer", published=True)
_PART = "/<tournament:tournament>"


@operation(blueprint, "getTournament", "GET", _PART, _SEEN, {200: TournamentView})
def show(call: Call, tournament: str) -> Answer:
    """A tournament as announced, who entered, and every round with its results."""
    view = tournaments.show(call.deps, call.principal, tournament)
    return Answer(view, version=f"v{view.version}")


_AMEND = json_body(TournamentAmending(), example={"settings": {"legs": 2}, "reason": "there is time for two legs"})


@operation(
    blueprint,
    "updateTournament",
    "PATCH",
    _PART,
    Requirements("organiser", _AMEND, if_match=True, key=True),
    {200: TournamentView},
)
def amend(call: Call, tournament: str) -> Answer:
    """Change what was announced: the name, the settings, the length and so on.

    Whatever is not named stays as it is, the settings one by one. The game and the format cannot be changed. After the
    start some of it can: the details, the number of rounds, the length of match of the rounds to come, the tie-breaks
    before the last round, and the stages and the knock-out that have not begun. The refusal (409) names each field that
    cannot, and why. What was paired and played stands.
    """
    view = tournaments.amend(call.request, tournament, call.body)
    return Answer(view, version=f"v{view.version}")


@operation(
    blueprint,
    "previewAmendment",
    "POST",
    f"{_PART}/amendment-preview",
    Requirements("organiser", _AMEND, if_match=True, key=True),
    {200: Corrected},
)
def preview(call: Call, tournament: str) -> Answer:
    """Look at what would follow of a change of the announcement: every pairing and rank that differs.

    Nothing is written. `PATCH` with the same body writes it.
    """
    found = amendments.preview_amendment(call.request, tournament, call.body)
    return Answer(found, version=f"v{found.version}", needed=True)


_COPY = json_body(TournamentCopying(), example={"players": True, "details": {"starts": "2026-12-07T18:00"}})


@operation(
    blueprint,
    "copyTournament",
    "POST",
    f"{_PART}/copies",
    Requirements("organiser", _COPY, key=True),
    {201: TournamentView},
)
def copy(call: Call, tournament: str) -> Answer:
    """Announce another tournament as this one: its settings, tables and texts, on wish with its players.

    Unless they are named, a number at the end of the name goes on, and the date is the next one of the same weekday.
    """
    players = call.body.pop("players")
    view = copies.copy(call.request, tournament, call.body, players=players)
    return Answer(view, 201, headers={"Location": f"/v1/tournaments/{view.id}"})


@operation(
    blueprint,
    "listTournamentMatches",
    "GET",
    f"{_PART}/matches",
    Requirements("viewer", query=CURSOR, published=True),
    {200: TournamentMatches},
)
def matches_of(call: Call, tournament: str) -> Answer:
    """Every match that was paired, with its round, players and result."""
    matches = tournaments.matches(call.deps, call.principal, tournament)
    return listing(TournamentMatches, matches, call.query)


@operation(blueprint, "getStandings", "GET", f"{_PART}/standings", _SEEN, {200: Standings})
def standings(call: Call, tournament: str) -> Answer:
    """The table as it stands, best first, with every tie-break and what it was made of."""
    current = tournaments.current_standings(call.deps, call.principal, tournament)
    return Answer(current, version=f"v{current.version}")


@operation(blueprint, "exportStandingsJson", "GET", f"{_PART}/standings.json", _SEEN, {200: Standings})
def standings_json(call: Call, tournament: str) -> Answer:
    """The same as `/standings`."""
    return standings(call, tournament)
