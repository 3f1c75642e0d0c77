"""A round that cannot be paired: the director's answers, and the data for them."""

from core.tournament.model.impasse import WAYS
from schemas.fields import Word
from schemas.requests.rounds import Reasoned


class Resolving(Reasoned):
    """The director's way out of an impasse, and why."""

    way = Word(tuple(WAYS), required=True)
