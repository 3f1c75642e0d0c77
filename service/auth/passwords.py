"""Passwords as they are kept: argon2id at the cost that OWASP asks for (19 MiB, two passes, one lane; some 20 ms)."""

import unicodedata
from functools import cache
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from core.club.members import LONGEST_PASSWORD

_HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_AT_ONCE = BoundedSemaphore(4)
"""Each takes 19 MiB and a processor; others wait for their turn."""


def hashed(password: str) -> str:
    """The stored hash of a password. Raises `ValueError` for a longer one than `core.club.members.weak` allows."""
    if len(password) > LONGEST_PASSWORD:
        raise ValueError("a password is checked before it is hashed")
    with _AT_ONCE:
        return _HASHER.hash(_text(password))


def fits(stored: str | None, password: str) -> bool:
    """True if a password matches the stored hash. Without a hash, `False` takes as long.

    A text that is longer than any password costs nothing.
    """
    if len(password) > LONGEST_PASSWORD:
        return False
    no_member = _hash_of_no_member()  # made by the first try, whether its name is known or not
    try:
        with _AT_ONCE:
            right = _HASHER.verify(stored or no_member, _text(password))
    except (Argon2Error, InvalidHashError):
        return False
    return right and bool(stored)


def worn(stored: str) -> bool:
    """True if a hash was made at another cost than today's."""
    return _HASHER.check_needs_rehash(stored)


@cache
def _hash_of_no_member() -> str:
    return _HASHER.hash("nobody has this password", salt=b"protects no member")


def _text(password: str) -> bytes:
    """The same bytes from every keyboard; half a surrogate pair is possible input, too."""
    return unicodedata.normalize("NFKC", password).encode(errors="surrogatepass")
