"""Requests of a director while a tournament runs."""

from typing import Any

from marshmallow import ValidationError, validates_schema

from core.messages import say
from core.tournament.model.impasse import WAYS
from schemas.fields import Many, Strict, Text, WholeNumber, Word, YesNo
from schemas.requests.matches import NAME, REASON, Json

MOST_TABLES, MOST_PAIRS, LAST_ROUND = 1000, 1000, 10_000


class Pairing(Strict):
    """The pairing of the next round: of `round`, if that is given, and then it is no other one that is paired."""

    round = WholeNumber(1, LAST_ROUND)


class PairingByHand(Strict):
    """A round as the director pairs it, players by id or by name, white first, and why."""

    pairs = Many(Many(Text(NAME), 2, 2), 0, MOST_PAIRS, required=True)
    bye = Text(NAME, allow_none=True)
    force = YesNo(load_default=False, metadata={"description": "Pair also those who met, or are to be kept apart."})
    reason = Text(REASON, required=True)


class Reasoned(Strict):
    """The reason of the caller."""

    reason = Text(REASON, required=True)


class Avoiding(Strict):
    """Pairs of players, by id or by name, who are kept apart; with `allow` they may meet again."""

    pairs = Many(Many(Text(NAME), 2, 2), 1, MOST_PAIRS, required=True)
    hard = YesNo(metadata={"description": "They must not meet; false: only if it cannot be helped."})
    allow = YesNo(load_default=False)
    reason = Text(REASON, 0, load_default="")

    @validates_schema
    def _one_of_them(self, data: Json, **_: Any) -> None:
        if data["allow"] and "hard" in data:
            raise ValidationError({"hard": [say("they are allowed to meet: leave it out")]})
        if not data["allow"] and "hard" not in data:
            raise ValidationError({"hard": [say("missing: true (they must not meet) or false (they should not)")]})


class Publishing(Strict):
    """Publication of a tournament and its matches: seen by everybody, or only by members of the club."""

    published = YesNo(required=True)


class Resolving(Reasoned):
    """The director's way out of an impasse, and why."""

    way = Word(tuple(WAYS), required=True)
