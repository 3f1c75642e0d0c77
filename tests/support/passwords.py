"""Passwords of tests are hashed at the least cost; the product's own cost is for tests of that cost."""

from collections.abc import Iterator

import pytest
from argon2 import PasswordHasher

from service.auth import passwords

PRODUCT = passwords._HASHER
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def hash_with(hasher: PasswordHasher) -> None:
    """Have this process hash and verify with that one."""
    passwords._HASHER = hasher
    passwords._hash_of_no_member.cache_clear()


@pytest.fixture(scope="session")
def cheap_passwords() -> Iterator[None]:
    """Passwords that cost little, for the whole run: tests sign in a thousand times."""
    hash_with(CHEAP)
    yield
    hash_with(PRODUCT)


@pytest.fixture
def product_passwords(cheap_passwords: None) -> Iterator[None]:
    """Passwords at the cost of the product."""
    hash_with(PRODUCT)
    yield
    hash_with(CHEAP)
