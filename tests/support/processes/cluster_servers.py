"""Real servers for tests of a cluster and of Sentinel: the embedded store's binary, on loopback, in own folders."""

import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil
from redis import Redis
from redis.exceptions import RedisError

from service.store.cluster.topology import SLOTS
from service.store.connect import connect
from service.store.server.server_process import _die_with_parent, binary

NODE_TIMEOUT_MS = 1500
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
    "bind 127.0.0.1", "protected-mode no", 'save ""', "maxmemory-policy noeviction", "daemonize no",
    "set-proc-title no",
)  # fmt: skip


@dataclass
class Cluster:
    """Three primaries, each with a replica."""

    servers: list[Server]
    primaries: list[Server] = field(default_factory=list)

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(f"127.0.0.1:{each.port}" for each in self.servers)

    def roles(self) -> dict[int, str]:
        """The role of each server that answers, by its port."""
        found = {}
        for each in self.servers:
            with suppress(RedisError), connect(each.url, seconds=1.0) as client:
                found[each.port] = str(client.info("replication")["role"])
        return found

    def of(self, port: int) -> Server:
        return next(each for each in self.servers if each.port == port)

    def replica_of(self, primary: Server) -> Server:
        with primary.client as client:
            return self.of(int(client.info("replication")["slave0"]["port"]))


def _wait(true: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while not true():
        assert time.monotonic() < deadline, f"{what} did not come true in {_START_SECONDS} seconds"
        time.sleep(0.02)


@contextmanager
def running(servers: Sequence[Server]) -> Iterator[None]:
    with ExitStack() as stack:
        for each in servers:
            each.start()
            stack.callback(each.kill)
        _wait(lambda: all(each.answers() for each in servers), "the answers of all servers")
        yield


@contextmanager
def running_cluster(primaries: int = 3, replicas: int = 1, *, aof: bool = True) -> Iterator[Cluster]:
    """A cluster whose primaries share the slots evenly; each has its replicas, which have all that it has."""
    with tempfile.TemporaryDirectory(prefix="brade-cluster-") as place:
        settings = (
            "cluster-enabled yes", f"cluster-node-timeout {NODE_TIMEOUT_MS}", "cluster-require-full-coverage no",
            "cluster-replica-validity-factor 0", "repl-diskless-sync-delay 0", "repl-timeout 5",
            f"appendonly {'yes' if aof else 'no'}", "appendfsync no",
        )  # fmt: skip
        servers = [
            Server(Path(place) / str(number), free_port(), settings) for number in range(primaries * (1 + replicas))
        ]
        for each in servers:  # the port of the cluster's own talk, which would else be ten thousand higher
            each.settings = (*settings, f"cluster-port {free_port()}")
        with running(servers):
            clients = [each.client for each in servers]
            ids = [str(client.execute_command("CLUSTER MYID").decode()) for client in clients]
            for number, client in enumerate(clients):
                client.execute_command("CLUSTER SET-CONFIG-EPOCH", number + 1)
            for number in range(primaries):
                first, last = SLOTS * number // primaries, SLOTS * (number + 1) // primaries - 1
                clients[number].execute_command("CLUSTER ADDSLOTSRANGE", first, last)
            for each in servers[1:]:
                bus = int(each.settings[-1].split()[1])
                clients[0].execute_command("CLUSTER MEET", "127.0.0.1", each.port, bus)
            _wait(lambda: all(_knows(client, len(servers)) for client in clients), "the meeting of all servers")
            for number, client in enumerate(clients[primaries:]):
                client.execute_command("CLUSTER REPLICATE", ids[number % primaries])
            _wait(lambda: all(_is_ok(client) for client in clients), "the cluster's own word that it is whole")
            _wait(
                lambda: (
                    all(
                        client.info("replication").get("connected_slaves") == replicas for client in clients[:primaries]
                    )
                    and all(
                        client.info("replication").get("master_link_status") == "up" for client in clients[primaries:]
                    )
                ),
                "the copies of the replicas",
            )
            for client in clients:
                client.close()
            yield Cluster(servers, servers[:primaries])


def _knows(client: Redis, count: int) -> bool:
    lines = client.execute_command("CLUSTER NODES")
    return len(lines) == count and all("handshake" not in str(each["flags"]) for each in lines.values())


def _is_ok(client: Redis) -> bool:
    return bool(client.execute_command("CLUSTER INFO")["cluster_state"] == "ok")


@dataclass
class Watched:
    """A primary and its replica, with a sentinel that makes the replica the primary if that is gone."""

    primary: Server
    replica: Server
    sentinel: Server

    @property
    def url(self) -> str:
        return f"redis+sentinel://127.0.0.1:{self.sentinel.port}/brade"

    def role(self, server: Server) -> str:
        with suppress(RedisError), server.client as client:
            return str(client.info("replication")["role"])
        return "away"


@contextmanager
def running_sentinel() -> Iterator[Watched]:
    """A primary with a replica that has all it has, and a sentinel that knows both."""
    with tempfile.TemporaryDirectory(prefix="brade-sentinel-") as place:
        settings = ("appendonly yes", "appendfsync no", "repl-diskless-sync-delay 0")
        primary = Server(Path(place) / "1", free_port(), settings)
        replica = Server(Path(place) / "2", free_port(), (*settings, f"replicaof 127.0.0.1 {primary.port}"))
        watch = (
            f"sentinel monitor brade 127.0.0.1 {primary.port} 1", "sentinel down-after-milliseconds brade 1000",
            "sentinel failover-timeout brade 5000",
        )  # fmt: skip
        sentinel = Server(Path(place) / "3", free_port(), watch, kind=("--sentinel",), is_sentinel=True)
        with running([primary, replica]), primary.client as client:
            _wait(lambda: "slave0" in client.info("replication"), "the copy of the replica")
            with running([sentinel]), sentinel.client as asked:
                _wait(
                    lambda: asked.execute_command("SENTINEL REPLICAS", "brade"), "the sentinel's knowing of the replica"
                )
                yield Watched(primary, replica, sentinel)
