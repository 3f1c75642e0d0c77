"""What every event is, and how it lies in a log."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple


class GameResult(NamedTuple):
    """How one game ended: the winner's seat, the outcome, the cube's value, and all seats from first to last.

    `placings` only where a game has them, and then the first of them is the winner; nobody (`""`) wins a void game.
    """

    winner: str
    outcome: str
    cube: int = 1
    placings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. Subclasses hold only what people did, never what replay can derive."""

    SCHEMA: ClassVar[int] = 1


class Recorded(NamedTuple):
    """An event as it lies in a log: where, when (Unix ms), by whom, and the hash (hex) of the event before it."""

    version: int
    event: Event
    at: int
    by: str
    prev_hash: str
