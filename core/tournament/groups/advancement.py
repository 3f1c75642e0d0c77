"""Advancement from the groups into the brackets: the players, the plan of their matches, and the round reached.

The advancing players follow from the results at any time. So a corrected result of a group changes the players of the
brackets. The matches of the wrong players become stale, without any further event.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from core.messages import say, sentences, together
from core.tournament.brackets.builders import single
from core.tournament.brackets.explanation import explain_bracket
from core.tournament.brackets.filling import FilledBracket
from core.tournament.groups.crossover import Place, crossing
from core.tournament.groups.draw import Groups, placed
from core.tournament.model.bracket_plan import PLACE, SEED, WINNER, Bracket, Plan, PlanRound, Source
from core.tournament.model.explanation import Explanations, Lot
from core.tournament.model.state import Tournament
from core.tournament.model.values import NOBODY, Round
from core.tournament.pairing.lots import lot

MAIN, BRONZE, CONSOLATION = "main", "bronze", "consolation"
_PLACES = 1000
"""More than there are places in a group, and than a bracket has rounds: what separates the parts of one number."""


# ── the plan ─────────────────────────────────────────────────────────────────────────────────────────────────────────
@lru_cache(maxsize=256)
def plan_after(
    sizes: tuple[tuple[str, int], ...], advance: int, first: int, *, bronze: bool, consolation: bool
) -> Plan:
    """The brackets after groups of these names and sizes, with rounds numbered from `first` on.

    The first `advance` of each group play the knock-out, the others the consolation, if there is one: round by round
    side by side, the knock-out's first. A bracket of one has no matches.
    """
    most = max((size for _, size in sizes), default=0)
    rows = [[Place(group, place) for group, (_, size) in enumerate(sizes) if place < size] for place in range(most)]
    names = [name for name, _ in sizes]
    sides = [_bracket(rows[:advance], names, MAIN, bronze=bronze)]
    if consolation:
        sides.append(_bracket(rows[advance:], names, CONSOLATION))
    numbers: dict[tuple[str, str], int] = {}
    for step in range(max((len(rounds) for rounds in map(_in_order, sides)), default=0)):
        for rounds in map(_in_order, sides):
            if step < len(rounds):
                numbers[rounds[step]] = first + len(numbers)
    return Plan(
        tuple(
            bracket._replace(
                rounds=tuple(each._replace(number=numbers[bracket.key, each.name]) for each in bracket.rounds)
            )
            for side in sides
            for bracket in side
        )
    )


def _in_order(side: Sequence[Bracket]) -> list[tuple[str, str]]:
    rounds = [(each.number, bracket.key, each.name) for bracket in side for each in bracket.rounds]
    return [(key, name) for _, key, name in sorted(rounds)]


def _bracket(
    rows: Sequence[Sequence[Place]], groups: Sequence[str], key: str, *, bronze: bool = False
) -> list[Bracket]:
    """A knock-out of these places under the key `key`, and perhaps its bronze match."""
    seeds = [f"{groups[each.group]}{each.place + 1}" for each in crossing(rows)]
    if len(seeds) < 2:
        return []

    def source(each: Source) -> Source:
        if each.kind == SEED:
            number = int(each.of)
            return Source(PLACE, seeds[number - 1]) if number <= len(seeds) else each
        return each._replace(of=named(str(each.of)))

    def named(slot: str) -> str:
        bracket, rest = slot.split(".", 1)
        return f"{key}.{rest}" if bracket == MAIN else slot

    def renamed(place: int, round_: PlanRound) -> PlanRound:
        slots = (
            slot._replace(key=named(slot.key), white=source(slot.white), black=source(slot.black))
            for slot in round_.slots
        )
        name = round_.name if key == MAIN else f"{key}_{place}"
        return round_._replace(name=name, slots=tuple(slots))

    return [
        Bracket(
            key if bracket.key == MAIN else bracket.key,
            tuple(renamed(place, each) for place, each in enumerate(bracket.rounds, 1)),
        )
        for bracket in single(len(seeds), bronze=bronze).brackets
    ]


# ── who goes on ──────────────────────────────────────────────────────────────────────────────────────────────────────
class Transfer(NamedTuple):
    """The player of each place in the groups `known`, by name: `B2` is the second of group B.

    A place whose possible players have all withdrawn is `NOBODY`. `order` is each player's place in the group,
    advancing players first. `lots` are the places decided by lots because several players shared them.
    """

    places: Mapping[str, str] = {}
    known: frozenset[str] = frozenset()
    order: Mapping[str, int] = {}
    lots: frozenset[str] = frozenset()

    def entrant(self, place: int | str) -> str | None:
        """The player of that place: a player id, or `None` while not known. A seed beyond the last is `NOBODY`."""
        if isinstance(place, int):
            return NOBODY
        if place.rstrip("0123456789") not in self.known:
            return None
        return self.places.get(place, NOBODY)


def transfer(tournament: Tournament, groups: Groups, advance: int, still_open: Collection[str]) -> Transfer:
    """The advancing players by the results so far, while the groups `still_open` wait for theirs.

    No player advances before all groups are settled. After that, if a result is taken back, only its own group waits. A
    player who withdrew before advancing is passed over, and the players behind move up. A player who withdrew after it
    keeps the place.
    """
    inside = {key: _been_in(tournament, key) for key in (MAIN, CONSOLATION)}
    if still_open and not any(each.slot.startswith((f"{MAIN}.", f"{CONSOLATION}.")) for each in tournament.matches):
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


def _been_in(tournament: Tournament, key: str) -> frozenset[str]:
    """The players paired in that bracket, including voided pairings."""
    voided = (pairing for _, pairing in tournament.voided_pairings)
    pairings = (each for some in (tournament.matches, voided) for each in some if each.slot.startswith(f"{key}."))
    return frozenset(player for each in pairings for player in (each.white, each.black) if player)


# ── how far everybody came ───────────────────────────────────────────────────────────────────────────────────────────
def reached_after(tournament: Tournament, plan: Plan, moved: Transfer, advance: int) -> dict[str, int]:
    """The rank of the round reached, more is better: first in the knock-out, then in the consolation, then in the
    group.

    Of players who reached the same round of a bracket the better place in the group is first. Before the groups are
    over the result is empty.
    """
    if not moved.known:
        return {}
    filling = FilledBracket(plan, tournament, moved.entrant)
    main, consolation = (_depths(plan, filling, key) for key in (MAIN, CONSOLATION))
    came = dict.fromkeys(tournament.starters, 0)
    for player, place in moved.order.items():
        if player in main or place <= advance:
            part = 2 * _PLACES + main.get(player, 0)
        else:
            part = _PLACES + consolation[player] if player in consolation else 0
        came[player] = part * _PLACES + max(0, _PLACES - place)
    return came


def _depths(plan: Plan, filling: FilledBracket, key: str) -> dict[str, int]:
    """Twice the last round of that bracket that everybody came to, two more for its winner, one more for the bronze."""
    depths: dict[str, int] = {}
    for bracket in plan.brackets:
        if bracket.key == key:
            for number, round_ in enumerate(bracket.rounds, 1):
                for slot in round_.slots:
                    depths |= dict.fromkeys((each for each in filling.fills[slot.key] if each), 2 * number)
            winner = filling.player_of(Source(WINNER, bracket.rounds[-1].slots[0].key))
            if winner:
                depths[winner] += 2
        elif bracket.key == BRONZE and key == MAIN:
            winner = filling.player_of(Source(WINNER, bracket.rounds[0].slots[0].key))
            if winner:
                depths[winner] += 1
    return depths


# ── why ──────────────────────────────────────────────────────────────────────────────────────────────────────────────
def explained(tournament: Tournament, moved: Transfer, round_: Round) -> Explanations:
    """Of each match of a round after the groups whence its players came, and whose place was drawn."""
    explanations = dict(explain_bracket(tournament, round_))
    drawn = {player: place for place, player in moved.places.items() if place in moved.lots}
    for pairing in round_.pairings:
        lots = [
            Lot(drawn[player], player, lot(f"lots:{player}", tournament.seed or ""))
            for player in (pairing.white, pairing.black)
            if player in drawn and pairing.match in explanations
        ]
        if lots:
            places = together(each.place for each in lots)
            drawn_by = say("Several shared the place of {places}, and lots were drawn.", places=places)
            why = explanations[pairing.match]
            explanations[pairing.match] = replace(why, text=sentences((why.text, drawn_by)), lots=tuple(lots))
    return explanations
