"""Who takes part in a tournament: entries, seeding, check-in, withdrawals, the start."""

from typing import Any

from flask_smorest import Blueprint

from schemas.commands import NAME
from schemas.entering import ENTRANTS, CheckingIn, Entering, Seeding, Starting, Withdrawing
from schemas.fields import Text
from schemas.tournament_views import TournamentView
from service.handlers import entries
from service.web.bodies import CSV, JSON, Body, json_body, read_json
from service.web.describing import TABLE
from service.web.needs import Needs
from service.web.operations import Answer, Call, operation
from service.web.problems import under
from service.web.queries import REGISTER
from service.web.sheets import read_entries

blueprint = Blueprint("entries", __name__, url_prefix="/v1/tournaments", description="Who takes part in a tournament")

_PART = "/<tournament:tournament>"
_ENTERING = Entering()
_PLAYER: dict[str, Any] = {
    "type": "object", "required": ["player"], "properties": {"player": Text(NAME).json_schema()},
}  # fmt: skip
_ENTRY = Body(
    _ENTERING, {JSON: read_json, CSV: read_entries},
    documents={JSON: {"anyOf": [_ENTERING, ENTRANTS, _PLAYER]}, CSV: TABLE},
    examples={
        JSON: {"players": ["Anna", {"player": "p_4ht2v6c5aa", "rating": 1500, "group": "Vasa"}]},
        CSV: "name;rating;club;seed\nAnna;1500;Vasa;1\nBertil;;Huk;2\n",
    },
)  # fmt: skip
_SEED = json_body(Seeding(), example={"method": "lots", "seed": "midsummer"})
_THERE = json_body(CheckingIn(), example={"players": ["Anna", "Bertil"], "present": True})
_LEAVE = json_body(Withdrawing(), example={"player": "p_k3wq2d7xk2", "reason": "ill"})
_START = json_body(Starting(), required=False, example={"seed": "midsummer", "seeding": {"method": "rating"}})


@operation(
    blueprint, "POST", f"{_PART}/entries", Needs("organiser", _ENTRY, query=REGISTER, if_match=True, key=True),
    {201: TournamentView},
)  # fmt: skip
def enter(call: Call, tournament: str) -> Answer:
    """Enter players of the club, by id or by name, or teams of them; as JSON or as CSV, all or none.

    Each may have a `rating` (else the one of the club's list), a `group` such as his club, and a `seed`; a team has its
    `members`. CSV is UTF-8 with a heading, its separator a comma, a semicolon or a tab; it knows `name`, `rating`,
    `club` or `group`, `seed`, `members` (with `/` between them), and their Swedish words. With `register=1` those whom
    the club does not know are put on its list first. After the start this is a late entry, if the format takes any.
    """
    with under("players"):
        words = entries.enter(
            call.house, call.principal, tournament, call.body["players"], into_bye=call.body["into_bye"],
            register=bool(call.query["register"]), expected=call.expected, key=call.key, fingerprint=call.fingerprint,
        )  # fmt: skip
    return Answer(words, 201, f"v{words['version']}")


@operation(
    blueprint, "POST", f"{_PART}/seeding", Needs("organiser", _SEED, if_match=True, key=True), {200: TournamentView}
)
def seed(call: Call, tournament: str) -> Answer:
    """Put the entries in order before the start: by `rating`, by `hand`, or by `lots` from a published seed.

    The lot of a player is the SHA-256 of `<seed>:<player id>`, the lowest first; without a `seed` one is taken. Without
    any seeding the order is that of entry, which also decides between equal ratings.
    """
    asked = call.body
    words = entries.seed(
        call.house, call.principal, tournament, asked["method"], asked["players"], asked.get("seed"),
        expected=call.expected, key=call.key, fingerprint=call.fingerprint,
    )  # fmt: skip
    return Answer(words, version=f"v{words['version']}")


@operation(
    blueprint, "POST", f"{_PART}/check-ins", Needs("referee", _THERE, if_match=True, key=True), {200: TournamentView}
)
def check_in(call: Call, tournament: str) -> Answer:
    """Say who is there, or with `present` false who is not after all.

    In a tournament announced with `check_in` those who are not there at the start are withdrawn.
    """
    asked = call.body
    words = entries.check_in(
        call.house, call.principal, tournament, asked["players"], present=asked["present"],
        expected=call.expected, key=call.key, fingerprint=call.fingerprint,
    )  # fmt: skip
    return Answer(words, version=f"v{words['version']}")


@operation(
    blueprint, "POST", f"{_PART}/withdrawals", Needs("organiser", _LEAVE, if_match=True, key=True),
    {201: TournamentView},
)  # fmt: skip
def withdraw(call: Call, tournament: str) -> Answer:
    """Take a player out, by id or by name; what was played stands."""
    words = entries.withdraw(
        call.house, call.principal, tournament, call.body["player"], call.body["reason"],
        expected=call.expected, key=call.key, fingerprint=call.fingerprint,
    )  # fmt: skip
    return Answer(words, 201)


@operation(
    blueprint, "POST", f"{_PART}/start", Needs("organiser", _START, if_match=True, key=True), {200: TournamentView}
)
def start(call: Call, tournament: str) -> Answer:
    """Close the entries, pair what the format can pair, and open its matches; `seeding` as in `/seeding`."""
    words = entries.start(
        call.house, call.principal, tournament, call.body.get("seed"), call.body.get("seeding"),
        expected=call.expected, key=call.key, fingerprint=call.fingerprint,
    )  # fmt: skip
    return Answer(words)
