"""`brade serve` keeps its processes running and leaves nothing behind, whatever is killed."""

import errno
import os
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

import pytest

from service.config import Settings
from service.processes import child_process, supervisor
from service.processes.supervisor import NotStarted, Supervisor
from tests.support.processes.fork_server import forked_children
from tests.support.processes.serving import SLOW, Serving, linux, serving, status
from tests.support.proving import prove
from tests.support.store import Store, alive, eventually

KILLED = {
    "the web server": ("service.server.asgi", 0),
    "its process": ("service.server.asgi", -1),
    "the pump": ("--queue pump", 0),
    "the worker for jobs": ("--queue jobs", 0),
    "the store": ("/store/", 0),
    "the queue": ("/queue/", 0),
    "the fork server": ("service.processes.fork_server", 0),
}
"""A word of the command of each process, and which of those that have it, in the order in which they began."""

SAID = {"its process": "Unexpected exit from worker", "the store": "the store in", "the queue": "the queue in"}
"""The lines about some that ended; the others are started again."""

AGAIN = BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
"""The error of a system that can have no more processes just now."""


def kill_one(one: Serving, word: str, which: int) -> None:
    """Kill a process of the service, and wait until there is another in its place and the service is ready."""
    before = one.those(word)
    os.kill(before[which], signal.SIGKILL)
    eventually(lambda: not alive(before[which]), SLOW, "its end")

    def again() -> bool:
        now = one.those(word)
        return len(now) == len(before) and before[which] not in now and one.ready

    eventually(again, SLOW, f"another {word}")


@linux
@prove  # with facts recorded meanwhile in the suite, tests/recovery/kills
@pytest.mark.parametrize(
    "killed",
    [
        pytest.param(("its process", "the pump", "the store", "the fork server"), id="four"),
        pytest.param((*KILLED,), id="all"),
    ],
)
def test_processes_killed_one_after_the_other_are_started_again(data: Path, killed: tuple[str, ...]) -> None:
    with serving(data) as one:
        for name in killed:
            kill_one(one, *KILLED[name])
        code, said = one.end(signal.SIGTERM)
        assert code == 0
        for words in (*(SAID[name] for name in killed if name in SAID), "again"):
            assert words in said
        assert "Traceback" not in said
        assert one.nothing_left()


@linux
@prove
@pytest.mark.parametrize("name", KILLED)
def test_a_killed_process_is_started_again(data: Path, name: str) -> None:
    with serving(data) as one:
        kill_one(one, *KILLED[name])
        code, said = one.end(signal.SIGTERM)
        assert code == 0
        assert SAID.get(name, "again") in said
        for server in ("the store", "the queue"):
            assert (SAID[server] in said) == (name == server)
        assert "Traceback" not in said
        assert one.nothing_left()


@prove
@linux
def test_killed_itself_it_leaves_nothing_behind_and_starts_again_at_once(data: Path) -> None:
    with serving(data, BRADE_WORKERS="1") as one:
        one.look()
        one.process.kill()
        one.process.wait()
        eventually(one.nothing_left, SLOW, "the end of its children")
        with serving(data, one.port, BRADE_WORKERS="0") as again:
            assert again.end(signal.SIGTERM)[0] == 0


@prove
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
    assert service._monitor is not None
    assert not service._monitor.is_alive()


def test_a_process_that_the_system_does_not_start_is_tried_again_and_the_others_are_looked_after(
    store: Store, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    settings = Settings(port=0, data=data, store_url=store.url, workers=1, volatile=True)
    with forked_children(), (data / "log").open("wb") as output:
        start, refused = child_process.started, iter(["service.server.asgi", "workers.worker", "service.server.asgi"])

        def started(command: Sequence[str], environment: Mapping[str, str], output: IO[bytes] | None) -> object:
            if command[0] == next(refused, ""):
                raise AGAIN
            return start(command, environment, output)

        monkeypatch.setattr(child_process, "started", started)
        with Supervisor(settings, said.append, output) as service:
            assert status(service.settings.port, "/readyz") == 200
            assert [child.starts for child in service.children] == [3, 2]
    why = f"cannot be started ({AGAIN}) and is started again at once"
    assert said[1:4] == [f"the web server {why}", f"the worker for pump {why}", f"the web server {why}"]


def test_a_web_server_that_the_system_never_starts_is_given_up(
    store: Store, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise AGAIN

    monkeypatch.setattr(child_process, "started", refused)
    with pytest.raises(NotStarted, match="3 times"):
        Supervisor(Settings(port=0, data=data, store_url=store.url, workers=0, volatile=True)).start()
