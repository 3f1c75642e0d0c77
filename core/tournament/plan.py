"""A bracket as a plan: slots that name where their players come from, and who they are by the results so far.

A plan is made once from the number of entrants and never changes; what changes is who fills it. So a corrected result
needs no bookkeeping: a live pairing whose players are no longer those of its slot is stale, and that is all.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from core.events import RoundPaired
from core.games import game_of
from core.tournament.state import NOBODY, Pairing, Result, Tournament, paired

SEED, WINNER, LOSER, BYE = "seed", "winner", "loser", "bye"


class Source(NamedTuple):
    """Where the player at a seat comes from: the `seed` of a number, the `winner` or `loser` of a slot, or a `bye`."""

    kind: str
    of: int | str


class Slot(NamedTuple):
    """A place for one match. `only_if` (slot, seat): it is played only if that seat won that slot (a reset final)."""

    key: str
    white: Source
    black: Source
    only_if: tuple[str, str] | None = None


class PlanRound(NamedTuple):
    """One round of a bracket, by its number in the tournament; `name` is its key in words, such as `semi_final`."""

    number: int
    name: str
    slots: tuple[Slot, ...]


class Bracket(NamedTuple):
    """One tree of a plan, such as `main`, `lower`, `final`, `bronze`."""

    key: str
    rounds: tuple[PlanRound, ...]


class Plan(NamedTuple):
    """All brackets. A slot comes after those that feed it when the rounds are taken in the order of their numbers."""

    brackets: tuple[Bracket, ...]

    def rounds(self) -> Iterator[tuple[str, PlanRound]]:
        """Every round with the key of its bracket, in the order of the numbers."""
        each = ((bracket.key, round_) for bracket in self.brackets for round_ in bracket.rounds)
        return iter(sorted(each, key=lambda pair: pair[1].number))


Fill = tuple[str | None, str | None]
"""Who is white and who black: a player id, `NOBODY`, or `None` while that is not known."""
Entrant = Callable[[int], str | None]
"""Who has a seed: a player id, `NOBODY` beyond the last of them, or `None` while that is not known."""


def starter(tournament: Tournament) -> Entrant:
    """Seeds as the tournament started with them."""
    return lambda number: tournament.starters[number - 1] if number <= len(tournament.starters) else NOBODY


def filled(plan: Plan, tournament: Tournament, entrant: Entrant | None = None) -> dict[str, Fill]:
    """Who fills each slot by the results so far. A slot that is not played is filled with nobody on both sides."""
    entrant = entrant or starter(tournament)
    live = {pairing.slot: pairing for pairing in tournament.matches if pairing.slot}
    seats = game_of(tournament.created.game).seats
    fills: dict[str, Fill] = {}

    def came(source: Source) -> str | None:
        if source.kind == SEED:
            return entrant(int(source.of))
        if source.kind == BYE:
            return NOBODY
        slot = str(source.of)
        white, black = fills[slot]
        if white is None or black is None:
            return None
        if NOBODY in (white, black):
            return (white or black) if source.kind == WINNER else NOBODY
        pairing = live.get(slot)
        result = tournament.results.get(pairing.match) if pairing and pairing[1:3] == (white, black) else None
        if result is None:
            return None
        return _of_result(source.kind, result, seats, white, black)

    def is_called_for(condition: tuple[str, str]) -> bool:
        key, seat = condition
        fed = live.get(key)
        result = tournament.results.get(fed.match) if fed and NOBODY not in fills[key] else None
        return result is not None and result.winner == seat

    for _, round_ in plan.rounds():
        for slot in round_.slots:
            fill: Fill = came(slot.white), came(slot.black)
            if slot.only_if and None not in fill and not is_called_for(slot.only_if):
                fill = NOBODY, NOBODY
            fills[slot.key] = fill
    return fills


def _of_result(kind: str, result: Result, seats: tuple[str, ...], white: str, black: str) -> str:
    """Who goes on as the winner or the loser; nobody, where both lost."""
    if result.winner is None:
        return NOBODY
    won, lost = (white, black) if result.winner == seats[0] else (black, white)
    return won if kind == WINNER else lost


def next_round(plan: Plan, tournament: Tournament, entrant: Entrant | None = None) -> RoundPaired | None:
    """The earliest round with matches that are known and not yet paired, and these matches; `None` if all wait.

    A slot with one player and nobody against him is a match with a bye; one with nobody at all is none.
    """
    fills = filled(plan, tournament, entrant)
    taken = {pairing.slot for pairing in tournament.matches}
    for bracket, round_ in plan.rounds():
        rows = []
        for slot in round_.slots:
            white, black = fills[slot.key]
            if white is None or black is None or slot.key in taken or not (white or black):
                continue
            rows.append((white or black, black if white else NOBODY, slot.key))
        if rows:
            return paired(tournament, rows, number=round_.number, stage=bracket)
    return None


def stale(plan: Plan, tournament: Tournament, entrant: Entrant | None = None) -> tuple[Pairing, ...]:
    """The live pairings whose players are not, or not yet again, those that the results put into their slots."""
    fills = filled(plan, tournament, entrant)
    wanted = {
        slot: None if white is None or black is None else (white or black, black if white else NOBODY)
        for slot, (white, black) in fills.items()
    }
    return tuple(each for each in tournament.matches if each.slot in wanted and wanted[each.slot] != each[1:3])


def is_over(plan: Plan, tournament: Tournament, entrant: Entrant | None = None) -> bool:
    """Every slot is filled and has its result, or has nobody to play."""
    fills = filled(plan, tournament, entrant)
    live: Mapping[str, Pairing] = {pairing.slot: pairing for pairing in tournament.matches}
    for slot, (white, black) in fills.items():
        if white is None or black is None:
            return False
        if (white or black) and (slot not in live or live[slot].match not in tournament.results):
            return False
    return True
