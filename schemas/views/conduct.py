"""Views of a match beside its play: see `schemas.views.clubs`."""

from marshmallow import fields
from marshmallow.validate import OneOf

from core.tournament.model.match_status import STATUS as BOARD_STATUS
from schemas.dump import AsIs
from schemas.facts.parts import Board
from schemas.fields import Strict
from schemas.views.base import by_seat, integer, maybe_integer, maybe_text, moment, one, person_name, text, yes


class SuspensionView(Strict):
    """The reason and the time of an interruption."""

    since = moment(attribute="at")
    reason = text()
    version = integer()


class ClockView(Strict):
    """A clock with simple delay, in milliseconds, as of `since` where it runs.

    Of the seat that runs there is left now: `remaining` less what has passed since `since` beyond `delay_left`.
    """

    delay = integer(description="What each turn may take for nothing.")
    remaining = by_seat(fields.Integer(), attribute="shown")
    delay_left = integer(description="What is left of the delay in the turn of the clock that ran last.")
    running = maybe_text(description="The seat whose clock runs.")
    since = moment(allow_none=True)
    held = yes(description="It ran when the match was interrupted, and runs again when that is over.")
    fallen = fields.List(
        fields.String(), required=True, metadata={"description": "Seats that had used more time than they had."}
    )


class FlagView(Strict):
    """A claim that a seat's time is up, and what the log's times say of it."""

    version = integer()
    by = text()
    seat = text(description="Whose flag it is.")
    at = moment()
    fallen = yes(description="By the times of the log.")
    over = integer(description="Milliseconds used beyond what there was.")
    status = fields.String(required=True, validate=OneOf(["open", "confirmed", "rejected"]))


class BreakView(Strict):
    """A player's break."""

    version = integer()
    by = text()
    since = moment()
    until = moment(allow_none=True)


class CallView(Strict):
    """A call for the referee. `came` is null until a referee comes; `cause` and `laid_out` as in the fact."""

    version = integer()
    by = text()
    reason = text()
    at = moment()
    came = moment(allow_none=True)
    cause = maybe_text()
    laid_out = AsIs(
        Board,
        attribute="board",
        metadata={"description": "Only while a board waits to be confirmed: until a referee came, or play went on."},
    )


class StoredSetOut(Strict):
    """A referee who is on the way to the board, as it is stored."""

    version = integer()
    since = moment(attribute="at")
    recorded_by = fields.String(attribute="by", required=True)


class SetOutView(StoredSetOut):
    """A referee who is on the way to the board, with their name."""

    recorded_by_name = person_name()


class MendedTurnsView(Strict):
    """Turns that a scorer took back, to write them anew, and that no referee has seen yet."""

    version = integer(description="The last fact that took turns back.")
    at = moment()
    turns = integer(description="The most that were taken back at once, or one by one.")


class WarningView(Strict):
    """A warning."""

    version = integer()
    seat = text()
    reason = text()
    rule = maybe_text()


class PenaltyView(Strict):
    """Penalty points, which are no part of the score."""

    version = integer()
    seat = text()
    points = integer()
    reason = text()
    rule = maybe_text()


class AppealView(Strict):
    """An appeal against the ruling of a fact, and how it was answered."""

    version = integer()
    by = text()
    ruling = integer()
    reason = text()
    status = fields.String(required=True, validate=OneOf(["open", "upheld", "dismissed"]))
    decided = maybe_integer(description="The fact that answered it.")
    answer = maybe_text()


class CountedResult(Strict):
    """Result of a match as its tournament counts it."""

    kind = text(description="`played`, `adjudicated` (awarded at the table), or what a director decided.")
    winner = maybe_text(description="A seat; null where both lost.")
    score = by_seat(fields.Integer())
    decided_by = maybe_text()
    reason = text()


class InTournament(Strict):
    """Place of a match in its tournament, and the result that the tournament counts.

    A referee's decision can differ from the match's own log.
    """

    version = integer(description="The version of the tournament that says so.")
    round = integer()
    stage = text()
    slot = text()
    table = maybe_text()
    status = fields.String(
        required=True,
        validate=OneOf(BOARD_STATUS),
        metadata={"description": "Nothing is recorded in a match that is `draft`, `voided`, `ended` or `decided`."},
    )
    result = one(CountedResult, allow_none=True)
