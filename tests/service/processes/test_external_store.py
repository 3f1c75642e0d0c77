"""`brade serve` with a store that another program runs."""

from pathlib import Path

import pytest

from service.config import Settings
from service.processes import supervisor
from service.processes.supervisor import NotStarted, Supervisor
from tests.support.processes.serving import free_port, status
from tests.support.proving import prove
from tests.support.store import Store


@prove
def test_a_store_that_runs_elsewhere_is_used_and_judged(store: Store, data: Path) -> None:
    said: list[str] = []
    store.client.config_set("maxmemory-policy", "allkeys-lru", "appendfsync", "always")
    try:
        with Supervisor(Settings(port=0, data=data, store_url=store.url, workers=1), said.append) as service:
            assert status(service.settings.port, "/readyz") == 200
    finally:
        store.client.config_set("maxmemory-policy", "noeviction", "appendfsync", "no")
    assert ["throw facts away" in line for line in said] == [True]
    assert not (data / "store").exists()


def test_a_store_that_does_not_answer_yet_is_said_to_be_waited_for(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "_TELL_SECONDS", 0.1)
    monkeypatch.setattr(supervisor, "_STORE_SECONDS", 0.5)
    said: list[str] = []
    url = f"redis://:secret@127.0.0.1:{free_port()}/0"
    with pytest.raises(NotStarted):
        Supervisor(Settings(port=0, data=data, store_url=url, workers=0), said.append).start()
    assert len(said) == 1
    assert said[0].startswith(f"waiting for the store at {url.rpartition('@')[2]} (BRADE_STORE_URL)")


@prove
def test_a_store_that_does_not_answer_is_told_without_its_password(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "_STORE_SECONDS", 0.1)
    url = f"redis://:secret@127.0.0.1:{free_port()}/0"
    with pytest.raises(NotStarted, match="BRADE_STORE_URL") as told:
        Supervisor(Settings(port=0, data=data, store_url=url, workers=0)).start()
    assert "secret" not in str(told.value)
