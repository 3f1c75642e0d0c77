"""The brackets after a Swiss for any number of players: a knock-out by their seeds, and those who missed it behind."""

from collections.abc import Sequence
from functools import lru_cache

from core.tournament.advancement.brackets import CONSOLATION, MAIN, knock_out_of, side_by_side
from core.tournament.model.bracket_plan import SEED, Bracket, Plan, Slot, Source


@lru_cache(maxsize=256)
def brackets_after(entrants: int, others: int, first: int, *, bronze: bool) -> Plan:
    """The knock-out of the first so many seeds, and a consolation of so many others; rounds are numbered from `first`.

    Without others there is no consolation.
    """
    return side_by_side(_sides(entrants, others, bronze=bronze), first)


@lru_cache(maxsize=256)
def first_slots(entrants: int, others: int) -> tuple[Slot, ...]:
    """The slots of the first rounds of both brackets."""
    return tuple(slot for side in _sides(entrants, others) for slot in side[0].rounds[0].slots)


def _sides(entrants: int, others: int, *, bronze: bool = False) -> Sequence[list[Bracket]]:
    sides = (
        knock_out_of(entrants, MAIN, lambda seed: Source(SEED, seed), bronze=bronze),
        knock_out_of(others, CONSOLATION, lambda seed: Source(SEED, entrants + seed)),
    )
    return [side for side in sides if side]
