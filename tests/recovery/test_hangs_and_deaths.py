"""A process that hangs or dies is noticed and started again, and takes no other process with it."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import replace
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import psutil
import pytest
from redis.exceptions import BusyLoadingError

from core.events import MatchOpened, OpeningRolled
from service.app import create_app
from service.bootstrap import build_dependencies
from service.config import Settings
from service.processes import heartbeat
from service.processes.heartbeat import Heart, Heartbeats
from service.processes.supervisor import Supervisor
from service.store.connect import connect, ensure_kept
from service.store.leases import Leases
from service.store.server import health_check, server_process
from service.store.server.embedded_server import EmbeddedStore
from tests.support.judging import open_match, record, unjudged
from tests.support.processes.serving import descendants
from tests.support.processes.worker_processes import end, spawn, worker
from tests.support.proving import prove
from tests.support.store import Store, alive, answers, eventually
from workers.context import WorkerContext

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


def process_of(above: int, *words: str) -> psutil.Process:
    """The youngest process below `above`, or `above` itself, whose command has these words.

    Ids do not tell which is youngest: the system gives them anew, beginning at small ones.
    """
    found = []
    top = psutil.Process(above)
    for each in (top, *top.children(recursive=True)):
        try:
            if all(word in " ".join(each.cmdline()) for word in words):
                found.append(each)
        except psutil.Error:
            continue
    return max(found, key=lambda each: (each.create_time(), each != top))


@prove
@linux
def test_a_pump_a_web_process_and_a_store_that_hang_are_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "SILENT_SECONDS", 3.0)
    monkeypatch.setattr(health_check, "SILENT_SECONDS", 3.0)
    said: list[str] = []
    with (
        tempfile.TemporaryDirectory(prefix="brade-") as data,
        (Path(data) / "log").open("ab") as log,
        Supervisor(Settings(port=0, data=Path(data), workers=1), said.append, log) as service,
    ):
        assert status(service.url) == 200
        hanging = [process_of(child.process.pid, child.command[-1]) for child in service.children if child.process]
        hanging.append(process_of(os.getpid(), f"{data}/store/"))
        assert len(hanging) == 3
        for each in hanging:
            each.send_signal(signal.SIGSTOP)
        eventually(lambda: not any(alive(each.pid) for each in hanging), 30, "the end of those that hung")
        eventually(lambda: status(service.url) == 200, 30, "the service again")
        assert len([line for line in said if "hangs" in line]) >= 2
        web = next(child for child in service.children if child.name == "the web server")
        assert web.process
        assert web.starts == 1


@linux
@prove
def test_a_web_server_that_hangs_while_its_workers_end_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that starts the web server's workers hangs: nothing else would start them again."""
    monkeypatch.setattr(heartbeat, "SILENT_SECONDS", 3.0)
    said: list[str] = []
    with (
        tempfile.TemporaryDirectory(prefix="brade-") as data,
        (Path(data) / "log").open("ab") as log,
        Supervisor(Settings(port=0, data=Path(data), workers=0), said.append, log) as service,
    ):
        web = service.children[0]
        assert web.process
        process_of(web.process.pid, "service.server.asgi").kill()
        web.process.send_signal(signal.SIGSTOP)
        eventually(lambda: web.starts == 2, 30, "a web server in its place")
        eventually(lambda: status(service.url, "/healthz") == 200, 30, "the service again")
        assert any(line.startswith("the web server ended (signal 9)") for line in said)


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
        heart.beat()  # more than fits: no reader is waited for
    assert beats.silent() == []
    beats.close()
    heart.beat()


def test_a_group_whose_members_fell_silent_and_were_not_replaced_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: set[tuple[int, int]] = {(7, 7), (8, 7), (9, 9)}
    beats = Heartbeats(seconds=60.0, replaced=0.0)
    monkeypatch.setattr(beats, "_read", lambda: heard)
    beats.silent()
    assert beats.without_members() == []
    heard = {(7, 7), (9, 9)}
    beats.silent()
    assert beats.without_members() == [7], "9 never had a member besides itself"
    heard = {(7, 7), (10, 7)}
    beats.silent()
    beats.silent()
    assert beats.without_members() == []
    beats.close()


@contextmanager
def two_web_processes(store: Store, data: Path, port: int) -> Iterator[subprocess.Popen]:
    program = "from service.server import asgi\nasgi.PROCESSES = 2\nasgi.main()"
    process = spawn("web", [sys.executable, "-c", program], store.url, store.url, data, f"127.0.0.1:{port}")
    try:
        yield process
    finally:
        end(process, signal.SIGTERM)


