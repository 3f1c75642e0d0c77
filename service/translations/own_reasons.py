"""The reasons that brade itself gave for what follows from something else, in a reader's language."""

from collections.abc import Collection
from functools import lru_cache
from itertools import permutations

from core.tournament.model.reasons import reasons
from service.translations import translated


def reason_in(language: str, text: str, names: Collection[str], pair: Collection[str] = ()) -> str:
    """A reason that brade gave itself for what happened to people of these names; what anybody else typed stays."""
    return translated(_own(frozenset(names), frozenset(pair)).get(text, text), language)


@lru_cache(256)
def _own(names: frozenset[str], pair: frozenset[str]) -> dict[str, str]:
    return {str(each): each for each in reasons(names, permutations(pair, 2))}
