"""Requests about the timetable of a tournament."""

from typing import Any

from marshmallow import ValidationError, validates_schema

from core.messages import say
from core.tournament.timetable.changes import LONGEST_REST, MOST_BREAKS
from core.tournament.timetable.jobs import MOST_JOBS
from schemas.fields import Many, Name, Strict, Text, WholeNumber, YesNo, nested
from schemas.requests.details import MOST_ROUND_MINUTES
from schemas.requests.matches import Json
from schemas.requests.rounds import MOST_TABLES, Instant
from schemas.requests.seating import TABLE

KEY, BREAK_TEXT = 80, 80


class Scheduled(Strict):
    """A match and its time. `starts` null takes it out of the timetable."""

    match = Name(
        KEY,
        required=True,
        metadata={"description": "Its id; before it is paired its slot in a bracket, or its round and place: `3:2`."},
    )
    starts = Instant(required=True, allow_none=True, metadata={"example": "2026-11-28T17:00:00Z"})
    ends = Instant(metadata={"description": "Without it and `minutes` the match is as long as it was planned before."})
    minutes = WholeNumber(1, MOST_ROUND_MINUTES, metadata={"description": "Instead of `ends`."})
    table = Name(TABLE, 0, load_default=None, allow_none=True)

    @validates_schema
    def _one_end(self, data: Json, **_: Any) -> None:
        if "ends" in data and "minutes" in data:
            raise ValidationError({"minutes": [say("the end is said already: leave one of the two out")]})


class Scheduling(Strict):
    """Matches with their times and tables."""

    matches = Many(nested(Scheduled), 1, MOST_JOBS, required=True)
    push = YesNo(
        load_default=False,
        metadata={"description": "What follows them in the hall moves, too, where they need its time."},
    )


class Proposing(Strict):
    """The conditions of a proposal."""

    starts = Instant(metadata={"description": "When the first match begins; if it is not said, now."})
    until = Instant(
        metadata={
            "description": "When the hall closes on the first day; it opens at the same time on every day. Without it "
            "the hall stays open."
        }
    )
    minutes = WholeNumber(
        1,
        MOST_ROUND_MINUTES,
        metadata={
            "description": "Of a match. If it is not said, the announced `round_minutes`, else the time in which four "
            "of five matches of that length are over."
        },
    )
    tables = Many(Name(TABLE), 0, MOST_TABLES, metadata={"description": "Those to use; if it is not said, all."})
    keep = YesNo(load_default=False, metadata={"description": "Matches that have a time keep it."})
    dry_run = YesNo(load_default=False, metadata={"description": "Answer what it would be, and write nothing."})


class PlannedBreak(Strict):
    """A time at which no match is played."""

    starts = Instant(required=True)
    ends = Instant(required=True)
    text = Text(BREAK_TEXT, 0, load_default="")


class TimetableRules(Strict):
    """The rules of a timetable."""

    breaks = Many(nested(PlannedBreak), 0, MOST_BREAKS, load_default=())
    rest = WholeNumber(
        0, LONGEST_REST, load_default=0, metadata={"description": "Minutes that a player has between two matches."}
    )
    pushes = YesNo(
        load_default=False, metadata={"description": "A match that lasts longer moves those that follow it."}
    )
