"""Servers under measurement, as processes of their own: begun, ended, and the processor time they have used."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

from service.config import Settings
from service.processes.fork_server import IS_USED, ForkServer
from service.processes.supervisor import Supervisor


def serve(interface, target, threads, workers, port, connections=4096):
    """Start granian as a process of its own, with so many connections a worker, and return it once it answers."""
    code = (
        "from granian import Granian\n"
        f"Granian({target!r}, port={port}, interface={interface!r}, workers={workers}, blocking_threads={threads},"
        f" backpressure={connections}, backlog=4096, log_enabled=False, factory=True, loop='asyncio',"
        " workers_kill_timeout=2).serve()"
    )
    # A group, and no session of its own: Linux gives each session a share of the processors, whatever the priority.
    process = subprocess.Popen([sys.executable, "-c", code], process_group=0)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return process
        except OSError:
            time.sleep(0.02)
    raise SystemExit(f"{target} did not start")


def stop(process):
    """End a server and its workers."""
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def free_port():
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def cpu_seconds(process):
    """The processor time that a server and its workers have used."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(words[2]) == process.pid:  # its process group
            ticks += int(words[11]) + int(words[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def resident_bytes(process):
    """The memory that a server and its workers have to themselves."""
    size = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(stat.read_text().rpartition(")")[2].split()[2]) == process.pid:
                lines = (stat.parent / "smaps_rollup").read_text().splitlines()
                size += sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))
        except OSError:
            continue
    return size << 10


@contextmanager
def whole_service(operator, **settings):
    """`brade serve` as clubs run it, with a durable store, a queue and workers, in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="brade-") as folder:
        chosen = Settings(port=0, data=Path(folder), admin_token=operator, **settings)
        with (
            closing(ForkServer(several=chosen.several)) if IS_USED else nullcontext() as forks,
            Path(folder, "log").open("wb") as log,
            Supervisor(chosen, output=log, forks=forks) as running,
        ):
            yield running
