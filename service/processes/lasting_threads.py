"""Threads that last as long as their process: the work of one that fails is begun again, and `/readyz` tells of it."""

import logging
import os
import threading
import time
from collections.abc import Callable
from weakref import WeakSet

_PAUSE_SECONDS = 1.0
_TOLD_SECONDS = 30.0
"""The time for which a thread that failed counts as failing: less often it has worked meanwhile."""

_log = logging.getLogger(__name__)


class LastingThread(threading.Thread):
    """A thread whose `work` returns when `over` is set. Where it ends before, for whatever reason, it begins again."""

    def __init__(self, name: str, work: Callable[[], object], over: threading.Event) -> None:
        super().__init__(name=name, daemon=True)
        self._work, self._over = work, over
        self._failed: tuple[float, str] | None = None

    def start(self) -> None:
        """See `threading.Thread.start`."""
        super().start()
        _begun.add(self)

    def run(self) -> None:
        """See `threading.Thread.run`."""
        while not self._over.is_set():
            try:
                self._work()
                reason = "it ended"
            except BaseException as error:  # noqa: BLE001 - nothing else would begin the work again
                reason = str(error) or type(error).__name__
                if self._failed is None or self._failed[1] != reason:
                    _log.exception("the thread %s failed, and begins again", self.name)
            if self._over.is_set():
                return
            self._failed = time.monotonic(), reason
            self._over.wait(_PAUSE_SECONDS)

    @property
    def fault(self) -> str | None:
        """The reason why its work is not done now, if so."""
        if self._over.is_set():
            return None
        if not self.is_alive():
            return "it ended"
        failed = self._failed
        return failed[1] if failed and time.monotonic() - failed[0] < _TOLD_SECONDS else None


def failing() -> dict[str, str]:
    """The lasting threads of this process that do not do their work now, by name, each with the reason."""
    return {lasting_thread.name: fault for lasting_thread in list(_begun) if (fault := lasting_thread.fault)}


_begun: WeakSet[LastingThread] = WeakSet()
os.register_at_fork(after_in_child=_begun.clear)  # a process that is forked has none of its parent's threads
