"""Views of timetables: see `schemas.views.clubs`."""

from marshmallow import fields
from marshmallow.validate import OneOf

from core.tournament.timetable.clashes import KINDS
from core.tournament.timetable.view import STATES
from schemas.fields import Strict
from schemas.views.base import integer, listed, maybe_text, moment, one, text, yes
from schemas.views.tournaments import Seated


class TimetableClash(Strict):
    """A clash of a match: with another match at its table or of a player, with a rest or a break, or in the order."""

    kind = fields.String(required=True, validate=OneOf(KINDS))
    match = maybe_text(description="The other match, as it is named in its timetable.")
    tournament = maybe_text(description="That of the other match.")
    about = text(description="The table, the name of the player or the break.")
    late = yes(description="It comes of a match that lasts longer than planned.")


class ExpectedTime(Strict):
    """The time at which a match is expected, where it is late or what was before it."""

    starts = moment()
    ends = moment()


class PlannedMatch(Strict):
    """A match, paired or still to come, with its time and table."""

    match = text(description="Its id; before it is paired its slot in a bracket, or its round and place: `3:2`.")
    id = maybe_text(description="Its id, once it is paired.")
    round = integer()
    stage = text()
    players = listed(Seated, metadata={"description": "Those who are known."})
    starts = moment(allow_none=True)
    ends = moment(allow_none=True)
    table = maybe_text()
    state = fields.String(required=True, validate=OneOf(STATES))
    expected = one(ExpectedTime, allow_none=True, metadata={"description": "Where it differs from what is planned."})
    clashes = listed(TimetableClash, metadata={"description": "For referees and organisers."})


class TimetableBreak(Strict):
    """A time at which no match is played."""

    starts = moment()
    ends = moment()
    text = text()


class MovedBeside(Strict):
    """Another tournament of the hall, whose matches moved, too, or stay although they would have to move."""

    tournament = text()
    name = text()
    matches = integer(description="The number of these matches.")
    reason = maybe_text(
        description="Null if they moved. They stay if you may not move them (`forbidden`), or one was `changed`."
    )


class Timetable(Strict):
    """The timetable of a tournament: all matches in the order of their rounds, those without a time too."""

    tournament = text()
    version = integer()
    name = text()
    rest = integer(description="Minutes that a player has between two matches.")
    pushes = yes(description="A match that lasts longer moves those that follow it.")
    breaks = listed(TimetableBreak)
    matches = listed(PlannedMatch)
    beside = listed(MovedBeside, metadata={"description": "Of an answer to `push`: what moved in the hall."})


class HallTimetable(Strict):
    """The timetables of the tournaments that a club plays now."""

    club = text()
    tournaments = listed(Timetable)
