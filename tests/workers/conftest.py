"""What workers work with, on a real store."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.judging import new_workshop
from tests.support.store import Store
from workers.context import WorkerContext


@pytest.fixture
def worker_context(store: Store, tmp_path: Path) -> WorkerContext:
    """A workshop that has seen nothing, like that of a worker just started."""
    return new_workshop(store, tmp_path)


@pytest.fixture
def another_workshop(store: Store, tmp_path: Path) -> Callable[[], WorkerContext]:
    """Workshops of other worker processes."""
    return lambda: new_workshop(store, tmp_path)
