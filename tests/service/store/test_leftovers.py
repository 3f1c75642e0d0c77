"""A supervisor that was killed leaves no server behind, or the next one stops it; strangers are left alone."""

import fcntl
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from service.store.connect import connect
from service.store.server import server_process
from service.store.server.embedded_server import EmbeddedStore
from service.store.server.server_process import StoreNotStarted
from tests.support.proving import some
from tests.support.store import alive, answers, eventually


def leftover(folder: Path) -> "subprocess.Popen[bytes]":
    """A server such as a supervisor leaves behind when it is killed where children do not end with it."""
    store = EmbeddedStore(folder, durable=True).start()
    settings = (folder / "server.conf").read_text()
    store.stop()
    (folder / "server.conf").write_text(settings)
    with (folder / "server.lock").open("ab") as lock:
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
        waiter = threading.Thread(target=process.wait)  # as init would: it has no parent then
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
    monkeypatch.setattr("service.store.server.embedded_server._LEFTOVER_SECONDS", 0.3)
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


def test_a_server_is_known_by_the_settings_file_on_its_command_line(folder: Path) -> None:
    settings = folder / "server.conf"
    with EmbeddedStore(folder, durable=True) as store:
        assert store.pid
        assert server_process.is_ours(store.pid, settings)
        assert not server_process.is_ours(store.pid, folder / "other.conf")
        gone = store.pid
    assert not server_process.is_ours(gone, settings)
    assert not server_process.is_ours(os.getpid(), settings)


SUPERVISOR = """
import sys, threading
from service.store.server.embedded_server import EmbeddedStore
store = EmbeddedStore(sys.argv[1], durable=True)
# Started by a thread that ends: the server must not end with that.
starter = threading.Thread(target=store.start)
starter.start()
starter.join()
print(store.pid, flush=True)
input()
"""


@pytest.mark.parametrize("how", some([signal.SIGKILL, signal.SIGTERM, None], signal.SIGKILL))
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
