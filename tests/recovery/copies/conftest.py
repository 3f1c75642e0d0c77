"""A folder to copy to, and the follower that copies to it."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from service.copies.follower import Follower
from tests.support.store import Store


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


@pytest.fixture
def follower(store: Store, stick: Path, said: list[str]):
    one = Follower(store.url, stick, said.append)
    yield one
    one.close()


@pytest.fixture
def run(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("BRADE_STORE_URL", store.url)
    monkeypatch.setenv("BRADE_DATA", str(tmp_path))

    def invoke(command, *words: object):
        return CliRunner().invoke(command, list(map(str, words)), catch_exceptions=False)

    return invoke
