"""Details of a tournament: when and where it is, and what else people are told."""

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from marshmallow import validates_schema

from core.messages import say
from core.tournament.details import changed_details
from core.tournament.lateness import LatenessRule, check_lateness
from schemas.fields import Many, Pattern, Strict, Text, WholeNumber, YesNo, nested
from schemas.requests.matches import report_problems

PLACE, DESCRIPTION, CONTACT, FEE = 200, 2000, 200, 100
SCHEDULE, STEP = 30, 120
"""Lines of a schedule, and characters of one."""
PRIZES, PRIZE, LAST_PLACE = 30, 120, 1000
"""Lines of prizes, characters of one, and the last place that has one."""
LONGEST_DELAY = 300
"""Seconds by which an overlay is behind, at most."""
MOST_ROUND_MINUTES = 7 * 24 * 60
"""Minutes of a round, at most: a week."""
_DATE, _TIME = r"[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}", r"[0-9]{2}:[0-9]{2}"
_SURE_ZONE = "Europe/Stockholm"
Json = dict[str, Any]


class LocalTime(Pattern):
    """A date of the calendar, perhaps with a time, as people at the place read it: without a zone."""

    def __init__(self, **options: Any) -> None:
        wanted = say("a date such as 2026-11-28, or a date and time such as 2026-11-28T18:00")
        super().__init__(rf"{_DATE}(T{_TIME})?", wanted, **options)

    def read(self, value: Any) -> str:
        """See `Wanted.read`."""
        text = super().read(value)
        try:
            (datetime if "T" in text else date).fromisoformat(text)
        except ValueError:
            raise self.wrong(value) from None
        return text


class LocalDate(Pattern):
    """A date of the calendar."""

    def __init__(self, **options: Any) -> None:
        super().__init__(_DATE, say("a date such as 2026-11-28"), **options)

    def read(self, value: Any) -> str:
        """See `Wanted.read`."""
        text = super().read(value)
        try:
            date.fromisoformat(text)
        except ValueError:
            raise self.wrong(value) from None
        return text


class Zone(Pattern):
    """A time zone by its name in the IANA database."""

    def __init__(self, **options: Any) -> None:
        wanted = say("the name of a time zone such as Europe/Stockholm")
        super().__init__(r"[A-Za-z][A-Za-z0-9_+-]{0,30}(/[A-Za-z0-9_+-]{1,30}){0,2}", wanted, **options)

    def read(self, value: Any) -> str:
        """See `Wanted.read`. A machine without time zone data takes any name of the right form."""
        text = super().read(value)
        if not _exists(text) and _exists(_SURE_ZONE):
            raise self.wrong(value)
        return text


def _exists(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True


class ScheduleItem(Strict):
    """A line of the schedule."""

    time = Text(20, metadata={"description": "As it is to be read: `18:30`, `lör 10:00`.", "example": "18:30"})
    text = Text(STEP, required=True)


class Prize(Strict):
    """A prize: for a place, or for what its text says."""

    place = WholeNumber(1, LAST_PLACE)
    text = Text(PRIZE, required=True, metadata={"example": "500 kr and a plaque"})


class Lateness(Strict):
    """The rule for players who are late, in minutes after the start of the round. A referee decides who was late."""

    after = WholeNumber(
        1,
        MOST_ROUND_MINUTES,
        metadata={"description": "Then the opponent is due a game, or a point in a match to points.", "example": 5},
    )
    every = WholeNumber(
        1,
        MOST_ROUND_MINUTES,
        metadata={"description": "One more is due for each of so many further minutes.", "example": 5},
    )
    lost_after = WholeNumber(1, MOST_ROUND_MINUTES, metadata={"description": "Then the match is lost.", "example": 20})

    @validates_schema
    def _possible(self, data: Json, **_: Any) -> None:
        report_problems("", lambda: check_lateness(LatenessRule(**data)))


class Description(Text):
    """A text of several lines."""

    def read(self, value: Any) -> str:
        """See `Wanted.read`. Every line is checked as a line; `\\r\\n` is read as `\\n`."""
        if not isinstance(value, str) or len(value) > self.longest:
            raise self.wrong(value)
        lines = value.replace("\r\n", "\n").split("\n")
        for line in lines:
            Text(self.longest, 0).read(line)
        text = "\n".join(line.rstrip() for line in lines).strip()
        if text:
            Text(self.longest).read(text.replace("\n", " "))
        return text

    def json_schema(self) -> Json:
        """See `Wanted.json_schema`."""
        return {"type": "string", "minLength": self.shortest, "maxLength": self.longest}


class Details(Strict):
    """Date, place and announcement of a tournament. Nothing of it changes how it is played.

    A detail that is null is not told.
    """

    starts = LocalTime(allow_none=True, metadata={"example": "2026-11-28T18:00"})
    ends = LocalTime(allow_none=True, metadata={"example": "2026-11-28T22:00"})
    zone = Zone(allow_none=True, metadata={"description": "Of the times.", "example": "Europe/Stockholm"})
    place = Text(PLACE, allow_none=True)
    description = Description(
        DESCRIPTION, 0, allow_none=True, metadata={"description": "Several lines, as they are to be read."}
    )
    contact = Text(CONTACT, allow_none=True)
    fee = Text(FEE, allow_none=True)
    fee_again = Text(FEE, allow_none=True, metadata={"description": "Of a re-entry or a buy-back.", "example": "50 kr"})
    prizes = Many(nested(Prize), 0, PRIZES, allow_none=True)
    schedule = Many(nested(ScheduleItem), 0, SCHEDULE, allow_none=True)
    round_minutes = WholeNumber(
        1,
        MOST_ROUND_MINUTES,
        allow_none=True,
        metadata={"description": "Minutes of a round whose end is not set otherwise.", "example": 90},
    )
    lateness = nested(Lateness, allow_none=True)
    agreed_positions = YesNo(
        allow_none=True,
        metadata={"description": "The players of a match may lay out its board without a referee, if all agree."},
    )

    overlay_delay = WholeNumber(
        0,
        LONGEST_DELAY,
        allow_none=True,
        metadata={"description": "Seconds by which the overlay for streams is behind what is recorded.", "example": 60},
    )

    @validates_schema
    def _in_order(self, data: Json, **_: Any) -> None:
        if data.get("starts") and data.get("ends"):
            report_problems("", lambda: changed_details(None, data))
