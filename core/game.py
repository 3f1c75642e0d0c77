"""What a game must answer, as one frozen value; and the words in which it answers.

A game is data and pure functions: it knows no clock, no dice cup and no match. The rest of the house asks this value
and never a game's name. Positions are the game's own immutable values; only `read` and `write` turn them to and from
the contract's words.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from core import options as said
from core.errors import Malformed
from core.events import Landing
from core.options import NoOptions as NoOptions


class Outcome(NamedTuple):
    """One way for a game to end: its points, and its rank in the tie-break (higher is better)."""

    key: str
    points: int
    rank: int


class Play(NamedTuple):
    """A whole legal turn: landings in an order that can be played, what it leaves, and how it ends the game, if so."""

    moves: tuple[Landing, ...]
    position: Any
    outcome: str | None


class Checked(NamedTuple):
    """The verdict on one turn: legal, or the clause or ruling that it breaks and a sentence that says what was wrong.

    `position` and `outcome` are what a legal turn leaves, else `None`.
    """

    legal: bool
    rule: str | None
    explanation: str
    position: Any = None
    outcome: str | None = None


class Opening(NamedTuple):
    """How a match begins: each seat rolls one die, `starter` picks the seat (`None`: equal, roll again).

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


class Notation(NamedTuple):
    """How turns are written down (`8/5 6/5*`): `places` are the words and numbers that may stand for what is no point.

    `forward` is 1 where a player's points are counted upwards on the way, else -1.
    """

    forward: int
    places: Mapping[str, str]


COUNTED_UP = Notation(1, {"bar": "bar", "0": "bar", "off": "off", "25": "off"})
"""Points 1 to 24 on the way from home round to the last point."""
COUNTED_DOWN = Notation(-1, {"bar": "bar", "25": "bar", "off": "off", "0": "off"})
"""Points 24 to 1 on the way to the home table."""


VOID = "void"
"""The outcome of a game that nobody can win any more: no points, and it is played again."""


@dataclass(frozen=True)
class Game:
    """One kind of game. `options` is a frozen dataclass whose fields are data with defaults (`core.options`).

    `plays(position, seat, dice, options)` lists every distinct legal turn (none: the player must pass);
    `check(position, seat, dice, moves, options)` judges one, an empty one included;
    `carry_out(position, seat, moves, options)` does on the board what people did, legal or not, as (position, outcome),
    or answers `None` where that is impossible; `ended(position, options)` names the ending that a position shows, if
    any; `read` raises `Malformed`. `dice(options)` is how many dice people throw. `start(options, seats)` is given the
    seats that play, of which a match has `fewest` or more. `next_seat(position, seat, dice, options)` is who throws
    after a finished turn. With `cube` stakes may be doubled and matches may be played to a number of points.
    `throw_is_play`: nothing is moved after a throw, its dice in their order are the turn. `placings(position)` are all
    seats from first to last at the end of a game that has a loser and not a winner. `words` are those from which and to
    which landings lead, beside points, and those for a landing of somebody else. `notation` is how turns are written
    (`core.records.notation`); `formats` are the records of other programs that know this game: `mat`, `gnubg`, `xgid`.
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
    plays: Callable[[Any, str, Sequence[int], Any], list[Play]]
    check: Callable[[Any, str, Sequence[int], Sequence[Landing], Any], Checked]
    carry_out: Callable[[Any, str, Sequence[Landing], Any], tuple[Any, str | None] | None]
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

    def outcome(self, key: str) -> Outcome:
        """The outcome of that name. Raises `KeyError`."""
        return _by_key(self.outcomes)[key]

    @property
    def endings(self) -> tuple[Outcome, ...]:
        """The outcomes that somebody wins."""
        return tuple(each for each in self.outcomes if each.key != VOID)

    def seated(self, players: Iterable[str]) -> tuple[str, ...]:
        """The seats of a match, in order: all of them, or the first so many. Raises `Malformed`, path → messages."""
        named, known = tuple(players), ", ".join(self.seats)
        problems = {seat: [f"no such seat; the game has {known}"] for seat in named if seat not in self.seats}
        taken = self.seats[: max(self.fewest, len(named) - len(problems))]
        problems |= {seat: ["missing: the name of the player at this seat"] for seat in taken if seat not in named}
        if problems:
            raise Malformed(problems)
        return taken

    def opponent(self, seat: str) -> str:
        """The seat whose turn comes after `seat`."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def read_options(self, words: Mapping[str, Any]) -> Any:
        """The options of the contract's words, defaults filled in. Raises `Malformed` naming every wrong one."""
        return said.read(self.options, words)

    def describe(self) -> dict[str, Any]:
        """The game as the contract's `GET /v1/games` shows it."""
        return {
            "id": self.key, "name": self.name, "rule": self.rule, "source": self.source, "version": self.version,
            "seats": list(self.seats), "fewest": self.fewest, "cube": self.cube,
            "options": said.describe(self.options), "outcomes": [each._asdict() for each in self.outcomes],
        }  # fmt: skip


