"""A real store for tests: the embedded one, started once and empty for each test.

It writes its append-only file as in service, and does not sync it: tests of power cuts start a store of their own.

A test that takes `store` gets `store.url`, `store.client` and `store.log()`; nothing else needs to be known.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
from redis import Redis
from redis.exceptions import RedisError

from service.store import keys
from service.store.connect import connect
from service.store.log import RedisLog
from service.store.maintenance.store_format import FORMAT, upgrade
from service.store.server.embedded_server import EmbeddedStore
from tests.support.cluster.clusters import Cluster, running_cluster


@dataclass(frozen=True)
class Store:
    """A running store and a client of it."""

    server: EmbeddedStore | Cluster
    client: Redis
    queue_url: str = ""
    """The address of a server for the queue."""

    @property
    def url(self) -> str:
        """The address of the store, for a process or a client of your own."""
        return self.server.url

    def log(self) -> RedisLog:
        """A log that has seen nothing yet, like that of a process just started."""
        return RedisLog(self.client)


@pytest.fixture(scope="session")
def running_store() -> Iterator[Store]:
    """The store of this test run, whatever is in it: take `store` instead."""
    with tempfile.TemporaryDirectory(prefix="brade-") as folder, EmbeddedStore(Path(folder), True) as server:
        client = connect(server.url)
        client.config_set("appendfsync", "no")
        yield Store(server, client, server.url)
        client.close()


@pytest.fixture(scope="session")
def running_cluster_store(running_store: Store) -> Iterator[Store]:
    """A store of three primaries with a replica each, started at its first use in a test run."""
    with running_cluster() as cluster:
        client = connect(cluster.url)
        yield Store(cluster, client, running_store.url)
        client.close()


@pytest.fixture
def store(request: pytest.FixtureRequest, running_store: Store) -> Iterator[Store]:
    """An empty store: one server, or a cluster where a test is for that (`tests/support/cluster/both_stores.py`)."""
    if getattr(request, "param", "") == "cluster":
        cluster: Store = request.getfixturevalue("running_cluster_store")
        cluster.client.flushall()
        running_store.client.flushall()
        upgrade(cluster.client)
        yield cluster
        keys.use(keys.FIRST)  # tests after this one write to single servers
        return
    keys.use(keys.FIRST)  # a test before may have had a cluster of its own
    emptied = running_store.client.pipeline(transaction=False)
    emptied.flushall()
    emptied.set(keys.FORMAT, FORMAT)  # as `upgrade` leaves an empty one, in one round trip
    emptied.execute()
    yield running_store


@pytest.fixture
def folder() -> Iterator[Path]:
    """A new folder for an embedded store of the test's own, with a space in its name."""
    # Not tmp_path, whose name holds that of the test: it is too long for a socket on some machines.
    with tempfile.TemporaryDirectory(prefix="brade-") as place:
        yield Path(place).resolve() / "my data"


def alive(pid: int) -> bool:
    """True if a process runs; one that ended and was not fetched by its parent does not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def answers(url: str) -> bool:
    """True if a server answers there."""
    try:
        with connect(url) as client:
            return bool(client.ping())
    except RedisError:
        return False


def eventually(true: Callable[[], object], seconds: float = 10.0, what: str = "it") -> None:
    """Wait until something holds, and fail if it does not within `seconds`.

    The pauses between two looks grow with what was waited so far, so that looking takes little from what is waited for.
    """
    began = time.monotonic()
    while not true():
        if (waited := time.monotonic() - began) > seconds:
            pytest.fail(f"{what} did not come true in {seconds:g} seconds")
        time.sleep(min(0.05, 0.005 + waited / 20))
