"""The process that keeps one copy for a service.

    python -m service.processes.copy_process /media/stick/brade

A process of its own, since a call to a share that is away may block for minutes.
"""

import signal
import sys
import threading
from pathlib import Path

from service import private_files
from service.config import from_environment
from service.copies.follower import Follower
from service.processes.heartbeat import Heart
from service.processes.signals import SIGNALS, ignored_at_exit


def main() -> None:
    """Copy until asked to end."""
    private_files.restrict()
    stopping = threading.Event()
    for signals in SIGNALS:
        signal.signal(signals, lambda *_: stopping.set())
    ignored_at_exit()
    Heart().go_on()
    Follower(from_environment().store_url or "", Path(sys.argv[1]), _say).run(stopping)


def _say(line: str) -> None:
    print(f"brade: {line}", file=sys.stderr, flush=True)  # noqa: T201  where the service says everything


if __name__ == "__main__":
    main()
