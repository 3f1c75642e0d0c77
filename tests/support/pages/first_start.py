"""`brade serve` on an empty folder, as a person starts it first."""

import os
import signal
import socket
import subprocess
import sys

import pytest

from tests.support.paths import ROOT
from tests.support.store import eventually


@pytest.fixture
def printed(tmp_path):
    """The output of the command that a person gives first."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    told = {name: value for name, value in os.environ.items() if not name.startswith("BRADE_")}
    told |= {"BRADE_BIND": f"127.0.0.1:{port}", "BRADE_DATA": str(tmp_path / "data"), "PYTHONPATH": str(ROOT)}
    said = tmp_path / "said"
    with said.open("w") as output:
        command = [sys.executable, "-m", "service.cli", "serve"]
        process = subprocess.Popen(
            command, env=told, cwd=tmp_path, stdout=output, stderr=output, start_new_session=True
        )
        try:
            eventually(lambda: "Name your club" in said.read_text(), 40.0, "the start")
            yield said.read_text()
        finally:
            process.terminate()
            try:
                process.wait(20.0)
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
