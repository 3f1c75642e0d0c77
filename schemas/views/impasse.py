"""Views of an impasse: see `schemas.views.base`."""

from schemas.fields import Strict
from schemas.views.base import integer, listed, one, text


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
