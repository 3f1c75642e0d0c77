"""A bracket as a plan: slots that name where their players come from."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

SEED, PLACE, WINNER, LOSER, BYE = "seed", "place", "winner", "loser", "bye"
PLAY_OFF = "play_off"
"""The bracket of matches that decide who goes on to the others."""


class Source(NamedTuple):
    """The source of the player at a seat: the `seed` of a number, the `winner` or `loser` of a slot, or a `bye`.

    A `place` is one of a stage before, such as `B2`, the second of group B. A `bye` has the number of the seed that
    there is not, 0 where a place is empty for another reason.
    """

    kind: str
    of: int | str


class SeatSource(NamedTuple):
    """The source of a player as it is shown: `of` is the seed's number, the slot or the place, and `None` for a bye."""

    kind: str
    of: int | str | None


def seat_source(source: Source) -> SeatSource:
    """A source as it is shown."""
    return SeatSource(source.kind, None if source.kind == BYE else source.of)


class Slot(NamedTuple):
    """A place for one match. `only_if` names a slot: it is played only if black won there (a reset final)."""

    key: str
    white: Source
    black: Source
    only_if: str | None = None


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


Entrant = Callable[[int | str], str | None]
