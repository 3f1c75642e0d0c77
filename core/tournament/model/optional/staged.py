"""Functions of a format whose stages begin on command. `T` is the tournament."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from core.events import Event
from core.tournament.model.bracket_plan import Entrant, Plan

T = TypeVar("T")


@dataclass(frozen=True)
class Staged(Generic[T]):
    """Functions of the stages of a format; a format without stages has these.

    `begins(tournament)` are the events before the next round on command, where a stage begins with it. `began` is the
    number of the round with which the last stage began so. `now(tournament)` is the stage that is played, as a
    tournament of its own. `tables(tournament)` are the tables of its parts: (name, tournament, player ids, stage).
    `line_is_next(tournament)` is true if the next command pairs the play-off at the line after a stage. `through` are
    those who go on whatever comes of it, `level` those who are at the line and the number of places that they play for.
    `earlier(tournament)` are the play-offs before the stage that is played, with the players of their places.
    `drawn` are the players whose order lots decided in the stage that is over, or in the one before that is not.
    `ahead(tournament)` are the stage and the expected players of each round that is still to be paired on command.
    """

    begins: Callable[[T], Sequence[Event]] = lambda _: ()
    began: Callable[[T], int | None] = lambda _: None
    now: Callable[[T], T] = lambda tournament: tournament
    line_is_next: Callable[[T], bool] = lambda _: False
    through: Callable[[T], Sequence[str]] = lambda _: ()
    ahead: Callable[[T], Sequence[tuple[str, int]]] = lambda _: ()
    level: Callable[[T], tuple[Collection[str], int]] = lambda _: ((), 0)
    earlier: Callable[[T], Iterable[tuple[Plan, Entrant]]] = lambda _: ()
    drawn: Callable[[T], Collection[str]] = lambda _: ()
    tables: Callable[[T], Iterable[tuple[str, T, Collection[str] | None, str | None]]] | None = None


ONE_STAGE: Staged[Any] = Staged()
