"""Matches: open, record, read. What is recorded here is judged by the workers."""

from functools import lru_cache
from typing import Any

from flask_smorest import Blueprint

from core.errors import Invalid
from core.events import Event
from core.match.state import ACCEPTED
from schemas.facts.facts import FACT, facts
from schemas.match_states import version_tag, with_ids
from schemas.requests.matches import MatchOpening, TurnsMended
from schemas.views.matches import MatchState, Recording
from service.handlers.match import matches, mended_turns, service_dice
from service.web.http.problems import under
from service.web.http.query_params import AS_OF
from service.web.http.request_body import JSON, NDJSON, Body, json_body, read_json, read_lines, several
from service.web.http.verdict_wait import wait_until_judged
from service.web.openapi.description import LINES
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("matches", __name__, url_prefix="/v1/matches", description="Matches and their logs")

BATCH = 1000

_FRIENDLY = {
    "club": "vasa",
    "game": "swedish",
    "length": {"games": 5},
    "players": {"white": "Anna", "black": "Bertil"},
    "check": "strict",
    "stop": "all_games",
    "options": {},
}


@operation(
    blueprint,
    "openMatch",
    "POST",
    "",
    Requirements("scorer", json_body(MatchOpening(), example=_FRIENDLY), key=True),
    {201: MatchState},
)
def open_match(call: Call) -> Answer:
    """Open a friendly match of a club; a tournament opens its own."""
    answer = matches.open_match(call.request, call.body)
    return Answer(with_ids(answer), 201, headers={"Location": f"/v1/matches/{answer['id']}"})


@operation(
    blueprint,
    "getMatch",
    "GET",
    "/<match:match>",
    Requirements("viewer", query=AS_OF, published=True),
    {200: MatchState},
)
def state(call: Call, match: str) -> Answer:
    """The state of a match as far as it is judged; with `version` as it was after that fact.

    `in_tournament` is what its tournament says of it now: a director's decision holds, whatever the match's log says.
    """
    answer = matches.state(call.deps, call.principal, match, call.query.get("version"))
    return Answer(with_ids(answer), version=version_tag(answer))


# ── facts ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def _read_facts(data: bytes) -> tuple[list[Event], bool]:
    return _read_short(data) if len(data) <= _SHORT else _read_any(data)


def _read_any(data: bytes) -> tuple[list[Event], bool]:
    value = read_json(data)
    return (_batch(value), True) if isinstance(value, list) else ([FACT.load(value)], False)


_SHORT = 200
_read_short = lru_cache(2_000)(_read_any)
"""Short bodies come again: a client writes the same roll in the same bytes, and half of all facts are 42 rolls."""


def _batch(rows: Any) -> list[Event]:
    with under("events"):
        return facts(several(rows, "facts", BATCH))


_TURN = [
    {"type": "DiceRolled", "by": "white", "dice": [6, 2]},
    {"type": "CheckersMoved", "by": "white", "moves": [{"from": 1, "to": 7}, {"from": 7, "to": 9}]},
]
_RULINGS: dict[str, dict[str, Any]] = {
    "void": {"reason": "cocked dice", "from_version": 12, "to_version": 13},
    "let_stand": {"reason": "both want to play on", "from_version": 14},
    "award_game": {"reason": "left the hall", "winner": "black", "outcome": "bearing_off"},
    "award_match": {"reason": "did not come", "winner": "white"},
    "note": {"reason": "ten minutes without light"},
}
_CONDUCT: dict[str, dict[str, Any]] = {
    "a clock, in milliseconds": {
        "type": "ClockSet",
        "reserve": {"white": 1_200_000, "black": 1_200_000},
        "delay": 12_000,
    },
    "the clock of a player runs": {"type": "ClockStarted", "by": "white"},
    "a flag is claimed": {"type": "FlagClaimed", "by": "black"},
    "a game whose last turns were not recorded": {"type": "GameReported", "winner": "white", "outcome": "jan"},
    "a board that is laid out": {
        "type": "PositionSet",
        "position": {"white": {"points": {"1": 8, "7": 7}}, "black": {"points": {"1": 12, "12": 3}}},
        "to_move": "black",
        "dice": [6, 1],
        "reason": "three turns were not recorded",
    },
    "a board that the players laid out and agree on": {
        "type": "PositionAgreed",
        "position": {"white": {"points": {"1": 8, "7": 7}}, "black": {"points": {"1": 12, "12": 3}}},
        "to_move": "black",
        "reason": "the board was bumped",
        "agreed_by": ["white", "black"],
    },
    "a flag has fallen": {"type": "FlagConfirmed", "loses": "match"},
    "the match is suspended": {"type": "MatchSuspended", "reason": "the hall closes"},
    "a penalty": {"type": "PenaltyGiven", "seat": "white", "points": 1, "reason": "five minutes late", "rule": "12"},
    "an appeal": {"type": "AppealMade", "by": "white", "ruling": 14, "reason": "the dice lay flat"},
}
_FACTS = Body(
    None,
    {JSON: _read_facts, NDJSON: lambda data: (_batch(read_lines(data)), True)},
    documents={
        JSON: {"oneOf": [FACT, {"type": "array", "items": FACT, "minItems": 1, "maxItems": BATCH}]},
        NDJSON: LINES,
    },
    examples={NDJSON: '{"type":"OpeningRolled","white":2,"black":5}\n'},
    named={
        "a turn": _TURN,
        **{f"ruling: {kind}": {"type": "RulingMade", "kind": kind, **fields} for kind, fields in _RULINGS.items()},
        **_CONDUCT,
    },
)


