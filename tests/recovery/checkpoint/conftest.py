"""The checkpointer of a store, and what it says."""

from pathlib import Path

import pytest

from service.checkpoint.checkpointer import Checkpointer
from service.config import Settings
from tests.support.logs.shortened_logs import MATCH, OTHER, write
from tests.support.store import Store


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def checkpointer(store: Store, tmp_path: Path, said: list[str]):
    one = Checkpointer(store.url, [tmp_path / "checkpoint"], said.append)
    one.begin()
    yield one
    one.stop()


@pytest.fixture
def resting(store, checkpointer, tmp_path) -> Settings:
    """Settings of a service that ended, with two logs."""
    write(store, OTHER, 1)
    checkpointer.look()
    write(store, MATCH, 5)
    checkpointer.look()
    checkpointer.anchor(anew=True)
    checkpointer.stop()
    return Settings(data=tmp_path, store_url=store.url)
