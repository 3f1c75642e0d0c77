"""Real clusters: three primaries with a replica each, on loopback."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError

from service.store import keys
from service.store.cluster.topology import SLOTS
from service.store.connect import connect
from service.store.maintenance.store_format import learn_layout
from tests.support.cluster.servers import Server, free_port, running, wait_for

NODE_TIMEOUT_MS = 1500


@dataclass
class Cluster:
    """Three primaries, each with a replica."""

    servers: list[Server]
    primaries: list[Server] = field(default_factory=list)

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(f"127.0.0.1:{server.port}" for server in self.servers)

    def roles(self) -> dict[int, str]:
        """The role of each server that answers, by its port."""
        found = {}
        for each in self.servers:
            with suppress(RedisError), connect(each.url, seconds=1.0) as client:
                found[each.port] = str(client.info("replication")["role"])
        return found

    def of(self, port: int) -> Server:
        return next(server for server in self.servers if server.port == port)

    def replica_of(self, primary: Server) -> Server:
        with primary.client as client:
            return self.of(int(client.info("replication")["slave0"]["port"]))


@contextmanager
def running_cluster(primaries: int = 3, replicas: int = 1, *, aof: bool = True) -> Iterator[Cluster]:
    """A cluster whose primaries share the slots evenly; each has its replicas, which have all that it has."""
    with tempfile.TemporaryDirectory(prefix="brade-cluster-") as place:
        settings = (
            "cluster-enabled yes",
            f"cluster-node-timeout {NODE_TIMEOUT_MS}",
            "cluster-require-full-coverage no",
            "cluster-replica-validity-factor 0",
            "repl-diskless-sync-delay 0",
            "repl-timeout 5",
            f"appendonly {'yes' if aof else 'no'}",
            "appendfsync no",
        )
        servers = [
            Server(Path(place) / str(number), free_port(), settings) for number in range(primaries * (1 + replicas))
        ]
        for server in servers:  # the port of the cluster's own talk, which would else be ten thousand higher
            server.settings = (*settings, f"cluster-port {free_port()}")
        with running(servers):
            clients = [server.client for server in servers]
            ids = [str(client.execute_command("CLUSTER MYID").decode()) for client in clients]
            for number, client in enumerate(clients):
                client.execute_command("CLUSTER SET-CONFIG-EPOCH", number + 1)
            for number in range(primaries):
                first, last = SLOTS * number // primaries, SLOTS * (number + 1) // primaries - 1
                clients[number].execute_command("CLUSTER ADDSLOTSRANGE", first, last)
            for server in servers[1:]:
                bus = int(server.settings[-1].split()[1])
                clients[0].execute_command("CLUSTER MEET", "127.0.0.1", server.port, bus)
            wait_for(lambda: all(_knows(client, len(servers)) for client in clients), "the meeting of all servers")
            for number, client in enumerate(clients[primaries:]):
                client.execute_command("CLUSTER REPLICATE", ids[number % primaries])
            wait_for(lambda: all(_is_ok(client) for client in clients), "the cluster's own word that it is whole")
            wait_for(
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
            cluster = Cluster(servers, servers[:primaries])
            learn_layout(connect(cluster.url))
            try:
                yield cluster
            finally:
                keys.use(keys.FIRST)  # tests after this one write to single servers


def _knows(client: Redis, count: int) -> bool:
    lines = client.execute_command("CLUSTER NODES")
    return len(lines) == count and all("handshake" not in str(line["flags"]) for line in lines.values())


def _is_ok(client: Redis) -> bool:
    return bool(client.execute_command("CLUSTER INFO")["cluster_state"] == "ok")


def move(slots: set[int], source: Server, target: Server) -> None:
    """Move slots from one primary to another while both serve."""
    with source.client as old, target.client as new:
        node = new.execute_command("CLUSTER MYID").decode()
        for slot in slots:
            old.execute_command("CLUSTER", "MIGRATESLOTS", "SLOTSRANGE", slot, slot, "NODE", node)
            wait_for(lambda: _owns(new, slot), f"the moving of slot {slot}")  # noqa: B023


def _owns(server: Redis, slot: int) -> bool:
    lines = server.execute_command("CLUSTER NODES")
    mine = next(line for line in lines.values() if "myself" in line["flags"])
    return any(
        int(first) <= slot <= int(last or first)
        for first, *rest in mine["slots"]
        for last in [rest[0] if rest else first]
    )
