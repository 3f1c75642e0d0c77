"""Fixtures of tests of hard evenings."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def data() -> Iterator[Path]:
    """A data folder with a short name, so that its stores use sockets."""
    with tempfile.TemporaryDirectory(prefix="brade-") as place:
        yield Path(place)
