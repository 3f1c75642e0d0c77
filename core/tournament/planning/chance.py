"""Chance of a simulation: a fixed series of numbers that follows from its inputs. Equal inputs, equal answers."""

from hashlib import sha256

_FACTOR, _STEP, _MASK = 6364136223846793005, 1442695040888963407, (1 << 64) - 1
"""Knuth's linear congruential generator MMIX, of which the upper bits are used."""


class Chance:
    """A series of numbers.

    >>> one, other = Chance("vasa", 3), Chance("vasa", 3)
    >>> [one.byte() for _ in range(3)] == [other.byte() for _ in range(3)]
    True
    """

    def __init__(self, *inputs: object) -> None:
        self._state = int.from_bytes(sha256(repr(inputs).encode()).digest()[:8])

    def byte(self) -> int:
        """A number from 0 to 255."""
        self._state = (self._state * _FACTOR + _STEP) & _MASK
        return self._state >> 56

    def bytes(self, count: int) -> list[int]:
        """So many numbers from 0 to 255."""
        state = self._state
        found = [(state := (state * _FACTOR + _STEP) & _MASK) >> 56 for _ in range(count)]
        self._state = state
        return found

    def coin(self) -> bool:
        """True or false, as often the one as the other."""
        return self.byte() > 127
