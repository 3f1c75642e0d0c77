"""Advancement from the groups into the brackets: the players, the plan of their matches, and the round reached.

The advancing players follow from the results at any time. So a corrected result of a group changes the players of the
brackets. The matches of the wrong players become stale, without any further event.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from core.tournament.advancement.brackets import (
    CONSOLATION,
    MAIN,
    Side,
    been_in,
    both_sides,
    explain_after,
    rounds_reached,
    share_third,
)
from core.tournament.advancement.crossover import Place, crossing
from core.tournament.brackets.below import Below
from core.tournament.brackets.filling import FilledBracket
from core.tournament.groups.draw import Groups, placed
from core.tournament.model.bracket_plan import Plan
from core.tournament.model.explanation import Explanations
from core.tournament.model.state import Tournament
from core.tournament.model.values import NO_PLAYER, Round


# ── the plan ─────────────────────────────────────────────────────────────────────────────────────────────────────────
@lru_cache(maxsize=256)
def plan_after(
    sizes: tuple[tuple[str, int], ...], advance: int, first: int, *, below: Below, consolation: bool, rules: int
) -> Plan:
    """The brackets after groups of these names and sizes, with rounds numbered from `first` on.

    The first `advance` of each group play the knock-out, the others the consolation, if there is one: round by round
    side by side, the knock-out's first. A bracket of one has no matches. `rules` are those of the crossover.
    """
    most = max((size for _, size in sizes), default=0)
    rows = [[Place(group, place) for group, (_, size) in enumerate(sizes) if place < size] for place in range(most)]
    names = [name for name, _ in sizes]
    sides = (_side(some, names, rules) for some in (rows[:advance], rows[advance:] if consolation else ()))
    return both_sides(*sides, first, below)


def _side(rows: Sequence[Sequence[Place]], groups: Sequence[str], rules: int) -> Side:
    """The players in these places by their seeds."""
    places = tuple(f"{groups[place.group]}{place.place + 1}" for place in crossing(rows, rules=rules))
    return Side(len(places), places)


# ── who goes on ──────────────────────────────────────────────────────────────────────────────────────────────────────
class Transfer(NamedTuple):
    """The player of each place in the groups `known`, by name: `B2` is the second of group B.

    A place whose possible players have all withdrawn is `NO_PLAYER`. `order` is each player's place in the group,
    advancing players first. `lots` are the places decided by lots because several players shared them.
    """

    places: Mapping[str, str] = {}
    known: frozenset[str] = frozenset()
    order: Mapping[str, int] = {}
    lots: frozenset[str] = frozenset()

    def entrant(self, place: int | str) -> str | None:
        """The player of that place: a player id, or `None` while not known. A seed beyond the last is `NO_PLAYER`."""
        if isinstance(place, int):
            return NO_PLAYER
        if place.rstrip("0123456789") not in self.known:
            return None
        return self.places.get(place, NO_PLAYER)


def transfer(tournament: Tournament, groups: Groups, advance: int, still_open: Collection[str]) -> Transfer:
    """The advancing players by the results so far, while the groups `still_open` wait for theirs.

    No player advances before all groups are settled. After that, if a result is taken back, only its own group waits. A
    player who withdrew before advancing is passed over, and the players behind move up. A player who withdrew after it
    keeps the place.
    """
    inside = {key: been_in(tournament, key) for key in (MAIN, CONSOLATION)}
    if still_open and not any(match.slot.startswith((f"{MAIN}.", f"{CONSOLATION}.")) for match in tournament.matches):
        return Transfer()
    settled = frozenset(name for name in groups if name not in still_open)
    withdrawn = tournament.withdrawn
    places: dict[str, str] = {}
    order: dict[str, int] = {}
    lots: set[str] = set()
    for name in settled:
        ranked, shared = placed(tournament, name, groups[name])
        on = [each for each in ranked if each not in withdrawn or each in inside[MAIN]][:advance]
        rest = [each for each in ranked if each not in on]
        off = [each for each in rest if each not in withdrawn or each in inside[CONSOLATION]]
        mine = {f"{name}{place}": player for place, player in enumerate(on, 1)}
        mine |= {f"{name}{place}": player for place, player in enumerate(off, advance + 1)}
        lots |= {place for place, player in mine.items() if player in shared}
        order |= {player: place for place, player in enumerate([*on, *rest], 1)}
        places |= mine
    return Transfer(places, settled, order, frozenset(lots))


# ── how far everybody came ───────────────────────────────────────────────────────────────────────────────────────────
def reached_after(tournament: Tournament, plan: Plan, moved: Transfer, advance: int) -> dict[str, int]:
    """The rank of the round reached, more is better: first in the knock-out, then in the consolation, then in the
    group.

    Of players who reached the same round of a bracket the better place in the group is first. Before the groups are
    over the result is empty.
    """
    if not moved.known:
        return {}
    on = [player for player, place in moved.order.items() if place <= advance]
    came = rounds_reached(
        plan, FilledBracket(plan, tournament, moved.entrant), moved.order, on, share_third(tournament)
    )
    return dict.fromkeys(tournament.starters, 0) | came


# ── why ──────────────────────────────────────────────────────────────────────────────────────────────────────────────
def explained(tournament: Tournament, moved: Transfer, round_: Round) -> Explanations:
    """Of each match of a round after the groups whence its players came, and whose place was drawn."""
    drawn = {player: place for place, player in moved.places.items() if place in moved.lots}
    return explain_after(tournament, round_, drawn)
