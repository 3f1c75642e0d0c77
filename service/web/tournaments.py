"""Tournaments: entries, start, results, tables."""

from flask import Response
from flask_smorest import Blueprint

from schemas.commands import NAME, Reporting
from schemas.fields import Text
from schemas.tournament_commands import Entering, Starting, Withdrawing
from schemas.tournament_views import Bracket, Reported, Standings, TournamentMatches, TournamentView
from service.handlers import matches, tournaments
from service.web.bodies import CSV, JSON, Body, json_body, read_json
from service.web.conditions import Wait
from service.web.describing import TABLE
from service.web.matches import wait_until_judged
from service.web.needs import Needs
from service.web.operations import Answer, Call, operation, page
from service.web.problems import under
from service.web.queries import CURSOR, SPREADSHEET

blueprint = Blueprint("tournaments", __name__, url_prefix="/v1/tournaments", description="Tournaments and their tables")

PATIENCE = Wait(3, "wait=3")
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
_ENTERING = Entering()
_NAMES = {"type": "array", "minItems": 1, "items": Text(NAME).json_schema()}
_ENTRY = Body(
    _ENTERING, {JSON: read_json}, documents={JSON: {"anyOf": [_ENTERING, _NAMES]}},
    examples={JSON: {"players": ["p_k3wq2d7xk2", "p_4ht2v6c5aa"]}},
)  # fmt: skip
_LEAVE = json_body(Withdrawing(), example={"player": "p_k3wq0d7xk2", "reason": "ill"})
_START = json_body(Starting(), required=False, example={"seed": "midsummer"})
_RESULT = json_body(Reporting(), example={
    "match": "t_k3wq2d7xk2.1",
    "results": [{"winner": "white", "outcome": "jan"}, {"winner": "white", "outcome": "bearing_off"}],
})  # fmt: skip


@operation(
    blueprint, "POST", f"{_PART}/entries", Needs("organiser", _ENTRY, if_match=True, key=True), {201: TournamentView}
)
def enter(call: Call, tournament: str) -> Answer:
    """Enter players of the club, by id or by name; all or none."""
    with under("players"):
        words = tournaments.enter(
            call.house, call.principal, tournament, call.body["players"],
            expected=call.expected, key=call.key, fingerprint=call.fingerprint,
        )  # fmt: skip
    return Answer(words, 201)


@operation(
    blueprint, "POST", f"{_PART}/withdrawals", Needs("organiser", _LEAVE, if_match=True, key=True),
    {201: TournamentView},
)  # fmt: skip
def withdraw(call: Call, tournament: str) -> Answer:
    """Take a player out, by id or by name; what was played stands."""
    words = tournaments.withdraw(
        call.house, call.principal, tournament, call.body["player"], call.body["reason"],
        expected=call.expected, key=call.key, fingerprint=call.fingerprint,
    )  # fmt: skip
    return Answer(words, 201)


@operation(
    blueprint, "POST", f"{_PART}/start", Needs("organiser", _START, if_match=True, key=True), {200: TournamentView}
)
def start(call: Call, tournament: str) -> Answer:
    """Close the entries, pair what the format can pair, and open its matches."""
    words = tournaments.start(
        call.house, call.principal, tournament, call.body.get("seed"),
        expected=call.expected, key=call.key, fingerprint=call.fingerprint,
    )  # fmt: skip
    return Answer(words)


@operation(
    blueprint, "POST", f"{_PART}/results", Needs("scorer", _RESULT, if_match=True, key=True, waits=True),
    {201: Reported, 202: Reported},
)  # fmt: skip
def report(call: Call, tournament: str) -> Answer:
    """Report a whole match result without its rolls. It is a fact of the match's own log, and settles it.

    Without a `Prefer: wait` of its own the answer waits a moment, so that the table read next holds the result.
    """
    asked, wait = call.body, call.wait or PATIENCE
    words = tournaments.report(
        call.house, call.principal, tournament, asked["match"], asked["results"],
        expected=call.expected, key=call.key, fingerprint=call.fingerprint,
    )  # fmt: skip
    headers = {"Location": f"/v1/matches/{asked['match']}"}
    if not wait_until_judged(call.house, asked["match"], words["version"], wait):
        return Answer({**words, "verdicts": []}, 202, headers=headers)
    verdicts = matches.verdicts(call.house, asked["match"], words["version"], words["version"])
    return Answer({**words, "verdicts": verdicts}, 201, headers={**headers, "Preference-Applied": wait.asked})
