"""The store that comes with brade survives what happens to it, and leaves nothing behind."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis.exceptions import RedisError

from core.events import DiceRolled, MatchOpened
from core.log import NEW
from service.store import server_process
from service.store.connect import STORE_AWAY, check_server, connect
from service.store.embedded import EmbeddedStore
from service.store.log import RedisLog
from service.store.server_process import StoreNotStarted
from tests.stores import eventually

MATCH = "m_abcdefghij"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data of mine"


@pytest.fixture
def started(folder: Path) -> Iterator[EmbeddedStore]:
    store = EmbeddedStore(folder, durable=True)
    yield store.start()
    store.stop()


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def answers(url: str) -> bool:
    try:
        with connect(url) as client:
            return bool(client.ping())
    except RedisError:
        return False


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
    assert "ready to exit" in server_process.tail(folder / "server.log")
    store.start()
    assert answers(store.url)
    store.stop()


def test_a_server_that_does_not_listen_is_killed_in_bounded_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.store.embedded._STOP_SECONDS", 0.2)
    monkeypatch.setattr("service.store.connect._ANSWER_SECONDS", 0.2)
    store = EmbeddedStore(folder, durable=True).start()
    pid = store.pid
    assert pid
    os.kill(pid, signal.SIGSTOP)
    store.stop()
    assert not alive(pid)


def test_a_second_supervisor_on_the_same_folder_is_refused_and_the_first_goes_on(
    started: EmbeddedStore, folder: Path
) -> None:
    with pytest.raises(StoreNotStarted, match="another brade"):
        EmbeddedStore(folder, durable=True).start()
    assert answers(started.url)


def leftover(folder: Path) -> "subprocess.Popen[bytes]":
    """A server such as a supervisor leaves behind when it is killed where children do not end with it."""
    store = EmbeddedStore(folder, durable=True).start()
    settings = (folder / "server.conf").read_text()
    store.stop()
    (folder / "server.conf").write_text(settings)
    with (folder / "server.lock").open("ab") as lock:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        process = subprocess.Popen(
            [server_process.binary(), folder / "server.conf"], pass_fds=(lock.fileno(),), stdout=subprocess.DEVNULL
        )
    eventually(lambda: answers(store.url), what="the leftover server")
    return process


def test_a_server_left_behind_is_stopped_first_and_its_facts_are_kept(folder: Path) -> None:
    process = leftover(folder)
    try:
        store = EmbeddedStore(folder, durable=True)
        url = f"unix://{str(folder).replace(' ', '%20')}/store.sock"
        with connect(url) as client:
            client.set("written to", "the leftover")
        waiter = threading.Thread(target=process.wait)  # as init would: it is nobody's child then
        waiter.start()
        with store.start(), connect(store.url) as client:
            assert process.poll() == 0, "it was asked to end, not killed"
            assert store.pid != process.pid
            assert client.get("written to") == b"the leftover"
        waiter.join()
    finally:
        process.kill()


def test_another_process_that_has_the_number_of_an_old_server_is_never_touched(folder: Path) -> None:
    stranger = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        folder.mkdir()
        (folder / "server.pid").write_text(str(stranger.pid))
        with EmbeddedStore(folder, durable=True) as store:
            assert answers(store.url)
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()


def test_a_folder_held_by_a_process_that_is_not_known_is_refused_and_the_process_left_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.store.embedded._LEFTOVER_SECONDS", 0.3)
    folder.mkdir()
    held = (
        "import fcntl,sys; f=open(sys.argv[1],'ab'); fcntl.flock(f, fcntl.LOCK_EX); print('held', flush=True); input()"
    )
    stranger = subprocess.Popen(
        [sys.executable, "-c", held, folder / "server.lock"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert stranger.stdout
        assert stranger.stdout.readline() == b"held\n"
        (folder / "server.pid").write_text(str(stranger.pid))
        with pytest.raises(StoreNotStarted, match="still works"):
            EmbeddedStore(folder, durable=True).start()
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.communicate()


def test_a_process_is_known_by_its_command_line_with_and_without_proc(started: EmbeddedStore) -> None:
    assert started.pid
    settings = started.folder / "server.conf"
    assert server_process.is_ours(started.pid, settings)
    assert os.fsencode(settings) in server_process.listed(started.pid)
    assert not server_process.is_ours(started.pid, started.folder / "other.conf")
    assert not server_process.is_ours(os.getpid(), settings)


SUPERVISOR = """
import sys, threading
from service.store.embedded import EmbeddedStore
store = EmbeddedStore(sys.argv[1], durable=True)
# Started by a thread that ends: the server must not end with that.
starter = threading.Thread(target=store.start)
starter.start()
starter.join()
print(store.pid, flush=True)
input()
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, None])
def test_a_supervisor_that_ends_in_any_way_takes_its_server_with_it(folder: Path, how: signal.Signals | None) -> None:
    if sys.platform != "linux" and how:
        pytest.skip("elsewhere the next supervisor stops it")
    supervisor = subprocess.Popen(
        [sys.executable, "-c", SUPERVISOR, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert supervisor.stdout
        server = int(supervisor.stdout.readline())
        assert alive(server)
        with connect(f"unix://{str(folder).replace(' ', '%20')}/store.sock") as client:
            client.set("a", 1)
        if how:
            supervisor.send_signal(how)
    finally:
        supervisor.communicate(b"\n")
    eventually(lambda: not alive(server), what="the end of the server")
    with EmbeddedStore(folder, durable=True) as store, connect(store.url) as client:
        assert client.get("a") == b"1"


def test_a_server_that_cannot_start_says_why(folder: Path) -> None:
    store = EmbeddedStore(folder, durable=True).start()
    store.stop()
    (folder / "appendonlydir" / "appendonly.aof.manifest").write_text("not a manifest\n")
    with pytest.raises(StoreNotStarted, match=r"ended at once(.|\n)*manifest"):
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
