"""Facts of a match: one schema for each fact, picked by `type`, each giving the event of `core`."""

from typing import Any, ClassVar

from marshmallow import ValidationError, post_load, validates_schema
from marshmallow_oneofschema.one_of_schema import OneOfSchema

from core.events import (
    CheckersMoved,
    DiceRolled,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    Event,
    FactsTakenBack,
    GameReported,
    GameResigned,
    OpeningRolled,
    PositionAgreed,
    PositionSet,
    ResultReported,
    RulingMade,
    TurnPassed,
    TurnsVoided,
)
from core.match.judging import RULINGS
from core.match.results.game_results import CUBES
from core.messages import say, terms
from core.notation.resolve_turn_text import TurnWritten
from schemas.facts.conduct import LAST_VERSION as LAST_VERSION
from schemas.facts.conduct import OF_CONDUCT
from schemas.facts.dice import OF_DICE
from schemas.facts.parts import OUTCOMES, SEATINGS, SEATS, Board, Dice, Fact, Landings, Results, Turn, fact_schemas
from schemas.fields import Choice, Die, Many, Strict, Text, WholeNumber, Word
from schemas.fields.base import read_each
from schemas.visible_text import quoted_value


class OpeningRolledFact(Fact):
    """Each player rolled one die to decide who starts: one for each seat of the match, from the first on."""

    event = OpeningRolled
    white = Die()
    black = Die()
    seat1 = Die()
    seat2 = Die()
    seat3 = Die()
    seat4 = Die()
    seat5 = Die()

    json_schema = {
        "oneOf": [
            {
                "required": list(seats[:fewest]),
                "properties": {seat: {} if seat in seats else {"not": {}} for seat in SEATS},
                "dependentRequired": {seat: [seats[place]] for place, seat in enumerate(seats[1:])},
            }
            for seats, fewest in SEATINGS
        ]
    }

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _every_seat(self, _words: dict[str, Any], sent: Any, **_: Any) -> None:
        named = [seat for seat in SEATS if seat in sent]
        seats, fewest = next(seating for seating in SEATINGS if not named or named[0] in seating[0])
        wanted = seats[: max([fewest, *(seats.index(seat) + 1 for seat in named if seat in seats)])]
        problems = {seat: [say("missing: the die of this seat")] for seat in wanted if seat not in named}
        problems |= {
            seat: [say("no seat beside {wanted}", wanted=terms(wanted))] for seat in named if seat not in seats
        }
        if problems:
            raise ValidationError(problems)


class DiceRolledFact(Fact):
    """The dice of one turn."""

    event = DiceRolled
    by = Word(SEATS, required=True)
    dice = Dice(required=True)


class LandedFact(Fact):
    """The landings of one turn; a turn without any is a `TurnPassed`."""

    event = CheckersMoved
    is_posted = False
    by = Word(SEATS, required=True)
    moves = Landings(at_least=1, required=True)


class CheckersMovedFact(LandedFact):
    """The landings of one turn, or the turn as text; a turn without any is a `TurnPassed`."""

    is_posted = True
    moves = Turn(at_least=1, required=True)

    @post_load
    def _become(self, data: dict[str, Any], **_: Any) -> Event:
        kind = TurnWritten if isinstance(data["moves"], str) else self.event
        return kind(data["by"], data["moves"])


class TurnPassedFact(Fact):
    """The player landed nowhere."""

    event = TurnPassed
    by = Word(SEATS, required=True)


class DoubleOfferedFact(Fact):
    """The player about to roll offered to double the stake."""

    event = DoubleOffered
    by = Word(SEATS, required=True)


class DoubleTakenFact(Fact):
    """The opponent took the double. The stake doubles, and only this opponent may redouble."""

    event = DoubleTaken
    by = Word(SEATS, required=True)


class DoubleDroppedFact(Fact):
    """The opponent refused the double and lost the game at the value before the offer."""

    event = DoubleDropped
    by = Word(SEATS, required=True)


class GameResignedFact(Fact):
    """A player gave the game up at the value of an outcome."""

    event = GameResigned
    by = Word(SEATS, required=True)
    outcome = Word(OUTCOMES, required=True)


class GameReportedFact(Fact):
    """The game under way, or the next one, ended so: the rest of its turns was not recorded."""

    event = GameReported
    winner = Word(SEATS, required=True)
    outcome = Word(OUTCOMES, required=True)
    cube = Choice(CUBES)
    placings = Many(Word(SEATS), 2, len(SEATS))

    @post_load
    def _become(self, data: dict[str, Any], **_: Any) -> Event:
        placings = data.get("placings")
        return self.event(data["winner"], data["outcome"], data.get("cube"), placings and tuple(placings))


class LaidOut(Board):
    """A position from which a match goes on, and why."""

    reason = Text(500, required=True)


class PositionSetFact(Fact, LaidOut):
    """The board was laid out by hand: turns were not recorded, or the checkers were disturbed.

    `to_move` rolls next, or plays `dice`. `results` are the games that ended before, if the score is corrected, too.
    """

    event = PositionSet


