"""The interface of a game, as one frozen value, and its result types.

A game is data and pure functions: it knows no clock, no dice cup and no match. Callers use this value and never a
game's name. Positions are the game's own immutable values. Only `read` and `write` convert them from and to JSON data.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.dice.choice import without_source
from core.errors import Invalid
from core.events import Landing
from core.messages import say, terms
from core.options import NoOptions as NoOptions
from core.options import Option, describe_options, read_options


class Outcome(NamedTuple):
    """One way for a game to end: its points, and its rank in the tie-break (higher is better)."""

    key: str
    points: int
    rank: int


class LegalTurn(NamedTuple):
    """A whole legal turn: landings in an order that can be played, what it leaves, and how it ends the game, if so."""

    moves: tuple[Landing, ...]
    position: Any
    outcome: str | None


class TurnCheck(NamedTuple):
    """The verdict on one turn: legal, or the clause or ruling that it breaks and a sentence that says what was wrong.

    `position` and `outcome` are what a legal turn leaves, else `None`.
    """

    legal: bool
    rule: str | None
    explanation: str
    position: Any = None
    outcome: str | None = None


class Opening(NamedTuple):
    """The beginning of a match: each seat rolls one die, `starter` picks the seat (`None`: equal, roll again).

    `plays_dice`: the opening dice are also the starter's first throw. `every_game`: the opening is rolled again for
    each game; otherwise the loser of a game rolls next.
    """

    sentence: str
    starter: Callable[[Mapping[str, int]], str | None]
    plays_dice: bool = False
    every_game: bool = False


def higher(rolls: Mapping[str, int]) -> str | None:
    """The seat with the highest die; `None` if several have it.

    >>> higher({"white": 3, "black": 5})
    'black'
    """
    best = max(rolls.values())
    seats = [seat for seat, die in rolls.items() if die == best]
    return seats[0] if len(seats) == 1 else None


class Search(NamedTuple):
    """The search of a turn's landings: the state before it, its single moves (one die each), and the way on.

    `steps(state, die)` gives every landing with one die as (landing, state after it, ending of the game or `None`);
    `position(state)` is the game's position of a state.
    """

    root: Any
    moves: tuple[int, ...]
    steps: Callable[[Any, int], list[tuple[Landing, Any, str | None]]]
    position: Callable[[Any], Any]


class Notation(NamedTuple):
    """The written form of turns (`8/5 6/5*`): `places` are the words and numbers that may stand for what is no point.

    `forward` is 1 where a player's points are counted upwards on the way, else -1.
    """

    forward: int
    places: Mapping[str, str]


COUNTED_UP = Notation(1, {"bar": "bar", "0": "bar", "off": "off", "25": "off"})
"""Points 1 to 24 on the way from home round to the last point."""
COUNTED_DOWN = Notation(-1, {"bar": "bar", "25": "bar", "off": "off", "0": "off"})
"""Points 24 to 1 on the way to the home table."""


VOID = "void"
"""The outcome of a game that cannot be won any more: no points, and it is played again."""


@dataclass(frozen=True)
class Game:
    """One kind of game. `options` is a frozen dataclass whose fields are data with defaults (`core.options`).

    `plays(position, seat, dice, options)` lists every distinct legal turn (none: the player must pass).
    `check(position, seat, dice, moves, options)` judges one turn, an empty one included.
    `carry_out(position, seat, moves, options)` applies moves, legal or not, and returns (position, outcome), or `None`
    where that is impossible. `ended(position, options)` names the ending of a position, if any. `read` raises
    `Invalid`. `dice(options)` is the number of dice thrown. `start(options, seats)` takes the seats that play; a match
    has `fewest` or more. `next_seat(position, seat, dice, options)` throws after a finished turn. With `cube` stakes
    may be doubled and matches may be played to a number of points. `throw_is_play`: no move follows a throw, its dice
    in their order are the turn. `placings(position)` are all seats from first to last at the end of a game that has a
    loser and no winner. `words` are the names of places beside points from and to which landings lead, and the name for
    a landing of the opponent. `notation` is the written form of turns (`core.notation.turn_text`). `formats` are the
    formats of other programs for this game: `mat`, `gnubg`, `xgid`. `search(position, seat, dice, options)` leads
    through a turn landing by landing, in games whose landings take one die each.
    """

    key: str
    name: str
    rule: str
    source: str
    version: str
    seats: tuple[str, ...]
    dice: Callable[[Any], int]
    outcomes: tuple[Outcome, ...]
    opening: Opening
    start: Callable[[Any, Sequence[str]], Any]
    plays: Callable[[Any, str, Sequence[int], Any], Sequence[LegalTurn]]
    check: Callable[[Any, str, Sequence[int], Sequence[Landing], Any], TurnCheck]
    apply_moves: Callable[[Any, str, Sequence[Landing], Any], tuple[Any, str | None] | None]
    ended: Callable[[Any, Any], str | None]
    read: Callable[[Any], Any]
    write: Callable[[Any], dict[str, Any]]
    next_seat: Callable[[Any, str, Sequence[int], Any], str]
    options: type = NoOptions
    fewest: int = 2
    cube: bool = False
    throw_is_play: bool = False
    placings: Callable[[Any], tuple[str, ...]] | None = None
    words: tuple[tuple[str, ...], ...] = (("bar",), ("off",), ())
    notation: Notation | None = None
    formats: tuple[str, ...] = ()
    search: Callable[[Any, str, Sequence[int], Any], Search] | None = None

    def outcome(self, key: str) -> Outcome:
        """The outcome of that name. Raises `KeyError`."""
        return _by_key(self.outcomes)[key]

    @property
    def endings(self) -> tuple[Outcome, ...]:
        """The outcomes with a winner."""
        return tuple(outcome for outcome in self.outcomes if outcome.key != VOID)

    def seated(self, players: Iterable[str]) -> tuple[str, ...]:
        """The seats of a match, in order: all of them, or the first so many. Raises `Invalid`, path → messages."""
        named, known = tuple(players), terms(self.seats)
        problems = {
            seat: [say("no such seat; the game has {known}", "seat_not_of_game", known=known)]
            for seat in named
            if seat not in self.seats
        }
        taken = self.seats[: max(self.fewest, len(named) - len(problems))]
        problems |= {
            seat: [say("missing: the name of the player at this seat", "player_name_missing")]
            for seat in taken
            if seat not in named
        }
        if problems:
            raise Invalid(problems)
        return taken

    def opponent(self, seat: str) -> str:
        """The seat whose turn comes after `seat`."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def read_options(self, data: Mapping[str, Any]) -> Any:
        """The options of the contract's words, defaults filled in. Raises `Invalid` naming every wrong one.

        `dice_source` (`core.dice.choice`), is an option of every match and none of the game.
        """
        return read_options(self.options, without_source(data))

    @property
    def described_options(self) -> Mapping[str, Option]:
        """The options that a match of this game may choose, by name."""
        return describe_options(self.options)


_TABLES: dict[tuple[Outcome, ...], dict[str, Outcome]] = {}


def _by_key(outcomes: tuple[Outcome, ...]) -> dict[str, Outcome]:
    table = _TABLES.get(outcomes)
    if table is None:
        table = _TABLES[outcomes] = {outcome.key: outcome for outcome in outcomes}
    return table


def throw(dice: Sequence[int]) -> tuple[int, ...]:
    """The single moves that two dice give: a double counts each die twice (§1).

    >>> throw((5, 5))
    (5, 5, 5, 5)
    """
    return (dice[0],) * 4 if len(dice) == 2 and dice[0] == dice[1] else tuple(dice)
