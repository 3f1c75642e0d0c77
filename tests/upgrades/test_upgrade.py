"""`brade upgrade`, as `make upgrade` runs it, on a store without a service and on one that is served."""

import gzip

import pytest

from core.eventlog.log import NEW
from core.events import ClubFounded
from service.checkpoint.heads_file import HeadsFile
from service.commands.upgrade import upgrade
from service.store import keys
from service.store.connect import connect
from service.store.log import RedisLog
from service.store.maintenance.store_format import FORMAT, StoreTooNew, number
from service.store.server.embedded_server import EmbeddedStore
from tests.service.commands.conftest import run as run


@pytest.fixture
def data(folder, monkeypatch, run):
    """A data folder with a store of before, which has no number."""
    monkeypatch.delenv("BRADE_STORE_URL")
    monkeypatch.setenv("BRADE_DATA", str(folder))
    with EmbeddedStore(folder / "store", True) as server, connect(server.url) as client:
        RedisLog(client).append("c_vasa", [ClubFounded("vasa", "Vasa")], by="operator", at=1, expected=NEW)
    return folder


def test_it_backs_up_says_what_the_next_start_does_and_changes_nothing(run, data):
    result = run(upgrade)
    assert result.exit_code == 0
    (saved,) = (data / "backups").iterdir()
    assert b"c_vasa" in gzip.decompress(saved.read_bytes())
    said = " ".join(result.stdout.split())
    assert f"The store has the format 1; the next start upgrades it to {FORMAT} and says so." in said
    assert "To go back: end the service" in said
    with EmbeddedStore(data / "store", True) as server, connect(server.url) as client:
        assert number(client) == 1


def test_it_goes_on_where_facts_are_missing_and_says_so_by_its_exit_code(run, data):
    (data / "checkpoint").mkdir()
    HeadsFile(data / "checkpoint").write({b"c_vasa": b"3 " + bytes(32).hex().encode()})
    result = run(upgrade)
    assert (result.exit_code, "c_vasa: versions 1 to 3 missing (3 facts)" in result.stderr) == (3, True)
    assert len(list((data / "backups").iterdir())) == 1
    assert "To go back: end the service" in " ".join(result.stdout.split())


def test_it_refuses_a_store_of_a_newer_version_and_one_that_is_served(run, data):
    with EmbeddedStore(data / "store", True) as server, connect(server.url) as client:
        client.set(keys.FORMAT, FORMAT + 1)
        for arguments in ([], ["--running"]):
            result = run(upgrade, *arguments)
            assert (result.exit_code, "end it first" in result.stderr) == (1, True)
    with pytest.raises(StoreTooNew):
        run(upgrade)
    assert not (data / "backups").exists()


def test_without_a_store_there_is_nothing_to_do(run, folder, monkeypatch):
    monkeypatch.delenv("BRADE_STORE_URL")
    monkeypatch.setenv("BRADE_DATA", str(folder))
    result = run(upgrade)
    assert (result.exit_code, "nothing to back up" in " ".join(result.stdout.split())) == (0, True)
