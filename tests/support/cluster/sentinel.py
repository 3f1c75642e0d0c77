"""A primary and its standby, watched by a real sentinel on loopback."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from redis.exceptions import RedisError

from tests.support.cluster.servers import Server, free_port, running, wait_for


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
            f"sentinel monitor brade 127.0.0.1 {primary.port} 1",
            "sentinel down-after-milliseconds brade 1000",
            "sentinel failover-timeout brade 5000",
        )
        sentinel = Server(Path(place) / "3", free_port(), watch, kind=("--sentinel",), is_sentinel=True)
        with running([primary, replica]), primary.client as client:
            wait_for(lambda: "slave0" in client.info("replication"), "the copy of the replica")
            with running([sentinel]), sentinel.client as asked:
                wait_for(
                    lambda: asked.execute_command("SENTINEL REPLICAS", "brade"), "the sentinel's knowing of the replica"
                )
                yield Watched(primary, replica, sentinel)
