"""The landings and the complete turns of Swedish Tables.

Both sides go the same way round, from 1 up to 24 and off. The bar is 0, off the board is 25. A search state is four
integers from the mover's side:

    board           checkers per slot (`core.rules.packed_board`), each side in its own numbering
    mine            bit n: I hold my point n (bit 0: I have checkers on the bar)
    blots, closed   bit n: the opponent has one / more checkers on *my* point n
"""

from collections.abc import Sequence
from typing import Final

from core.events import Landing
from core.rules.board import BAR, OFF, Position, parallel, side, sides
from core.rules.packed_board import FOE, held, man, pack, points, single

State = tuple[int, int, int, int]
Path = tuple[Landing, ...]
Turn = tuple[Path, int, int, int, str | None]
"""Landings, the first die they used, their cost (eyes that are not used), the board that they leave, the ending.

A bare tuple, since a search makes some ten of them for a roll.
"""
Found = dict[int | tuple[int, str | None], Turn]
"""Turns by what they leave: the board, and the ending if there is one."""

_Level = dict[int, tuple[State, Turn]]
"""States on the way, and the landings to them; by board."""

OFF_BOARD: Final = 25
FOURTH: Final = 0b1111110 << 18
FIRST: Final = 0b1111110
UNSTACKED: Final = (1 << 12) - 2
"""Points 1 to 11, where a player may not land on their own checker (§4)."""
_BOARD: Final = (1 << 25) - 2
_BELOW_20: Final = (1 << 20) - 1
_HIS_FIRST: Final = FIRST << 12
_OWN: Final = (1 << 8 * FOE) - 1
_FACING: Final = [0] + [parallel(point) for point in range(1, 25)]
_SHIFT: Final = [8 * slot for slot in range(26)]
_SENT: Final = [man(FOE) - man(FOE + slot) for slot in _FACING] + [0]
_MOVED: Final = [[man(end) - man(start) for end in range(26)] for start in range(26)]
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
_HANDSOME: Final = {int.from_bytes(own, "little"): name for own, name in HANDSOME.items()}


def state_of(position: Position, seat: str) -> State:
    """The state of a search in which `seat` moves."""
    own, foe = sides(position, seat)
    mine = held(own) & (_BOARD | 1)
    # Where both stand, after a faulted play, the mover does.
    theirs, blots = _facing(held(foe)) & ~mine, _facing(single(foe)) & ~mine
    return pack(own, foe), mine, blots, theirs & ~blots


def _facing(slots: int) -> int:
    """The mover's numbers of the opponent's points: each is twelve further round."""
    return (slots & _BOARD) << 12 & _BOARD | (slots & _BOARD) >> 12


# ── single landings ──────────────────────────────────────────────────────────────────────────────────────────────────
def forceable(state: State) -> int:
    """The opponent's closed points that I may force with my next landing (§5; S1, S2, S3)."""
    board, mine, _, closed = state
    run = closed & closed >> 1 & closed >> 2
    run &= run >> 3
    prime = run | run << 1 | run << 2
    prime |= prime << 3  # S2
    if mine & 1 and (FIRST & ~mine & ~closed).bit_count() < board & 255:
        prime |= closed & FIRST  # S3
    return 0 if prime and board >> _SHIFT[OFF_BOARD] & 255 == 14 else prime  # S1


def starts(state: State, die: int) -> int:
    """Bits of the points from which a checker can land with one die (§2–§6)."""
    _, mine, _, closed = state
    barred = mine & UNSTACKED | closed & ~forceable(state)
    if mine & 1:
        return ~barred >> die & 1
    found = mine & ~barred >> die & _BOARD >> die
    if mine and not mine & ~FOURTH:
        backmost = mine & -mine
        found |= backmost if backmost << die >> OFF_BOARD else 0
    return found


def land(state: State, start: int, end: int) -> tuple[State, str | None]:
    """The state after a landing that is allowed, and the ending that it brings, if any (S7–S9)."""
    board, mine, blots, closed = state
    board += _MOVED[start][end]
    if not board >> _SHIFT[start] & 255:
        mine ^= 1 << start
    if end != OFF_BOARD:
        bit = 1 << end
        mine |= bit
        if bit & (blots | closed):
            jan = "jan" if bit & blots else "forced_jan"  # S8
            board += (board >> _SHIFT[_FACING[end]] + 8 * FOE & 255) * _SENT[end]
            blots, closed = blots & ~bit, closed & ~bit
            if _sent(board) > 6 - ((blots | closed) & _HIS_FIRST).bit_count():  # S7; S9: before any other
                return (board, mine, blots, closed), jan
    return (board, mine, blots, closed), _ending(board, mine)


