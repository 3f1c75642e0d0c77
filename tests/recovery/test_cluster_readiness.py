"""Readiness of a service on a cluster that lost servers: a proxy that asks for it must not take every server out."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from flask import Flask
from redis.exceptions import RedisError

from service.store import keys, leases
from service.store.cluster.servers import served
from service.store.connect import connect
from service.store.maintenance.store_format import upgrade
from tests.support.api import new_house, with_dependencies
from tests.support.cluster.clusters import Cluster, running_cluster
from tests.support.judging import new_worker_context
from tests.support.store import Store, eventually
from workers.pump import Pump

pytestmark = pytest.mark.xdist_group("cluster")


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """Three primaries without replicas: nothing takes over."""
    with running_cluster(replicas=0) as running:
        yield running


@contextmanager
def pumping(store: Store, folder: Path) -> Iterator[None]:
    """A worker that judges meanwhile, also while a server is away."""
    worker_context = new_worker_context(store, folder)

    def run() -> None:
        pump = Pump(worker_context)
        while not worker_context.stopping.is_set():
            with suppress(RedisError):
                pump.run(time.monotonic() + 0.1)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        eventually(lambda: all(leases.owned(store.client)), what="a worker that owns all shards")
        yield
    finally:
        worker_context.stopping.set()
        thread.join()


def test_it_is_ready_while_most_shards_are_served_and_names_those_that_are_not(
    cluster: Cluster, running_store: Store, made_app: Flask, tmp_path: Path
) -> None:
    with connect(cluster.url) as client:
        upgrade(client)
        store = Store(cluster, client, running_store.url)
        browser = with_dependencies(made_app, new_house(store, tmp_path)).test_client()

        def is_ready(*, away: int) -> bool:
            answer = browser.get("/readyz")
            assert answer.json
            return answer.status_code == (200 if answer.json["status"] == "ready" else 503) and (
                (answer.json["status"], len(answer.json["shards_away"])) == ("ready", away)
            )

        with pumping(store, tmp_path):
            eventually(lambda: is_ready(away=0), 20, "the readiness")
            lost = min(cluster.primaries, key=lambda primary: len(shards_of(store, primary.port)))
            shards = shards_of(store, lost.port)
            lost.kill()
            eventually(lambda: is_ready(away=len(shards)), 20, "the readiness without one server")
            report = browser.get("/readyz").json
            assert report
            assert report["shards_away"] == shards
            assert report["store"] == f"the shards {', '.join(map(str, shards))} do not answer, the others are served"
            assert report["workers"] == "ok", "shards that are away are not the workers' fault"
            measured = browser.get("/metrics").get_data(as_text=True)
            assert f"brade_shards_away {float(len(shards))}" in measured
            assert "brade_store_up 1.0" in measured

            next(primary for primary in cluster.primaries if primary is not lost).kill()
            eventually(lambda: browser.get("/readyz").status_code == 503, 20, "the end of the readiness")
            report = browser.get("/readyz").json
            assert report
            assert len(report["shards_away"]) > keys.shard_count() / 2
            assert "brade_store_up 0.0" in browser.get("/metrics").get_data(as_text=True)


def shards_of(store: Store, port: int) -> list[int]:
    """The shards of the server at a port."""
    found = served(store.client)
    at_port = [server for server in found.servers if server.connection_pool.connection_kwargs["port"] == port]
    return [shard for shard in found.shards if store.client.server_of(keys.tag(shard)) in at_port]  # type: ignore[attr-defined]
