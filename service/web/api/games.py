"""Rules without a match: games, legal plays, judging a turn, settling results. Nothing here touches the store."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from flask_smorest import Blueprint

from core.eventlog.codec import moves_json
from core.events import Landing
from core.games import GAMES, game_of
from core.match.results.settlement import settle
from core.notation.position_ids import MatchPosition, has_ids, ids, men
from core.notation.turn_text import canonical
from core.rules.board import SEATS
from core.rules.game import Game
from core.rules.turn_steps import turn_states
from schemas.dump import list_json
from schemas.facts.position_queries import CHECK, PLAYS, TURNS, Question, question, questions
from schemas.requests.matches import Settling
from schemas.views.games import POSITION_EXAMPLE, Check, Games, Plays, Turns
from schemas.views.matches import Settlement
from service.web.http.heavy_reads import heavy
from service.web.http.request_body import JSON, Body, json_body, read_json
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import EVERYBODY, Requirements

blueprint = Blueprint("games", __name__, url_prefix="/v1", description="Rules without a match")

_ASKED = {"position": POSITION_EXAMPLE, "to_move": "white", "dice": [6, 2], "options": {}}
_CHECKED = _ASKED | {"moves": [{"from": 1, "to": 7}, {"from": 7, "to": 9}]}
_SETTLED = {
    "game": "swedish",
    "games": 3,
    "results": [{"winner": "white", "outcome": "jan"}, {"winner": "black", "outcome": "bearing_off"}],
}


class ShownPlay(NamedTuple):
    """A legal turn; its moves and its position are JSON data."""

    moves: list[dict[str, Any]]
    position: dict[str, Any]
    outcome: str | None
    text: str | None


class ShownPlays(NamedTuple):
    """Every legal turn of a position. `pass_`: there is none. `ids` name the position, where programs know the game."""

    plays: list[ShownPlay]
    pass_: bool
    ids: dict[str, str] | None


class ShownTurnState(NamedTuple):
    """A state within a turn: each step is the landing, the die that it takes, and the state after it."""

    steps: list[list[Any]]
    outcome: str | None


class ShownThrow(NamedTuple):
    """The states of the turns of a throw; `None` where they cannot be told landing by landing."""

    dice: Sequence[int]
    states: list[ShownTurnState] | None


class ShownCheck(NamedTuple):
    """The verdict on a turn, with its position as JSON data and its text."""

    legal: bool
    rule: str | None
    explanation: str
    position: dict[str, Any] | None
    outcome: str | None
    text: str | None


@operation(blueprint, "listGames", "GET", "/games", Requirements(EVERYBODY), {200: Games})
def games(_call: Call) -> Answer:
    """Every kind of game that can be played, with its outcomes, their points and ranks."""
    return Answer(_games())


@cache
def _games() -> dict[str, Any]:
    return list_json(Games, GAMES)


# The game reads the question: the schema here only documents it.
_PLAYS = Body(None, {JSON: read_json}, documents={JSON: PLAYS}, examples={JSON: _ASKED})
_CHECK = Body(None, {JSON: read_json}, documents={JSON: CHECK}, examples={JSON: _CHECKED})


@operation(
    blueprint, "listLegalPlays", "POST", "/games/<game:game>/plays", Requirements(EVERYBODY, _PLAYS), {200: Plays}
)
@heavy
def plays(call: Call, game: str) -> Answer:
    """Every legal turn of a position, one for each pair of resulting position and outcome."""
    found = game_of(game)
    asked = question(found, PLAYS, call.body)
    turns = found.plays(asked.position, asked.seat, asked.dice, asked.options)
    shown = [
        ShownPlay(moves_json(turn.moves), found.write(turn.position), turn.outcome, _text(found, asked, turn.moves))
        for turn in turns
    ]
    return Answer(ShownPlays(shown, not shown, _ids(found, asked) if has_ids(found) else None), compressed=True)


def _ids(game: Game, asked: Question) -> dict[str, str]:
    written = game.write(asked.position)
    white, black = (men(written[seat]) for seat in SEATS)
    return ids(game, MatchPosition(white, black, asked.seat, tuple(sorted(asked.dice, reverse=True))))


_TURNS = Body(
    None,
    {JSON: read_json},
    documents={JSON: TURNS},
    examples={JSON: {"position": POSITION_EXAMPLE, "to_move": "white", "throws": [[6, 2], [5, 5]], "options": {}}},
)


@operation(
    blueprint, "listTurnSteps", "POST", "/games/<game:game>/turns", Requirements(EVERYBODY, _TURNS), {200: Turns}
)
@heavy
def turns(call: Call, game: str) -> Answer:
    """Every legal turn of a position, landing by landing, with each of up to 21 throws.

    A program that records a turn step by step follows the states: the steps of a state are the landings that can come
    next, in any order that leads to a legal turn.
    """
    found = game_of(game)
    return Answer(list_json(Turns, [_throw(found, asked) for asked in questions(found, call.body)]), compressed=True)


def _throw(game: Game, asked: Question) -> ShownThrow:
    states = turn_states(game, asked.position, asked.seat, asked.dice, asked.options)
    if states is None:
        return ShownThrow(asked.dice, None)
    shown = [([[*step.landing, step.die, step.state] for step in state.steps], state.outcome) for state in states]
    return ShownThrow(asked.dice, [ShownTurnState(*each) for each in shown])


def _text(game: Game, asked: Question, moves: Sequence[Landing]) -> str | None:
    return canonical(game, moves, asked.position, asked.seat, asked.options) if game.notation else None


@operation(blueprint, "checkPlay", "POST", "/games/<game:game>/check", Requirements(EVERYBODY, _CHECK), {200: Check})
def check(call: Call, game: str) -> Answer:
    """Judge one turn, told as landings or as text: legal, or the clause that it breaks."""
    found = game_of(game)
    asked = question(found, CHECK, call.body)
    checked = found.check(asked.position, asked.seat, asked.dice, asked.moves, asked.options)
    position = None if checked.position is None else found.write(checked.position)
    text = _text(found, asked, asked.moves)
    return Answer(ShownCheck(checked.legal, checked.rule, checked.explanation, position, checked.outcome, text))


@operation(
    blueprint,
    "settleGames",
    "POST",
    "/settlements",
    Requirements(EVERYBODY, json_body(Settling(), example=_SETTLED)),
    {200: Settlement},
)
def settlements(call: Call) -> Answer:
    """Settle the results of a match's games: score, winner, and what decided."""
    asked = call.body
    return Answer(settle(game_of(asked["game"]), asked["length"], asked["results"]))
