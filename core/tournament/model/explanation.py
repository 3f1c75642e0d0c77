"""Explanations of a paired round: why two meet, or why a player sits out. Each format adds its own numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from core.tournament.model.bracket_plan import SeatSource
from core.tournament.model.values import PairedAnew


@dataclass(frozen=True)
class Why:
    """The reason of a match or a bye, in words for people. `anew`: it was paired after its round was drawn."""

    text: str
    anew: PairedAnew | None = field(default=None, kw_only=True)


Explanations = Mapping[str, Why]
"""The reason of each match of a round by its id, and of the bye under `bye`."""


@dataclass(frozen=True)
class GroupWhy(Why):
    """The reason of a match in a group."""

    group: str


@dataclass(frozen=True)
class BoardWhy(Why):
    """The reason of a match on a board of two teams' meeting: the ids of the teams, and the number of the board."""

    home: str
    away: str
    board: int


class WeighedPlayer(NamedTuple):
    """A player as a Swiss pairs them: the score, the place among the `of` players of that score, up or down.

    `added` is what the score counts more for this round's pairing only. `seats` are those of the rounds before.
    """

    player: str
    name: str
    score: int
    place: int
    of: int
    float: str
    added: int = 0
    seats: tuple[str, ...] = ()


class Cost(NamedTuple):
    """The cost of a pair by one criterion; `text` says what it counts."""

    criterion: str
    cost: int
    text: str


class Passed(NamedTuple):
    """A player who was passed over, and the reason."""

    player: str
    why: str


@dataclass(frozen=True)
class SwissWhy(Why):
    """The reason of a match or a bye in a Swiss, with what it costs and who was passed over for it."""

    players: tuple[WeighedPlayer, ...]
    costs: tuple[Cost, ...]
    instead: tuple[Passed, ...]


class FilledSeat(NamedTuple):
    """A seat of a slot: its player, `None` if there is none, and whence they come."""

    player: str | None
    source: SeatSource


class Lot(NamedTuple):
    """The lot that decided a place in a group which several players shared."""

    place: str
    player: str
    lot: str


@dataclass(frozen=True)
class BracketWhy(Why):
    """The reason of a match in a bracket: its slot, whence its players come, and the lots that were drawn for them."""

    slot: str
    seats: tuple[FilledSeat, ...]
    lots: tuple[Lot, ...] = ()