@linux
@prove  # with one process in the suite, tests/service/processes/test_restarts.py
def test_a_web_process_that_dies_does_not_end_the_other(store: Store, tmp_path: Path, free_port: int) -> None:
    url = f"http://127.0.0.1:{free_port}"
    with two_web_processes(store, tmp_path, free_port) as web:
        eventually(lambda: status(url, "/healthz") == 200 and len(psutil.Process(web.pid).children()) >= 2, 40, "two")
        one, other = (descendant.pid for descendant in descendants(web.pid)[-2:])
        os.kill(one, signal.SIGKILL)

        def again() -> bool:
            now = {child.pid for child in psutil.Process(web.pid).children() if alive(child.pid)}
            return one not in now and other in now and len(now) == 2

        eventually(again, 20, "another in its place")
        eventually(lambda: status(url, "/healthz") == 200, 20, "an answer")


@pytest.fixture
def free_port() -> int:
    from socket import socket

    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def kill(store: EmbeddedStore) -> None:
    assert store.pid
    os.kill(store.pid, signal.SIGKILL)


@prove
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
    slowly = "key-load-delay 25000\nloading-process-events-interval-bytes 1024\n"  # 1.5 seconds
    told = Settings(data=folder.with_name("look"), admin_token="the-operators-own-token")
    monkeypatch.setattr(server_process, "settings", lambda *what, **how: settings(*what, **how) + slowly)
    monkeypatch.setattr(health_check, "_TELL_SECONDS", 0.2)
    again = EmbeddedStore(folder, True, say=lambda line: said.append(line) or (len(said) == 1 and kill(again)))
    with again.start(seconds=1.0), connect(again.url) as client:
        assert client.dbsize() == 60
        assert said[0].startswith("the store reads what it keeps: ")
        assert "the store was ended by signal 9 before it answered, and is started again" in said
        app = create_app(build_dependencies(replace(told, store_url=again.url))).test_client()
        said.clear()
        kill(again)

        def ready_says() -> str:
            answer = app.get("/readyz").json
            assert answer["warnings"] == []
            return str(answer["store"])

        eventually(lambda: ready_says().startswith("reads what it keeps: "), 10, "progress in /readyz")
        eventually(lambda: said, 10, "progress on the console")
        eventually(lambda: answers(again.url), 10, "the store again")

        # The same server as a store of one's own, which `brade serve` finds while it reads: it says that it keeps none.
        said.clear()
        kill(again)
        eventually(lambda: ready_says().startswith("reads what it keeps: "), 10, "reading")
        with pytest.raises(BusyLoadingError):
            ensure_kept(client, volatile=False)
        Supervisor(replace(told, store_url=again.url), said.append)._look_at(again.url)
        assert client.dbsize() == 60
        assert any("(BRADE_STORE_URL) reads what it keeps: " in line for line in said)


def test_facts_are_judged_however_long_the_queue_is_away(
    store: Store, worker_context: WorkerContext, tmp_path: Path
) -> None:
    """A worker that finds no queue at all pumps without one, and ends when there is one, to be started anew."""
    with (
        tempfile.TemporaryDirectory() as short,  # a store in a folder with a long path has no socket
        worker("pump", store.url, f"unix://{short}/store.sock", tmp_path / "pump") as pumping,
    ):
        open_match(worker_context, M, OPENED)
        eventually(lambda: not unjudged(worker_context), 20, "judged without a queue")
        record(worker_context, M, OpeningRolled(2, 5))
        eventually(lambda: not unjudged(worker_context), 5, "judged again")
        assert pumping.poll() is None
        with EmbeddedStore(Path(short), durable=False):
            assert pumping.wait(20) == 1


class AllForItself(Leases):
    """The leases of a pump that gives none up to another, whose process then has nothing to do but wait."""

    def _give_up(self, ours: Iterable[int], turns: Mapping[str, Set[int]]) -> set[int]:
        return set()


@prove
def test_a_worker_that_waits_for_the_next_pump_when_the_queue_goes_away_pumps_without_one(
    store: Store, worker_context: WorkerContext, tmp_path: Path
) -> None:
    with EmbeddedStore(tmp_path / "q", durable=False) as queue:
        other = AllForItself(store.client, "another pump")
        with worker("pump", store.url, queue.url, tmp_path / "pump"):
            with connect(queue.url) as client:

                def is_waiting() -> bool:
                    other.hold()  # each time: one that is not heard loses its leases
                    return any("b" in each["flags"] for each in client.client_list())

                eventually(is_waiting, 20, "a worker that waits")
            queue.stop()
            other.release()
            open_match(worker_context, M, OPENED)
            eventually(lambda: not unjudged(worker_context), 20, "judged without a queue")
