"""`brade serve` as a command, with data: its processes, their processor time and memory, and a machine held small."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import psutil

from bench.processes import free_port

OPERATOR = "x" * 20
GROUPS = Path("/sys/fs/cgroup/memory"), Path("/sys/fs/cgroup")
"""The folders of control groups of memory: of the first version, and of the second."""


class Command(NamedTuple):
    """A service that was started by a command, which took so many seconds, and processor time, until it was ready."""

    process: subprocess.Popen[str]
    url: str
    seconds: float
    processor_seconds: float

    @property
    def processes(self) -> list[psutil.Process]:
        """The processes of the service."""
        top = psutil.Process(self.process.pid)
        return [top, *top.children(recursive=True)]

    def memory(self) -> int:
        """The proportional set size of all its processes (bytes): what they share counts once."""
        size = 0
        for process in self.processes:
            with suppress(psutil.Error):  # it has ended meanwhile
                size += process.memory_full_info().pss
        return size

    def processor_time(self) -> float:
        """The processor time that all its processes have used until now (s)."""
        used = 0.0
        for process in self.processes:
            with suppress(psutil.Error):
                times = process.cpu_times()
                used += times.user + times.system
        return used


@contextmanager
def served(data: Path, memory_group: Path | None = None) -> Iterator[Command]:
    """The service of a data folder, as a person starts it the second time: its code is compiled."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"BRADE_DATA": str(data), "BRADE_PORT": str(free_port()), "BRADE_ADMIN_TOKEN": OPERATOR}
    environment["PYTHONPYCACHEPREFIX"] = str(Path(tempfile.gettempdir()) / "brade-bench-compiled")
    command = [sys.executable, "-P", "-m", "service.cli", "serve", "--no-browser"]
    if memory_group:
        command = ["sh", "-c", f'echo $$ > "{memory_group}/cgroup.procs" && exec "$@"', "sh", *command]
    began = time.monotonic()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        line = process.stdout.readline()
        seconds = time.monotonic() - began
        if "serves at" not in line:
            raise RuntimeError(f"the service did not start: {line}")
        one = Command(process, line.split("serves at ")[1].split()[0], seconds, 0.0)
        yield one._replace(processor_seconds=one.processor_time())
    finally:
        process.terminate()
        process.communicate()


@contextmanager
def small_machine(bytes_: int) -> Iterator[Path | None]:
    """A control group whose processes have so much memory in all, with the files that they keep in memory, and no swap.

    `None` where this user may make none.
    """
    for folder, limit, swap in (
        (GROUPS[0], "memory.limit_in_bytes", "memory.memsw.limit_in_bytes"),
        (GROUPS[1], "memory.max", "memory.swap.max"),
    ):
        group = folder / f"brade-bench-{os.getpid()}"
        try:
            if not (folder / "cgroup.procs").exists():
                continue
            group.mkdir()
        except OSError:
            continue
        try:
            try:
                (group / limit).write_text(str(bytes_))
                with suppress(OSError):  # a kernel without the accounting of swap
                    (group / swap).write_text(str(bytes_) if "memsw" in swap else "0")
            except OSError:
                continue
            yield group
            return
        finally:
            with suppress(OSError):
                group.rmdir()
    yield None
