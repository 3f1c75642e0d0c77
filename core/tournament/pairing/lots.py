"""Drawing lots: the only place that may shuffle, and anyone can do it again.

The lot of an item is the SHA-256 of `<seed>:<item>` in hex, and the lowest lot comes first. The seed is published
with the tournament's start, so a doubter needs nothing but `printf '%s' 'seed:item' | sha256sum`.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from core.messages import say

MOST_SEEDED = 64
SEEDED: Mapping[str, Any] = {
    "choices": tuple(range(MOST_SEEDED + 1)),
    "if_chosen": True,
    "sentence": say("The first so many are seeded and lots place all others; 0 for the order that is set."),
}
"""The setting of how many are seeded before the others are drawn, as metadata of a field."""


def seed_of(words: Iterable[str]) -> str:
    """The seed that follows from words that were said: the SHA-256 of them, one to a line, in hex.

    >>> seed_of(["kronan", "Vasa 1628", "snö"])[:8]
    '58464796'
    """
    return sha256("\n".join(words).encode()).hexdigest()


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
