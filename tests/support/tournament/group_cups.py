"""Groups, then a knock-out, for tests: started, played to the transfer, looked at."""

from collections.abc import Mapping
from typing import Any

from core.tournament import Pairing, Tournament
from tests.support.tournament.scenario import announced, begun, best, entries, played_on
from tests.support.tournament.written_results import field

KEY = "groups_then_knockout"


def cup(number: int, clubs: Mapping[str, str] | None = None, **chosen: Any) -> Tournament:
    """A started tournament of so many with these settings; `p01` is the first seed."""
    return begun(announced(KEY, chosen), entries(field(number), clubs))


def groups(tournament: Tournament) -> dict[str, list[str]]:
    """The players of each group, by the pairings."""
    found: dict[str, set[str]] = {}
    for each in tournament.rounds:
        for pairing in each.pairings if each.stage == "groups" else ():
            found.setdefault(pairing.slot, set()).update({pairing.white, pairing.black} - {""})
    return {name: sorted(players) for name, players in found.items()}


def stage(tournament: Tournament, *names: str) -> list[Pairing]:
    """The pairings of these stages."""
    return [pairing for each in tournament.rounds if each.stage in names for pairing in each.pairings]


def meets(tournament: Tournament, *names: str) -> dict[str, tuple[str, str]]:
    """The pairings in the slots of these stages."""
    return {each.slot: (each.white, each.black) for each in stage(tournament, *names)}


def after_groups(number: int, order: list[str] | None = None, **chosen: Any) -> Tournament:
    """The tournament at the moment of the transfer, if the first in the order wins; usually by seed."""
    tournament = cup(number, **chosen)
    rounds = sum(each.stage == "groups" for each in tournament.rounds)
    return played_on(tournament, best(order or field(number)), rounds)
