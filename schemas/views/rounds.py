"""Views of rounds, seats and an impasse: see `schemas.views.clubs`."""

from marshmallow import fields

from schemas.fields import Strict
from schemas.views.base import integer, listed, maybe_text, one, text, yes
from schemas.views.tournaments import PairedMatch, Seated


class TableView(Strict):
    """A table, and the match that is played there."""

    table = text()
    group = maybe_text(description="The stage or group of players whose matches it is kept for.")
    match = one(PairedMatch, allow_none=True)


class Tables(Strict):
    """The tables of the hall, and the matches that could be played and have none."""

    tournament = text()
    version = integer()
    tables = listed(TableView)
    waiting = listed(PairedMatch)


class Apart(Strict):
    """Two players who are kept apart."""

    players = fields.List(fields.Nested(Seated), required=True)
    hard = yes(description="They must not meet; else only if it cannot be helped.")


class Avoidances(Strict):
    """Everybody who is kept apart."""

    tournament = text()
    version = integer()
    avoidances = listed(Apart)


class WayOut(Strict):
    """A way out that is possible now."""

    way = text(example="rematch")
    text = text(description="What it does.")


class ImpasseView(Strict):
    """The round that cannot be paired by the rules."""

    round = integer()
    text = text(description="Why not, and what may be done.")
    ways = listed(WayOut)


class ImpasseAnswer(Strict):
    """The impasse that a tournament is in, or that its next round will bring; null if it goes on."""

    tournament = text()
    version = integer()
    impasse = one(ImpasseView, allow_none=True)
