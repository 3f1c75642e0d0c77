"""Heartbeats: a process tells its supervisor every second that it goes on, and one that falls silent is found.

On Linux alone, through a pipe of the supervisor's. Elsewhere there are no heartbeats.
"""

import os
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress

from service.processes.lasting_threads import LastingThread

PIPE = "BRADE_HEARTBEAT"
BEAT_SECONDS = 1.0
SILENT_SECONDS = 10.0
"""The time that a process which sends heartbeats may miss them."""

REPLACED_SECONDS = 30.0
"""The time that a child may lack a process with a heartbeat, if it had one: it starts another in that time."""

_LONGEST_LOOK = 1.0
_READ_BYTES = 1 << 16


class Heart:
    """A process's own: `beat` tells the supervisor that it goes on."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._pipe: int | None = None
        if place := environment.get(PIPE):
            with suppress(OSError):  # the supervisor is gone, and so are we in a moment
                self._pipe = os.open(place, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)

    def beat(self) -> None:
        """Tell it once; a supervisor that does not listen is not waited for."""
        if self._pipe is not None:
            with suppress(OSError):
                os.write(self._pipe, b"%d %d\n" % (os.getpid(), os.getpgrp()))

    def go_on(self) -> None:
        """Tell it from now on, in a thread of its own, for as long as the process can run threads."""
        LastingThread("heartbeat", self._beat_forever, threading.Event()).start()

    def _beat_forever(self) -> None:
        while True:
            self.beat()
            time.sleep(BEAT_SECONDS)


class Heartbeats:
    """The supervisor's: who was heard, and how long ago. For one thread; `close` it at the end.

    Each child leads a process group. A process that a child started, such as a web server's worker, is a member of it.
    """

    def __init__(self, seconds: float, replaced: float = REPLACED_SECONDS) -> None:
        self._seconds, self._replaced = seconds, replaced
        self._silent: dict[int, float] = {}
        self._without_members: dict[int, float] = {}
        self._looked = time.monotonic()
        self._reading, self._writing = os.pipe()
        os.set_blocking(self._reading, False)

    @property
    def environment(self) -> Mapping[str, str]:
        """Settings of the child processes for their heartbeats."""
        return {PIPE: f"/proc/{os.getpid()}/fd/{self._writing}"} if sys.platform == "linux" else {}

    def silent(self) -> list[int]:
        """The ids of processes that fell silent since the last check, each once. They may have ended since.

        Time without a check counts little: the machine, or this process, may have stood still.
        """
        now = time.monotonic()
        passed, self._looked = min(now - self._looked, _LONGEST_LOOK), now
        heard = self._read()
        for last, ids in (
            (self._silent, {process for process, _ in heard}),
            (self._without_members, {group for process, group in heard if process != group}),
        ):
            for each in last:
                last[each] += passed
            last |= dict.fromkeys(ids, 0.0)
        return _taken(self._silent, self._seconds)

    def without_members(self) -> list[int]:
        """The ids of groups whose members, besides the leader, fell silent and were not replaced in time, each once.

        As of the last call of `silent`. The group may have ended since.
        """
        return _taken(self._without_members, self._replaced)

    def close(self) -> None:
        """Listen no more."""
        for each in (self._reading, self._writing):
            os.close(each)

    def _read(self) -> set[tuple[int, int]]:
        """The process and the group of each heartbeat since the last call."""
        text = b""
        with suppress(BlockingIOError):
            while page := os.read(self._reading, _READ_BYTES):
                text += page
        words = [int(part) for part in text.split()]
        return set(zip(words[::2], words[1::2], strict=True))


def _taken(last: dict[int, float], seconds: float) -> list[int]:
    """The ids that were last heard longer ago than `seconds`; they are removed."""
    found = [each for each, silent in last.items() if silent > seconds]
    for each in found:
        del last[each]
    return found
