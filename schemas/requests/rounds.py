"""Requests of a director while a tournament runs."""

import re
from typing import Any

from marshmallow import ValidationError, validates_schema

from core.messages import say
from core.timestamps import unix_ms
from core.tournament.model.impasse import WAYS
from schemas.facts.parts import Results
from schemas.fields import Many, Name, Strict, Text, Wanted, WholeNumber, Word, YesNo, nested
from schemas.requests.details import MOST_ROUND_MINUTES
from schemas.requests.matches import NAME, REASON, Json, match_id

MOST_TABLES, MOST_PAIRS, LAST_ROUND = 1000, 1000, 10_000


class Pairing(Strict):
    """The pairing of the next round: of `round`, if that is given, and then it is no other one that is paired."""

    round = WholeNumber(1, LAST_ROUND)


class Instant(Wanted):
    """A time with its distance from UTC (RFC 3339), of the years 2000 to 2999; the value is in Unix ms."""

    wanted = say("a time such as 2026-11-28T17:00:00Z, of the years 2000 to 2999")
    _form = re.compile(
        r"2[0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})"
    )

    def json_schema(self) -> Json:
        """See `Wanted.json_schema`."""
        return {"type": "string", "format": "date-time", "pattern": f"^{self._form.pattern}$"}

    def read(self, value: Any) -> int:
        """See `Wanted.read`."""
        if not isinstance(value, str) or not self._form.fullmatch(value):
            raise self.wrong(value)
        try:
            return unix_ms(value)
        except ValueError:  # no day of the calendar, or no hour of the day
            raise self.wrong(value) from None


class GamesSoFar(Strict):
    """The games of an unfinished match that have ended, in order."""

    match = match_id(required=True)
    results = Results(at_least=1, required=True)


class EndingTime(Strict):
    """The unfinished matches of a round whose time is up; without ids all that the announced rule decides."""

    matches = Many(match_id(), 0, MOST_PAIRS, load_default=list)
    so_far = Many(
        nested(GamesSoFar),
        0,
        MOST_PAIRS,
        load_default=list,
        metadata={"description": "The games that have ended of matches of which nothing was recorded."},
    )


class TimingRound(Strict):
    """The time of a round: when it starts, and when it ends or how many minutes it has."""

    starts = Instant(metadata={"description": "Now, if it is not said.", "example": "2026-11-28T17:00:00Z"})
    ends = Instant(metadata={"description": "When its matches should be over.", "example": "2026-11-28T18:30:00Z"})
    minutes = WholeNumber(
        1,
        MOST_ROUND_MINUTES,
        metadata={"description": "Instead of `ends`; if neither is said, the announced `round_minutes`."},
    )

    @validates_schema
    def _one_end(self, data: Json, **_: Any) -> None:
        if "ends" in data and "minutes" in data:
            raise ValidationError({"minutes": [say("the end is said already: leave one of the two out")]})


class PairingByHand(Strict):
    """A round as the director pairs it, players by id or by name, white first, and why."""

    pairs = Many(Many(Name(NAME), 2, 2), 0, MOST_PAIRS, required=True)
    bye = Name(NAME, allow_none=True)
    force = YesNo(load_default=False, metadata={"description": "Pair also those who met, or are to be kept apart."})
    reason = Text(REASON, required=True)


class Reasoned(Strict):
    """The reason of the caller."""

    reason = Text(REASON, required=True)


class Reinstating(Strict):
    """The reason of the caller, if they want to give one."""

    reason = Text(REASON, 0, load_default="")


class Avoiding(Strict):
    """Pairs of players, by id or by name, who are kept apart; with `allow` they may meet again."""

    pairs = Many(Many(Name(NAME), 2, 2), 1, MOST_PAIRS, required=True)
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
