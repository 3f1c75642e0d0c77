"""The store that comes with brade: a server of our own, on its own folder, watched for as long as we live."""

import atexit
import logging
import os
import secrets
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO
from urllib.parse import quote

from redis.exceptions import BusyLoadingError, RedisError

from service.private_files import private_folder, try_lock
from service.store.connect import STORE_AWAY, connect
from service.store.server import append_only_file, server_process
from service.store.server.free_space import free_bytes
from service.store.server.health_check import LOOK_SECONDS, Loading, Pulse
from service.store.server.server_process import StoreNotStarted

_log = logging.getLogger(__name__)

_LONGEST_SOCKET_PATH = 100  # macOS allows 103 bytes, Linux 107
_POLL = 0.01
_STOP_SECONDS = 5.0
_LEFTOVER_SECONDS = 20.0
_FIRST_PAUSE, _LONGEST_PAUSE, _STEADY = 0.1, 10.0, 30.0
_NO_FAULT_OF_FILES = (None, 0, -signal.SIGKILL, -signal.SIGTERM)
"""Ends of a server that say nothing about its files; at some damage it ends with a code, at other it crashes."""
_LEAST_BYTES = 1 << 16
_FIRST_STARTS = 3
"""The number of starts of a server that is killed, or hangs, before it has answered once."""


