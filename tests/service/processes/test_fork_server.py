"""The fork server starts processes that share its memory, tells how each ends, and takes none of them for granted."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from service import app
from service.processes import child_process, fork_server, heartbeat
from service.processes.fork_server import ForkServer
from tests.support.paths import ROOT
from tests.support.processes.serving import SLOW
from tests.support.store import alive, eventually

pytestmark = pytest.mark.skipif(not fork_server.IS_USED, reason="processes are forked on Linux only")
NOT_NEEDED = (
    "cryptography.hazmat",
    "icalendar",
    "openpyxl",
    "opentelemetry",
    "pygments",
    "pytest",
    "resvg_py",
    "rich",
    "segno",
    "service.commands",
    "service.demo",
    "typst",
    "xlsxwriter",
)
"""Packages that no process needs before it is asked for what they make: each costs megabytes, or time at the start."""


@pytest.fixture(scope="module")
def server() -> Iterator[ForkServer]:
    one = ForkServer()
    yield one
    one.close()


def began(server: ForkServer, log: Path, *command: str, **environment: str) -> "fork_server.ForkedProcess":
    with log.open("ab") as output:
        return server.start(command, {**os.environ, **environment}, output)


def test_no_process_loads_what_it_does_not_need() -> None:
    program = (
        "import json, sys; from service.processes import fork_server; fork_server.load();"
        f" print(json.dumps([name for name in {NOT_NEEDED!r} if name in sys.modules]))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []


def test_a_forked_process_tells_how_it_ended(server: ForkServer, tmp_path: Path) -> None:
    log = tmp_path / "log"
    wrong = began(server, log, "workers.worker", "--queue", "none")
    refused = began(server, log, "os")
    assert wrong.wait(SLOW) == 2
    assert refused.wait(SLOW) == 1
    assert "invalid choice: 'none'" in log.read_text()
    assert "os is no process of brade" in log.read_text()
    assert wrong.poll() == 2, "it is told as often as it is asked for"


def test_a_forked_process_is_named_by_its_order_and_shares_the_code(server: ForkServer, tmp_path: Path) -> None:
    log = tmp_path / "log"
    worker = began(server, log, "service.processes.copy_process", str(tmp_path), BRADE_STORE_URL="redis://127.0.0.1:1")
    try:
        process = psutil.Process(worker.pid)
        eventually(
            lambda: " ".join(process.cmdline()).strip() == f"brade service.processes.copy_process {tmp_path}",
            SLOW,
            "a name",
        )
        assert process.ppid() == server.pid
        assert os.getsid(worker.pid) == worker.pid
        own = process.memory_full_info()
        assert own.pss < 0.7 * own.rss
    finally:
        worker.kill()
        assert worker.wait(SLOW) == -signal.SIGKILL


def test_a_process_that_is_asked_to_end_as_soon_as_it_is_forked_ends(server: ForkServer, tmp_path: Path) -> None:
    for _ in range(20):
        worker = began(server, tmp_path / "log", "service.processes.copy_process", str(tmp_path))
        worker.terminate()
        assert worker.wait(SLOW) in (0, 1, -signal.SIGTERM)


def test_a_server_that_is_killed_ends_what_it_forked_and_there_is_another_at_the_next_need(tmp_path: Path) -> None:
    server, log = ForkServer(), tmp_path / "log"
    away = {"BRADE_STORE_URL": "redis://127.0.0.1:1"}  # without an address it would end at once, by itself
    try:
        first = began(server, log, "service.processes.copy_process", str(tmp_path), **away)
        before = server.pid
        assert before
        os.kill(before, signal.SIGKILL)
        assert first.wait(SLOW) == -signal.SIGKILL
        eventually(lambda: not alive(first.pid), SLOW, "its end")
        second = began(server, log, "service.processes.copy_process", str(tmp_path), **away)
        assert server.pid != before
        assert second.poll() is None
    finally:
        server.close()
    eventually(lambda: not alive(second.pid), SLOW, "the end of what it forked")


def test_a_process_with_the_number_of_one_that_ended_still_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    server, (ours, theirs) = ForkServer(), fork_server._pair()
    monkeypatch.setattr(server, "_place", ours)
    with ours, theirs:
        for message in ({"started": 7}, {"ended": 7, "code": 1}, {"started": 7}):
            theirs.send(json.dumps(message).encode())
        first = server.start(["os"], {}, None)
        assert first.poll() == 1
        second = server.start(["os"], {}, None)
        assert (first.poll(), second.poll()) == (1, None)


def test_a_server_that_hangs_falls_silent(tmp_path: Path) -> None:
    server = ForkServer()
    beats = heartbeat.Heartbeats(seconds=2.5)
    try:
        began(server, tmp_path / "log", "service.processes.copy_process", str(tmp_path), **beats.environment)
        assert server.pid
        deadline = time.monotonic() + 4.0
        while time.monotonic() < deadline:
            assert server.pid not in beats.silent()
            time.sleep(child_process.LOOK_SECONDS)
        os.kill(server.pid, signal.SIGSTOP)
        eventually(lambda: server.pid in beats.silent(), SLOW, "the silence of the one that hangs")
    finally:
        server.close()
        beats.close()


def test_an_application_that_was_prepared_is_created_once_and_answers_as_any_other(api):
    app.prepare()
    app.prepare()  # a second one would be memory of no use
    (waiting,) = app._prepared
    first, second = (app.create_app(api.deps) for _ in range(2))
    assert first is waiting
    assert second is not waiting
    assert app._prepared == []
    for iter_rule, other in zip(first.url_map.iter_rules(), second.url_map.iter_rules(), strict=True):
        assert (iter_rule.rule, iter_rule.methods, iter_rule.endpoint) == (other.rule, other.methods, other.endpoint)
    answers = [each.test_client().get("/v1/games") for each in (first, second)]
    assert answers[0].status_code == answers[1].status_code == 200
    assert answers[0].data == answers[1].data
