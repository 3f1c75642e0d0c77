"""`brade serve` starts everything, keeps it running, and leaves nothing behind, whatever kills it."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import psutil
import pytest

from service.config import Settings
from service.processes import parent_watch, supervisor
from service.processes.listen_address import Address, AddressTaken
from service.processes.supervisor import NotStarted, Supervisor
from tests.support.paths import ROOT
from tests.support.proving import prove, some
from tests.support.store import Store, alive, eventually

SLOW = 40.0  # seconds for what takes two on an idle machine


@pytest.fixture
def data() -> Iterator[Path]:
    """A data folder with a short name, so that its stores use sockets."""
    with tempfile.TemporaryDirectory(prefix="brade-") as place:
        yield Path(place)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def status(port: int, path: str) -> int | None:
    connection = HTTPConnection("127.0.0.1", port, timeout=5.0)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except (OSError, HTTPException):
        return None
    finally:
        connection.close()


def family(pid: int) -> set[int]:
    """The processes below one, at this moment."""
    try:
        return {each.pid for each in psutil.Process(pid).children(recursive=True)}
    except psutil.NoSuchProcess:
        return set()


def command_of(pid: int) -> str:
    try:
        return " ".join(psutil.Process(pid).cmdline())
    except psutil.Error:
        return ""


@dataclass
class Serving:
    """`brade serve` in a process of its own."""

    process: "subprocess.Popen[str]"
    port: int
    seen: set[int] = field(default_factory=set)
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._reading = threading.Thread(target=lambda: self.lines.extend(self.process.stdout or ()), daemon=True)
        self._reading.start()

    @property
    def said(self) -> str:
        return "".join(self.lines)

    @property
    def begun(self) -> bool:
        return "brade serves at" in self.said or self.process.poll() is not None

    @property
    def ready(self) -> bool:
        return status(self.port, "/readyz") == 200

    def those(self, word: str) -> list[int]:
        """The processes of the family whose command has this word in it, the oldest first."""
        self.seen |= family(self.process.pid)
        return sorted(pid for pid in family(self.process.pid) if word in command_of(pid))

    def end(self, how: signal.Signals) -> tuple[int, str]:
        """Send a signal; the exit code and what it said."""
        self.seen |= family(self.process.pid)
        self.process.send_signal(how)
        code = self.process.wait(SLOW)
        self._reading.join(SLOW)
        return code, self.said

    def nothing_left(self) -> bool:
        return not any(alive(pid) for pid in self.seen)

    def kill(self) -> None:
        """End it and all that it started, whatever state they are in."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for pid in self.seen:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def launch(data: Path, port: int, **environment: str) -> "subprocess.Popen[str]":
    told = {name: value for name, value in os.environ.items() if not name.startswith("BRADE_")}
    told |= {"BRADE_BIND": f"127.0.0.1:{port}", "BRADE_DATA": str(data), "PYTHONUNBUFFERED": "1", **environment}
    return subprocess.Popen(
        [sys.executable, "-m", "service.cli", "serve"], cwd=ROOT, env=told, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, umask=0o022,
    )  # fmt: skip


@contextmanager
def serving(data: Path, port: int | None = None, **environment: str) -> Iterator[Serving]:
    port = port or free_port()
    one = Serving(launch(data, port, **environment), port)
    try:
        eventually(lambda: one.begun, SLOW, "the start")
        assert one.process.poll() is None, one.said
        one.seen |= family(one.process.pid)
        yield one
    finally:
        one.kill()


linux = pytest.mark.skipif(sys.platform != "linux", reason="tried on Linux only")


@linux
def test_sigterm_stops_everything_within_seconds_and_it_says_where_it_served(data: Path) -> None:
    with serving(data) as one:
        assert len(one.seen) >= 6  # web server and its process, two workers, store, queue
        code, said = one.end(signal.SIGTERM)
        assert code == 0
        assert f"brade serves at http://127.0.0.1:{one.port} " in said
        assert str(data / "admin-token") in said
        assert "Traceback" not in said
        assert one.nothing_left()
    written = [data, *data.rglob("*")]
    assert {"admin-token", "server.log", "server.conf", "appendonlydir"} <= {each.name for each in written}
    assert [each for each in written if each.stat().st_mode & 0o077] == []  # whatever the umask of whoever starts it


