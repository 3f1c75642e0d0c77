"""Answers about a tournament that are memoized for as long as the same value is asked about."""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from core.tournament.model.state import Tournament

Answer = TypeVar("Answer")
_TOURNAMENTS = 16
"""Tournaments of which an answer is memoized."""


class _Same:
    """A tournament that is equal to itself alone: its parts are too many to be compared."""

    __slots__ = ("tournament",)

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.tournament is other.tournament

    def __hash__(self) -> int:
        return id(self.tournament)


def memoized(answer: Callable[[Tournament], Answer]) -> Callable[[Tournament], Answer]:
    """A function of a tournament that computes its answer once for each value. A tournament never changes."""
    cached = lru_cache(maxsize=_TOURNAMENTS)(lambda same: answer(same.tournament))
    return lambda tournament: cached(_Same(tournament))
