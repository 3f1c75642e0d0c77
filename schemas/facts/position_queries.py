"""Questions about a position, without a match: what they must hold depends on the game that is asked."""

from collections.abc import Callable
from typing import Any, NamedTuple

from marshmallow import ValidationError

from core.errors import Invalid
from core.events import Landing
from core.match.fact_validation import unknown_landings
from core.messages import say, term, terms
from core.notation.turn_text import read
from core.rules.game import Game
from schemas.facts.parts import DICE, SEATS, Turn
from schemas.fields import Anything, Die, Many, Strict, Word
from schemas.problems import paths_of

THROWS = 21
"""Most throws of one question: all different ones of two dice."""


class Question(NamedTuple):
    """A position, whose turn it is with which dice, and for a check the landings: all of them the game's own values."""

    position: Any
    seat: str
    dice: tuple[int, ...]
    options: Any
    moves: tuple[Landing, ...] = ()


class PlaysAsked(Strict):
    """Query for the legal turns of a position."""

    position = Anything(required=True)
    to_move = Word(SEATS, required=True)
    dice = Many(Die(), DICE[0], DICE[-1], required=True)
    options = Anything(load_default=dict)


class CheckAsked(PlaysAsked):
    """Is this turn legal here? A turn without landings is a pass."""

    moves = Turn(required=True)


class TurnsAsked(Strict):
    """Query for the legal turns of a position, landing by landing, with each of several throws."""

    position = Anything(required=True)
    to_move = Word(SEATS, required=True)
    throws = Many(Many(Die(), DICE[0], DICE[-1]), 1, THROWS, required=True)
    options = Anything(load_default=dict)


PLAYS, CHECK, TURNS = PlaysAsked(), CheckAsked(), TurnsAsked()


def question(game: Game, schema: PlaysAsked, data: Any) -> Question:
    """Questions to a game. Raises `Invalid`, which names every wrong field."""
    problems: dict[str, list[str]] = {}
    try:
        asked = schema.load(data)
    except ValidationError as wrong:
        problems = paths_of(wrong)
        asked = wrong.valid_data if isinstance(wrong.valid_data, dict) else {}
    position = _read("position", asked, game.read, problems)
    options = _read("options", asked, game.read_options, problems)
    if "to_move" in asked and asked["to_move"] not in game.seats:
        problems["to_move"] = [say("{game} has the seats {seats}", game=term(game.name), seats=terms(game.seats))]
    readable = options is not None and "dice" in asked and not any(path.startswith("dice") for path in problems)
    if readable and len(asked["dice"]) != (dice := game.dice(options)):
        problems["dice"] = [
            say(
                "{game} is played with {dice} dice, not {count}",
                game=term(game.name),
                dice=dice,
                count=len(asked["dice"]),
            )
        ]
    if position is not None and options is not None and (ended := game.ended(position, options)):
        problems["position"] = [
            say("the game is over here, by {ending}: there is nothing left to play", ending=term(ended))
        ]
    sent_moves = asked.get("moves", ())
    if "moves" in asked and not isinstance(sent_moves, str) and not any(path.startswith("moves") for path in problems):
        problems |= {f"moves.{path}": messages for path, messages in unknown_landings(game, sent_moves).items()}
    if problems:
        raise Invalid(problems)
    seat, thrown = asked["to_move"], tuple(asked["dice"])
    moves = read(game, sent_moves, position, seat, thrown, options) if isinstance(sent_moves, str) else sent_moves
    return Question(position, seat, thrown, options, moves)


def questions(game: Game, data: Any) -> list[Question]:
    """The questions about each throw of a `TurnsAsked`. Raises `Invalid`, which names every wrong field."""
    try:
        asked = TURNS.load(data)
    except ValidationError as wrong:
        raise Invalid(paths_of(wrong)) from None
    throws, found = asked.pop("throws"), []
    problems: dict[str, list[str]] = {}
    for place, dice in enumerate(throws):
        try:
            found.append(question(game, PLAYS, {**asked, "dice": list(dice)}))
        except Invalid as wrong:
            problems |= {
                path.replace("dice", f"throws.{place}") if path.startswith("dice") else path: messages
                for path, messages in wrong.problems.items()
            }
    if problems:
        raise Invalid(problems)
    return found


def _read(name: str, data: dict[str, Any], read: Callable[[Any], Any], problems: dict[str, list[str]]) -> Any:
    if name not in data or name in problems:
        return None
    try:
        return read(data[name])
    except Invalid as wrong:
        problems |= {f"{name}.{path}" if path else name: messages for path, messages in wrong.problems.items()}
        return None
