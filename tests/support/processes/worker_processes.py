"""Worker processes for tests: started like a supervisor would, ended by their ids."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from rq.registry import ScheduledJobRegistry
from rq.serializers import JSONSerializer

from service.jobs import QUEUES, Jobs, connect_queue
from service.processes.child_process import Process
from tests.support.paths import ROOT
from tests.support.processes.fork_server import start_worker

WORKER = (sys.executable, "-m", "workers.worker")


def spawn(
    name: str, command: Sequence[str], store_url: str, queue_url: str, data: Path, bind: str = "127.0.0.1:0"
) -> subprocess.Popen:
    """A process of the service; its output is in `<name>.log` of its data folder."""
    data.mkdir(parents=True, exist_ok=True)
    with (data / f"{name}.log").open("ab") as log:
        return subprocess.Popen(
            command,
            cwd=ROOT,
            env=_environment(store_url, queue_url, data, bind),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )


def _environment(store_url: str, queue_url: str, data: Path, bind: str = "127.0.0.1:0") -> dict[str, str]:
    return {
        **os.environ,
        "BRADE_STORE_URL": store_url,
        "BRADE_QUEUE_URL": queue_url,
        "BRADE_DATA": str(data),
        "BRADE_ADMIN_TOKEN": "the-operators-own-token",
        "BRADE_BIND": bind,
    }


@contextlib.contextmanager
def worker(queue: str, store_url: str, queue_url: str, data: Path) -> Iterator[Process]:
    """A worker process for as long as the block lasts."""
    data.mkdir(parents=True, exist_ok=True)
    process = start_worker(["--queue", queue], _environment(store_url, queue_url, data), data / f"{queue}.log")
    try:
        yield process
    finally:
        end(process)


def end_pauses(queue_url: str) -> None:
    """Have failed jobs that wait for their next try done now."""
    queue = connect_queue(queue_url)
    for name in QUEUES:
        waiting = ScheduledJobRegistry(name, queue, serializer=JSONSerializer)
        if ids := waiting.get_job_ids(cleanup=False):
            queue.zadd(waiting.key, dict.fromkeys(ids, 0), xx=True)
    Jobs(queue).retry_due()


def end(process: Process, how: signal.Signals = signal.SIGKILL) -> int:
    """End a process and wait for it; its exit code."""
    if process.poll() is None:
        process.send_signal(how)
    return process.wait(10)
