"""Views of decisions and what they change: see `schemas.views.base`."""

from marshmallow import fields
from marshmallow.validate import OneOf

from core.tournament.model.state import STATUS
from schemas.dump import Moment
from schemas.fields import Strict
from schemas.views.base import integer, listed, maybe_integer, maybe_text, one, person_name, text, yes
from schemas.views.tournaments import Result, Seated


# ── what goes out ────────────────────────────────────────────────────────────────────────────────────────────────────
def _players(*, maybe: bool = False) -> fields.Dict:
    return fields.Dict(
        keys=fields.String(), values=fields.Nested(Seated, allow_none=True), required=True, allow_none=maybe
    )


class ResultChange(Strict):
    """A match whose counting result changes."""

    match = text()
    round = integer()
    stage = text()
    slot = text()
    players = _players()
    before = one(Result, allow_none=True)
    after = one(Result, allow_none=True)


class PairingChange(Strict):
    """A pairing that is gone, new, or there again; its players by seat."""

    match = text()
    round = integer()
    stage = text()
    slot = text()
    what = fields.String(required=True, validate=OneOf(["voided", "paired", "restored"]))
    before = _players(maybe=True)
    after = _players(maybe=True)
    lost = one(Result, allow_none=True, metadata={"description": "The result that counts no more with a pairing."})


class ByeChange(Strict):
    """Bye that goes to another player."""

    round = integer()
    before = one(Seated, allow_none=True)
    after = one(Seated, allow_none=True)


class RankChange(Strict):
    """A player whose rank changes; in the whole table, or in that of a section, such as a group."""

    player = text()
    name = text()
    section = maybe_text()
    before = maybe_integer()
    after = integer()
    shared_before = fields.Boolean(required=True, allow_none=True)
    shared_after = yes()


class StatusChange(Strict):
    """Status of the tournament, before and after."""

    before = fields.String(required=True, validate=OneOf(STATUS))
    after = fields.String(required=True, validate=OneOf(STATUS))


class Changes(Strict):
    """Everything in the tournament that is different afterwards."""

    results = listed(ResultChange)
    pairings = listed(PairingChange)
    byes = listed(ByeChange)
    ranks = listed(RankChange)
    status = one(StatusChange)


class Corrected(Strict):
    """Changes that a decision, or its undoing, makes or would make."""

    tournament = text()
    version = integer(description="The tournament's: after what was written, or as it was looked at.")
    dry_run = yes()
    decision = maybe_integer(description="The version under which it was written, by which a decision can be undone.")
    changes = one(Changes)


class DecisionReversal(Strict):
    """Undoing of a decision: by which referee, when and why."""

    version = integer()
    by = text()
    by_name = person_name()
    at = Moment(required=True)
    reason = text()


class DecisionRow(Strict):
    """A decision on a result: who, when and why, and the result that counted before and after it."""

    version = integer()
    by = text()
    by_name = person_name()
    at = Moment(required=True)
    match = text()
    kind = text()
    reason = text()
    before = one(Result, allow_none=True)
    after = one(Result, allow_none=True)
    undone = one(DecisionReversal, allow_none=True)


class Decisions(Strict):
    """Every decision on results."""

    tournament = text()
    version = integer()
    decisions = listed(DecisionRow)


class HistoryRow(Strict):
    """An event about a match, and the result that counted before and after it."""

    version = integer()
    type = text(example="ResultDecided")
    by = text()
    by_name = person_name()
    at = Moment(required=True)
    reason = text()
    before = one(Result, allow_none=True)
    after = one(Result, allow_none=True)


class History(Strict):
    """Everything that happened to the result of a match."""

    tournament = text()
    version = integer()
    match = text()
    history = listed(HistoryRow)
