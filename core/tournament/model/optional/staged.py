"""Functions of a format whose stages begin on command. `T` is the tournament."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from core.events import Event
from core.tournament.model.bracket_plan import Entrant, Plan

T = TypeVar("T")


@dataclass(frozen=True)
class Staged(Generic[T]):
    """Functions of the stages of a format; a format without stages has these."""

    begins: Callable[[T], Sequence[Event]] = lambda _: ()
    """The events before the next round on command, where a stage begins with it."""
    began: Callable[[T], int | None] = lambda _: None
    """The number of the round with which the last stage began on command."""
    now: Callable[[T], T] = lambda tournament: tournament
    """The stage that is played, as a tournament of its own."""
    tables: Callable[[T], Iterable[tuple[str, T, Collection[str] | None, str | None]]] | None = None
    """The tables of its parts: name, tournament, player ids, stage."""
    ahead: Callable[[T], Sequence[tuple[str, int]]] = lambda _: ()
    """The stage and the expected players of each round that is still to be paired on command."""

    # ── the line after a stage ───────────────────────────────────────────────────────────────────────────────────────
    line_is_next: Callable[[T], bool] = lambda _: False
    """True if the next command pairs the play-off at the line."""
    through: Callable[[T], Sequence[str]] = lambda _: ()
    """Players who go on whatever comes of the play-off."""
    level: Callable[[T], tuple[Collection[str], int]] = lambda _: ((), 0)
    """Players who are at the line, and the number of places that they play for."""
    earlier: Callable[[T], Iterable[tuple[Plan, Entrant]]] = lambda _: ()
    """The play-offs before the stage that is played, with the players of their places."""
    drawn: Callable[[T], Collection[str]] = lambda _: ()
    """Players whose order lots decided in the stage that is over, or in the one before that is not."""


ONE_STAGE: Staged[Any] = Staged()
