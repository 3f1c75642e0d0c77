"""Worker contexts on a real store."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.cluster.both_stores import pytest_generate_tests  # noqa: F401
from tests.support.judging import new_worker_context
from tests.support.store import Store
from workers.context import WorkerContext


@pytest.fixture
def worker_context(store: Store, tmp_path: Path) -> WorkerContext:
    """The context of a worker that has seen nothing, as one just started."""
    return new_worker_context(store, tmp_path)


@pytest.fixture
def another_worker_context(store: Store, tmp_path: Path) -> Callable[[], WorkerContext]:
    """Contexts of other worker processes."""
    return lambda: new_worker_context(store, tmp_path)