class EmbeddedStore:
    """A server on `folder`; `durable` keeps every acknowledged write through a power cut, else none.

    It listens on a socket in its folder, or, where that path is too long for a socket, on a free loopback
    port with a password; `url` has either. If the server dies it is started again, at the same URL, after a
    pause that grows while it keeps dying, and so is one that hangs; `name` is what people are told has died, `say` is
    told how far it is with reading a large file. Only the process that started
    it stops it.
    """

    def __init__(
        self, folder: Path | str, durable: bool, name: str = "the store", say: Callable[[str], object] = _log.info
    ) -> None:
        self.folder = Path(folder).resolve()
        self.durable = durable
        self.name = name
        self._report = say
        self.url = ""
        self._settings = self.folder / "server.conf"
        self._log = self.folder / "server.log"
        self._locks: list[BinaryIO] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._watcher: threading.Thread | None = None
        self._stopping = threading.Event()
        self._spawning = threading.Lock()
        self._failure: Exception | None = None
        self._answered = False
        self._owner = 0

    @property
    def pid(self) -> int | None:
        """The server's process id; `None` while there is none."""
        process = self._process
        return process.pid if process and process.poll() is None else None

    def start(self, seconds: float = 60.0) -> "EmbeddedStore":
        """Start the server and return when it answers and has read what it keeps.

        Raises `StoreNotStarted` when the folder is taken, when the server ends, or after `seconds`, and `StoreDamaged`
        when its file cannot be read.
        """
        if self.pid:
            return self
        server_process.binary()
        private_folder(self.folder)
        try:
            self._take_folder()
            self._settle_address()
            self._owner = os.getpid()
            atexit.register(self.stop)
            self._stopping.clear()
            self._answered, self._failure = False, None
            self._watcher = threading.Thread(target=self._watch, name=f"store {self.folder.name}", daemon=True)
            self._watcher.start()
            self._await_answer(seconds)
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self) -> None:
        """Stop the server: ask it, tell it, kill it; what it acknowledged is on the disk in any case."""
        if self._owner not in (0, os.getpid()):
            return  # a fork of the supervisor's process ends; the store is not its own
        with self._spawning:
            self._stopping.set()
        if self._watcher and self._watcher.is_alive():
            for end in (self._ask, self._terminate, self._kill):
                end()
                self._watcher.join(_STOP_SECONDS)
                if not self._watcher.is_alive():
                    break
        self._watcher = self._process = None
        while self._locks:
            self._locks.pop().close()
        atexit.unregister(self.stop)

    def __enter__(self) -> "EmbeddedStore":
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    # ── the folder ──────────────────────────────────────────────────────────────────────────────────────────
    def _take_folder(self) -> None:
        """Two locks: one says that a supervisor lives here, the other, inherited, that a server does."""
        mine = try_lock(self.folder / "supervisor.lock")
        if mine is None:
            raise StoreNotStarted(
                f"another brade already keeps its store in {self.folder}: stop it, or use another folder"
            )
        self._locks.append(mine)
        deadline = time.monotonic() + _LEFTOVER_SECONDS
        while (servers := try_lock(self.folder / "server.lock")) is None:
            seconds_left = deadline - time.monotonic()
            if seconds_left < 0:
                raise StoreNotStarted(
                    f"a server from before still works in {self.folder} and does not end (see server.pid)"
                )
            self._end_leftover(signal.SIGKILL if seconds_left < _LEFTOVER_SECONDS / 2 else signal.SIGTERM)
            time.sleep(10 * _POLL)
        self._locks.append(servers)

    def _end_leftover(self, how: signal.Signals) -> None:
        """Tell the server that a killed supervisor left here to end; any other process is left alone."""
        try:
            pid = int((self.folder / "server.pid").read_text())
        except (FileNotFoundError, ValueError):
            return
        if server_process.is_ours(pid, self._settings):
            try:
                os.kill(pid, how)
            except ProcessLookupError:
                return

    def _settle_address(self) -> None:
        path = self.folder / "store.sock"
        if len(os.fsencode(path)) <= _LONGEST_SOCKET_PATH:
            place, port, password = path, 0, ""
            self.url = f"unix://{quote(str(path))}"
        else:
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                place, port, password = None, probe.getsockname()[1], secrets.token_hex(16)
            self.url = f"redis://:{password}@127.0.0.1:{port}/0"
        text = server_process.settings(self.folder, durable=self.durable, socket=place, port=port, password=password)
        self._settings.touch(mode=0o600)
        self._settings.write_text(text, encoding="utf-8")

    # ── the server ──────────────────────────────────────────────────────────────────────────────────────────
    def _watch(self) -> None:
        """Start the server, wait for its end, start it again: in one thread, which outlives every server."""
        pause, starts = _FIRST_PAUSE, 0
        while True:
            began, starts, code = time.monotonic(), starts + 1, None
            with self._spawning:
                if self._stopping.is_set():
                    return
                self._process = self._spawn()
            if self._process:
                code = self._end_of(self._process)
            if self._stopping.is_set():
                return
            if code not in _NO_FAULT_OF_FILES and self._cut_unfinished_write():
                continue
            if not self._answered:
                # One that ends by itself, with an exit code, would do so again.
                if self._failure or code is None or code >= 0 or starts >= _FIRST_STARTS:
                    return
                self._report(f"{self.name} was ended by signal {-code} before it answered, and is started again")
            if time.monotonic() - began > _STEADY:
                pause = _FIRST_PAUSE
            _log.error("%s; it is started again in %.1f s", self._end_sentence(code), pause)
            self._stopping.wait(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _spawn(self) -> "subprocess.Popen[bytes] | None":
        """The server's new process; `None`, with the reason in `_failure`, where it cannot be started."""
        self._failure = None
        try:
            if self.durable:
                append_only_file.ensure_startable(self.folder)
            append_only_file.clear_drafts(self.folder)
            return server_process.spawn(self._settings, self._log, self._locks[-1])
        except (OSError, StoreNotStarted) as error:
            self._failure = error
            return None

    def _cut_unfinished_write(self) -> bool:
        """True if the server that ended met half a write at the end of its file, which is cut off now."""
        if not self.durable:
            return False
        try:
            cut = append_only_file.cut_unfinished_write(self.folder)
        except (OSError, StoreNotStarted) as error:
            self._failure = error
            return False
        if cut:
            self._report(f"{cut}, which was never acknowledged: cut off")
        return cut is not None

    def _end_sentence(self, code: int | None) -> str:
        """The reason why there is no server, without its own words: these are in its log."""
        if isinstance(self._failure, StoreNotStarted):
            return str(self._failure)
        if self._failure:
            return f"{self.name} in {self.folder} cannot be started: {self._failure}"
        if closed := append_only_file.closed_to_us(self.folder):
            return f"{self.name} ended: the user of this process may not read and write {closed}"
        if free_bytes(self.folder) < _LEAST_BYTES:
            return f"{self.name} ended: the disk of {self.folder} is full"
        how = f"with the code {code}" if code is None or code >= 0 else f"by the signal {-code}"
        return f"{self.name} in {self.folder} ended {how}; its log is {self._log}"

    def _end_of(self, process: "subprocess.Popen[bytes]") -> int:
        """The exit code of a server when it has ended; one that hangs is ended."""
        # The first start tells by itself how far the server is.
        loading = Loading(self.name, self._report) if self._answered else None
        with closing(Pulse(self.url, process.pid, loading)) as pulse:
            while True:
                try:
                    return process.wait(LOOK_SECONDS)
                except subprocess.TimeoutExpired:
                    if pulse.hangs():
                        _log.error("%s hangs: process %d is ended", self.name, process.pid)
                        process.kill()

    def _await_answer(self, seconds: float) -> None:
        status, deadline = "it does not answer", time.monotonic() + seconds
        client = connect(self.url)
        loading = Loading(self.name, self._report)
        try:
            while time.monotonic() < deadline:
                if self._watcher is None or not self._watcher.is_alive():
                    if isinstance(self._failure, StoreNotStarted):
                        raise self._failure
                    code = self._process.returncode if self._process else None
                    raise StoreNotStarted(self._end_sentence(code))
                try:
                    client.ping()
                except BusyLoadingError:
                    status = "it is still reading what it keeps, and gets no further"
                    if loading.goes_on(client):
                        deadline = time.monotonic() + seconds
                except STORE_AWAY:
                    status = "it does not answer"
                else:
                    self._answered = True
                    if self._watcher.is_alive():
                        return
                time.sleep(_POLL)
        finally:
            client.close()
        raise StoreNotStarted(f"{self.name} in {self.folder}: {status}; its log is {self._log}")

    def _ask(self) -> None:
        client = connect(self.url)
        try:
            with suppress(BusyLoadingError):
                client.ping()
        except RedisError:
            client.close()
            self._terminate()  # it does not listen yet
            return
        try:
            client.execute_command("SHUTDOWN")
        except RedisError:
            return  # a server that ends gives no answer; one that could not be asked is told next
        finally:
            client.close()

    def _terminate(self) -> None:
        if self._process:
            self._process.terminate()

    def _kill(self) -> None:
        if self._process:
            self._process.kill()
