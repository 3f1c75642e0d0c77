"""The fork server of this test run: workers and web servers of all its tests are forked from it, and load nothing anew.

It starts at the first need and ends with the run. Where there is none, each process loads its code (`IS_USED`).
"""

import atexit
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from unittest import mock

from service.processes import child_process
from service.processes.child_process import Process
from service.processes.fork_server import IS_USED, ForkServer

SERVER = ForkServer()
"""The one of this test run."""

_started = child_process.started


def start(command: Sequence[str], environment: Mapping[str, str], output: IO[bytes] | None) -> Process:
    """A process that runs a module with arguments, which leads a session of its own."""
    if not IS_USED:
        return _started(command, environment, output)
    if SERVER.pid is None:
        atexit.register(SERVER.close)
    return SERVER.start(command, environment, output)


def start_worker(arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> Process:
    """`python -m workers.worker` with these arguments; its output goes to `log`."""
    with log.open("ab") as output:
        return start(("workers.worker", *arguments), environment, output)


def start_web(environment: Mapping[str, str], log: Path, module: str = "service.server.asgi") -> Process:
    """`python -m` a module of a web server; its output goes to `log`."""
    with log.open("ab") as output:
        return start((module,), environment, output)


@contextmanager
def forked_children() -> Iterator[None]:
    """Supervisors that begin in the block have their web servers and workers forked; they end in the block as well.

    Other processes are started as ever. A block may last as long as a test worker, so it holds for supervisors of other
    tests, too.
    """
    with mock.patch.object(child_process, "started", start):
        yield
