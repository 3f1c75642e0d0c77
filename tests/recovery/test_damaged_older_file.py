"""A store with several files of writes, as a killed rewrite leaves it: damage of one that is not the last is refused.

The server would cut such a file and start without what it held, from the middle of logs.
"""

import os
import re
import shutil
from pathlib import Path

import pytest

from core.events import ClubFounded
from service.store.connect import connect
from service.store.held_streams import StreamHeld
from service.store.log import RedisLog
from service.store.server import running_server
from service.store.server.append_only_file import StoreDamaged, damage
from service.store.server.embedded_server import EmbeddedStore
from service.store.server.server_process import StoreNotStarted
from tests.support.processes.service_data import ALONE, MATCH, asked, brade, played_through_a_killed_rewrite
from tests.support.processes.serving import SLOW, launch, linux, serving
from tests.support.proving import prove
from tests.support.store import answers, eventually

pytestmark = linux


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 3000)


def test_an_older_file_that_is_cut_stops_the_start_and_stays_as_it_is(data: Path) -> None:
    older, _ = played_through_a_killed_rewrite(data)
    cut(older)
    before = contents(older.parent)
    for _ in range(2):
        said, _ = (process := launch(data, 0, **ALONE)).communicate(timeout=SLOW)
        assert (process.returncode, len(said.splitlines())) == (1, 1), said
        assert f"the store's file {older.name} cannot be read from byte" in said
        assert "are half a write, and later files follow; no repair can mend it" in said
        assert contents(older.parent) == before
    for words in (["doctor"], ["doctor", "--repair", "--yes"], ["verify"], ["doctor"]):
        code, said = brade(data, *words)
        assert (code, f"{older.name} cannot be read from byte" in said) == (1, True), said
        assert contents(older.parent) == before


@prove
def test_an_older_file_that_lost_whole_writes_is_found_by_the_length_of_its_logs(data: Path) -> None:
    older, _ = played_through_a_killed_rewrite(data)
    cut(older)
    found = damage(data / "store")
    assert found is not None
    os.truncate(older, found.whole)
    assert damage(data / "store") is None
    code, said = brade(data, "doctor")
    (sentence,) = re.findall(rf"{MATCH}: versions \d+.40 are missing from the log \(\d+ facts\)", said)
    assert code == 1
    code, said = brade(data, "verify")
    assert (code, sentence in said) == (1, True), said
    with serving(data, **ALONE) as one:
        assert sentence in one.said
        status, ready = asked(one.port, "GET", "/readyz")
        assert (status, ready["facts_missing"]) == (503, {MATCH: sentence})
        with (
            connect(running_server.address(data / "store") or "") as client,
            pytest.raises(StreamHeld, match="brade doctor"),
        ):
            RedisLog(client).append(MATCH, [ClubFounded("vasa", "Vasa")], by="x", at=1)


def test_a_killed_rewrite_alone_stops_no_start(data: Path) -> None:
    older, last = played_through_a_killed_rewrite(data)
    assert older.stat().st_size > 3000
    assert brade(data, "verify")[0] == 0
    os.truncate(last, last.stat().st_size - 20)  # half a write at the very end
    said: list[str] = []
    code, told = brade(data, "doctor")
    assert (code, "half a write; the next start passes over it" in told) == (0, True), told
    with EmbeddedStore(data / "store", durable=True, say=said.append):
        assert "half a write, which was never acknowledged: cut off" in said[0]
    with EmbeddedStore(data / "store", durable=True, say=said.append):
        assert len(said) == 1


def test_a_length_that_swallows_all_that_follows_is_no_end_of_a_file(folder: Path) -> None:
    with EmbeddedStore(folder, durable=True) as server, connect(server.url) as client:
        for number in range(4):
            client.pipeline(transaction=True).set(f"a{number}", b"y" * 300).set("b", "x").execute()
    file = max((folder / "appendonlydir").glob("*.incr.aof"))
    file.write_bytes(file.read_bytes().replace(b"$300\r\n", b"$9000\r\n", 1))
    before = contents(file.parent)
    with pytest.raises(StoreDamaged, match="and whole writes follow; no repair can mend it"):
        EmbeddedStore(folder, durable=True).start()
    assert contents(file.parent) == before


def test_an_empty_snapshot_is_not_taken_for_an_empty_store(folder: Path) -> None:
    with EmbeddedStore(folder, durable=True):
        pass
    (base,) = (folder / "appendonlydir").glob("*.base.rdb")
    base.write_bytes(b"")
    with pytest.raises(StoreDamaged, match=rf"{base.name} is damaged: it is empty; no repair can mend it"):
        EmbeddedStore(folder, durable=True).start()


def test_a_server_that_does_not_start_is_told_without_its_own_words(folder: Path, monkeypatch) -> None:
    with EmbeddedStore(folder, durable=True) as server:
        settings = server._settings
    store = EmbeddedStore(folder, durable=True)
    settle = store._settle_address
    monkeypatch.setattr(store, "_settle_address", lambda: (settle(), settings.write_text("no setting\n")))
    with pytest.raises(StoreNotStarted) as met:
        store.start()
    assert str(met.value) == f"the store in {folder} ended with the code 1; its log is {folder / 'server.log'}"


def test_a_store_that_is_damaged_while_it_is_away_is_not_started_again(data: Path, caplog) -> None:
    older, _ = played_through_a_killed_rewrite(data)
    shutil.copy(older, data / "kept")
    with EmbeddedStore(data / "store", durable=True) as server:
        cut(older)
        before = contents(older.parent)
        os.kill(server.pid, 9)
        eventually(lambda: f"{older.name} cannot be read from byte" in caplog.text, SLOW, "the reason")
        assert contents(older.parent) == before
        shutil.copy(data / "kept", older)
        eventually(lambda: answers(server.url), SLOW, "an answer again")
        with connect(server.url) as client:
            assert client.dbsize() > 0
