"""A round that cannot be paired: what the director may answer, and what he is told."""

from core.tournament.impasse import WAYS
from schemas.directing import Reasoned
from schemas.fields import Strict, Word
from schemas.views import listed, number, one, text


class Resolving(Reasoned):
    """The director's way out of an impasse, and why."""

    way = Word(tuple(WAYS), required=True)


class WayOut(Strict):
    """A way out that is possible now."""

    way = text(example="rematch")
    text = text(description="What it does.")


class ImpasseView(Strict):
    """The round that cannot be paired by the rules."""

    round = number()
    text = text(description="Why not, and what may be done.")
    ways = listed(WayOut)


class ImpasseAnswer(Strict):
    """The impasse that a tournament is in, or that its next round will bring; null if it goes on."""

    tournament = text()
    version = number()
    impasse = one(ImpasseView, allow_none=True)