@operation(
    blueprint,
    "appendFacts",
    "POST",
    "/<match:match>/events",
    Requirements("scorer", _FACTS, if_match=True, key=True, waits=True),
    {201: Recording, 202: Recording},
    also=(429,),
)
def record(call: Call, match: str) -> Answer:
    """Write down one fact, or a list of them, all or none.

    Rulings, suspensions, warnings, penalties, the setting of clocks, and answers to claims and appeals need a referee.
    A request is refused (409) while the match's pairing is voided, its round is a draft, or the director has decided
    its result. Beyond 10,000 facts only a referee writes.

    By links a match takes 1,000 facts at once, as a phone sends them that was away, and 60 a minute beyond: 429 says
    with `Retry-After` when the rest may come. Tokens have no such limit.

    What is judged within `Prefer: wait` comes with the answer (201); else it is 202 and the verdicts follow, to be read
    with the events or seen on the stream.
    """
    events, several_facts = call.body
    try:
        written = matches.record(call.request, match, events)
    except Invalid as wrong:
        raise _named(wrong, several_facts) from None
    return _recorded(call, match, written)


@operation(
    blueprint,
    "rollDice",
    "POST",
    "/<match:match>/rolls",
    Requirements("scorer", if_match=True, key=True, waits=True),
    {201: Recording, 202: Recording},
    also=(429,),
)
def roll(call: Call, match: str) -> Answer:
    """Have the service roll the dice that are due, in a match with the option `"dice_source": "service"`.

    The roll is the next of the match's stream (docs/play/dice.md). It is refused (409) before the hash of the seed and
    the salts of all seats are recorded, and while no roll is due. The body is empty. The answer is that of `…/events`.
    """
    return _recorded(call, match, service_dice.roll(call.request, match))


_MENDED = {
    "from_version": 12,
    "facts": [
        {"type": "DiceRolled", "by": "white", "dice": [6, 2]},
        {"type": "CheckersMoved", "by": "white", "moves": [{"from": 1, "to": 7}, {"from": 7, "to": 9}]},
    ],
}


@operation(
    blueprint,
    "mendTurns",
    "POST",
    "/<match:match>/mendings",
    Requirements("scorer", json_body(TurnsMended(), example=_MENDED), if_match=True, key=True, waits=True),
    {201: Recording, 202: Recording},
    also=(429,),
)
def mend(call: Call, match: str) -> Answer:
    """Take turns back and write them anew, all or none.

    The facts of play from `from_version` to the last no longer count. What was recorded among them beside the play
    stays. `facts` come in their place. They are judged before they are written, and if one would be refused nothing is
    written (422). A scorer mends turns of the game in play before which no referee has decided (409). With a `reason`
    it is a referee's ruling, which may begin at any turn of the match.

    The answer has the fact that took the turns back and the new ones.
    """
    body = call.body
    try:
        written = mended_turns.mend(call.request, match, body["from_version"], body["facts"], body.get("reason"))
    except Invalid as wrong:
        raise Invalid({f"facts.{path}": messages for path, messages in wrong.problems.items()}) from None
    return _recorded(call, match, written)


def _recorded(call: Call, match_id: str, written: matches.Recording) -> Answer:
    count = written.last - written.first + 1
    headers = {"Location": f"/v1/matches/{match_id}/events?after={written.first - 1}&limit={count}"}
    if call.principal is not None and call.principal.scope is not None:
        headers |= matches.rate_of_links(call.deps, match_id).headers
    answer = Answer(written, 202, version=f"v{written.last}", headers=headers)
    if call.wait is None:
        return answer
    judged = wait_until_judged(call.deps, match_id, written.last, call.wait)
    verdicts = matches.verdicts(call.deps, match_id, written.first, written.last)
    answer = answer._replace(data=written._replace(verdicts=verdicts))
    if not judged:
        return answer._replace(needed=call.wait.seconds > 0)
    headers["Preference-Applied"] = call.wait.asked
    return answer._replace(status=201, needed=any(verdict["verdict"] != ACCEPTED for verdict in verdicts))


def _named(wrong: Invalid, several_facts: bool) -> Invalid:
    """The same, where a wrong fact has its name: its place among several; a single fact is named by its fields."""
    if several_facts:
        return Invalid({f"events.{path}": messages for path, messages in wrong.problems.items()})
    return Invalid({path.partition(".")[2]: messages for path, messages in wrong.problems.items()})
