"""Tournaments: what they are, their results and standings."""

from flask import Response
from flask_smorest import Blueprint

from schemas.tournament_views import Bracket, Standings, TournamentMatches, TournamentView
from service.handlers import tournaments
from service.web.bodies import CSV
from service.web.describing import TABLE
from service.web.needs import Needs
from service.web.operations import Answer, Call, operation, page
from service.web.queries import CURSOR, SPREADSHEET

blueprint = Blueprint("tournaments", __name__, url_prefix="/v1/tournaments", description="Tournaments and their tables")

_SEEN = Needs("viewer", published=True)
_PART = "/<tournament:tournament>"


@operation(blueprint, "GET", _PART, _SEEN, {200: TournamentView})
def show(call: Call, tournament: str) -> Answer:
    """A tournament as announced, who entered, and every round with its results."""
    words = tournaments.show(call.house, call.principal, tournament)
    return Answer(words, version=f"v{words['version']}")


@operation(
    blueprint, "GET", f"{_PART}/matches", Needs("viewer", query=CURSOR, published=True), {200: TournamentMatches}
)
def matches_of(call: Call, tournament: str) -> Answer:
    """Every match that was paired, with its round, players and result."""
    rows, headers = page(tournaments.matches(call.house, call.principal, tournament), call.query)
    return Answer({"matches": rows}, headers=headers)


@operation(blueprint, "GET", f"{_PART}/bracket", _SEEN, {200: Bracket})
def bracket(call: Call, tournament: str) -> Answer:
    """Every round with its matches and results."""
    words = tournaments.show(call.house, call.principal, tournament)
    rounds = {"tournament": tournament, **{name: words[name] for name in ("version", "status", "rounds")}}
    return Answer(rounds, version=f"v{words['version']}")


@operation(blueprint, "GET", f"{_PART}/bracket.json", _SEEN, {200: Bracket})
def bracket_json(call: Call, tournament: str) -> Answer:
    """The same as `/bracket`."""
    return bracket(call, tournament)


@operation(blueprint, "GET", f"{_PART}/standings", _SEEN, {200: Standings})
def standings(call: Call, tournament: str) -> Answer:
    """The table as it stands, best first, with every tie-break and what it was made of."""
    words = tournaments.standings(call.house, call.principal, tournament)
    return Answer(words, version=f"v{words['version']}")


@operation(blueprint, "GET", f"{_PART}/standings.json", _SEEN, {200: Standings})
def standings_json(call: Call, tournament: str) -> Answer:
    """The same as `/standings`."""
    return standings(call, tournament)


_SHEET = Needs("viewer", query=SPREADSHEET, published=True)


@operation(blueprint, "GET", f"{_PART}/standings.csv", _SHEET, {200: None}, media={200: {CSV: TABLE}})
def standings_csv(call: Call, tournament: str) -> Response:
    """The table for a spreadsheet; for Excel with `bom=1`."""
    text = tournaments.standings_csv(call.house, call.principal, tournament)
    response = Response(text.encode("utf-8-sig" if call.query["bom"] else "utf-8"), mimetype=CSV)
    response.headers["Content-Disposition"] = f'attachment; filename="{tournament}-standings.csv"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response


# ── commands ─────────────────────────────────────────────────────────────────────────────────────────────────────────
