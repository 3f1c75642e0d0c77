"""Requests about the participants of a tournament."""

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, pre_load, validates_schema

from core.messages import say
from core.names.shown_names import FULL, NAME_WISHES
from core.tournament.decisions import METHODS, MOST_ALTERNATES
from core.tournament.decisions.seeding import LOTS
from core.tournament.model.values import WORTHS, ZERO
from core.tournament.swiss.bye_rule import MOST_BYES
from schemas.fields import Many, Name, Strict, Text, WholeNumber, Word, YesNo, nested
from schemas.requests.matches import NAME, REASON, Json

MOST = 1000
"""Players that are entered, seeded or checked in at once."""
MEMBERS = 32
LAST_RATING, LAST_SEED, LAST_LINE, LAST_ROUND = 9999, 100_000, 1_000_000, 50
_ELSEWHERE = (
    "player",
    "id",
    "name",
    "withdrawn",
    "checked_in",
    "late",
    "lineups",
    "byes",
    "in_place_of",
    "again_of",
    "buy_backs",
)
"""Fields of a player in other lists: the first three identify the player, the others are ignored."""


class Entrant(Strict):
    """A player of the club by id or by name, or a team: its name, and its members from board 1 on."""

    player = Name(NAME, required=True)
    rating = WholeNumber(0, LAST_RATING, allow_none=True)
    group = Name(NAME, allow_none=True)
    seed = WholeNumber(1, LAST_SEED, allow_none=True)
    members = Many(Name(NAME), 0, MEMBERS)
    another = YesNo()
    line = WholeNumber(1, LAST_LINE)

    @pre_load
    def _from_what_people_send(self, data: Any, **_: Any) -> Any:
        """A bare name, or a player as other answers list them (`{"id": …, "name": …}`), found by the id."""
        if not isinstance(data, Mapping):
            return {"player": data}
        named = [data[name] for name in _ELSEWHERE[:3] if name in data]
        known = {name: value for name, value in data.items() if name not in _ELSEWHERE}
        if isinstance(known.get("members"), list):
            known["members"] = [_person(row) for row in known["members"]]
        return {**known, "player": named[0]} if named else data


def _person(row: Any) -> Any:
    if isinstance(row, Mapping):
        return next((row[name] for name in _ELSEWHERE[:3] if name in row), row)
    return row


_NAME: Json = Name(NAME).json_schema()
_NAMED: Json = {
    "type": "object",
    "properties": {
        "player": _NAME,
        "id": _NAME,
        "name": _NAME,
        "rating": {
            "type": ["integer", "null"],
            "minimum": 0,
            "maximum": LAST_RATING,
            "description": "Without it, the one of the club's list.",
        },
        "group": {**_NAME, "type": ["string", "null"], "description": "Kept apart from each other, such as a club."},
        "seed": {"type": ["integer", "null"], "minimum": 1, "maximum": LAST_SEED},
        "members": {"type": "array", "maxItems": MEMBERS, "items": _NAME, "description": "Of a team, from board 1 on."},
        "another": {
            "type": "boolean",
            "description": "A new player is another person than those of the list whose names look like this one.",
        },
        "line": {"type": "integer", "minimum": 1, "maximum": LAST_LINE, "description": "Of a file, for what is said."},
    },
    "allOf": [{"anyOf": [{"required": [name], "properties": {name: {}}} for name in _ELSEWHERE[:3]]}],
    "description": "Who is meant stands in one of `player`, `id` and `name`.",
}
ENTRANTS: Json = {"type": "array", "minItems": 1, "maxItems": MOST, "items": {"anyOf": [_NAME, _NAMED]}}
"""A list of entrants in the published document."""


class Entrants(Many):
    """Players or teams that enter, as bare names or as objects."""

    def __init__(self, **options: Any) -> None:
        super().__init__(nested(Entrant), 1, MOST, **options)

    def json_schema(self) -> Json:
        """See `Many.json_schema`."""
        return ENTRANTS


class Entering(Strict):
    """Players of the club who enter a tournament, by id or by name; a bare list will do, and so will one player."""

    players = Entrants(required=True)
    into_bye = YesNo(
        load_default=False, metadata={"description": "A late player meets at once the player who has the bye."}
    )

    @pre_load
    def _from_what_people_send(self, data: Any, **_: Any) -> Any:
        if isinstance(data, list):
            return {"players": data}
        if isinstance(data, Mapping) and "players" not in data:
            known = {name: value for name, value in data.items() if name in ("entries", "into_bye")}
            if "entries" in known:
                players = known.pop("entries")
            elif any(name in data for name in _ELSEWHERE[:3]):
                players = [{name: value for name, value in data.items() if name not in known}]
                return {**known, "players": players}
            else:
                return data
            return {**{name: value for name, value in data.items() if name != "entries"}, "players": players}
        return data

    @validates_schema
    def _no_seed_twice(self, data: Json, **_: Any) -> None:
        seeds = [row.get("seed") for row in data["players"]]
        problems = {
            f"players.{place}.seed": [say("another player has this seed already")]
            for place, seed in enumerate(seeds)
            if seed is not None and seed in seeds[:place]
        }
        if problems:
            raise ValidationError(problems)


