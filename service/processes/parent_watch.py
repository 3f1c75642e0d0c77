"""A process that does not outlive the one that started it.

    python -m service.processes.parent_watch workers.worker --queue pump

runs a module as `python -m` would, in a process that ends with its parent, even if that is killed with -9.
BRADE_PARENT is the parent's process id, so a parent that died before the first check is noticed too.
"""

import ctypes
import gc
import os
import runpy
import signal
import sys
import threading
import time

PARENT = "BRADE_PARENT"
_PR_SET_PDEATHSIG = 1
_LOOK_SECONDS = 0.5


def end_with(parent: int) -> None:
    """End this process at once when `parent`, which started it, has ended.

    On Linux the kernel sees to it, counting the end of the parent's *thread* that started us; elsewhere a thread looks.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
        _end_if_orphan(parent)
    else:
        threading.Thread(target=_watch, args=(parent,), name="parent", daemon=True).start()


def _watch(parent: int) -> None:
    while True:
        _end_if_orphan(parent)
        time.sleep(_LOOK_SECONDS)


def _end_if_orphan(parent: int) -> None:
    if os.getppid() != parent:
        os._exit(1)


def main() -> None:
    """Run the module that the command line names, with the rest as its arguments."""
    end_with(int(os.environ[PARENT]))
    # Modules make many objects that stay: to search them for garbage over and over costs a fifth of a start.
    gc.set_threshold(20_000, 10, 10)
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
