"""Shared rules of the backgammon family: men run from 24 down to 1, hit blots, enter from the bar, are borne off.

A game has its own `Rules`; no function here depends on the game. My point `n` is my opponent's
`25 − n`; the bar is 25, off the board is 0. A search state is four integers from the mover's side:

    board           men per slot (`core.rules.packed_board`), each side in its own numbering
    mine            bit n: I hold my point n (bit 25: I have men on the bar)
    blots, closed   bit n: the opponent has one / more men on *my* point n

What may be done next depends on less than the board, which a search therefore leaves out. `spare` has the men beyond
the first of each point of mine, two bits a point (`core.rules.packed_board`). Its lowest bit says that I have men off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from core.events import Landing
from core.rules.board import BAR, OFF, Position, Side, from_json, other, side, sides
from core.rules.game import Outcome
from core.rules.packed_board import FOE, SPARE_MAN, held, man, pack, single, spare, unpack

if TYPE_CHECKING:
    from mypy_extensions import i64

State = tuple[int, int, int, int]
Ending = Callable[[Side, Side], str | None]
"""The ending that the mover's and the opponent's side show, if the mover brought it about."""

BEARING_OFF: tuple[Outcome, ...] = (Outcome("single", 1, 1), Outcome("gammon", 2, 2), Outcome("backgammon", 3, 3))

_BAR: Final = 25
_ON_BAR: Final = 1 << _BAR
_BOARD: Final = (1 << 25) - 2
_SLOT: Final = [25, *range(1, 25), 0]
_SHIFT: Final = [8 * slot for slot in _SLOT]
MOVED: Final = [[man(_SLOT[end]) - man(_SLOT[start]) for end in range(26)] for start in range(26)]
SENT: Final = [0] + [man(FOE) - man(FOE + 25 - point) for point in range(1, 25)] + [0]
_HIGHEST: Final = [1 << points.bit_length() >> 1 for points in range(128)]
_WORD: Final[list[int | str]] = [OFF, *range(1, 25), BAR]
LANDING: Final[list[list[Landing]]] = [[(_WORD[start], _WORD[end]) for end in range(26)] for start in range(26)]


class Rules:
    """The decisions of one game of the family, for one choice of its options. Those of backgammon, if it has no others.

    `letter` begins the names of its rules (B3: rule 3 of `docs/games/backgammon.md`).
    """

    def __init__(self, letter: str) -> None:
        self.letter = letter

    def starts(self, mine: i64, _spare: i64, _blots: i64, closed: i64, die: i64) -> i64:
        """Bits of the points from which a man can go with one die; none once the game is over."""
        found = mine & (_BOARD & ~closed) << die
        if mine >> 7:
            return found & _ON_BAR if mine & _ON_BAR else found
        return found | bearing_off(mine, die)

    def may_be_over(self, mine: i64) -> bool:
        """False if a player with men on these points, who can go on or not, has surely not ended the game."""
        return mine == 0

    def ending(self, own: Side, foe: Side) -> str | None:
        """The name of what the mover's last landing brought about, if it ended the game."""
        return borne_off(own, foe)

    def reason(self, _state: State, _start: int, _end: int, _left: Sequence[int]) -> tuple[int, str] | None:
        """The game's own cause for refusing a landing with the dice that are left: number of the rule, and sentence."""
        return None


# ── positions ────────────────────────────────────────────────────────────────────────────────────────────────────────
def facing(point: int) -> int:
    """The opponent's number of my point."""
    return 25 - point


def read(data: object) -> Position:
    """The position of the contract's words. Raises `Invalid`."""
    return from_json(data, facing)


def start(points: Mapping[int | str, int]) -> Position:
    """The position in which both sides have these men.

    >>> start({"bar": 15}).white == start({"bar": 15}).black
    True
    """
    return Position(side(points), side(points))


def next_seat(_position: Position, seat: str, _dice: Sequence[int], _options: object) -> str:
    """The players take turns."""
    return other(seat)


def state_of(position: Position, seat: str) -> State:
    """The state of a search in which `seat` moves."""
    own, foe = sides(position, seat)
    mine = held(own) & _BOARD | (_ON_BAR if own[0] else 0)
    # My point n is the opponent's 25 − n: their slots in reverse. Where both stand, after a faulted play, I do.
    theirs, blots = held(foe[::-1]) & _BOARD & ~mine, single(foe[::-1]) & _BOARD & ~mine
    return pack(own, foe), mine, blots, theirs & ~blots


# ── single landings ──────────────────────────────────────────────────────────────────────────────────────────────────
def land(state: State, start: int, end: int) -> State:
    """The state after a landing: a man goes from `start` to `end`, all enemies there go to the bar."""
    board, mine, blots, closed = state
    board += MOVED[start][end]
    if not board >> _SHIFT[start] & 255:
        mine ^= 1 << start
    if end:
        bit = 1 << end
        mine |= bit
        if (blots | closed) & bit:
            board += (board >> 8 * (FOE + 25 - end) & 255) * SENT[end]
            blots, closed = blots & ~bit, closed & ~bit
    return board, mine, blots, closed


def starts(rules: Rules, state: State, die: int) -> int:
    """Bits of the points from which a man can go with one die."""
    board, mine, blots, closed = state
    return rules.starts(mine, spare_men(unpack(board)[0]), blots, closed, die)


# ── the same for a search ────────────────────────────────────────────────────────────────────────────────────────────
def spare_men(own: Side) -> int:
    """The men beyond the first of each point, and the sign that men are off."""
    return spare((b"\2" if own[25] else b"\0") + own[1:25] + own[:1])


def after_landing(mine: i64, spare: i64, blots: i64, start: i64, end: i64) -> tuple[i64, i64, i64]:
    """The points, the spare men and the blots after a landing."""
    if spare >> 2 * start & 3:
        spare -= SPARE_MAN[start]
    else:
        mine ^= 1 << start
    if not end:
        return mine, spare | 1, blots
    bit = 1 << end
    if mine & bit:
        if spare >> 2 * end & 3 != 3:
            spare += SPARE_MAN[end]
    else:
        mine |= bit
    return mine, spare, blots & ~bit


def running(mine: i64, closed: i64, die: i64) -> i64:
    """Starts of all men, those on the bar included, who land on points that are not closed."""
    return mine & (_BOARD & ~closed) << die


def entering_first(mine: i64, closed: i64, die: i64) -> i64:
    """The same, but while men are on the bar no others move."""
    found = mine & (_BOARD & ~closed) << die
    return found & _ON_BAR if mine & _ON_BAR else found


def bearing_off(mine: i64, die: i64) -> i64:
    """Once all men that are left stand on 1 to 6: one from the die's point, or from the highest if all are lower."""
    if mine >> 7:
        return 0
    if mine >> die:
        return mine & 1 << die
    return _HIGHEST[mine]


def borne_off(own: Side, foe: Side) -> str | None:
    """The ending of a game by the mover's fifteenth man borne off: it depends on the loser's position."""
    if own[25] < 15:
        return None
    if foe[25]:
        return "single"
    return "backgammon" if foe[0] or any(foe[19:25]) else "gammon"


def ended(position: Position, ending: Ending) -> str | None:
    """The ending of a position, whichever side caused it."""
    return ending(*position) or ending(*position[::-1])
