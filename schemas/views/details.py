"""Views of what a tournament announces beside how it is played: see `schemas.requests.details`."""

from marshmallow import fields

from schemas.fields import Strict
from schemas.views.base import text


class StepView(Strict):
    """A line of the schedule."""

    time = fields.String()
    text = text()


class PrizeView(Strict):
    """A prize: for a place, or for what its text says."""

    place = fields.Integer()
    text = text()


class LatenessView(Strict):
    """The rule for players who are late, in minutes after the start of the round."""

    after = fields.Integer(metadata={"description": "Then the opponent is due a game or point."})
    every = fields.Integer(metadata={"description": "One more is due for each of so many further minutes."})
    lost_after = fields.Integer(metadata={"description": "Then the match is lost."})


class DetailsView(Strict):
    """Date, place and announcement of a tournament; what is not told is left out."""

    starts = fields.String(metadata={"description": "A local date, or date and time.", "example": "2026-11-28T18:00"})
    ends = fields.String()
    zone = fields.String(metadata={"description": "The time zone of both, in the IANA database."})
    place = fields.String()
    description = fields.String()
    contact = fields.String()
    fee = fields.String()
    fee_again = fields.String(metadata={"description": "Of a re-entry or a buy-back."})
    prizes = fields.List(fields.Nested(PrizeView))
    schedule = fields.List(fields.Nested(StepView))
    round_minutes = fields.Integer(metadata={"description": "Minutes of a round whose end is not set otherwise."})
    lateness = fields.Nested(LatenessView)
    agreed_positions = fields.Boolean(
        metadata={"description": "The players of a match may lay out its board without a referee, if all agree."}
    )
    overlay_delay = fields.Integer(
        metadata={"description": "Seconds by which the overlay for streams is behind what is recorded."}
    )
