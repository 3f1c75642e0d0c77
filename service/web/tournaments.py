"""Tournaments: what they are, changed before the start; their results and standings."""

from flask_smorest import Blueprint

from schemas.tournament_commands import TournamentAmending
from schemas.tournament_views import Standings, TournamentMatches, TournamentView
from service.handlers import tournaments
from service.web.bodies import json_body
from service.web.needs import Needs
from service.web.operations import Answer, Call, listing, operation
from service.web.queries import CURSOR

blueprint = Blueprint("tournaments", __name__, url_prefix="/v1/tournaments", description="Tournaments and their tables")

_SEEN = Needs("viewer", published=True)
_PART = "/<tournament:tournament>"


@operation(blueprint, "GET", _PART, _SEEN, {200: TournamentView})
def show(call: Call, tournament: str) -> Answer:
    """A tournament as announced, who entered, and every round with its results."""
    words = tournaments.show(call.house, call.principal, tournament)
    return Answer(words, version=f"v{words['version']}")


_AMEND = json_body(TournamentAmending(), example={"settings": {"legs": 2}, "reason": "there is time for two legs"})


@operation(blueprint, "PATCH", _PART, Needs("organiser", _AMEND, if_match=True, key=True), {200: TournamentView})
def amend(call: Call, tournament: str) -> Answer:
    """Change what was announced, before the start: the name, the settings, the length and so on.

    Whatever is not named stays as it is, the settings one by one. The game and the format cannot be changed.
    """
    words = tournaments.amend(
        call.house, call.principal, tournament, call.body,
        expected=call.expected, key=call.key, fingerprint=call.fingerprint,
    )  # fmt: skip
    return Answer(words, version=f"v{words['version']}")


@operation(
    blueprint, "GET", f"{_PART}/matches", Needs("viewer", query=CURSOR, published=True), {200: TournamentMatches}
)
def matches_of(call: Call, tournament: str) -> Answer:
    """Every match that was paired, with its round, players and result."""
    return listing("matches", tournaments.matches(call.house, call.principal, tournament), call.query)


@operation(blueprint, "GET", f"{_PART}/standings", _SEEN, {200: Standings})
def standings(call: Call, tournament: str) -> Answer:
    """The table as it stands, best first, with every tie-break and what it was made of."""
    words = tournaments.standings(call.house, call.principal, tournament)
    return Answer(words, version=f"v{words['version']}")


@operation(blueprint, "GET", f"{_PART}/standings.json", _SEEN, {200: Standings})
def standings_json(call: Call, tournament: str) -> Answer:
    """The same as `/standings`."""
    return standings(call, tournament)
