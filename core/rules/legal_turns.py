"""The legal turns that a search found: a sequence whose boards are made when they are asked for.

A search writes a turn as one number, its code: a byte for each landing, the last one lowest, with the start in
five bits and the die above them. What a game adds stands above the landings.
"""

from collections.abc import Iterator, Sequence
from typing import Final, overload

from core.rules.game import LegalTurn

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


class LegalTurns(Sequence[LegalTurn]):
    """Turns by their codes. A game of boards says in `turn` what a code means."""

    def __init__(self, codes: list[int]) -> None:
        self.codes = codes

    def turn(self, code: int) -> LegalTurn:
        """The turn of a code."""
        raise NotImplementedError

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
