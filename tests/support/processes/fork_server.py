"""A process that has loaded the service's modules and forks workers and web servers: their start loads nothing anew.

    python -m tests.support.processes.fork_server

A request and its answer are a line of JSON each: to `{"start": …}` the id of the new process, to `{"poll": …}` its
exit code or `null`.
"""

import atexit
import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import IO, Any, NoReturn
from unittest import mock

from service.processes import child_process
from tests.support.paths import ROOT


class ForkedProcess:
    """A process that the server forked, with the interface of `subprocess.Popen`."""

    def __init__(self, server: "ForkServer", pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._server = server

    def poll(self) -> int | None:
        """See `Popen.poll`."""
        if self.returncode is None:
            self.returncode = self._server.ask({"poll": self.pid})
        return self.returncode

    def send_signal(self, how: signal.Signals) -> None:
        """See `Popen.send_signal`."""
        if self.poll() is None:
            os.kill(self.pid, how)

    def terminate(self) -> None:
        """See `Popen.terminate`."""
        self.send_signal(signal.SIGTERM)

    def wait(self, timeout: float = 60.0) -> int:
        """See `Popen.wait`."""
        deadline = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
            time.sleep(0.005)
        return code


class ForkServer:
    """The server as its client sees it. It starts at the first need and ends with the test run."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None

    def worker(
        self, arguments: Sequence[str], environment: Mapping[str, str], log: Path, session: bool = False
    ) -> ForkedProcess:
        """`python -m workers.worker` with these arguments; its output goes to `log`."""
        return self._start({"arguments": list(arguments), "session": session}, environment, log)

    def web(self, environment: Mapping[str, str], log: Path, module: str = "service.server.asgi") -> ForkedProcess:
        """`python -m` a module of a web server, which leads a session of its own; its output goes to `log`."""
        return self._start({"web": module, "session": True}, environment, log)

    def _start(self, order: Mapping[str, Any], environment: Mapping[str, str], log: Path) -> ForkedProcess:
        whole = {**order, "environment": dict(environment), "log": str(log)}
        return ForkedProcess(self, int(self.ask({"start": whole})))

    def ask(self, request: Mapping[str, Any]) -> Any:
        """The answer to a request."""
        with self._lock:
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", __name__], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
                )
                atexit.register(self._end)
            assert self._process.stdin
            assert self._process.stdout
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            return json.loads(self._process.stdout.readline())

    def _end(self) -> None:
        if self._process:
            self._process.communicate()


FORKED = ("workers.worker", "service.server.asgi", "service.server.wsgi")
"""The modules of which processes are forked."""

LOADED = (*FORKED, "granian", "service.app", "workers.exports", "workers.pump")
"""These modules and those that they load when they run: all are there before the first fork."""

SERVER = ForkServer()
"""The one of this test run."""


@contextmanager
def forked_children() -> Iterator[None]:
    """Supervisors that begin in the block have their web servers and workers forked; they end in the block as well.

    What is left out is the start of an interpreter and `service.processes.parent_watch`. Other processes are started as
    ever. A block may last as long as a test worker, so it holds for supervisors of other tests, too.
    """
    unforked = child_process.started

    def started(
        command: Sequence[str], environment: Mapping[str, str], output: IO[bytes] | None
    ) -> "ForkedProcess | subprocess.Popen[bytes]":
        module, *arguments = command
        if not output or module not in FORKED:  # a forked process has no terminal
            return unforked(command, environment, output)
        log = Path(output.name)
        if module == "workers.worker":
            return SERVER.worker(arguments, environment, log, session=True)
        return SERVER.web(environment, log, module)

    with mock.patch.object(child_process, "started", started):
        yield


def _poll(pid: int, running: set[int]) -> int | None:
    found, status = os.waitpid(pid, os.WNOHANG)
    running.discard(found)
    return os.waitstatus_to_exitcode(status) if found else None


def _work(order: Mapping[str, Any]) -> NoReturn:
    """In the new process: be what is asked for."""
    log = os.open(order["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    for target, source in ((0, os.open(os.devnull, os.O_RDONLY)), (1, log), (2, log)):
        os.dup2(source, target)
    os.environ.clear()
    os.environ.update(order["environment"])
    if order["session"]:
        os.setsid()
    try:
        if "arguments" in order:
            code = sys.modules["workers.worker"].main(order["arguments"])
        else:
            code = sys.modules[order["web"]].main()
    except SystemExit as end:
        if isinstance(end.code, str):  # what the interpreter prints
            raise
        code = end.code
    _end_with(code or 0)


def _end_with(code: int) -> NoReturn:
    """End this process as an interpreter does, and free none of the many objects that were loaded before the fork."""
    threading._shutdown()  # type: ignore[attr-defined]  # waits for threads that are no daemons
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def serve() -> None:
    """Answer requests until there are no more. What runs then is ended: its tests were, perhaps by a kill."""
    for each in LOADED:
        import_module(each)
    gc.collect()
    gc.freeze()  # what is loaded stays: no forked process searches it again, and copies it by that
    running: set[int] = set()
    while line := sys.stdin.buffer.raw.readline():  # unbuffered: a forked process has nothing that was read ahead
        request = json.loads(line)
        if "poll" in request:
            answer = _poll(request["poll"], running)
        elif answer := os.fork():
            running.add(answer)
        else:
            _work(request["start"])
        os.write(1, f"{json.dumps(answer)}\n".encode())
    for each in running:
        os.kill(each, signal.SIGKILL)


if __name__ == "__main__":
    serve()
