"""The service as it runs: the real server with the real application, in a process of its own, at a store of a test."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from service.processes.child_process import Process
from service.store.connect import connect
from service.store.maintenance.store_format import upgrade
from tests.support.api import OPERATOR
from tests.support.processes.fork_server import start_web
from tests.support.store import eventually


@dataclass
class Served:
    """The service in a process of its own."""

    port: int
    process: Process
    headers: dict[str, str] = field(default_factory=lambda: {"Authorization": f"Bearer {OPERATOR}"})

    @property
    def address(self) -> str:
        """The address for a browser."""
        return f"http://127.0.0.1:{self.port}"

    def get(self, path: str, **headers: str) -> Any:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10.0)
        connection.request("GET", path, headers=self.headers | headers)
        return connection.getresponse()

    def up(self) -> bool:
        try:
            return bool(self.get("/healthz").status == 200)
        except OSError:
            return False


@contextmanager
def served(url: str, data: Path, run: Sequence[str] = (), port: int = 0, **more: str) -> Iterator[Served]:
    """The service in a process of its own. `run` are Python's arguments for one that is started in another way."""
    with connect(url) as client:
        upgrade(client)  # as `brade serve` does before it starts the service
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))
        port = probe.getsockname()[1]
    environment = (
        os.environ
        | {
            "BRADE_STORE_URL": url,
            "BRADE_BIND": f"127.0.0.1:{port}",
            "BRADE_DATA": str(data),
            "BRADE_ADMIN_TOKEN": OPERATOR,
        }
        | more
    )
    process: Process
    if run:
        process = subprocess.Popen([sys.executable, *run], env=environment, start_new_session=True)
    else:
        process = start_web(environment, data / "web.log")
    one = Served(port, process)
    try:
        eventually(one.up, 30.0, "the service")
        yield one
    finally:
        process.terminate()
        try:
            process.wait(10.0)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait(10.0)