class PositionAgreedFact(Fact, LaidOut):
    """The board was laid out by the players, who all agree on it. Their tournament announces that this is possible."""

    event = PositionAgreed
    agreed_by = Many(Word(SEATS), 2, len(SEATS), required=True)

    @post_load
    def _become(self, data: dict[str, Any], **_: Any) -> Event:
        data.pop("type", None)
        return self.event(**{**data, "agreed_by": tuple(data["agreed_by"])})


class Beginning(LaidOut):
    """The position from which a friendly match begins: a problem, or a match that was begun elsewhere."""

    @post_load
    def _become(self, data: dict[str, Any], **_: Any) -> Event:
        return PositionSet(**data)


class FactsTakenBackFact(Fact):
    """A scorer takes back facts of play of the game in play, up to the last one. A referee's is a `TurnsVoided`."""

    event = FactsTakenBack
    from_version = WholeNumber(1, LAST_VERSION, required=True)
    to_version = WholeNumber(1, LAST_VERSION, required=True)


class TurnsVoidedFact(Fact):
    """A referee voids facts of play of any game, up to the last one; what was recorded beside the play stays."""

    event = TurnsVoided
    from_version = WholeNumber(1, LAST_VERSION, required=True)
    to_version = WholeNumber(1, LAST_VERSION, required=True)
    reason = Text(500, required=True)


class RulingMadeFact(Fact):
    """A referee's decision and its reason; what else it must name depends on its kind."""

    event = RulingMade
    kind = Word(RULINGS, required=True)
    reason = Text(500, required=True)
    from_version = WholeNumber(1, LAST_VERSION, allow_none=True)
    to_version = WholeNumber(1, LAST_VERSION, allow_none=True)
    winner = Word(SEATS, allow_none=True)
    outcome = Word(OUTCOMES, allow_none=True)

    needed: ClassVar[dict[str, tuple[str, ...]]] = {
        "void": ("from_version",),
        "award_game": ("winner", "outcome"),
        "award_match": ("winner",),
    }
    json_schema = {
        "allOf": [
            {
                "anyOf": [
                    {"properties": {"kind": {"not": {"const": kind}}}},
                    {"required": list(names), "properties": {name: {"not": {"type": "null"}} for name in names}},
                ]
            }
            for kind, names in needed.items()
        ]
    }

    @validates_schema
    def _complete(self, data: dict[str, Any], **_: Any) -> None:
        missing = [name for name in self.needed.get(data["kind"], ()) if data.get(name) is None]
        problems = {
            name: [say("missing: a ruling of the kind {words} names it", words=data["kind"])] for name in missing
        }
        first, last = data.get("from_version"), data.get("to_version")
        if first is not None and last is not None and last < first:
            problems["to_version"] = [say("{last} comes before from_version, {first}", last=last, first=first)]
        if problems:
            raise ValidationError(problems)


class ResultReportedFact(Fact):
    """A whole match result without its rolls: part of a log, reported through the tournament and never posted here."""

    event = ResultReported
    is_posted = False
    results = Results(at_least=1, required=True)


class OneOf(OneOfSchema):
    """One of several objects, told apart by their `type`."""

    type_field_remove = False
    type_schemas: dict[str, Strict] = {}

    def _load(self, data: Any, **_: Any) -> Any:
        if not isinstance(data, dict):
            raise ValidationError(say("{shown} is not an object", shown=quoted_value(data)), "_schema")
        name = data.get("type")
        if isinstance(name, str) and name in self.type_schemas:
            return self._loaded(self.type_schemas[name], data)
        known = say("one of {type_schemas}", type_schemas=self.type_schemas)
        if "type" not in data:
            raise ValidationError(say("missing: {known}", known=known), "type")
        raise ValidationError(say("{shown} is not {known}", shown=quoted_value(name), known=known), "type")

    def _loaded(self, schema: Strict, data: dict[str, Any]) -> Any:
        return schema.load(data)


_ALL = (*fact_schemas(vars()), *OF_CONDUCT, *OF_DICE)


class AnyFact(OneOf):
    """A fact of any type."""

    type_schemas = {schema.event.__name__: schema() for schema in _ALL if schema.is_posted}

    def _loaded(self, schema: Strict, data: dict[str, Any]) -> Any:
        event = schema.quickly(data) if isinstance(schema, Fact) else None
        return super()._loaded(schema, data) if event is None else event


class AnyRecordedFact(OneOf):
    """A fact of any type that the log of a match may hold."""

    type_schemas = AnyFact.type_schemas | {schema.event.__name__: schema() for schema in _ALL if not schema.is_posted}


FACT = AnyFact()


def facts(rows: list[Any]) -> list[Event]:
    """The events of a batch of facts. Raises `ValidationError`, which names every wrong field by its place."""
    return read_each(rows, FACT.load)
