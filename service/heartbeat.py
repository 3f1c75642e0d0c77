"""Heartbeats: a process tells its supervisor every second that it goes on, and one that falls silent is found.

On Linux alone, through a pipe of the supervisor's; elsewhere nobody is told, and nobody is found silent.
"""

import os
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress

PIPE = "BRADE_HEARTBEAT"
BEAT_SECONDS = 1.0
SILENT_SECONDS = 10.0
"""How long a process may say nothing that has begun to tell of itself."""

_LONGEST_LOOK = 1.0
_READ_BYTES = 1 << 16


class Heart:
    """A process's own: `beat` tells the supervisor that it goes on."""

    def __init__(self) -> None:
        self._pipe: int | None = None
        if place := os.environ.get(PIPE):
            with suppress(OSError):  # the supervisor is gone, and so are we in a moment
                self._pipe = os.open(place, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)

    def beat(self) -> None:
        """Tell it once; a supervisor that does not listen is not waited for."""
        if self._pipe is not None:
            with suppress(OSError):
                os.write(self._pipe, b"%d\n" % os.getpid())

    def go_on(self) -> None:
        """Tell it from now on, in a thread of its own, for as long as the process can run threads."""
        threading.Thread(target=self._tell, name="heartbeat", daemon=True).start()

    def _tell(self) -> None:
        while True:
            self.beat()
            time.sleep(BEAT_SECONDS)


class Heartbeats:
    """The supervisor's: who was heard, and how long ago. For one thread; `close` it at the end."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._silent: dict[int, float] = {}
        self._looked = time.monotonic()
        self._reading, self._writing = os.pipe()
        os.set_blocking(self._reading, False)

    @property
    def environment(self) -> Mapping[str, str]:
        """What the processes are told, so that they can tell of themselves."""
        return {PIPE: f"/proc/{os.getpid()}/fd/{self._writing}"} if sys.platform == "linux" else {}

    def silent(self) -> list[int]:
        """The ids of processes that fell silent since the last look, each once. They may have ended since.

        Time in which nobody looked counts little: the machine, or this process, may have stood still.
        """
        now = time.monotonic()
        passed, self._looked = min(now - self._looked, _LONGEST_LOOK), now
        for each in self._silent:
            self._silent[each] += passed
        self._silent |= dict.fromkeys(self._read(), 0.0)
        found = [each for each, seconds in self._silent.items() if seconds > self._seconds]
        for each in found:
            del self._silent[each]
        return found

    def close(self) -> None:
        """Listen no more."""
        for each in (self._reading, self._writing):
            os.close(each)

    def _read(self) -> set[int]:
        text = b""
        with suppress(BlockingIOError):
            while page := os.read(self._reading, _READ_BYTES):
                text += page
        return {int(each) for each in text.split()}
