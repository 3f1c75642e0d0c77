"""A bracket as a plan: slots that name where their players come from, and who they are by the results so far.

A plan is made once from the number of entrants and never changes; what changes is who fills it. So a corrected result
needs no bookkeeping: a live pairing whose players are no longer those of its slot is stale, and that is all.
"""

from collections.abc import Mapping

from core.events import RoundPaired
from core.games import game_of
from core.tournament.brackets.placement import places_of
from core.tournament.model.bracket_plan import BYE, LOSER, PLACE, SEED, Entrant, Fill, Plan, Slot, Source
from core.tournament.model.new_round import new_round
from core.tournament.model.state import Tournament
from core.tournament.model.values import NO_PLAYER, Pairing


def starter(tournament: Tournament) -> Entrant:
    """Seeds as the tournament started with them; a re-entry that lapsed leaves its place empty."""
    off = tournament.format.again.lapsed(tournament)
    starters = [NO_PLAYER if each in off else each for each in tournament.starters]
    return lambda number: starters[int(number) - 1] if int(number) <= len(starters) else NO_PLAYER


class FilledBracket:
    """The players of each slot by the results so far (`fills`), and the sources that they come from.

    A player without an opponent goes on. From a match that both lost no player goes on, neither as winner nor as loser;
    nor does a loser who entered again.
    A slot that is not played is filled with `NO_PLAYER` on both sides.
    """

    def __init__(self, plan: Plan, tournament: Tournament, entrant: Entrant | None = None) -> None:
        self._entrant = entrant or starter(tournament)
        self._results = tournament.results
        self._first_seat = game_of(tournament.created.game).seats[0]
        self._gone_on = tournament.format.again.gone_on(tournament)
        self._live = {pairing.slot: pairing for pairing in tournament.matches if pairing.slot}
        self._came: dict[str, tuple[str, str] | None] = {}
        self.fills: dict[str, Fill] = {}
        for _, round_ in plan.rounds():
            for slot in round_.slots:
                self._fill(slot)

    def player_of(self, source: Source) -> str | None:
        """The player id, `NO_PLAYER`, or `None` while it is not known. A slot's own sources come before it."""
        if source.kind in (SEED, PLACE):
            return self._entrant(source.of)
        if source.kind == BYE:
            return NO_PLAYER
        came = self._came[str(source.of)]
        return None if came is None else came[source.kind == LOSER]

    def _fill(self, slot: Slot) -> None:
        """The players of a slot, its winner and its loser."""
        white, black = self.player_of(slot.white), self.player_of(slot.black)
        came: tuple[str, str] | None = None
        if white is not None and black is not None:
            if slot.only_if and not self._black_won(slot.only_if):
                white, black = NO_PLAYER, NO_PLAYER
            came = self._out(slot.key, white, black)
        self.fills[slot.key] = white, black
        self._came[slot.key] = came

    def _out(self, slot: str, white: str, black: str) -> tuple[str, str] | None:
        if not white or not black:
            return white or black, NO_PLAYER
        pairing = self._live.get(slot)
        result = self._results.get(pairing.match) if pairing and pairing[1:3] == (white, black) else None
        if result is None:
            return None
        if result.winner is None:
            return NO_PLAYER, NO_PLAYER
        winner, loser = (white, black) if result.winner == self._first_seat else (black, white)
        return winner, NO_PLAYER if loser in self._gone_on else loser

    def _black_won(self, slot: str) -> bool:
        came, black = self._came[slot], self.fills[slot][1]
        return came is not None and bool(came[1]) and came[0] == black


def filled(plan: Plan, tournament: Tournament, entrant: Entrant | None = None) -> dict[str, Fill]:
    """The players of each slot by the results so far."""
    return FilledBracket(plan, tournament, entrant).fills


def next_round(plan: Plan, tournament: Tournament, entrant: Entrant | None = None) -> RoundPaired | None:
    """The earliest round with matches that are known and not yet paired, and these matches; `None` if all wait.

    A slot with one player and no opponent is a match with a bye. A slot without players is no match.
    """
    fills = filled(plan, tournament, entrant)
    taken = {pairing.slot for pairing in tournament.matches}
    for bracket, round_ in plan.rounds():
        rows = []
        for slot in round_.slots:
            players = wanted(fills[slot.key])
            if players and players[0] and slot.key not in taken:
                rows.append((*players, slot.key))
        if rows:
            return new_round(tournament, rows, number=round_.number, stage=bracket)
    return None


def stale(plan: Plan, tournament: Tournament, entrant: Entrant | None = None) -> tuple[Pairing, ...]:
    """The live pairings whose players are not, or not yet again, those that the results put into their slots.

    So are pairings in slots that the plan no longer has in that round after a late entry, or in a bracket of places
    that is another one then.
    """
    fills = filled(plan, tournament, entrant)
    numbers = {slot.key: round_.number for _, round_ in plan.rounds() for slot in round_.slots}
    brackets = {bracket.key for bracket in plan.brackets}
    return tuple(
        pairing
        for round_ in tournament.rounds
        for pairing in round_.pairings
        if pairing.slot in numbers or (bracket := pairing.slot.split(".")[0]) in brackets or places_of(bracket)
        if numbers.get(pairing.slot) != round_.number or wanted(fills[pairing.slot]) != pairing[1:3]
    )


def wanted(fill: Fill) -> tuple[str, str] | None:
    """The players of a slot's match, who has a bye as white; `None` while they are not known."""
    white, black = fill
    if white is None or black is None:
        return None
    return white or black, black if white else NO_PLAYER


def is_over(plan: Plan, tournament: Tournament, entrant: Entrant | None = None) -> bool:
    """True if every slot is filled and has its result, or has no players."""
    fills = filled(plan, tournament, entrant)
    live: Mapping[str, Pairing] = {pairing.slot: pairing for pairing in tournament.matches}
    for slot, fill in fills.items():
        players = wanted(fill)
        if players is None:
            return False
        if players[0] and (slot not in live or live[slot].match not in tournament.results):
            return False
    return True
