"""Being asked to end: by Ctrl-C, by SIGTERM, by a terminal that closes."""

import atexit
import signal
from queue import SimpleQueue

SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)


class AskedToEnd(KeyboardInterrupt):
    """The first such signal.

    A type of its own: where `exec` lets a plain `KeyboardInterrupt` out, as in the making of a dataclass, the
    interpreter notes it and ends with SIGINT, even if it was caught afterwards.
    """


class ShutdownSignal:
    """From now on the first of these signals raises `AskedToEnd`, and what follows it is passed over.

    A command that is just stopping what it started must not be torn out of that, and it is often asked twice: `timeout`
    and `make` each tell everybody whom they know, and people press Ctrl-C again. Make it in the main thread, before
    anything that takes time.
    """

    def __init__(self) -> None:
        self._asked: SimpleQueue[None] = SimpleQueue()
        self._heard = False
        for signals in SIGNALS:
            signal.signal(signals, self._hear)
        ignored_at_exit()

    def wait(self) -> None:
        """Return when there was such a signal, or raise `AskedToEnd` when it comes."""
        self._asked.get()

    def _hear(self, *_: object) -> None:
        if self._heard:
            return
        self._heard = True
        # What is raised gets lost where the interpreter is clearing an object away just then: hence both.
        self._asked.put(None)
        raise AskedToEnd


def ignored_at_exit() -> None:
    """Ignore these signals once the interpreter ends.

    It puts back what was there before its handlers, and one that came then would kill a process that has done its work.
    """
    atexit.register(_ignore)


def _ignore() -> None:
    for signals in SIGNALS:
        signal.signal(signals, signal.SIG_IGN)