def _sent(board: int) -> int:
    """The opponent's checkers on the bar."""
    return board >> 8 * FOE & 255


def _ending(board: int, mine: int) -> str | None:
    if mine & _BELOW_20:
        return None
    outcome = _HANDSOME.get(board & _OWN) if mine else "bearing_off"
    return f"{outcome}_with_monk" if outcome and _sent(board) else outcome


# ── turns ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def complete_turns(root: State, moves: Sequence[int]) -> list[Turn]:
    """The turns that cannot be continued, one for each thing that they leave with each number of dice.

    `moves` are equal, or two different ones that may come in either order. A landing that ends the game ends the turn.
    """
    if moves[0] == moves[-1]:
        return _repeated(root, moves)
    return _either_order(root, moves[0], moves[-1])


def _either_order(root: State, one: int, other: int) -> list[Turn]:
    twos: Found = {}
    ones: list[Turn] = []
    for die, then in ((one, other), (other, one)):
        for start in points(starts(root, die)):
            state, turn = _landed(root, ((), die, 0, 0, None), start, die)
            on = 0 if turn[4] else starts(state, then)
            if on:
                _last_landings(state, turn, then, on, twos, twos)
            else:
                ones.append(turn)
    return [*twos.values(), *ones]


def _repeated(root: State, moves: Sequence[int]) -> list[Turn]:
    """Equal moves: boards that meet on the way are followed once."""
    die = moves[0]
    found: Found = {}
    level: _Level = {root[0]: (root, ((), die, 0, root[0], None))}
    for _ in moves[1:]:
        level = _next_level(level, die, found)
    full: Found = {}
    for state, turn in level.values():
        if on := starts(state, die):
            _last_landings(state, turn, die, on, full, found)
        elif turn[0]:
            found[turn[3]] = turn
    return list((found | full).values())


def _next_level(level: _Level, die: int, found: Found) -> _Level:
    following: _Level = {}
    for state, turn in level.values():
        on = points(starts(state, die))
        if turn[0] and not on:
            found[turn[3]] = turn
        for start in on:
            after, longer = _landed(state, turn, start, die)
            if outcome := longer[4]:
                found[longer[3], outcome] = longer
            elif longer[3] not in following:
                following[longer[3]] = after, longer
    return following


def _landed(state: State, turn: Turn, start: int, die: int) -> tuple[State, Turn]:
    """The state and the turn after one more landing."""
    path, first, cost, _, _ = turn
    end = min(start + die, OFF_BOARD)
    after, outcome = land(state, start, end)
    return after, ((*path, LANDING[start][end]), first, cost + start + die - end, after[0], outcome)


def _last_landings(state: State, turn: Turn, die: int, on: int, quiet: Found, ended: Found) -> None:
    """Note the turns with one more landing, the last. A landing that neither hits nor ends only moves a checker."""
    path, first, cost, _, _ = turn
    board, mine, blots, closed = state
    behind = mine & _BELOW_20
    changing = (blots | closed) >> die if behind & behind - 1 else -1
    for start in points(on):
        if changing >> start & 1:
            longer = _landed(state, turn, start, die)[1]
            if longer[4]:
                ended.setdefault(longer[3:], longer)
            else:
                quiet.setdefault(longer[3], longer)
        elif (after := board + _MOVED[start][start + die]) not in quiet:
            quiet[after] = (*path, LANDING[start][start + die]), first, cost, after, None


# ── the choice among them (S4) ───────────────────────────────────────────────────────────────────────────────────────
def best_turns(found: Sequence[Turn], dice: Sequence[int]) -> list[Turn]:
    """S4: the most dice, the larger one if it is one, the smallest total reduction."""
    return least_cost(larger_die(most_dice(found), dice))


def most_dice(turns: Sequence[Turn]) -> list[Turn]:
    """The turns that use the most dice (§1)."""
    most = max([len(turn[0]) for turn in turns], default=0)
    return [turn for turn in turns if len(turn[0]) == most]


def larger_die(turns: Sequence[Turn], dice: Sequence[int]) -> list[Turn]:
    """The turns that use the larger die, if any does, where only one of two different dice can be used (§1)."""
    if not turns or len(turns[0][0]) != 1 or len(set(dice)) == 1:
        return list(turns)
    return [turn for turn in turns if turn[1] == max(dice)] or list(turns)


def least_cost(turns: Sequence[Turn]) -> list[Turn]:
    """The turns with the least reduction (§6)."""
    least = min([turn[2] for turn in turns], default=0)
    return [turn for turn in turns if turn[2] == least]
