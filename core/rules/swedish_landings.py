"""The single landings of Swedish Tables.

Both sides go the same way round, from 1 up to 24 and off. The bar is 0, off the board is 25. A search state is four
integers from the mover's side:

    board           checkers per slot (`core.rules.packed_board`), each side in its own numbering
    mine            bit n: I hold my point n (bit 0: I have checkers on the bar)
    blots, closed   bit n: the opponent has one / more checkers on *my* point n

What may be done next depends on less than the board: on the numbers of checkers on the bar and off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from core.events import Landing
from core.rules.board import BAR, OFF, Position, parallel, side, sides
from core.rules.packed_board import FOE, SPARE_MAN, held, man, single

if TYPE_CHECKING:
    from mypy_extensions import i64

State = tuple[int, int, int, int]
OFF_BOARD: Final = 25
FOURTH: Final = 0b1111110 << 18
FIRST: Final = 0b1111110
UNSTACKED: Final = (1 << 12) - 2
"""Points 1 to 11, where a player may not land on their own checker (§4)."""
_BOARD: Final = (1 << 25) - 2
BELOW_20: Final = (1 << 20) - 1
_HIS_FIRST: Final = FIRST << 12
_OWN: Final = (1 << 8 * FOE) - 1
_COUNT: Final = [bits.bit_count() for bits in range(64)]
_FACING: Final = [0] + [parallel(point) for point in range(1, 25)]
_SHIFT: Final = [8 * slot for slot in range(26)]
SENT: Final = [man(FOE) - man(FOE + slot) for slot in _FACING] + [0]
MOVED: Final = [[man(end) - man(start) for end in range(26)] for start in range(26)]
LANDING: Final[list[list[Landing]]] = [
    [(start or BAR, OFF if end == OFF_BOARD else end) for end in range(26)] for start in range(26)
]

_PATTERNS: Final[dict[str, dict[int | str, int]]] = {
    "single_crown": {20: 3, 21: 3, 22: 3, 23: 3, 24: 3},
    "double_crown": {22: 5, 23: 5, 24: 5},
    "staircase": {22: 3, 23: 5, 24: 7},
    "tower": {24: 15},
}
HANDSOME: Final = {side(points): name for name, points in _PATTERNS.items()}
_ENDINGS: Final = {int.from_bytes(own, "little"): name for own, name in HANDSOME.items()}
_ENDINGS[int.from_bytes(side({}), "little")] = "bearing_off"


def state_of(position: Position, seat: str) -> State:
    """The state of a search in which `seat` moves."""
    own, foe = sides(position, seat)
    both = own + foe
    slots = held(both)
    mine = slots & (_BOARD | 1)
    # Where both stand, after a faulted play, the mover does.
    theirs = _facing(slots >> FOE) & ~mine
    blots = _facing(single(foe)) & theirs
    return int.from_bytes(both, "little"), mine, blots, theirs & ~blots


def _facing(slots: int) -> int:
    """The mover's numbers of the opponent's points: each is twelve further round."""
    slots &= _BOARD
    return slots << 12 & _BOARD | slots >> 12


# ── single landings ──────────────────────────────────────────────────────────────────────────────────────────────────
def forceable(state: State) -> int:
    """The opponent's closed points that I may force with my next landing (§5)."""
    board, mine, _, closed = state
    return may_force(mine, closed, board & 255, board >> _SHIFT[OFF_BOARD] & 255)


def may_force(mine: i64, closed: i64, bar: i64, off: i64) -> i64:
    """The same, with these numbers of my checkers on the bar and off (S1, S2, S3)."""
    run = closed & closed >> 1 & closed >> 2
    run &= run >> 3
    prime = run | run << 1 | run << 2
    prime |= prime << 3  # S2
    if mine & 1 and accessible(mine, closed) < bar:
        prime |= closed & FIRST  # S3
    return 0 if prime and off == 14 else prime  # S1


def accessible(mine: i64, closed: i64) -> i64:
    """The number of points of my first quarter that hold none of my checkers and are not closed (S3)."""
    return _COUNT[(FIRST & ~mine & ~closed) >> 1]


def starts(state: State, die: int) -> int:
    """Bits of the points from which a checker can land with one die (§2–§6)."""
    board, mine, _, closed = state
    return starting(mine, closed, board & 255, board >> _SHIFT[OFF_BOARD] & 255, die)


def starting(mine: i64, closed: i64, bar: i64, off: i64, die: i64) -> i64:
    """The same, with these numbers of my checkers on the bar and off."""
    barred = mine & UNSTACKED | closed & ~may_force(mine, closed, bar, off)
    if mine & 1:
        return ~barred >> die & 1
    found = mine & ~barred >> die & _BOARD >> die
    if mine and not mine & ~FOURTH:
        backmost = mine & -mine
        if backmost << die >> OFF_BOARD:
            found |= backmost
    return found


def land(state: State, start: int, end: int) -> tuple[State, str | None]:
    """The state after a landing that is allowed, and the ending that it brings, if any (S7–S9)."""
    board, mine, blots, closed = state
    board += MOVED[start][end]
    if not board >> _SHIFT[start] & 255:
        mine ^= 1 << start
    if end != OFF_BOARD:
        bit = 1 << end
        mine |= bit
        if bit & (blots | closed):
            jan = "jan" if bit & blots else "forced_jan"  # S8
            board += (board >> _SHIFT[_FACING[end]] + 8 * FOE & 255) * SENT[end]
            blots, closed = blots & ~bit, closed & ~bit
            if is_jan(_sent(board), blots | closed):  # S9: before any other
                return (board, mine, blots, closed), jan
    return (board, mine, blots, closed), _ending(board, mine)


def after_landing(mine: i64, spare: i64, start: i64, end: i64) -> tuple[i64, i64]:
    """My points, and the checkers beyond the first of each (`core.rules.packed_board`), after a landing."""
    if spare >> 2 * start & 3:
        spare -= SPARE_MAN[start]
    else:
        mine ^= 1 << start
    if end != OFF_BOARD:
        bit = 1 << end
        if not mine & bit:
            mine |= bit
        elif spare >> 2 * end & 3 != 3:
            spare += SPARE_MAN[end]
    return mine, spare


def is_jan(sent: i64, theirs: i64) -> bool:
    """S7: more of the opponent's checkers are on the bar than points of their first quarter are left by them."""
    return sent > 6 - _COUNT[(theirs & _HIS_FIRST) >> 13]


def _sent(board: int) -> int:
    """The opponent's checkers on the bar."""
    return board >> 8 * FOE & 255


def _ending(board: int, mine: int) -> str | None:
    return None if mine & BELOW_20 else ending(board & _OWN, _sent(board))


def ending(own: int, sent: i64) -> str | None:
    """The ending that a player's side of the board shows (§8–§10)."""
    outcome = _ENDINGS.get(own)
    return f"{outcome}_with_monk" if outcome and sent else outcome
