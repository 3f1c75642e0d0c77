"""A store of several servers, one of which is killed, hangs or is moved from: what was acknowledged stays."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

import pytest
from redis import Redis
from redis.crc import key_slot
from redis.exceptions import RedisError

from core.eventlog.codec import to_public
from core.eventlog.hash_chain import verify
from core.eventlog.log import NEW
from core.events import MatchOpened, RulingMade
from service.live.hub import Hub
from service.store import keys
from service.store.cluster.replication import NotReplicated, Replication, is_copied, replica_warnings
from service.store.connect import STORE_AWAY, connect
from service.store.log import RedisLog
from service.store.maintenance.store_format import upgrade
from tests.support.cluster.clusters import Cluster, move, running_cluster
from tests.support.cluster.sentinel import running_sentinel
from tests.support.cluster.servers import Server, free_port, running
from tests.support.judging import new_worker_context
from tests.support.proving import prove
from tests.support.store import Store, eventually
from workers.sweeper import Sweeper

OPENED = MatchOpened("huk", "swedish", {"games": 3}, {"white": "Åsa", "black": "Nils"})
pytestmark = pytest.mark.xdist_group("cluster")


class Writers:
    """Eight writers, each with a match, who repeat what was not answered; they remember what was acknowledged."""

    def __init__(self, url: str, replicas: int, streams: list[str]) -> None:
        self.client = connect(url)
        self.log = RedisLog(self.client, Replication(replicas))
        self.acknowledged: dict[str, list[tuple[int, str]]] = {stream: [] for stream in streams}
        self.refused = 0
        self._stopping = threading.Event()
        for stream in streams:
            self.log.append(stream, [OPENED], by="test", at=1, expected=NEW)
        self._threads = [threading.Thread(target=self._write, args=(stream,)) for stream in streams]

    def _write(self, stream: str) -> None:
        number = 0
        while not self._stopping.is_set():
            fact = f"{stream} {number}"
            try:
                written = self.log.append(stream, [RulingMade("note", fact)], by="test", at=1, key=fact)
            except STORE_AWAY:
                self.refused += 1
                time.sleep(0.02)
                continue
            self.acknowledged[stream].append((written.first, fact))
            number += 1

    def count(self) -> int:
        return sum(map(len, self.acknowledged.values()))

    @contextmanager
    def writing(self) -> Iterator[None]:
        for thread in self._threads:
            thread.start()
        try:
            yield
        finally:
            self._stopping.set()
            for thread in self._threads:
                thread.join(30)

    def lost(self) -> int:
        """The acknowledged facts that are not in the log under their version. Every log is one whole chain."""
        missing = 0
        for stream, told in self.acknowledged.items():
            found = list(self.log.read(stream))
            assert verify(to_public(stream, each) for each in found).broken_at is None
            assert [each.version for each in found] == list(range(len(found)))
            reasons = {each.version: each.event.reason for each in found if isinstance(each.event, RulingMade)}
            assert len(set(reasons.values())) == len(reasons), "nothing is written twice"
            missing += sum(reasons.get(version) != fact for version, fact in told)
        return missing


def streams_of(cluster: Cluster, primary: Server, count: int = 8) -> list[str]:
    """Matches whose shards are at a primary."""
    with connect(cluster.url) as client:
        names = (f"m_aaaaaaaa{number:02}" for number in range(1000))
        at = client.topology.node  # type: ignore[attr-defined]
        found = [name for name in names if at(key_slot(keys.log(name).encode())).address.port == primary.port][:count]
    assert len(found) == count
    return found


def cut(primary: Server, replica: Server) -> None:
    """Cut the link between a primary and its replica, which cannot sign in any more."""
    with replica.client as client:
        client.config_set("masterauth", "bogus")
    with primary.client as client:
        client.execute_command("CLIENT", "KILL", "TYPE", "replica")


def lacks(client: Redis, words: str, *, strict: bool) -> bool:
    """True if `/readyz` says so of a server."""
    with suppress(RedisError):
        return any(words in replica_warning for replica_warning in replica_warnings(client, 1, strict=strict))
    return False


def lost_with_a_primary(replicas: int, *, cut_link: bool = True) -> int:
    """The facts that are lost after a primary is killed, in general one whose link to its replica was cut before.

    Every log is whole then, and nothing is written twice.
    """
    with running_cluster() as cluster:
        primary = cluster.primaries[0]
        replica = cluster.replica_of(primary)
        writers = Writers(cluster.url, replicas, streams_of(cluster, primary))
        with writers.writing():
            eventually(lambda: writers.count() > 100, 20, "the first facts")
            if cut_link:
                cut(primary, replica)
                time.sleep(1)  # the length of the cut
            primary.kill()
            eventually(lambda: cluster.roles().get(replica.port) == "master", 30, "the taking over")
            if replicas:  # the new primary has no replica: nothing more is acknowledged
                eventually(lambda: lacks(writers.client, "0 of 1 replicas", strict=True), 10, "the word of it")
                assert lacks(writers.client, "goes on", strict=False)
                writers.log = RedisLog(writers.client)
            before = writers.count()
            eventually(lambda: writers.count() > before + 50, 30, "the going on")
        return writers.lost()


def test_nothing_acknowledged_is_lost_with_a_primary_if_every_fact_lies_on_a_replica() -> None:
    assert lost_with_a_primary(replicas=1) == 0


@prove
def test_without_the_wait_for_the_replica_facts_are_lost() -> None:
    """The same failure shows that the test above can fail."""
    assert lost_with_a_primary(replicas=0) > 0


@prove
@pytest.mark.parametrize("replicas", [0, 1])
def test_a_primary_with_a_whole_link_is_killed_and_every_log_is_whole(replicas: int) -> None:
    lost = lost_with_a_primary(replicas, cut_link=False)
    assert lost == 0 or not replicas, "the last facts may not have been copied where that is not waited for"


@prove
def test_a_primary_that_refuses_to_write_without_its_replica_is_a_store_that_is_away() -> None:
    """`min-replicas-to-write`: the writers repeat what was refused, and go on when the replica is back."""
    with running_cluster() as cluster:
        primary = cluster.primaries[0]
        replica = cluster.replica_of(primary)
        with primary.client as client:
            client.config_set("min-replicas-to-write", 1, "min-replicas-max-lag", 1)
        writers = Writers(cluster.url, 0, streams_of(cluster, primary))
        with writers.writing():
            eventually(lambda: writers.count() > 100, 20, "the first facts")
            cut(primary, replica)
            eventually(lambda: writers.refused > 10, 10, "the refusals")
            before = writers.count()
            with replica.client as client:
                client.config_set("masterauth", "")
            eventually(lambda: writers.count() > before + 50, 30, "the going on")
        assert writers.lost() == 0


@prove
def test_a_primary_that_hangs_keeps_no_other_shard_waiting_and_its_replica_takes_over() -> None:
    with running_cluster() as cluster:
        hanging, other = cluster.primaries[:2]
        replica = cluster.replica_of(hanging)
        held, free = (Writers(cluster.url, 1, streams_of(cluster, each, 4)) for each in (hanging, other))
        with held.writing(), free.writing():
            eventually(lambda: min(held.count(), free.count()) > 50, 20, "the first facts")
            hanging.hang()
            try:
                before = free.count()
                eventually(lambda: free.count() > before + 50, 5, "the facts of the others")
                eventually(lambda: cluster.roles().get(replica.port) == "master", 30, "the taking over")
                held.log = RedisLog(held.client)
                before = held.count()
                eventually(lambda: held.count() > before + 20, 30, "the going on")
            finally:
                hanging.go_on()
        assert (held.lost(), free.lost()) == (0, 0)


@prove
def test_a_shard_that_is_moved_to_another_server_loses_nothing() -> None:
    with running_cluster() as cluster:
        source, target = cluster.primaries[:2]
        writers = Writers(cluster.url, 1, streams_of(cluster, source))
        with writers.writing():
            eventually(lambda: writers.count() > 100, 20, "the first facts")
            move({key_slot(keys.log(each).encode()) for each in writers.acknowledged}, source, target)
            before = writers.count()
            eventually(lambda: writers.count() > before + 100, 20, "the going on")
        assert writers.lost() == 0


@prove
def test_the_standby_that_sentinel_chooses_has_every_acknowledged_fact() -> None:
    with running_sentinel() as watched:
        writers = Writers(watched.url, 1, [f"m_aaaaaaaa{number:02}" for number in range(8)])
        with writers.writing():
            eventually(lambda: writers.count() > 100, 20, "the first facts")
            watched.primary.kill()
            eventually(lambda: watched.role(watched.replica) == "master", 30, "the taking over")
            writers.log = RedisLog(writers.client, Replication(1, strict=False))
            before = writers.count()
            eventually(lambda: writers.count() > before + 50, 30, "the going on")
        assert writers.lost() == 0


@prove
@pytest.mark.parametrize("strict", [True, False])
def test_where_the_replica_is_lost_nothing_more_is_recorded_or_it_goes_on_as_set(tmp_path: Path, strict: bool) -> None:
    primary = Server(tmp_path / "1", free_port(), ("appendonly yes", "appendfsync no", "repl-diskless-sync-delay 0"))
    replica = Server(tmp_path / "2", free_port(), (*primary.settings, f"replicaof 127.0.0.1 {primary.port}"))
    with running([primary, replica]), primary.client as client:
        stream = "m_aaaaaaaa00"
        eventually(lambda: is_copied(client, keys.mark(0), 1), 20, "the copy of the replica")
        RedisLog(client).append(stream, [OPENED], by="test", at=1, expected=NEW)
        eventually(lambda: client.wait(1, 1000), 20, "the replica's answer")  # the copy may still be loaded there
        log = RedisLog(client, Replication(1, strict=strict))
        replica.kill()
        for number in range(3):
            with pytest.raises(NotReplicated) if strict else nullcontext():
                log.append(stream, [RulingMade("note", str(number))], by="test", at=1, key=str(number))
        found = [each.event.reason for each in log.read(stream) if isinstance(each.event, RulingMade)]
        assert found == (["0"] if strict else ["0", "1", "2"]), "the first one found out"
        replica.start()

        def repeated() -> bool:
            with suppress(NotReplicated):
                for number in range(3):
                    log.append(stream, [RulingMade("note", str(number))], by="test", at=1, key=str(number))
                return is_copied(client, keys.mark(0), 1)
            return False

        eventually(repeated, 20, "the copy of the replica again")
        assert len(list(log.read(stream))) == 4, "each once, whatever was answered before"


@prove
def test_while_a_primary_is_away_a_missing_pump_is_asked_for_all_the_same(running_store: Store, tmp_path: Path) -> None:
    with running_cluster() as cluster:
        client = connect(cluster.url)
        upgrade(client)
        worker_context = new_worker_context(Store(cluster, client, running_store.url), tmp_path)
        running_store.client.flushall()
        primary = cluster.primaries[0]
        cluster.replica_of(primary).kill()
        primary.kill()
        with suppress(RedisError):
            Sweeper(worker_context).sweep()
        assert worker_context.jobs.waiting("pump") == 1


def test_live_channels_follow_a_shard_that_is_moved_and_those_beside_it_are_not_interrupted() -> None:
    with running_cluster() as cluster:
        source, target = cluster.primaries[:2]
        first, *others = streams_of(cluster, source)
        beside = next(other for other in others if keys.shard_of(other) != keys.shard_of(first))
        hub, heard = Hub(connect(cluster.url)), list[tuple[str, str, int]]()
        hub.follow(lambda batch: heard.extend((news.stream, news.kind, news.version) for news in batch))
        log = RedisLog(connect(cluster.url))
        for stream in (first, beside):
            hub.listen(stream)
            assert hub.ready(stream, 10.0)
        move({key_slot(keys.log(first).encode())}, source, target)
        for stream in (first, beside):
            eventually(lambda: hub.ready(stream, 0.1), 10, "the channel")  # noqa: B023
            before = len(heard)
            log.append(stream, [OPENED], by="test", at=1, expected=NEW)
            # Where the move was not noticed yet, the fact is what a viewer reads after a `missed`.
            eventually(lambda: stream in [each[0] for each in heard[before:]], 10, "the news")  # noqa: B023
        with source.client as old, target.client as new:
            eventually(lambda: keys.live(first).encode() in shard_channels(new), 10, "the channel at its new place")
            assert [keys.live(first).encode() in shard_channels(each) for each in (old, new)] == [False, True]
        # A busy machine may ask for the channel once more while its slot moves.
        assert heard.count((first, "missed", 0)) in (2, 3)
        assert heard.count((beside, "missed", 0)) == 1
        hub.close()


def shard_channels(server: Redis) -> list[bytes]:
    found: list[bytes] = server.execute_command("PUBSUB", "SHARDCHANNELS")
    return found
