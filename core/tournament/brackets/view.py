"""View of the whole bracket: every slot, also of matches without known players."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from core.games import game_of
from core.tournament.brackets.filling import filled, starter, wanted
from core.tournament.model.bracket_plan import (
    BYE,
    PLACE,
    SEED,
    Entrant,
    Fill,
    Plan,
    SeatSource,
    Slot,
    Source,
    seat_source,
)
from core.tournament.model.state import Tournament
from core.tournament.model.values import NO_PLAYER, Pairing, Result

WAITING, READY, PLAYED, RESTS, EMPTY = "waiting", "ready", "played", "bye", "empty"
STATES = (WAITING, READY, PLAYED, RESTS, EMPTY)
"""Not paired yet · to be played · has its result · one player without an opponent · not played."""


class SeatView(NamedTuple):
    """A seat of a slot. The player is `None` until they are known; `bye`: no player sits there."""

    seat: str
    player: str | None
    name: str | None
    seed: int | None
    bye: bool
    source: SeatSource


class SlotView(NamedTuple):
    """A place for one match, with its match once that is paired."""

    slot: str
    match: str | None
    table: str | None
    seats: tuple[SeatView, ...]
    status: str
    winner: str | None
    score: Mapping[str, int] | None
    result: str | None


class RoundView(NamedTuple):
    """A round of a bracket by its number in the tournament, with a name such as `semi_final`."""

    round: int
    name: str
    slots: tuple[SlotView, ...]


class BracketView(NamedTuple):
    """A bracket, such as `main` or `bronze`."""

    bracket: str
    rounds: tuple[RoundView, ...]


def has_brackets(tournament: Tournament) -> bool:
    """True if a tournament has brackets, or will have. Stages are chosen freely: a knock-out may not be among them."""
    plan, staged = tournament.format.plan, tournament.format.staged
    if plan is None or staged.tables is None:
        return plan is not None
    return bool(plan(tournament).brackets) or any(True for _ in staged.earlier(tournament))


def bracket_views(tournament: Tournament, *, drafts: bool = True) -> tuple[BracketView, ...]:
    """The brackets of a tournament, from the start on; a format without brackets has none.

    Without `drafts` the pairings of unpublished rounds are left out. Play-offs before later stages come first.
    """
    if tournament.format.plan is None or tournament.seed is None:
        return ()
    plan = tournament.format.plan(tournament)
    entrant = (tournament.format.entrant or starter)(tournament)
    hidden = frozenset() if drafts else frozenset(round_.number for round_ in tournament.rounds if round_.draft)
    earlier = tournament.format.staged.earlier(tournament)
    found = (_bracket_views(tournament, *each, hidden) for each in (*earlier, (plan, entrant)))
    return tuple(view for views in found for view in views)


def bracket_views_now(tournament: Tournament) -> tuple[BracketView, ...]:
    """The brackets of the stage that is played, with drafts."""
    now = tournament.format.staged
    return bracket_views(tournament)[sum(len(plan.brackets) for plan, _ in now.earlier(tournament)) :]


def _bracket_views(
    tournament: Tournament, plan: Plan, entrant: Entrant, hidden: frozenset[int]
) -> Iterator[BracketView]:
    slots = _Slots(tournament, filled(plan, tournament, entrant), _seeds(tournament, plan, entrant))
    for bracket in plan.brackets:
        rounds = (
            RoundView(
                round_.number,
                round_.name,
                tuple(slots.slot(slot, hidden=round_.number in hidden) for slot in round_.slots),
            )
            for round_ in bracket.rounds
        )
        yield BracketView(bracket.key, tuple(rounds))


def _seeds(tournament: Tournament, plan: Plan, player_of: Entrant) -> dict[str, int]:
    """The seed of each player: of the start, or that of a later stage which seeds its players anew."""
    seeds = {player: number for number, player in enumerate(tournament.starters, 1)}
    if tournament.format.entrant is not None:
        slots = [slot for _, round_ in plan.rounds() for slot in round_.slots]
        sources = [source for slot in slots for source in (slot.white, slot.black)]
        for kind in (PLACE, SEED):  # a seed says more than the place before it
            known = {
                source.of: player_of(source.of)
                for source in sources
                if source.kind == kind and str(source.of).isdecimal()
            }
            seeds |= {player: int(of) for of, player in known.items() if player}
    return seeds


class _Slots:
    """Views of the slots of one tournament."""

    def __init__(self, tournament: Tournament, fills: Mapping[str, Fill], seeds: Mapping[str, int]) -> None:
        self._tournament, self._fills, self._seeds = tournament, fills, seeds
        self._seats = game_of(tournament.created.game).seats
        self._live = {pairing.slot: pairing for pairing in tournament.matches if pairing.slot}
        self._names = {entry.player: entry.name for entry in tournament.entries}

    def slot(self, slot: Slot, *, hidden: bool) -> SlotView:
        """One slot: its match, the players or their sources, and the result."""
        fill = (None, None) if hidden else self._fills[slot.key]
        live = None if hidden else self._live.get(slot.key)
        if live and live[1:3] != wanted(fill):
            live = None  # by the results it is a match of others, and is about to be voided
        result = self._tournament.results.get(live.match) if live else None
        seats = zip(self._seats, (slot.white, slot.black), fill, strict=False)
        return SlotView(
            slot=slot.key,
            match=live.match if live else None,
            table=self._tournament.seated.get(live.match) if live else None,
            seats=tuple(self._seat(*seat) for seat in seats),
            status=_status(fill, live, result),
            winner=_winner(live, result, self._seats),
            score=result.score if result else None,
            result=result.kind if result else None,
        )

    def _seat(self, seat: str, source: Source, player_id: str | None) -> SeatView:
        return SeatView(
            seat=seat,
            player=player_id or None,
            name=self._names[player_id] if player_id else None,
            seed=self._seeds.get(player_id) if player_id else None,
            bye=player_id == NO_PLAYER or source.kind == BYE,
            source=seat_source(source),
        )


def _status(fill: Fill, live: Pairing | None, result: Result | None) -> str:
    if fill == (NO_PLAYER, NO_PLAYER):
        return EMPTY
    if NO_PLAYER in fill and None not in fill:
        return RESTS
    if live is None:
        return WAITING
    return PLAYED if result else READY


def _winner(live: Pairing | None, result: Result | None, seats: tuple[str, ...]) -> str | None:
    """The id of the player who won."""
    if live is None or result is None or result.winner is None:
        return None
    return live.white if result.winner == seats[0] else live.black
