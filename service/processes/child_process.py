"""Supervised processes: one that ends is started again, one that hangs is ended first."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO

from service.processes import heartbeat
from service.processes.fork_server import ForkedProcess, ForkServer

Process = subprocess.Popen[bytes] | ForkedProcess
"""A process that was started by itself, or by the fork server."""

LOOK_SECONDS = 0.05
_FIRST_PAUSE, _LONGEST_PAUSE, _STEADY = 0.1, 5.0, 30.0
_STOP_SECONDS = 6.0
_KILLED_SECONDS = 2.0


@dataclass
class ChildProcess:
    """One process to keep running: its name for people, its module and arguments, and how often it was started.

    `last`: it ends when the others have ended. It has `settings` of its own beside the others.
    """

    name: str
    command: tuple[str, ...]
    last: bool = False
    process: "Process | None" = None
    starts: int = 0
    started: float = 0.0
    pause: float = _FIRST_PAUSE
    due: float = 0.0
    settings: Mapping[str, str] = field(default_factory=dict)
    asked: float | None = None
    _renewal: Mapping[str, str] | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def renew(self, settings: Mapping[str, str]) -> None:
        """Have it started again with these settings beside those that it has; any thread may ask."""
        with self._lock:
            self._renewal = {**(self._renewal or {}), **settings}

    def takes_renewal(self) -> bool:
        """True if it is to be started again; from now on it has the new settings."""
        with self._lock:
            renewal, self._renewal = self._renewal, None
        if renewal is not None:
            self.settings = {**self.settings, **renewal}
        return renewal is not None


class ProcessMonitor(threading.Thread):
    """Starts the children and keeps them running until `stopping` is set; then it ends them.

    One thread starts them all and outlives them: on Linux a child ends with the thread that started it. With a
    fork server they are forked.
    """

    def __init__(
        self,
        children: Sequence[ChildProcess],
        environment: Mapping[str, str],
        stopping: threading.Event,
        say: Callable[[str], object],
        output: IO[bytes] | None,
        forks: ForkServer | None = None,
    ) -> None:
        super().__init__(name="processes", daemon=True)
        self._forks = forks
        self._children, self._environment, self._stopping = children, environment, stopping
        self._say, self._output = say, output

    def run(self) -> None:
        """See `threading.Thread.run`."""
        beats = heartbeat.Heartbeats(heartbeat.SILENT_SECONDS, heartbeat.REPLACED_SECONDS)
        environment = {**self._environment, **beats.environment}
        try:
            while not self._stopping.is_set():
                try:
                    self._look_after_all(beats, environment)
                except Exception as error:  # noqa: BLE001 - without this thread no process is started again
                    self._say(f"the processes cannot be looked after for a moment ({error or type(error).__name__})")
                    self._stopping.wait(_FIRST_PAUSE)
                self._stopping.wait(LOOK_SECONDS)
            self._end()
        finally:
            beats.close()

    def _look_after_all(self, beats: heartbeat.Heartbeats, environment: Mapping[str, str]) -> None:
        for child in self._children:
            self._look_after(child, environment)
        for pid in beats.silent():
            self._end_silent(pid)
        for group in beats.without_members():
            self._end_deserted(group)

    def _look_after(self, child: ChildProcess, environment: Mapping[str, str]) -> None:
        now = time.monotonic()
        if child.takes_renewal() and child.process:
            child.process.terminate()
            child.asked = now
        if child.process and child.asked is not None:
            if child.process.poll() is not None or now - child.asked > _STOP_SECONDS:
                _end_group(child.process)
                child.process.wait()
                child.process, child.due, child.asked = None, now, None
        elif child.process and (code := child.process.poll()) is not None:
            _end_group(child.process)
            if now - child.started > _STEADY:
                child.pause = _FIRST_PAUSE
            child.process = None
            self._start_later(child, now, f"{child.name} ended ({_how(code)})")
        if child.process is None and now >= child.due:
            child.starts, child.started = child.starts + 1, now
            try:
                start = self._forks.start if self._forks else started
                child.process = start(child.command, {**environment, **child.settings}, self._output)
            except Exception as error:  # noqa: BLE001 - this thread looks after all the others too
                self._start_later(child, now, f"{child.name} cannot be started ({error or type(error).__name__})")

    def _start_later(self, child: ChildProcess, now: float, why: str) -> None:
        child.due = now + child.pause
        again = "at once" if child.pause < 1 else f"in {child.pause:.0f} s"
        self._say(f"{why} and is started again {again}")
        child.pause = min(2 * child.pause, _LONGEST_PAUSE)

    def _end_silent(self, pid: int) -> None:
        """End a process that hangs: a child, or one that a child started and starts again by itself."""
        with suppress(ProcessLookupError):
            if self._forks and pid == self._forks.pid:
                self._say(f"the process that starts the others hangs: {pid} is ended and started again")
                os.kill(pid, signal.SIGKILL)
            group = os.getpgid(pid)  # each child leads a group; a number that another process got since is in none
            for child in self._children:
                if child.process and child.process.pid == group:
                    self._say(f"{child.name} hangs: process {pid} is ended and started again")
                    os.kill(pid, signal.SIGKILL)

    def _end_deserted(self, group: int) -> None:
        """End a child whose processes ended and that started none in their place; `_look_after` starts it again."""
        for child in self._children:
            if child.process and child.process.pid == group:
                self._say(f"{child.name} hangs: process {group} starts no worker, it is ended and started again")
                _end_group(child.process)

    def _end(self) -> None:
        for last in (False, True):
            running = [child.process for child in self._children if child.process and child.last is last]
            for process in running:
                process.terminate()
            deadline = time.monotonic() + _STOP_SECONDS
            for process in running:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(max(0.0, deadline - time.monotonic()))
                _end_group(process)
                with suppress(subprocess.TimeoutExpired):  # one that waits for a share that is away cannot be killed
                    process.wait(_KILLED_SECONDS)


def started(
    command: Sequence[str], environment: Mapping[str, str], output: IO[bytes] | None
) -> "subprocess.Popen[bytes]":
    """A process that runs a module with arguments; it leads a session of its own, and ends with this one."""
    # A Ctrl-C in the terminal is for this process, which ends the others in order.
    return subprocess.Popen(  # noqa: S603  our own modules
        [sys.executable, "-P", "-m", "service.processes.parent_watch", *command],
        env=environment,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
    )


def _end_group(process: Process) -> None:
    """End what is left of a child, which leads a session of its own, and of the processes that it started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _how(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"
