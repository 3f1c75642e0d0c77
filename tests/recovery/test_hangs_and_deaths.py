"""Whoever hangs or dies is noticed and started again, and takes nobody else with it."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import psutil
import pytest

from core.events import MatchOpened, OpeningRolled
from service import heartbeat
from service.config import Settings
from service.heartbeat import Heart, Heartbeats
from service.processes import Processes
from service.store import pulse, server_process
from service.store.connect import connect
from service.store.embedded import EmbeddedStore
from service.store.leases import Leases
from tests.stores import Store, alive, eventually
from tests.workers.conftest import open_match, record, unjudged
from tests.workers.processes import end, spawn, worker
from workers.workshop import Workshop

M = "m_aaaaaaaaaa"
OPENED = MatchOpened("huk", "swedish", {"games": 3}, {"white": "Åsa", "black": "Nils"})

linux = pytest.mark.skipif(sys.platform != "linux", reason="heartbeats are there on Linux only")


def status(url: str, path: str = "/readyz") -> int | None:
    connection = HTTPConnection(url.removeprefix("http://"), timeout=5.0)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except (OSError, HTTPException):
        return None
    finally:
        connection.close()


def process_of(*words: str, below: int | None = None) -> psutil.Process:
    """The youngest process below us whose command has these words."""
    found = []
    for each in psutil.Process(below).children(recursive=True):
        try:
            command = " ".join(each.cmdline())
        except psutil.Error:
            continue
        if all(word in command for word in words):
            found.append(each)
    return max(found, key=lambda each: each.pid)


@linux
def test_a_pump_a_web_process_and_a_store_that_hang_are_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "SILENT_SECONDS", 3.0)
    monkeypatch.setattr(pulse, "SILENT_SECONDS", 3.0)
    said: list[str] = []
    with (
        tempfile.TemporaryDirectory(prefix="brade-") as data,
        (Path(data) / "log").open("ab") as log,
        Processes(Settings(port=0, data=Path(data), workers=1), said.append, log) as service,
    ):
        assert status(service.url) == 200
        hanging = [process_of(*words) for words in (("--queue", "pump"), ("service.front",), (f"{data}/store/",))]
        for each in hanging:
            each.send_signal(signal.SIGSTOP)
        eventually(lambda: not any(alive(each.pid) for each in hanging), 30, "the end of those that hung")
        eventually(lambda: status(service.url) == 200, 30, "the service again")
        assert len([line for line in said if "hangs" in line]) >= 2
        assert {each.starts for each in service.children if each.name == "the web server"} == {1}


def test_who_is_heard_lives_and_who_falls_silent_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    beats = Heartbeats(seconds=0.0)
    if not beats.environment:
        pytest.skip("nobody is heard here")
    monkeypatch.setenv(heartbeat.PIPE, beats.environment[heartbeat.PIPE])
    heart = Heart()
    assert beats.silent() == [], "it has not begun to tell"
    heart.beat()
    assert beats.silent() == []
    assert beats.silent() == [os.getpid()]
    assert beats.silent() == []
    for _ in range(100_000):
        heart.beat()  # more than fits: nobody is waited for
    assert beats.silent() == []
    beats.close()
    heart.beat()


@contextmanager
def two_web_processes(store: Store, data: Path, port: int) -> Iterator[subprocess.Popen]:
    program = "from service import front\nfront.PROCESSES = 2\nfront.main()"
    process = spawn("web", [sys.executable, "-c", program], store.url, store.url, data, f"127.0.0.1:{port}")
    try:
        yield process
    finally:
        end(process, signal.SIGTERM)


@linux
def test_a_web_process_that_dies_does_not_end_the_other(store: Store, tmp_path: Path, free_port: int) -> None:
    url = f"http://127.0.0.1:{free_port}"
    with two_web_processes(store, tmp_path, free_port) as web:
        eventually(lambda: status(url, "/healthz") == 200 and len(psutil.Process(web.pid).children()) >= 2, 20, "two")
        one, other = sorted(each.pid for each in psutil.Process(web.pid).children())[-2:]
        os.kill(one, signal.SIGKILL)

        def again() -> bool:
            now = {each.pid for each in psutil.Process(web.pid).children() if alive(each.pid)}
            return one not in now and other in now and len(now) == 2

        eventually(again, 20, "another in its place")
        eventually(lambda: status(url, "/healthz") == 200, 20, "an answer")


@pytest.fixture
def free_port() -> int:
    from socket import socket

    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_store_that_reads_a_large_file_is_waited_for_as_long_as_it_gets_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    with EmbeddedStore(folder, durable=True) as server, connect(server.url) as client:
        for number in range(60):
            client.set(f"key:{number}", "x" * 40_000)
        client.bgrewriteaof()
        eventually(lambda: not client.info("persistence")["aof_rewrite_in_progress"], 20, "the file written anew")
    settings = server_process.settings
    slowly = "key-load-delay 50000\nloading-process-events-interval-bytes 1024\n"  # 3 seconds
    monkeypatch.setattr(server_process, "settings", lambda *what, **how: settings(*what, **how) + slowly)
    monkeypatch.setattr(pulse, "_TELL_SECONDS", 0.2)
    with EmbeddedStore(folder, True, tell=said.append).start(seconds=1.0) as again, connect(again.url) as client:
        assert client.dbsize() == 60
    assert said
    assert said[0].startswith("the store reads what it keeps: ")


def test_facts_are_judged_however_long_the_queue_is_away(store: Store, workshop: Workshop, tmp_path: Path) -> None:
    """A worker that finds no queue at all pumps without one, and ends when there is one, to be started anew."""
    queue = tmp_path / "q"
    with worker("pump", store.url, f"unix://{queue / 'store.sock'}", tmp_path / "pump") as pumping:
        open_match(workshop, M, OPENED)
        eventually(lambda: not unjudged(workshop), 20, "judged without a queue")
        record(workshop, M, OpeningRolled(2, 5))
        eventually(lambda: not unjudged(workshop), 5, "judged again")
        assert pumping.poll() is None
        with EmbeddedStore(queue, durable=False):
            assert pumping.wait(20) == 1


def test_a_worker_that_waits_for_the_next_pump_when_the_queue_goes_away_pumps_without_one(
    store: Store, workshop: Workshop, tmp_path: Path
) -> None:
    with EmbeddedStore(tmp_path / "q", durable=False) as queue:
        other = Leases(store.client, "another pump")
        other.hold()
        with worker("pump", store.url, queue.url, tmp_path / "pump"):
            with connect(queue.url) as client:
                eventually(
                    lambda: any("b" in each["flags"] for each in client.client_list()), 20, "a worker that waits"
                )
            queue.stop()
            other.release()
            open_match(workshop, M, OPENED)
            eventually(lambda: not unjudged(workshop), 20, "judged without a queue")
