"""A board as one number, and sets of points as bits: the values that a search of turns works with.

A board is 52 bytes in one `int`, the lowest first: the 26 counts of the mover's side, then those of the opponent's. So
a landing is an addition, and boards that are equal are found by one look-up.
"""

from typing import Final

from core.rules.board import Position, Side, seated

FOE: Final = 26
"""Place of the opponent's side: their count of slot `n` is byte `FOE + n`."""
_WIDTH: Final = 2 * FOE
_HELD: Final = bytes(b"01"[count > 0] for count in range(256))
_SINGLE: Final = bytes(b"01"[count == 1] for count in range(256))


def man(slot: int) -> int:
    """One man in this slot of a board."""
    return 1 << 8 * slot


def pack(own: Side, foe: Side) -> int:
    """The board of two sides.

    >>> unpack(pack(bytes([15] * 26), bytes(26)))[0][25]
    15
    """
    return int.from_bytes(own + foe, "little")


def unpack(board: int) -> tuple[Side, Side]:
    """The mover's and the opponent's side of a board."""
    counts = board.to_bytes(_WIDTH, "little")
    return counts[:FOE], counts[FOE:]


def position_of(board: int, seat: str) -> Position:
    """The position of a board that `seat` looks at."""
    return seated(seat, *unpack(board))


# ── points as bits ───────────────────────────────────────────────────────────────────────────────────────────────────
def held(side: Side) -> int:
    """The slots of a side that hold men: bit `n` is slot `n`.

    >>> bin(held(bytes([0, 2, 0, 1])))
    '0b1010'
    """
    return int(side[::-1].translate(_HELD), 2)


def single(side: Side) -> int:
    """The slots of a side that hold one man: bit `n` is slot `n`."""
    return int(side[::-1].translate(_SINGLE), 2)


SPARE_MAN: Final = [1 << 2 * slot for slot in range(26)]
"""One spare man by slot. A table, because compiled code shifts the number 1 within 32 bits."""
_SPARE: Final = bytes(b"0123"[min(max(count - 1, 0), 3)] for count in range(256))


def spare(side: Side) -> int:
    """The men of each slot beyond the first, two bits a slot, at most three: a turn has three landings before its last.

    >>> [spare(bytes([0, 2, 15, 1])) >> 2 * slot & 3 for slot in range(4)]
    [0, 1, 3, 0]
    """
    return int(side[::-1].translate(_SPARE), 4)


_BITS: Final = 9
_LOW: Final = (1 << _BITS) - 1
_POINTS: Final = [
    [tuple(shift + bit for bit in range(_BITS) if bits >> bit & 1) for bits in range(_LOW + 1)]
    for shift in (0, _BITS, 2 * _BITS)
]
_FIRST: Final = _POINTS[0]
_SECOND: Final = _POINTS[1]
_THIRD: Final = _POINTS[2]


def points(bits: int) -> tuple[int, ...]:
    """The numbers of the bits that are set, the lowest first. There are 26 at most.

    >>> points(0b1010)
    (1, 3)
    """
    return _FIRST[bits & _LOW] + _SECOND[bits >> _BITS & _LOW] + _THIRD[bits >> 2 * _BITS]


_FALLING_FIRST: Final = [each[::-1] for each in _FIRST]
_FALLING_SECOND: Final = [each[::-1] for each in _SECOND]
_FALLING_THIRD: Final = [each[::-1] for each in _THIRD]


def falling(bits: int) -> tuple[int, ...]:
    """The same, the highest first.

    >>> falling(0b1010)
    (3, 1)
    """
    return _FALLING_THIRD[bits >> 2 * _BITS] + _FALLING_SECOND[bits >> _BITS & _LOW] + _FALLING_FIRST[bits & _LOW]


# ── places that a search has been to ────────────────────────────────────────────────────────────────────────────────
WEIGHTS: Final = [
    0,
    916575,
    3304572,
    39344168,
    88713233,
    93287745,
    132585187,
    134232811,
    134357027,
    177915806,
    244053609,
    254253546,
    257576786,
    261920021,
    277259734,
    285459828,
    297411665,
    358994415,
    402717456,
    407881916,
    417997588,
    446861509,
    448233061,
    492396856,
    511128537,
    521430088,
]
"""Numbers for the points, below 2 to the 30th: no two different sums of six of them, repetitions included, are equal.

So the ends less the starts of two sequences of three landings have the same sum only if both move the same men, and so
do two sums of starts, four at most. A place is one number then, which compiled code reads and adds quickest.

Bose and Chowla found such sets (Theorems in the additive theory of numbers, 1962). These are the 26 lowest logarithms
of x + n to the base x, less 1, for n from 0 to 28, in the field of 29 to the 6th elements with x to the 6th = -x - 3.
"""
