"""What people may tell about a match: one schema for each fact, picked by `type`, each giving the event of `core`."""

from typing import Any, ClassVar

from marshmallow import ValidationError, post_load, validates_schema
from marshmallow_oneofschema.one_of_schema import OneOfSchema

from core import events as core
from core.board import BAR, OFF
from core.events import (
    CheckersMoved,
    DiceRolled,
    Event,
    GameResigned,
    OpeningRolled,
    ResultReported,
    RulingMade,
    TurnPassed,
)
from core.games import GAMES
from core.match import RULINGS
from schemas.fields import Die, Many, Spot, Strict, Text, WholeNumber, Word, nested, shown

SEATS = tuple(dict.fromkeys(seat for game in GAMES for seat in game.seats))
OUTCOMES = tuple(dict.fromkeys(outcome.key for game in GAMES for outcome in game.outcomes))
DICE = sorted({game.dice(game.options()) for game in GAMES})
LANDINGS = 16
"""More landings than any throw of any game allows."""
LAST_VERSION = 2**53 - 1


class Fact(Strict):
    """A fact as it is posted; `event` is what it becomes."""

    event: ClassVar[type[Event]]

    @post_load
    def _become(self, words: dict[str, Any], **_: Any) -> Event:
        del words["type"]
        return self.event(**words)


class Landing(Strict):
    """One checker's landing."""

    from_ = Spot(BAR, required=True, data_key="from")
    to = Spot(OFF, required=True)


class Landings(Many):
    """The landings of one turn in the order played, as pairs."""

    def __init__(self, at_least: int = 0, **options: Any) -> None:
        super().__init__(nested(Landing), at_least, LANDINGS, **options)

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> Any:
        # A landing that is well written needs no schema, which would take longer than judging the play.
        if type(value) is list and self.at_least <= len(value) <= LANDINGS and (pairs := _pairs(value)):
            return pairs
        return tuple((each["from_"], each["to"]) for each in super()._deserialize(value, attr, data, **options))


def _pairs(landings: list[Any]) -> tuple[tuple[int | str, int | str], ...] | None:
    """The landings as pairs if every one of them is written as it should be, else `None`."""
    pairs = []
    for landing in landings:
        if type(landing) is not dict or len(landing) != 2 or "from" not in landing or "to" not in landing:
            return None
        start, end = landing["from"], landing["to"]
        if not ((type(start) is int and 1 <= start <= 24) or start == BAR):
            return None
        if not ((type(end) is int and 1 <= end <= 24) or end == OFF):
            return None
        pairs.append((start, end))
    return tuple(pairs)


class Dice(Many):
    """The dice of one turn in the order in which they lay."""

    def __init__(self, **options: Any) -> None:
        super().__init__(Die(), DICE[0], DICE[-1], **options)

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> Any:
        return tuple(super()._deserialize(value, attr, data, **options))


class GameResult(Strict):
    """How one game of a match ended: the winner's seat and the outcome."""

    winner = Word(SEATS, required=True)
    outcome = Word(OUTCOMES, required=True)


class Results(Many):
    """The games of a match in order, as results."""

    def __init__(self, at_least: int = 0, **options: Any) -> None:
        super().__init__(nested(GameResult), at_least, 99, **options)

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> Any:
        return tuple(core.GameResult(**each) for each in super()._deserialize(value, attr, data, **options))


class OpeningRolledFact(Fact):
    """Each player rolled one die to decide who starts."""

    event = OpeningRolled
    type = Word(("OpeningRolled",), required=True)
    white = Die(required=True)
    black = Die(required=True)


class DiceRolledFact(Fact):
    """The dice of one turn."""

    event = DiceRolled
    type = Word(("DiceRolled",), required=True)
    by = Word(SEATS, required=True)
    dice = Dice(required=True)


class CheckersMovedFact(Fact):
    """The landings of one turn; a turn without any is a `TurnPassed`."""

    event = CheckersMoved
    type = Word(("CheckersMoved",), required=True)
    by = Word(SEATS, required=True)
    moves = Landings(at_least=1, required=True)


class TurnPassedFact(Fact):
    """The player landed nowhere."""

    event = TurnPassed
    type = Word(("TurnPassed",), required=True)
    by = Word(SEATS, required=True)


class GameResignedFact(Fact):
    """A player gave the game up at the value of an outcome."""

    event = GameResigned
    type = Word(("GameResigned",), required=True)
    by = Word(SEATS, required=True)
    outcome = Word(OUTCOMES, required=True)


class RulingMadeFact(Fact):
    """A referee's decision and its reason; what else it must name depends on its kind."""

    event = RulingMade
    type = Word(("RulingMade",), required=True)
    kind = Word(RULINGS, required=True)
    reason = Text(500, required=True)
    from_version = WholeNumber(1, LAST_VERSION, allow_none=True)
    to_version = WholeNumber(1, LAST_VERSION, allow_none=True)
    winner = Word(SEATS, allow_none=True)
    outcome = Word(OUTCOMES, allow_none=True)

    needed: ClassVar[dict[str, tuple[str, ...]]] = {
        "void": ("from_version",), "award_game": ("winner", "outcome"), "award_match": ("winner",),
    }  # fmt: skip
    json_schema = {
        "allOf": [
            {
                "if": {"required": ["kind"], "properties": {"kind": {"const": kind}}},
                "then": {
                    "required": list(names),
                    "properties": {name: {"not": {"type": "null"}} for name in names},
                },
            }
            for kind, names in needed.items()
        ]
    }

    @validates_schema
    def _complete(self, words: dict[str, Any], **_: Any) -> None:
        missing = [name for name in self.needed.get(words["kind"], ()) if words.get(name) is None]
        problems = {name: [f"missing: a ruling of the kind {words['kind']} names it"] for name in missing}
        first, last = words.get("from_version"), words.get("to_version")
        if first is not None and last is not None and last < first:
            problems["to_version"] = [f"{last} comes before from_version, {first}"]
        if problems:
            raise ValidationError(problems)


class ResultReportedFact(Fact):
    """A whole match result without its rolls: part of a log, reported through the tournament and never posted here."""

    event = ResultReported
    type = Word(("ResultReported",), required=True)
    results = Results(at_least=1, required=True)


class OneOf(OneOfSchema):
    """One of several objects, told apart by their `type`."""

    type_field_remove = False
    type_schemas: dict[str, Strict] = {}

    def _load(self, data: Any, **_: Any) -> Any:
        if not isinstance(data, dict):
            raise ValidationError(f"{shown(data)} is not an object", "_schema")
        known = f"one of {', '.join(self.type_schemas)}"
        if "type" not in data:
            raise ValidationError(f"missing: {known}", "type")
        name = data["type"]
        if not isinstance(name, str) or name not in self.type_schemas:
            raise ValidationError(f"{shown(name)} is not {known}", "type")
        return self.type_schemas[name].load(data)


class AnyFact(OneOf):
    """A fact of any type."""

    type_schemas = {
        schema.event.__name__: schema()
        for schema in (
            OpeningRolledFact, DiceRolledFact, CheckersMovedFact, TurnPassedFact, GameResignedFact, RulingMadeFact,
        )
    }  # fmt: skip


class AnyRecordedFact(OneOf):
    """A fact of any type that the log of a match may hold."""

    type_schemas = {**AnyFact.type_schemas, "ResultReported": ResultReportedFact()}


FACT = AnyFact()


def facts(rows: list[Any]) -> list[Event]:
    """The events of a batch of facts. Raises `ValidationError`, which names every wrong field by its place."""
    return FACT.load(rows, many=True)  # type: ignore[no-any-return,no-untyped-call]
