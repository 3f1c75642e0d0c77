"""Real servers for tests of a store of several: the embedded store's binary, on loopback, in folders of their own."""

import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
from redis import Redis
from redis.exceptions import RedisError

from service.store.connect import connect
from service.store.server.server_process import _die_with_parent, binary

_START_SECONDS = 30.0


def free_port() -> int:
    """A port that no program has now, and none that a cluster's server would add ten thousand to in vain."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Server:
    """A server in a folder of its own: it may be killed, stopped for a while and started again."""

    folder: Path
    port: int
    settings: Sequence[str] = ()
    process: "subprocess.Popen[bytes] | None" = None
    kind: tuple[str, ...] = ()
    is_sentinel: bool = False

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def client(self) -> Redis:
        return connect(self.url, seconds=10.0)

    def start(self) -> None:
        self.folder.mkdir(exist_ok=True)
        conf = self.folder / "server.conf"
        if not conf.exists():  # a sentinel writes what it knows into its own
            conf.write_text(
                "\n".join(
                    (
                        *(_COMMON[:2] if self.is_sentinel else _COMMON),
                        f"dir {self.folder}",
                        f"port {self.port}",
                        *self.settings,
                    )
                )
                + "\n"
            )
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [str(binary()), str(conf), *self.kind], stdout=log, stderr=log, preexec_fn=_die_with_parent()
            )

    def kill(self) -> None:
        """End it as a power cut does."""
        if self.process:
            with suppress(psutil.NoSuchProcess):
                psutil.Process(self.process.pid).kill()
            self.process.wait()
            self.process = None

    def hang(self) -> None:
        assert self.process
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self.process
        self.process.send_signal(signal.SIGCONT)

    def answers(self) -> bool:
        with suppress(RedisError), self.client as client:
            return bool(client.ping())
        return False


_COMMON = (
    "bind 127.0.0.1",
    "protected-mode no",
    'save ""',
    "maxmemory-policy noeviction",
    "daemonize no",
    "set-proc-title no",
)


def wait_for(true: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while not true():
        assert time.monotonic() < deadline, f"{what} did not come true in {_START_SECONDS} seconds"
        time.sleep(0.02)


@contextmanager
def running(servers: Sequence[Server]) -> Iterator[None]:
    with ExitStack() as stack:
        for server in servers:
            server.start()
            stack.callback(server.kill)
        wait_for(lambda: all(server.answers() for server in servers), "the answers of all servers")
        yield
