"""Use cases of a round that cannot be paired: seeing it, and going one of the ways out."""

from typing import Any

from core.tournament.decisions.resolving import resolve_impasse
from core.tournament.impasse import WAYS, impasse, in_words
from service.access import Principal
from service.bootstrap import House
from service.handlers.deciding import decide, organiser

Json = dict[str, Any]


def show(house: House, principal: Principal | None, tournament: str) -> Json:
    """The impasse that the tournament is in, or that its next round will bring."""
    organiser(house, principal, tournament)
    state = house.shelf.tournament(tournament)
    found = impasse(state)
    words = found and {
        "round": found.round, "text": in_words(found), "ways": [{"way": way, "text": WAYS[way]} for way in found.ways],
    }  # fmt: skip
    return {"tournament": tournament, "version": state.version, "impasse": words}


def resolve(
    house: House, principal: Principal | None, tournament: str, way: str, reason: str, *,
    expected: int | None, key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Go one of the ways out. Raises `Refused` naming those that are possible."""
    by = organiser(house, principal, tournament)
    return decide(
        house, tournament, lambda state: resolve_impasse(state, way, reason), by,
        expected=expected, key=key, fingerprint=fingerprint,
    ).words  # fmt: skip
