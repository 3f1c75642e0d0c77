"""Everything that can ever have happened, in the past tense.

Every stream (a club, a tournament, a match) is opened by one event with version 0; what people record is 1, 2, 3 …
An event is immutable: a correction is a new event that names the old one. `SCHEMA` numbers the shape of a type's
fields; a log that holds a type or number not listed here cannot be read, and reading says so (`UnknownEvent`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, NamedTuple

Point = int | str
Landing = tuple[Point, ...]
"""From where to where; where a game says so, also `"opponent"` for one that the other player makes of it."""


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


# ── a match ──────────────────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class MatchOpened(Event):
    """A match was opened: `length` is `{"games": 3 | 5 | 7}` or `{"points": N}`, `players` the name at each seat."""

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


@dataclass(frozen=True, slots=True)
class OpeningRolled(Event):
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
        return {each.name: die for each in fields(self) if (die := getattr(self, each.name)) is not None}


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    """The dice of one turn, in the order in which they lay or were read."""

    by: str
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CheckersMoved(Event):
    """The landings of one turn in the order played, each from a point to a point."""

    by: str
    moves: tuple[Landing, ...]


@dataclass(frozen=True, slots=True)
class TurnPassed(Event):
    """The player could not, or would not, land anywhere (an idler, *junker*)."""

    by: str


@dataclass(frozen=True, slots=True)
class DoubleOffered(Event):
    """The player about to roll offered to double the stake."""

    by: str


@dataclass(frozen=True, slots=True)
class DoubleTaken(Event):
    """The opponent took the double: the stake doubles, and only he may redouble."""

    by: str


@dataclass(frozen=True, slots=True)
class DoubleDropped(Event):
    """The opponent refused the double and lost the game at the value before the offer."""

    by: str


@dataclass(frozen=True, slots=True)
class GameResigned(Event):
    """A player gave the game up, at the value of an outcome of his choice (S11)."""

    by: str
    outcome: str


@dataclass(frozen=True, slots=True)
class RulingMade(Event):
    """A referee's decision: `void`, `let_stand`, `award_game`, `award_match` or `note`, with its reason.

    `void` names the facts `from_version` to `to_version`; `let_stand` may name the fault by `from_version`; the awards
    name the `winner`'s seat, a game also its `outcome`.
    """

    kind: str
    reason: str
    from_version: int | None = None
    to_version: int | None = None
    winner: str | None = None
    outcome: str | None = None


@dataclass(frozen=True, slots=True)
class ResultReported(Event):
    """A whole match result without its rolls: how each game ended, in order."""

    results: tuple[GameResult, ...]


# ── a tournament ─────────────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class TournamentCreated(Event):
    """A club announced a tournament; everything here is fixed for its matches."""

    club: str
    name: str
    game: str
    length: Mapping[str, int]
    format: str
    tie_breaks: tuple[str, ...] = ()
    check: str = "strict"
    stop: str = "all_games"
    options: Mapping[str, Any] = field(default_factory=dict)
    published: bool = False


@dataclass(frozen=True, slots=True)
class PlayerEntered(Event):
    """A player of the club entered the tournament, under the name used on its lists."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class PlayerWithdrew(Event):
    """A player left; what was played stands."""

    player: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TournamentStarted(Event):
    """Entries are closed. `seed` is the published seed of every drawing of lots."""

    seed: str


@dataclass(frozen=True, slots=True)
class RoundPaired(Event):
    """A round was paired: (match id, white's player id, black's player id); `bye` names who sits out.

    A computed pairing is stored and never computed again on replay.
    """

    round: int
    pairings: tuple[tuple[str, str, str], ...]
    bye: str | None = None


@dataclass(frozen=True, slots=True)
class MatchSettled(Event):
    """A match of the tournament came to its end, by its own log.

    `winner` is a seat, `score` the points per seat, `games` how each of them ended.
    """

    match: str
    winner: str
    score: Mapping[str, int]
    decided_by: str
    games: tuple[GameResult, ...]


@dataclass(frozen=True, slots=True)
class MatchReopened(Event):
    """A ruling in a match's own log took its settled result back; what is played now will settle it anew."""

    match: str


# ── a club ───────────────────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class ClubFounded(Event):
    """A club began to use brade."""

    slug: str
    name: str


@dataclass(frozen=True, slots=True)
class PlayerRegistered(Event):
    """A person is on the club's list of players."""

    player: str
    name: str
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class TokenIssued(Event):
    """A key to the API was given out; only the SHA-256 (hex) of its secret is kept."""

    token: str
    role: str
    secret_hash: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class TokenRevoked(Event):
    """A key to the API no longer opens anything."""

    token: str


EVENTS: tuple[type[Event], ...] = (
    MatchOpened, OpeningRolled, DiceRolled, CheckersMoved, TurnPassed, DoubleOffered, DoubleTaken, DoubleDropped,
    GameResigned, RulingMade, ResultReported,
    TournamentCreated, PlayerEntered, PlayerWithdrew, TournamentStarted, RoundPaired, MatchSettled, MatchReopened,
    ClubFounded, PlayerRegistered, TokenIssued, TokenRevoked,
)  # fmt: skip
MATCH_FACTS = (
    OpeningRolled, DiceRolled, CheckersMoved, TurnPassed, DoubleOffered, DoubleTaken, DoubleDropped, GameResigned,
    RulingMade, ResultReported,
)  # fmt: skip


class Recorded(NamedTuple):
    """An event as it lies in a log: where, when (Unix ms), by whom, and the hash (hex) of the event before it."""

    version: int
    event: Event
    at: int
    by: str
    prev_hash: str