class EntryChanging(Strict):
    """Changes of an entry before the start: the name on the tournament's lists, the rating, the group."""

    name = Name(NAME)
    rating = WholeNumber(0, LAST_RATING, allow_none=True)
    group = Name(NAME, allow_none=True)

    json_schema = {"minProperties": 1}

    @validates_schema
    def _something(self, words: Json, **_: Any) -> None:
        if not words:
            raise ValidationError({"name": [say("missing: another name, another rating, or another group")]})


class Withdrawing(Strict):
    """A player who leaves a tournament, by id or by name, and why; perhaps the player with the bye plays instead."""

    player = Name(NAME, required=True)
    reason = Text(REASON, 0, load_default="")
    bye_plays = YesNo(
        load_default=False, metadata={"description": "The player with the bye meets the opponent, without a walkover."}
    )
    force = YesNo(load_default=False, metadata={"description": "Also if these two have met, or are to be kept apart."})

    @validates_schema
    def _forced_what(self, data: Json, **_: Any) -> None:
        if data["force"] and not data["bye_plays"]:
            raise ValidationError({"force": [say("only two who are paired are forced: set `bye_plays` as well")]})


class AlternatesSetting(Strict):
    """The alternates, by id or by name, in the order in which they are asked: all of them."""

    players = Many(Name(NAME), 0, MOST_ALTERNATES, required=True)


class Replacing(Strict):
    """A player who did not come, and the alternate who plays in their place; both by id or by name."""

    player = Name(NAME, required=True)
    by = Name(NAME, required=True)
    reason = Text(REASON, 0, load_default="")


class SecondChance(Strict):
    """A player who is out, by id or by name."""

    player = Name(NAME, required=True)
    reason = Text(REASON, 0, load_default="")


class AskedBye(Strict):
    """A round that a player sits out, and its worth."""

    round = WholeNumber(1, LAST_ROUND, required=True)
    worth = Word(WORTHS, load_default=ZERO)


class ByesSetting(Strict):
    """A player, by id or by name, and the coming rounds that they sit out: all of them, an empty list for none.

    `back_in` in place of `byes`: they are away from the next round on, without points, and play in that round again.
    """

    player = Name(NAME, required=True)
    byes = Many(nested(AskedBye), 0, LAST_ROUND)
    back_in = WholeNumber(1, LAST_ROUND)
    reason = Text(REASON, 0, load_default="")

    json_schema = {"oneOf": [{"required": ["byes"]}, {"required": ["back_in"]}]}

    @validates_schema
    def _either(self, data: Json, **_: Any) -> None:
        if ("byes" in data) is ("back_in" in data):
            raise ValidationError({"byes": [say("one of byes and back_in is needed, and not both")]})


class CheckingIn(Strict):
    """Players who are there, by id or by name; with `present` false they are not, after all."""

    players = Many(Name(NAME), 1, MOST, required=True)
    present = YesNo(load_default=True)


class Seeding(Strict):
    """Order of the entries: `rating`, by `hand` (`players`, best first) or `lots` drawn with a `seed`.

    Where the announcement says how many are seeded, `players` of `lots` are these, best first.
    """

    method = Word(METHODS, required=True)
    players = Many(Name(NAME), 0, MOST, load_default=list)
    seed = Text(NAME, allow_none=True)
    words = YesNo(load_default=False, metadata={"description": "The seed of the lots is that of the words said."})

    @pre_load
    def _from_a_method(self, data: Any, **_: Any) -> Any:
        return {"method": data} if isinstance(data, str) else data

    @validates_schema
    def _one_seed(self, data: Json, **_: Any) -> None:
        if data["words"] and (data.get("seed") or data["method"] != LOTS):
            raise ValidationError({"words": [say("only lots are drawn with words, and then without another seed")]})


WORD, MOST_WORDS = 40, 100
"""The longest word that is said for a draw, and the most words."""


class DrawWords(Strict):
    """The words that were said for a draw in public, all of them in their order; an empty list for none."""

    words = Many(Text(WORD), 0, MOST_WORDS, required=True)


class Starting(Strict):
    """The start of a tournament; without a `seed` for the drawing of lots the service takes one and publishes it."""

    seed = Text(NAME, allow_none=True)
    seeding = nested(Seeding)


CONTACT = 200


class EntryFormSetting(Strict):
    """The form: open or closed, and the number of places from which on those who ask wait in a list."""

    open = YesNo(required=True)
    places = WholeNumber(2, 1000, allow_none=True, load_default=None)


class AskingToEnter(Strict):
    """A person who asks to enter. Only organisers see the contact, and it is in no log."""

    name = Name(NAME, required=True)
    group = Name(NAME, allow_none=True)
    rating = WholeNumber(0, LAST_RATING, allow_none=True)
    contact = Text(CONTACT, allow_none=True)
    byes = Many(WholeNumber(1, LAST_ROUND), 0, MOST_BYES, load_default=list)
    shown_as = Word(
        NAME_WISHES,
        load_default=FULL,
        metadata={"description": "How everybody may see the name: whole, as initials, or as a number."},
    )
