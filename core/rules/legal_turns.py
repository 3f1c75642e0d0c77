"""The legal turns that a search found: a sequence whose boards are made when they are asked for.

A search writes a turn as one number, its code: a byte for each landing, the last one lowest, with the start in
five bits and the die above them. What a game adds stands above the landings.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Final, overload

from core.events import Landing
from core.rules.board import Side, seated
from core.rules.game import LegalTurn
from core.rules.packed_board import unpack

STARTS: Final = 31
"""The bits of a landing's start."""
DIE: Final = 5
"""The place of its die."""
LANDINGS: Final = 32
"""The place of what a game adds: no turn has more than four landings."""
_LANDINGS: Final = (1 << LANDINGS) - 1


def steps(code: int) -> bytes:
    """The landings of a turn, each with its start and its die.

    >>> [(step & STARTS, step >> DIE) for step in steps((6 << DIE | 24) << 8 | 2 << DIE | 18)]
    [(24, 6), (18, 2)]
    """
    return (code & _LANDINGS).to_bytes(4, "big").lstrip(b"\0")


class Steps:
    """The landings of a board by their byte in a code: what each adds to a board, hits apart, its end, its words."""

    def __init__(self, ends: list[int], moved: list[list[int]], landings: list[list[Landing]]) -> None:
        starts = [min(step & STARTS, 25) for step in range(256)]
        self.moved = [moved[start][end] for start, end in zip(starts, ends, strict=True)]
        self.bits = [1 << end for end in ends]
        self.landings = [landings[start][end] for start, end in zip(starts, ends, strict=True)]


class LegalTurns(Sequence[LegalTurn]):
    """Turns by their codes, on a board that `seat` looks at. `hit` are the points where a landing hits."""

    def __init__(self, codes: list[int], root: int, seat: str, hit: int, table: Steps) -> None:
        self.codes = codes
        self._root, self._seat, self._hit, self._table = root, seat, hit, table

    @abstractmethod
    def sent(self, hit: int) -> int:
        """The change of a board by the hits on these points."""

    @abstractmethod
    def outcome(self, code: int, own: Side, foe: Side) -> str | None:
        """The ending of a turn that leaves these sides."""

    def path(self, code: int) -> tuple[Landing, ...]:
        """The landings of a turn."""
        landings = self._table.landings
        return tuple([landings[step] for step in steps(code)])

    def board(self, code: int) -> int:
        """The board that a turn leaves."""
        return self._after(steps(code))

    def _after(self, landings: bytes) -> int:
        board, ends, moved, bits = self._root, 0, self._table.moved, self._table.bits
        for step in landings:
            board += moved[step]
            ends |= bits[step]
        return board + self.sent(ends & self._hit) if ends & self._hit else board

    def turn(self, code: int) -> LegalTurn:
        """The turn of a code."""
        landings, words = steps(code), self._table.landings
        own, foe = unpack(self._after(landings))
        path, outcome = tuple([words[step] for step in landings]), self.outcome(code, own, foe)
        # The constructor of a named tuple is Python code. This one is not.
        return tuple.__new__(LegalTurn, (path, seated(self._seat, own, foe), outcome))

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, at: int) -> LegalTurn: ...
    @overload
    def __getitem__(self, at: slice) -> list[LegalTurn]: ...
    def __getitem__(self, at: int | slice) -> LegalTurn | list[LegalTurn]:
        if isinstance(at, slice):
            return [self.turn(code) for code in self.codes[at]]
        return self.turn(self.codes[at])

    def __iter__(self) -> Iterator[LegalTurn]:
        return iter([self.turn(code) for code in self.codes])
