"""Events of the play at a board: dice, moves, doubles, results. Events beside the play are in `core.events.conduct`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from core.events.base import Fact, GameResult, NamesPeople

Point = int | str
Landing = tuple[Point, ...]
"""From where to where; where a game says so, also `"opponent"` for one that the other player makes of it."""


@dataclass(frozen=True, slots=True)
class MatchOpened(NamesPeople):
    """A match was opened: `length` is `{"games": 3 | 5 | 7}` or `{"points": N}`, `players` the name at each seat.

    `start` are the points with which a seat begins: its handicap.
    """

    SCHEMA: ClassVar[int] = 3
    club: str
    game: str
    length: Mapping[str, int]
    players: Mapping[str, str]
    check: str = "strict"
    stop: str = "all_games"
    options: Mapping[str, Any] = field(default_factory=dict)
    player_ids: Mapping[str, str] = field(default_factory=dict)
    tournament: str | None = None
    round: int | None = None
    salts: Mapping[str, str] | None = field(default=None, compare=False)
    start: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class NameErased(Fact):
    """The names of players, by the seats `erased`, were erased from the log before this event. The service records it.

    Where a name itself had been hashed, the log was written anew: the events from `first` on have other hashes, and
    the last of them had the hash `head`.
    """

    AFTER_THE_END = True

    erased: tuple[str, ...]
    first: int | None = None
    head: str | None = None


@dataclass(frozen=True, slots=True)
class OpeningRolled(Fact):
    """Each player rolled one die to decide who starts; only the seats that play have one."""

    white: int | None = None
    black: int | None = None
    seat1: int | None = None
    seat2: int | None = None
    seat3: int | None = None
    seat4: int | None = None
    seat5: int | None = None

    @property
    def rolls(self) -> dict[str, int]:
        """The die of each seat."""
        return {name: die for name in self.__match_args__ if (die := getattr(self, name)) is not None}


@dataclass(frozen=True, slots=True)
class DiceRolled(Fact):
    """The dice of one turn, in the order in which they lay or were read."""

    by: str
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CheckersMoved(Fact):
    """The landings of one turn in the order played, each from a point to a point."""

    by: str
    moves: tuple[Landing, ...]


@dataclass(frozen=True, slots=True)
class TurnPassed(Fact):
    """The player could not, or would not, land anywhere (an idler, *junker*)."""

    by: str


@dataclass(frozen=True, slots=True)
class DoubleOffered(Fact):
    """The player about to roll offered to double the stake."""

    by: str


@dataclass(frozen=True, slots=True)
class DoubleTaken(Fact):
    """The opponent took the double: the stake doubles, and only this player may redouble."""

    by: str


@dataclass(frozen=True, slots=True)
class DoubleDropped(Fact):
    """The opponent refused the double and lost the game at the value before the offer."""

    by: str


@dataclass(frozen=True, slots=True)
class GameResigned(Fact):
    """A player resigned the game, at the value of an outcome that they chose (S11)."""

    by: str
    outcome: str


@dataclass(frozen=True, slots=True)
class RulingMade(Fact):
    """A referee's decision: `void`, `let_stand`, `award_game`, `award_match` or `note`, with its reason.

    `void` names the facts `from_version` to `to_version`; `let_stand` may name the fault by `from_version`; the awards
    name the `winner`'s seat, a game also its `outcome`.
    """

    REFEREES = True

    kind: str
    reason: str
    from_version: int | None = None
    to_version: int | None = None
    winner: str | None = None
    outcome: str | None = None


@dataclass(frozen=True, slots=True)
class FactsTakenBack(Fact):
    """A scorer took back the facts of play from `from_version` to `to_version`, the last ones: a mistake in writing."""

    from_version: int
    to_version: int


@dataclass(frozen=True, slots=True)
class TurnsVoided(Fact):
    """A referee voided the facts of play from `from_version` to `to_version`, the last ones, to have them written anew.

    What was recorded beside the play among them stays.
    """

    REFEREES = True

    from_version: int
    to_version: int
    reason: str


@dataclass(frozen=True, slots=True)
class ResultReported(Fact):
    """A whole match result without its rolls: how each game ended, in order."""

    results: tuple[GameResult, ...]


@dataclass(frozen=True, slots=True)
class GameReported(Fact):
    """The game under way, or the next one, ended so; the rest of its turns was not recorded.

    `cube` is its value at the end, without one as it stands; `placings` as in `GameResult`.
    """

    winner: str
    outcome: str
    cube: int | None = None
    placings: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class PositionSet(Fact):
    """The board was laid out by hand, because turns were not recorded or the checkers were disturbed.

    `to_move` rolls next, or plays `dice`. `cube` is `{"value", "owner"}`, `results` are the games that ended before.
    What is not given stays as it stands.
    """

    REFEREES = True

    position: Mapping[str, Any]
    to_move: str
    reason: str
    dice: tuple[int, ...] | None = None
    cube: Mapping[str, Any] | None = None
    results: tuple[GameResult, ...] | None = None


@dataclass(frozen=True, slots=True)
class PositionAgreed(PositionSet):
    """The players laid the board out and agreed on it, without a referee: `agreed_by` are all of their seats."""

    REFEREES = False

    agreed_by: tuple[str, ...] = ()
