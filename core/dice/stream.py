"""The stream of rolls of a match: HMAC-SHA256 of the service's seed over the players' salts and the number of a roll.

`docs/play/dice.md` has the algorithm in words, and an example that other programs can compute.
"""

import hmac
from collections.abc import Sequence
from hashlib import sha256

ALGORITHM = "brade-dice-1"
_FAIR = 252
"""The largest multiple of six that a byte holds: bytes from here on are skipped, so that all six faces are equal."""


def commitment_of(seed: str) -> str:
    """The hash of a seed that is published before the match: SHA-256 of its ASCII text, 64 hexadecimal digits.

    >>> commitment_of("a" * 52)[:16]
    '6c1b3dc7a706b9dc'
    """
    return sha256(seed.encode()).hexdigest()


def roll(seed: str, match_id: str, salts: Sequence[str], number: int, count: int) -> tuple[int, ...]:
    """The dice of a match's roll `number` (from 1 on), `count` of them. `salts` are in the order of the seats.

    >>> seed = "n7wq3k5e2c6jv4ubt2xk7m3pyh5d6rsaz2gl4ofi7qwe3n5bcx6a"
    >>> roll(seed, "m_k3wq2d7xk2", ("Vasa 1628", "kronan"), 1, 2)
    (3, 2)
    """
    dice: list[int] = []
    block = 0
    while len(dice) < count:
        message = "\n".join((ALGORITHM, match_id, *salts, str(number), str(block)))
        digest = hmac.digest(seed.encode(), message.encode(), "sha256")
        dice += [byte % 6 + 1 for byte in digest if byte < _FAIR]
        block += 1
    return tuple(dice[:count])
