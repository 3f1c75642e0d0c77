"""Parts of facts: seats, dice, landings, results, boards. The games define the possible names."""

from collections.abc import Mapping
from typing import Any, ClassVar

from marshmallow import ValidationError, missing, post_load
from marshmallow.decorators import VALIDATES_SCHEMA
from marshmallow.schema import SchemaMeta

from core import events
from core.events import Event
from core.games import GAMES
from core.match.results.game_results import CUBES
from core.messages import say
from core.notation.turn_text import LONGEST
from core.options import every_choice
from core.rules.board import BAR, OFF
from schemas.fields import Anything, Choice, Die, Many, Spot, Strict, Word, nested

SEATS = tuple(dict.fromkeys(seat for game in GAMES for seat in game.seats))
OUTCOMES = tuple(dict.fromkeys(outcome.key for game in GAMES for outcome in game.endings))
FROM, TO, BY = (tuple(dict.fromkeys(word for game in GAMES for word in game.words[way])) for way in range(3))
DICE = sorted({game.dice(options) for game in GAMES for options in every_choice(game.options)})
LANDINGS = 16
"""More landings than any throw of any game allows."""
POINTS = 64
"""The longest match to a number of points."""
MOST_GAMES = 2 * POINTS - 1


class _NamedByEvent(SchemaMeta):
    """Gives the schema of an event its field `type`, which holds the name of the event."""

    def __new__(mcs, name: str, bases: tuple[type, ...], attrs: dict[str, Any]) -> Any:
        """The schema, with `type` as its first field."""
        if event := attrs.get("event"):
            attrs = {"type": Word((event.__name__,), required=True), **attrs}
        return super().__new__(mcs, name, bases, attrs)


class Fact(Strict, metaclass=_NamedByEvent):
    """A fact as it is posted; `event` is what it becomes."""

    event: ClassVar[type[events.Fact]]
    is_posted: ClassVar[bool] = True
    """False of a fact that only stands in logs."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._plan = [(field.data_key or name, name, field.deserialize) for name, field in self.load_fields.items()]
        self._names = {sent for sent, _, _ in self._plan}
        self._is_field_by_field = not self._hooks[VALIDATES_SCHEMA]

    def quickly(self, data: Mapping[str, Any]) -> Event | None:
        """The event of a fact in which every field is right by itself; of any other `None`, and `load` says why.

        The fields read as in `load`, which makes more of each: it collects all that is wrong.
        """
        if not (self._is_field_by_field and data.keys() <= self._names):
            return None
        found = {}
        try:
            for sent, name, read in self._plan:
                if (value := read(data.get(sent, missing), sent, data)) is not missing:
                    found[name] = value
        except ValidationError:
            return None
        event: Event = self._become(found)
        return event

    @post_load
    def _become(self, data: dict[str, Any], **_: Any) -> Event:
        del data["type"]
        return self.event(**data)


def fact_schemas(module: Mapping[str, Any]) -> tuple[type[Fact], ...]:
    """The schemas of facts that stand in a module, in their order."""
    return tuple(
        each
        for each in module.values()
        if isinstance(each, type) and issubclass(each, Fact) and each.__module__ == module["__name__"]
    )


class Landing(Strict):
    """One checker's landing; `by` where the game lets the opponent make it."""

    from_ = Spot(*FROM, required=True, data_key="from")
    to = Spot(*TO, required=True)
    by = Word(BY)


class Landings(Many):
    """The landings of one turn in the order played, as pairs, or with a third that says whose they are."""

    def __init__(self, at_least: int = 0, **options: Any) -> None:
        super().__init__(nested(Landing), at_least, LANDINGS, **options)

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> Any:
        # A landing that is well written needs no schema, which would take longer than judging the play.
        if type(value) is list and self.at_least <= len(value) <= LANDINGS and (pairs := _pairs(value)):
            return pairs
        rows = super()._deserialize(value, attr, data, **options)
        return tuple((row["from_"], row["to"], *([row["by"]] if "by" in row else [])) for row in rows)


class Turn(Landings):
    """The same, or a text in the game's notation, which stays one: it needs a position to be read."""

    def json_schema(self) -> dict[str, Any]:
        """See `Many.json_schema`."""
        return super().json_schema() | {
            "type": ["array", "string"],
            "minLength": 1,
            "maxLength": LONGEST,
            "description": "Landings in the order played, or the turn as text: `8/5 6/5*`, `bar/22 24/16`, `6/1(2)`.",
        }

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> Any:
        if isinstance(value, str):
            if not 0 < len(value) <= LONGEST:
                raise ValidationError(say("a turn as text has 1 to {longest} characters", longest=LONGEST))
            return value
        return super()._deserialize(value, attr, data, **options)


def _pairs(landings: list[Any]) -> tuple[tuple[int | str, int | str], ...] | None:
    """The landings as pairs if every one of them is plainly written, else `None`."""
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
    """Result of one game of a match: the winner's seat and the outcome.

    `cube` is its value where the stake was doubled; `placings` are all seats from first to last where the game has
    them, and then the first is the winner.
    """

    winner = Word(SEATS, required=True)
    outcome = Word(OUTCOMES, required=True)
    cube = Choice(CUBES)
    placings = Many(Word(SEATS), 2, len(SEATS))

    @post_load
    def _become(self, data: dict[str, Any], **_: Any) -> events.GameResult:
        return events.GameResult(**data | {"placings": tuple(data.get("placings", ()))})


class Results(Many):
    """The games of a match in order, as results."""

    def __init__(self, at_least: int = 0, **options: Any) -> None:
        super().__init__(nested(GameResult), at_least, MOST_GAMES, **options)

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> Any:
        return tuple(super()._deserialize(value, attr, data, **options))


class CubeLaidOut(Strict):
    """The cube as it lies: its value, and the seat that may double next, `null` while it is in the middle."""

    value = Choice(CUBES, required=True)
    owner = Word(SEATS, allow_none=True)


class Board(Strict):
    """A board that is laid out. `to_move` rolls next, or plays `dice`; `results` are the games before."""

    position = Anything(required=True)
    to_move = Word(SEATS, required=True)
    dice = Dice()
    cube = nested(CubeLaidOut)
    results = Results()


SEATINGS = tuple(dict.fromkeys((game.seats, game.fewest) for game in GAMES))
"""The seats of each kind of game, and how many of them play at least."""
