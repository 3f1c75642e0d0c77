"""`brade serve` in a process of its own, with all that it starts."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import psutil
import pytest

from tests.support.paths import ROOT
from tests.support.store import alive, eventually

SLOW = 40.0  # seconds for what takes two on an idle machine
linux = pytest.mark.skipif(sys.platform != "linux", reason="tried on Linux only")


def free_port() -> int:
    """A port that no program has now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def status(port: int, path: str) -> int | None:
    """The status of an answer, `None` without one."""
    connection = HTTPConnection("127.0.0.1", port, timeout=5.0)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except (OSError, HTTPException):
        return None
    finally:
        connection.close()


def descendants(pid: int) -> list[psutil.Process]:
    """The processes below one, at this moment, the one that began first in front."""
    try:
        return sorted(psutil.Process(pid).children(recursive=True), key=psutil.Process.create_time)
    except psutil.NoSuchProcess:
        return []


def _has(process: psutil.Process, word: str) -> bool:
    try:
        return word in " ".join(process.cmdline())
    except psutil.Error:
        return False


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
        """Its output until now."""
        return "".join(self.lines)

    @property
    def begun(self) -> bool:
        """True if it serves, or has ended."""
        return "brade serves at" in self.said or self.process.poll() is not None

    @property
    def ready(self) -> bool:
        """True if it calls itself ready."""
        return status(self.port, "/readyz") == 200

    def look(self) -> list[psutil.Process]:
        """The processes that it started, the first one in front; they are remembered for `nothing_left`."""
        found = descendants(self.process.pid)
        self.seen |= {each.pid for each in found}
        return found

    def those(self, word: str) -> list[int]:
        """The ids of its processes whose command has this word in it, the one that began first in front."""
        return [each.pid for each in self.look() if _has(each, word)]

    def end(self, how: signal.Signals) -> tuple[int, str]:
        """Send a signal; the exit code and the output."""
        self.look()
        self.process.send_signal(how)
        code = self.process.wait(SLOW)
        self._reading.join(SLOW)
        return code, self.said

    def nothing_left(self) -> bool:
        """True if none of its processes runs."""
        return not any(alive(pid) for pid in self.seen)

    def kill(self) -> None:
        """End it and all that it started, whatever state they are in."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for pid in self.seen:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def launch(data: Path, port: int, files: int | None = None, **environment: str) -> "subprocess.Popen[str]":
    """`brade serve`, just started; each of its processes may have so many files open."""
    told = {name: value for name, value in os.environ.items() if not name.startswith("BRADE_")}
    told |= {"BRADE_BIND": f"127.0.0.1:{port}", "BRADE_DATA": str(data), "PYTHONUNBUFFERED": "1", **environment}
    limited = [] if files is None else ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh"]
    return subprocess.Popen(
        [*limited, sys.executable, "-m", "service.cli", "serve"],
        cwd=ROOT,
        env=told,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        umask=0o022,
    )


@contextmanager
def serving(data: Path, port: int | None = None, files: int | None = None, **environment: str) -> Iterator[Serving]:
    """`brade serve` that serves, for as long as the block lasts."""
    port = port or free_port()
    one = Serving(launch(data, port, files, **environment), port)
    try:
        eventually(lambda: one.begun, SLOW, "the start")
        assert one.process.poll() is None, one.said
        one.look()
        yield one
    finally:
        one.kill()
