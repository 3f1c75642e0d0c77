"""Drawing lots: the only place that may shuffle, and anyone can do it again.

The lot of an item is the SHA-256 of `<seed>:<item>` in hex, and the lowest lot comes first. The seed is published
with the tournament's start, so a doubter needs nothing but `printf '%s' 'seed:item' | sha256sum`.
"""

from collections.abc import Iterable
from hashlib import sha256


def lot(item: str, seed: str) -> str:
    """The lot that an item draws, in hex.

    >>> lot("p_anna", "midsummer")[:8]
    '990a9def'
    """
    return sha256(f"{seed}:{item}".encode()).hexdigest()


def shuffled(items: Iterable[str], seed: str) -> list[str]:
    """The items in the order of their lots; the order in which they are given does not matter.

    >>> shuffled(["p_anna", "p_bo", "p_cilla", "p_dag"], "midsummer")
    ['p_cilla', 'p_dag', 'p_bo', 'p_anna']
    """
    return sorted(items, key=lambda item: lot(item, seed))
