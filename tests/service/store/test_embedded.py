"""The store that comes with brade survives what happens to it, and leaves nothing behind."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.eventlog.log import NEW
from core.events import DiceRolled, MatchOpened
from service.store.connect import STORE_AWAY, check_server, connect
from service.store.log import RedisLog
from service.store.server import embedded_server, server_process
from service.store.server.embedded_server import EmbeddedStore
from service.store.server.server_process import StoreNotStarted
from tests.support.proving import prove
from tests.support.store import alive, answers, eventually

MATCH = "m_abcdefghij"


@pytest.fixture
def started(folder: Path) -> Iterator[EmbeddedStore]:
    store = EmbeddedStore(folder, durable=True)
    yield store.start()
    store.stop()


def test_a_durable_store_is_safe_by_the_same_check_as_any_other(started: EmbeddedStore) -> None:
    with connect(started.url) as client:
        assert check_server(client) == []
        assert client.config_get("save")["save"] == ""


def test_a_store_for_queues_keeps_nothing_and_evicts_nothing(folder: Path) -> None:
    with EmbeddedStore(folder, durable=False) as store, connect(store.url) as client:
        client.set("a", 1)
        assert ["append-only" in warning for warning in check_server(client)] == [True]
        assert not (folder / "appendonlydir").exists()


def test_only_the_owner_may_reach_a_store_on_its_socket(started: EmbeddedStore, folder: Path) -> None:
    assert started.url.startswith("unix://")
    assert (folder / "store.sock").stat().st_mode & 0o077 == 0
    with connect(started.url) as client:
        assert client.config_get("port")["port"] == "0"


def test_where_a_path_is_too_long_for_a_socket_there_is_a_port_with_a_password(tmp_path: Path) -> None:
    with EmbeddedStore(tmp_path / ("long" * 30), durable=False) as store:
        assert store.url.startswith("redis://:")
        assert answers(store.url)
        assert not answers("redis://" + store.url.rpartition("@")[2])
        assert (store.folder / "server.conf").stat().st_mode & 0o077 == 0


def test_every_acknowledged_fact_is_there_after_the_server_was_killed(started: EmbeddedStore) -> None:
    with connect(started.url) as client:
        RedisLog(client).append(MATCH, [MatchOpened("huk", "swedish", {"games": 3}, {})], by="x", at=0, expected=NEW)
    acknowledged: dict[str, int] = {}
    enough = threading.Event()

    def write(writer: int) -> None:
        with connect(started.url) as client:
            log, number = RedisLog(client), 0
            while not enough.is_set():
                key = f"{writer} {number}"
                try:
                    answer = log.append(MATCH, [DiceRolled(key, (1,))], by="x", at=0, key=key)
                except STORE_AWAY:
                    time.sleep(0.01)
                    continue  # the same key again
                acknowledged[key] = answer.first
                number += 1

    writers = [threading.Thread(target=write, args=(writer,)) for writer in range(3)]
    for writer in writers:
        writer.start()
    try:
        for _ in range(3):
            so_far = len(acknowledged)
            eventually(lambda so_far=so_far: len(acknowledged) > so_far + 50, what="writing")
            pid = started.pid
            assert pid
            os.kill(pid, signal.SIGKILL)
            eventually(lambda pid=pid: started.pid not in (None, pid), what="another server")
    finally:
        enough.set()
        for writer in writers:
            writer.join()
    with connect(started.url) as client:
        eventually(lambda: answers(started.url))
        read = {recorded.event.by: recorded.version for recorded in RedisLog(client).read(MATCH, after=0)}
        head = RedisLog(client).head(MATCH)
    # Once each: as many versions as keys, and none but the one that was acknowledged.
    assert acknowledged.items() <= read.items()
    assert head is not None
    assert len(read) == head.version


def test_a_store_stopped_and_started_again_has_what_it_had(folder: Path) -> None:
    with EmbeddedStore(folder, durable=True) as store, connect(store.url) as client:
        client.set("a", "1")
    with EmbeddedStore(folder, durable=True) as store, connect(store.url) as client:
        assert client.get("a") == b"1"


def test_stopping_leaves_no_process_no_socket_and_no_lock(folder: Path) -> None:
    store = EmbeddedStore(folder, durable=True).start()
    pid = store.pid
    assert pid
    store.stop()
    store.stop()
    assert not alive(pid)
    assert store.pid is None
    assert not (folder / "store.sock").exists()
    assert not (folder / "server.pid").exists()
    assert "ready to exit" in (folder / "server.log").read_text()
    store.start()
    assert answers(store.url)
    store.stop()


@prove
def test_a_server_that_does_not_listen_is_killed_in_bounded_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.store.server.embedded_server._STOP_SECONDS", 0.2)
    monkeypatch.setattr("service.store.connect._ANSWER_SECONDS", 0.2)
    store = EmbeddedStore(folder, durable=True).start()
    pid = store.pid
    assert pid
    os.kill(pid, signal.SIGSTOP)
    store.stop()
    assert not alive(pid)


def test_a_server_that_is_stopped_before_it_listens_ends_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked_to_end(self: EmbeddedStore, _: float) -> None:
        eventually(lambda: self.pid, what="the server's process")
        raise KeyboardInterrupt

    monkeypatch.setattr(EmbeddedStore, "_await_answer", asked_to_end)
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        EmbeddedStore(folder, durable=True).start()
    assert time.monotonic() - began < embedded_server._STOP_SECONDS


def test_a_second_supervisor_on_the_same_folder_is_refused_and_the_first_goes_on(
    started: EmbeddedStore, folder: Path
) -> None:
    with pytest.raises(StoreNotStarted, match="another brade"):
        EmbeddedStore(folder, durable=True).start()
    assert answers(started.url)


def test_a_server_that_cannot_start_says_why(folder: Path) -> None:
    store = EmbeddedStore(folder, durable=True).start()
    store.stop()
    (folder / "appendonlydir" / "appendonly.aof.1.base.rdb").write_bytes(b"REDIS9999")
    with pytest.raises(StoreNotStarted, match=r"base\.rdb is damaged"):
        store.start()
    assert store.pid is None


def test_a_platform_without_the_server_is_told_what_to_do(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_process, "find_spec", lambda name: None)
    with pytest.raises(StoreNotStarted, match="BRADE_STORE_URL"):
        EmbeddedStore(folder, durable=True).start()
    assert not folder.exists()


def test_a_server_that_keeps_dying_is_started_again_at_growing_intervals(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    with EmbeddedStore(folder, durable=True) as store:
        wait = store._stopping.wait
        monkeypatch.setattr(store._stopping, "wait", lambda pause: pauses.append(pause) or wait(0.01))
        for count in range(1, 5):
            eventually(lambda: answers(store.url), what="an answer")
            pid = store.pid
            assert pid
            os.kill(pid, signal.SIGKILL)
            eventually(lambda count=count: len(pauses) == count, what="the pause")
        assert pauses == [0.1, 0.2, 0.4, 0.8]
        eventually(lambda: answers(store.url), what="an answer")
