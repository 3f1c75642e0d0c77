"""A tournament with matches in a store, and the service that shows it, in a process of its own."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

from service.bootstrap import build_dependencies
from service.config import Settings
from service.jobs import Jobs, connect_queue
from service.store.connect import connect
from service.store.maintenance.store_format import upgrade
from tests.support.pages.stored_tournament import StoredTournament
from tests.support.store import Store, eventually
from workers.context import WorkerContext

OPERATOR = "the-operators-own-token"


def tournament_in_store(store: Store, data: Path) -> StoredTournament:
    """A tournament in a store."""
    settings = Settings(
        data=data, store_url=store.url, queue_url=store.url, admin_token=OPERATOR, volatile=not store.server.durable
    )
    deps = build_dependencies(settings)
    queue = connect_queue(store.url)
    stored = StoredTournament(deps, WorkerContext(deps, queue, Jobs(queue)))
    stored.open()
    return stored


@contextmanager
def served(url: str, data: Path, port: int = 0, run: Sequence[str] = ("-m", "service.server.asgi")) -> Iterator[str]:
    """The address of the service in a process of its own, which Python runs so."""
    with connect(url) as client:
        upgrade(client)  # as `brade serve` does before it starts the service
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))
        port = probe.getsockname()[1]
    environment = os.environ | {
        "BRADE_STORE_URL": url, "BRADE_BIND": f"127.0.0.1:{port}", "BRADE_DATA": str(data),
        "BRADE_ADMIN_TOKEN": OPERATOR, "BRADE_VOLATILE_STORE": "1",
    }  # fmt: skip
    process = subprocess.Popen([sys.executable, *run], env=environment, start_new_session=True)

    def up() -> bool:
        connection = HTTPConnection("127.0.0.1", port, timeout=5.0)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    try:
        eventually(up, 30.0, "the service")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        try:
            process.wait(10.0)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