@linux
@prove  # make test sends the same signal to a service with more processes, see below
def test_ctrl_c_stops_it_too(data: Path) -> None:
    with serving(data, BRADE_WORKERS="1") as one:
        assert one.end(signal.SIGINT)[0] == 0
        assert one.nothing_left()


@linux
@pytest.mark.parametrize(
    "word", some(["/store/", "service.server.asgi", "--queue pump", "serves at"], "service.server.asgi", "serves at")
)
def test_being_asked_to_end_often_is_being_asked_once_however_far_it_has_come(data: Path, word: str) -> None:
    one = Serving(launch(data, port := free_port()), port)
    try:
        eventually(lambda: one.those(word) or word in one.said, SLOW, word)
        one.process.send_signal(signal.SIGINT)
        one.seen |= family(one.process.pid)

        def ended() -> bool:  # to its very end, when the interpreter clears itself away
            one.process.send_signal(signal.SIGTERM)
            return one.process.poll() is not None

        eventually(ended, SLOW, "the end")
        code, said = one.end(signal.SIGTERM)
        assert code == 0
        assert said.splitlines()[-1] == "brade has stopped"
        assert len(said.splitlines()) in (1, 3), said  # perhaps, where it serves and where the token is
        assert one.nothing_left()
    finally:
        one.kill()


KILLED = {
    "the web server": ("service.server.asgi", 0),
    "its process": ("service.server.asgi", -1),
    "the pump": ("--queue pump", 0),
    "the worker for jobs": ("--queue jobs", 0),
    "the store": ("/store/", 0),
    "the queue": ("/queue/", 0),
}
"""A word of the command of each process, and which of those that have it."""


def kill_one(one: Serving, word: str, which: int) -> None:
    """Kill a process of the service, and wait until there is another in its place and the service is ready."""
    before = one.those(word)
    os.kill(before[which], signal.SIGKILL)
    eventually(lambda: not alive(before[which]))

    def again() -> bool:
        now = one.those(word)
        return len(now) == len(before) and before[which] not in now and one.ready

    eventually(again, SLOW, f"another {word}")


@linux
def test_all_processes_killed_one_after_the_other_are_started_again(data: Path) -> None:
    with serving(data) as one:
        for word, which in KILLED.values():
            kill_one(one, word, which)
        code, said = one.end(signal.SIGTERM)
        assert code == 0
        for words in ("Unexpected exit from worker", "the store ended", "the queue ended", "again"):
            assert words in said
        assert "Traceback" not in said
        assert one.nothing_left()


@linux
@prove
@pytest.mark.parametrize(("word", "which"), KILLED.values(), ids=KILLED.keys())
def test_whoever_is_killed_is_started_again(data: Path, word: str, which: int) -> None:
    with serving(data) as one:
        kill_one(one, word, which)
        code, said = one.end(signal.SIGTERM)
        assert code == 0
        assert ("Unexpected exit from worker" if which == -1 else "again") in said
        for server in ("store", "queue"):
            assert (f"the {server} ended" in said) == (word == f"/{server}/")
        assert "Traceback" not in said
        assert one.nothing_left()


@linux
def test_killed_itself_it_leaves_nothing_behind_and_starts_again_at_once(data: Path) -> None:
    with serving(data) as one:
        one.seen |= family(one.process.pid)
        one.process.kill()
        one.process.wait()
        eventually(one.nothing_left, what="the end of its children")
        with serving(data, one.port) as again:
            assert again.end(signal.SIGTERM)[0] == 0


