"""The keeper of a checkpoint, and what it says."""

from pathlib import Path

import pytest

from service.checkpoint.keeper import Keeper
from service.config import Settings
from tests.support.logs.shortened_logs import MATCH, OTHER, write
from tests.support.store import Store


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def keeper(store: Store, tmp_path: Path, said: list[str]):
    one = Keeper(store.url, [tmp_path / "checkpoint"], said.append)
    one.begin()
    yield one
    one.stop()


@pytest.fixture
def resting(store, keeper, tmp_path) -> Settings:
    """Settings of a service that ended, with two logs."""
    write(store, OTHER, 1)
    keeper.look()
    write(store, MATCH, 5)
    keeper.look()
    keeper.anchor(anew=True)
    keeper.stop()
    return Settings(data=tmp_path, store_url=store.url)
