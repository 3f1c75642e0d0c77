"""Worker contexts on a real store."""

from collections.abc import Callable
from pathlib import Path

import pytest

from service.store.match_files import sheet_parts
from tests.support.cluster.both_stores import pytest_generate_tests  # noqa: F401
from tests.support.judging import new_worker_context
from tests.support.matches.whole_texts import PART, facts_told
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


@pytest.fixture
def short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of the texts of matches that are so short that a test's match has several."""
    monkeypatch.setattr(sheet_parts, "PART", PART)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions of the facts that were told for a sheet, and not taken from a finished part."""
    return facts_told(monkeypatch)