_TABLES: dict[tuple[Outcome, ...], dict[str, Outcome]] = {}


def _by_key(outcomes: tuple[Outcome, ...]) -> dict[str, Outcome]:
    table = _TABLES.get(outcomes)
    if table is None:
        table = _TABLES[outcomes] = {each.key: each for each in outcomes}
    return table


# ── how a turn is built from dice ────────────────────────────────────────────────────────────────────────────────────
Step = tuple[int, int, int, Any, str | None]
"""One landing: from slot, to slot, its cost (eyes that are not used), what it leaves, how it ends the game, if so.

A bare tuple, since a search makes some thirty of them for a roll.
"""


class Turn(NamedTuple):
    """Landings that cannot be continued, the first die they used, and their cost in all."""

    steps: tuple[Step, ...]
    die: int
    cost: int

    @property
    def leaves(self) -> tuple[Any, str | None]:
        """What tells two turns apart: the state that they leave and how they end the game."""
        return self.steps[-1][3:]


Steps = Callable[[Any, int], list[Step]]


def throw(dice: Sequence[int]) -> tuple[int, ...]:
    """The single moves that two dice give: a double counts each die twice (§1).

    >>> throw((5, 5))
    (5, 5, 5, 5)
    """
    return (dice[0],) * 4 if len(dice) == 2 and dice[0] == dice[1] else tuple(dice)


def complete_turns(root: Any, moves: Sequence[int], steps: Steps) -> list[Turn]:
    """The turns that cannot be continued, one for each thing that they leave with each number of dice.

    `moves` are equal, or two different ones that may come in either order; `steps(state, die)` lists single landings,
    and one that ends the game ends the turn.
    """
    if len(set(moves)) == 1:
        return _repeated(root, moves, steps)
    return _either_order(root, moves, steps)


def _either_order(root: Any, moves: Sequence[int], steps: Steps) -> list[Turn]:
    twos: dict[tuple[Any, str | None], Turn] = {}
    ones: dict[tuple[Any, str | None, int], Turn] = {}
    for die, then in ((moves[0], moves[1]), (moves[1], moves[0])):
        for first in steps(root, die):
            seconds = steps(first[3], then) if first[4] is None else ()
            if not seconds:
                ones[first[3], first[4], die] = Turn((first,), die, first[2])
            for second in seconds:
                leaves = second[3:]
                if leaves not in twos:
                    twos[leaves] = Turn((first, second), die, first[2] + second[2])
    return [*twos.values(), *ones.values()]


def _repeated(root: Any, moves: Sequence[int], steps: Steps) -> list[Turn]:
    """Equal moves: states that meet on the way are followed once."""
    found: dict[tuple[Any, str | None], Turn] = {}
    level = {root: Turn((), moves[0], 0)}
    for die in moves:
        following: dict[Any, Turn] = {}
        for state, turn in level.items():
            nexts = steps(state, die)
            if not nexts and turn.steps:
                found[turn.leaves] = turn
            for step in nexts:
                _, _, cost, reached, outcome = step
                if outcome is not None:
                    found[step[3:]] = Turn((*turn.steps, step), die, turn.cost + cost)
                elif reached not in following:
                    following[reached] = Turn((*turn.steps, step), die, turn.cost + cost)
        level = following
    found.update((turn.leaves, turn) for turn in level.values())
    return list(found.values())


def most_dice(turns: Sequence[Turn]) -> list[Turn]:
    """Those that use the most dice (§1)."""
    most = max((len(turn.steps) for turn in turns), default=0)
    return [turn for turn in turns if len(turn.steps) == most]


def larger_die(turns: Sequence[Turn], dice: Sequence[int]) -> list[Turn]:
    """Where only one of two different dice can be used: those that use the larger, if any does (§1)."""
    if not turns or len(turns[0].steps) != 1 or len(set(dice)) == 1:
        return list(turns)
    return [turn for turn in turns if turn.die == max(dice)] or list(turns)


def least_cost(turns: Sequence[Turn]) -> list[Turn]:
    """Those that give up the fewest eyes (§6)."""
    least = min((turn.cost for turn in turns), default=0)
    return [turn for turn in turns if turn.cost == least]
