"""`brade serve` on a cluster, as its users have it: a match, its page, a viewer, and a primary that is killed."""

import json
import threading
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import pytest
from redis.crc import key_slot

from service.config import Settings
from service.processes.supervisor import Supervisor
from service.store import keys
from service.store.connect import connect
from tests.support.cluster.clusters import Cluster, running_cluster
from tests.support.cluster.servers import Server
from tests.support.pages.club_evening import ServedTournament, begin, play, words
from tests.support.processes.fork_server import forked_children
from tests.support.proving import prove
from tests.support.store import Store, eventually

pytestmark = pytest.mark.xdist_group("cluster")
OPERATOR = "the-operators-own-token"


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    with running_cluster() as running:
        yield running


@pytest.fixture
def service(cluster: Cluster, running_store: Store, data: Path) -> Iterator[Supervisor]:
    """The service on a cluster with 64 shards, and a second copy. A fact is acknowledged once a replica has it."""
    (data / "stick").mkdir()
    settings = Settings(
        port=0,
        data=data,
        store_url=cluster.url,
        queue_url=running_store.url,
        admin_token=OPERATOR,
        replicas=1,
        shards=64,
        copies=(data / "stick",),
    )
    with connect(cluster.url) as client:
        client.delete(keys.LAYOUT)
    with forked_children(), (data / "log").open("wb") as log, Supervisor(settings, output=log) as running:
        yield running


class Viewer(threading.Thread):
    """A viewer of a match, who comes back where the connection ended; `versions` are those of the facts seen."""

    def __init__(self, evening: ServedTournament, match: str) -> None:
        super().__init__(daemon=True)
        self._address, self._token = evening.referee.address, evening.referee.token
        self._match, self._last = match, ""
        self.versions: list[int] = []
        self.stopping = threading.Event()

    def run(self) -> None:
        while not self.stopping.wait(0.1):
            with suppress(OSError, HTTPException):
                self._watch()

    def _watch(self) -> None:
        connection = HTTPConnection(self._address.removeprefix("http://"), timeout=20.0)
        sent = {"Authorization": f"Bearer {self._token}", **({"Last-Event-ID": self._last} if self._last else {})}
        connection.request("GET", f"/v1/matches/{self._match}/stream", headers=sent)
        answer = connection.getresponse()
        while (line := answer.readline()) and not self.stopping.is_set():
            if line.startswith(b"id: "):
                self._last = line[4:].strip().decode()
                self.versions.append(int(self._last.partition("-")[0]))
        connection.close()


def asked(evening: ServedTournament, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, str]:
    """Status and text of an answer for the referee."""
    connection = HTTPConnection(evening.referee.address.removeprefix("http://"), timeout=30.0)
    sent = {"Authorization": f"Bearer {evening.referee.token}", "Content-Type": "application/json", **headers}
    connection.request(method, path, None if body is None else json.dumps(body).encode(), sent)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def primary_of(cluster: Cluster, stream: str) -> Server:
    with connect(cluster.url) as client:
        slot = key_slot(keys.log(stream).encode())
        return cluster.of(client.topology.node(slot).address.port)  # type: ignore[attr-defined]


@prove
def test_a_match_is_played_and_watched_and_goes_on_when_a_killed_primary_is_back_as_a_replica(
    service: Supervisor, cluster: Cluster
) -> None:
    evening = begin(service.url, OPERATOR)
    match, facts = evening.matches[0], play(1, 30)
    viewer = Viewer(evening, match)
    viewer.start()
    verdicts = evening.record(1, facts[:20])["verdicts"]
    assert [verdict["verdict"] for verdict in verdicts] == ["accepted"] * 20
    assert asked(evening, "GET", f"/matches/{match}")[0] == 200
    assert keys.shard_count() == 64
    eventually(lambda: viewer.versions == list(range(1, 21)), what="the facts before the eyes of the viewer")

    primary = primary_of(cluster, evening.tournament)
    replica = cluster.replica_of(primary)
    primary.kill()
    eventually(lambda: cluster.roles().get(replica.port) == "master", 30, "the taking over")
    path, rest = f"/v1/matches/{match}/events", [words(fact) for fact in facts[20:]]

    def is_recorded(*statuses: int) -> bool:
        return asked(evening, "POST", path, rest, **{"Idempotency-Key": "rest"})[0] in statuses

    assert is_recorded(503), "no replica has it"
    eventually(lambda: is_told(evening), 20, "the word on the desk")
    primary.start()
    eventually(lambda: is_recorded(201, 202), 30, "the recording with a replica")
    evening.wait_for(match)
    eventually(lambda: json.loads(asked(evening, "GET", f"/v1/matches/{match}")[1])["judged_version"] == 30, 20)
    recorded = json.loads(asked(evening, "GET", path)[1])["events"]
    assert [each["version"] for each in recorded] == list(range(1, 31))
    eventually(lambda: viewer.versions == list(range(1, 31)), 20, "the rest before the eyes of the viewer, once")
    eventually(lambda: asked(evening, "GET", "/readyz")[0] == 200, 20, "the readiness")
    eventually(lambda: list(copy_of(evening).values()) == ["ok"], 20, "the second copy")
    viewer.stopping.set()


def is_told(evening: ServedTournament) -> bool:
    status, page = asked(evening, "GET", f"/desk/{evening.tournament}", **{"Accept-Language": "en"})
    return status == 200 and "nothing new is recorded until it is back" in page


def copy_of(evening: ServedTournament) -> dict[str, str]:
    """The condition of the second copy, by its folder."""
    found: dict[str, str] = json.loads(asked(evening, "GET", "/readyz")[1])["copies"]
    return found
