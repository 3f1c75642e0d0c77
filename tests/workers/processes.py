"""Worker processes for tests: started like a supervisor would, ended by their ids."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORKER = (sys.executable, "-m", "workers.process")


def spawn(
    name: str, command: Sequence[str], store_url: str, queue_url: str, data: Path, bind: str = "127.0.0.1:0"
) -> subprocess.Popen:  # fmt: skip
    """A process of the house; what it says is in `<name>.log` of its data folder."""
    data.mkdir(parents=True, exist_ok=True)
    environment = {
        **os.environ, "BRADE_STORE_URL": store_url, "BRADE_QUEUE_URL": queue_url, "BRADE_DATA": str(data),
        "BRADE_ADMIN_TOKEN": "the-operators-own-token", "BRADE_BIND": bind,
    }  # fmt: skip
    with (data / f"{name}.log").open("ab") as log:
        return subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )  # fmt: skip


@contextlib.contextmanager
def worker(queue: str, store_url: str, queue_url: str, data: Path) -> Iterator[subprocess.Popen]:
    """A worker process for as long as the block lasts."""
    process = spawn(queue, [*WORKER, "--queue", queue], store_url, queue_url, data)
    try:
        yield process
    finally:
        end(process)


def end(process: subprocess.Popen, how: signal.Signals = signal.SIGKILL) -> int:
    """End a process and wait for it; its exit code."""
    if process.poll() is None:
        process.send_signal(how)
    return process.wait(10)
