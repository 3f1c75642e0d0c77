"""Views of the entries of a tournament, and of the public's form to enter it: see `schemas.views.clubs`."""

from marshmallow import fields
from marshmallow.validate import OneOf

from core.names.shown_names import NAME_WISHES
from core.tournament.model.values import WORTHS
from schemas.dump import Maybe
from schemas.fields import Strict
from schemas.views.base import Listed, integer, listed, maybe_integer, maybe_text, moment, text, yes


class Member(Strict):
    """A player of a team."""

    player = text()
    name = text()


class Lineup(Strict):
    """Line-up of a team, from board 1 on, from that round on."""

    round = integer()
    players = fields.List(fields.String(), required=True, metadata={"description": "Their ids."})


class RequestedBye(Strict):
    """A round that a player sits out on request."""

    round = integer()
    worth = fields.String(required=True, validate=OneOf(WORTHS))


class Entry(Strict):
    """A player of a tournament, under the name used on its lists."""

    player = text()
    name = text()
    withdrawn = yes()
    rating = fields.Integer(required=True, allow_none=True)
    group = maybe_text(description="What the player is kept apart by, such as a club.")
    checked_in = yes()
    late = fields.Integer(
        required=True, allow_none=True, metadata={"description": "How many rounds were paired when a late one came."}
    )
    members = listed(Member)
    lineups = listed(Lineup)
    byes = listed(RequestedBye, metadata={"description": "The rounds that the player sits out on request."})
    in_place_of = maybe_text(description="The id of the player whose place this alternate took.")
    again_of = maybe_text(description="The id on the club's list of a player who entered again, as this entry.")
    buy_backs = fields.List(
        fields.Integer(),
        attribute="bought",
        required=True,
        metadata={"description": "The rounds after which the player bought a life back."},
    )


class EntryForm(Strict):
    """The form of a tournament. `closed` is the reason why it takes no requests. `full`: who asks waits for a place."""

    open = fields.Boolean(attribute="is_open", required=True)
    places = maybe_integer()
    entered = integer()
    waiting = integer(description="How many ask and are not accepted yet.")
    full = fields.Boolean(required=True)
    closed = maybe_text()


class AskedToEnter(Strict):
    """A request that was taken: the place among those who ask, and in the waiting list if all places are taken."""

    name = text()
    place = integer()
    waiting_list = maybe_integer()


class EntryRequest(Strict):
    """A person who asks to enter."""

    id = fields.String(attribute="request.id", required=True)
    at = moment(attribute="request.at")
    name = fields.String(attribute="request.name", required=True)
    group = Maybe(attribute="request.group", required=True, allow_none=True)
    rating = fields.Integer(attribute="request.rating", required=True, allow_none=True, strict=True)
    contact = Maybe(attribute="request.contact", required=True, allow_none=True)
    byes = fields.List(
        fields.Integer(), attribute="request.byes", required=True, metadata={"description": "Rounds to be sat out."}
    )
    shown_as = fields.String(
        attribute="request.shown_as",
        required=True,
        validate=OneOf(NAME_WISHES),
        metadata={"description": "How everybody may see the name; it is set once the person is accepted."},
    )
    becomes = fields.String(
        attribute="outcome.state",
        required=True,
        metadata={"description": "`known`, `new`, `back`, `entered`, `twice`, `choose` or `wrong`."},
    )
    waiting_list = maybe_integer()


class EntryRequests(Listed):
    """A list of requests to enter, the oldest first."""

    requests = listed(EntryRequest)
