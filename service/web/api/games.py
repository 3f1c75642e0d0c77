"""Rules without a match: games, legal plays, judging a turn, settling results. Nothing here touches the store."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from flask_smorest import Blueprint

from core.eventlog.codec import moves_json
from core.events import Landing
from core.games import GAMES, game_of
from core.match.settlement import settle
from core.messages import explained
from core.notation.position_ids import ids
from core.notation.turn_text import canonical
from core.rules.game import Game
from schemas.facts.position_queries import CHECK, PLAYS, Question, question
from schemas.requests.matches import Settling
from schemas.views.games import POSITION_EXAMPLE, Check, Games, Plays
from schemas.views.matches import Settlement
from service.web.http.heavy_reads import heavy
from service.web.http.request_body import JSON, Body, json_body, read_json
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import EVERYBODY, Requirements

blueprint = Blueprint("games", __name__, url_prefix="/v1", description="Rules without a match")

_ASKED = {"position": POSITION_EXAMPLE, "to_move": "white", "dice": [6, 2], "options": {}}
_CHECKED = _ASKED | {"moves": [{"from": 1, "to": 7}, {"from": 7, "to": 9}]}
_SETTLED = {
    "game": "swedish", "games": 3,
    "results": [{"winner": "white", "outcome": "jan"}, {"winner": "black", "outcome": "bearing_off"}],
}  # fmt: skip


@operation(blueprint, "GET", "/games", Requirements(EVERYBODY), {200: Games})
def games(_call: Call) -> Answer:
    """Every kind of game that can be played, with its outcomes, their points and ranks."""
    return Answer(_games())


@cache
def _games() -> dict[str, Any]:
    return {"games": [game.describe() for game in GAMES]}


# The game reads the question: the schema here only documents it.
_PLAYS = Body(None, {JSON: read_json}, documents={JSON: PLAYS}, examples={JSON: _ASKED})
_CHECK = Body(None, {JSON: read_json}, documents={JSON: CHECK}, examples={JSON: _CHECKED})


@operation(blueprint, "POST", "/games/<game:game>/plays", Requirements(EVERYBODY, _PLAYS), {200: Plays})
@heavy
def plays(call: Call, game: str) -> Answer:
    """Every legal turn of a position, one for each pair of resulting position and outcome."""
    found = game_of(game)
    asked = question(found, PLAYS, call.body)
    turns = found.plays(asked.position, asked.seat, asked.dice, asked.options)
    data = [
        {
            "moves": moves_json(turn.moves),
            "position": found.write(turn.position),
            "outcome": turn.outcome,
            "text": _text(found, asked, turn.moves),
        }
        for turn in turns
    ]
    stood = {"position": found.write(asked.position), "to_move": asked.seat, "dice": asked.dice}
    known = ids(found, stood)
    return Answer({"plays": data, "pass": not data} | ({} if known is None else {"ids": known}))


def _text(game: Game, asked: Question, moves: Sequence[Landing]) -> str | None:
    return canonical(game, moves, asked.position, asked.seat, asked.options) if game.notation else None


@operation(blueprint, "POST", "/games/<game:game>/check", Requirements(EVERYBODY, _CHECK), {200: Check})
def check(call: Call, game: str) -> Answer:
    """Judge one turn, told as landings or as text: legal, or the clause that it breaks."""
    found = game_of(game)
    return Answer(_judged(found, question(found, CHECK, call.body)))


def _judged(game: Game, asked: Question) -> dict[str, Any]:
    checked = game.check(asked.position, asked.seat, asked.dice, asked.moves, asked.options)
    position = None if checked.position is None else game.write(checked.position)
    data = {**checked._asdict(), **explained(checked.explanation), "position": position}
    return {**data, "text": _text(game, asked, asked.moves)}


@operation(
    blueprint,
    "POST",
    "/settlements",
    Requirements(EVERYBODY, json_body(Settling(), example=_SETTLED)),
    {200: Settlement},
)
def settlements(call: Call) -> Answer:
    """Settle the results of a match's games: score, winner, and what decided."""
    asked = call.body
    return Answer(settle(game_of(asked["game"]), asked["length"], asked["results"]))