@linux
def test_a_busy_port_is_told_in_one_sentence_with_what_helps(data: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        process = launch(data, taken.getsockname()[1])
        said, _ = process.communicate(timeout=SLOW)
    assert process.returncode == 1
    assert "is taken by another program" in said
    assert "BRADE_BIND" in said
    assert len(said.splitlines()) == 1
    assert not (data / "store").exists()


@linux
def test_a_second_start_is_told_that_brade_runs_there_and_whether_with_the_same_data(data: Path) -> None:
    with serving(data) as one:
        other = data / "b"
        for folder, known in ((data, f"with the same data ({data})"), (other, f"with other data than {other}")):
            process = launch(folder, one.port)
            said, _ = process.communicate(timeout=SLOW)
            assert process.returncode == 1
            assert f"brade already runs here: http://127.0.0.1:{one.port}, {known}. " in said
            assert "another program" not in said
            assert len(said.splitlines()) == 1


def test_two_services_cannot_have_the_same_address_or_the_same_data(data: Path) -> None:
    settings = Settings(port=0, data=data / "a", workers=0)
    with Supervisor(settings) as first:
        port = first.settings.port
        assert first.url == f"http://127.0.0.1:{port}"
        with pytest.raises(AddressTaken, match="BRADE_BIND"):
            Supervisor(Settings(port=port, data=data / "b", workers=0)).start()
        with pytest.raises(Exception, match="another brade already keeps its store"):
            Supervisor(settings).start()
        assert status(port, "/healthz") == 200
    assert status(port, "/healthz") is None


def test_no_worker_is_started_where_they_run_elsewhere(data: Path) -> None:
    with Supervisor(Settings(port=0, data=data, workers=0)) as service:
        assert [each.name for each in service.children] == ["the web server"]


@pytest.mark.parametrize(
    ("number", "queues"), [(0, []), (1, ["pump"]), (2, ["pump", "jobs"]), (3, ["pump", "jobs", "jobs"])]
)
def test_the_first_worker_pumps_and_the_others_do_what_takes_time(number: int, queues: list[str]) -> None:
    assert [each.command[-1] for each in supervisor._workers(number)] == queues


def test_a_store_that_somebody_else_runs_is_used_and_judged(store: Store, data: Path) -> None:
    said: list[str] = []
    store.client.config_set("maxmemory-policy", "allkeys-lru")
    try:
        with Supervisor(Settings(port=0, data=data, store_url=store.url, workers=1), said.append) as service:
            assert status(service.settings.port, "/readyz") == 200
    finally:
        store.client.config_set("maxmemory-policy", "noeviction")
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


def test_a_store_that_does_not_answer_is_told_without_its_password(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "_STORE_SECONDS", 0.1)
    url = f"redis://:secret@127.0.0.1:{free_port()}/0"
    with pytest.raises(NotStarted, match="BRADE_STORE_URL") as told:
        Supervisor(Settings(port=0, data=data, store_url=url, workers=0)).start()
    assert "secret" not in str(told.value)


def test_a_web_server_that_cannot_start_is_given_up(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setenv("PYTHONWARNINGS", "ignore")
    monkeypatch.setattr(supervisor, "_workers", lambda _: [])
    service = Supervisor(Settings(port=0, data=data, admin_token="the-operators-own-token", workers=0), said.append)
    real = service._environment
    monkeypatch.setattr(service, "_environment", lambda: real() | {"BRADE_BIND": "nonsense"})
    with (data / "log").open("ab") as service._output, pytest.raises(NotStarted, match="3 times"):
        service.start()
    assert "exit code" in said[0]
    assert service._keeper is not None
    assert not service._keeper.is_alive()


def test_an_address_of_another_machine_is_told_so() -> None:
    with pytest.raises(AddressTaken, match="no address of this machine"), Address("192.0.2.1", 0).held():
        pass


def test_a_child_whose_parent_is_gone_already_does_not_begin() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "service.processes.parent_watch", "this"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {parent_watch.PARENT: "1"},
    )
    assert (done.returncode, done.stdout) == (1, "")
