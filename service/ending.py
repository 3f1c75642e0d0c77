"""Being asked to end: by Ctrl-C, by SIGTERM, by a terminal that closes."""

import signal
from queue import SimpleQueue


class Ending:
    """From now on the first of these signals raises `KeyboardInterrupt`, and what follows it is passed over.

    A command that is just stopping what it started must not be torn out of that, and it is often asked twice: `timeout`
    and `make` each tell everybody whom they know, and people press Ctrl-C again. Make it in the main thread.
    """

    def __init__(self) -> None:
        self._asked: SimpleQueue[None] = SimpleQueue()
        self._heard = False
        for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(each, self._hear)

    def wait(self) -> None:
        """Return when there was such a signal, or raise `KeyboardInterrupt` when it comes."""
        self._asked.get()

    def _hear(self, *_: object) -> None:
        if self._heard:
            return
        self._heard = True
        # What is raised gets lost where the interpreter is clearing an object away just then: hence both.
        self._asked.put(None)
        raise KeyboardInterrupt
