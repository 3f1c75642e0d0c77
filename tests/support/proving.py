"""Lengths of long tests in `make test` and in `make prove`."""

import os
from collections.abc import Iterable
from typing import Any

import pytest

PROVING = os.environ.get("HYPOTHESIS_PROFILE", "suite") != "suite"
"""True if random tests run in full length: in `make prove`, and with HYPOTHESIS_PROFILE=search."""

prove = pytest.mark.prove
"""Marks a test that runs in `make prove` only."""

SHARE = 50
"""`make test` runs one of so many random examples."""


def examples(count: int) -> int:
    """The number of random examples of a test that has `count` of them in `make prove`."""
    return count if PROVING else max(2, count // SHARE)


def some(values: Iterable[Any], *kept: Any) -> list[Any]:
    """Parameters of a test: `make test` runs it with the kept values, and `make prove` with all others."""
    all_values = list(values)
    missing = [each for each in kept if each not in all_values]
    assert not missing, f"kept, and no values: {missing}"
    return [value if value in kept else _later(value) for value in all_values]


def _later(value: Any) -> Any:
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=prove)
