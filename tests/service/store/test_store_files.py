"""Files of the store written anew: what is in memory no more is in none of them."""

from contextlib import contextmanager

import pytest

from service.store.connect import connect
from service.store.maintenance import store_files
from tests.support.cluster.clusters import running_cluster
from tests.support.cluster.sentinel import running_sentinel
from tests.support.cluster.servers import wait_for
from tests.support.store import eventually

NAME = b"Zebulon Qvist"


def files_with_the_name(store):
    return [path for path in store.server.folder.rglob("*") if path.is_file() and NAME in path.read_bytes()]


@pytest.fixture(params=["", "3600 1"], ids=["without snapshots", "with snapshots"])
def snapshots(request, store):
    """A store that makes snapshots by itself, or not."""
    store.client.config_set("save", request.param)
    yield bool(request.param)
    store.client.config_set("save", "")
    (store.server.folder / "dump.rdb").unlink(missing_ok=True)


def test_a_value_that_was_removed_is_in_no_file_and_what_is_there_stays(store, snapshots):
    store.client.set("kept", "kept value")
    store.client.set("name", NAME)
    dump = store.server.folder / "dump.rdb"
    if snapshots:
        store.client.save()
        assert NAME in dump.read_bytes()
    assert files_with_the_name(store)
    store.client.delete("name")
    beats = []
    store_files.rewrite(store.client, lambda: beats.append(1))
    eventually(lambda: not files_with_the_name(store))
    assert dump.exists() == snapshots, "a store that makes no snapshots is given none"
    assert store.client.get("kept") == b"kept value"
    assert store.client.slowlog_len() == 0


def test_a_file_that_could_not_be_written_is_told(store, monkeypatch):
    about = store.client.info("persistence") | {"aof_last_bgrewrite_status": "err"}
    monkeypatch.setattr(store_files, "_about", lambda _server: about | {"aof_rewrite_in_progress": 0})
    with pytest.raises(store_files.NotRewritten):
        store_files.rewrite(store.client, lambda: None)


@contextmanager
def a_cluster():
    with running_cluster(primaries=1) as cluster:
        yield cluster.url, cluster.servers


@contextmanager
def a_primary_with_a_standby():
    with running_sentinel() as watched:
        yield watched.url, [watched.primary, watched.replica]


def written(servers):
    """The servers in whose files the name is."""
    return {server.port for server in servers for file in server.folder.rglob("*.aof") if NAME in file.read_bytes()}


@pytest.mark.xdist_group("cluster")
@pytest.mark.parametrize("several", [a_cluster, a_primary_with_a_standby])
def test_replicas_write_their_files_anew_too_and_one_that_does_not_is_told(several, monkeypatch):
    with several() as (url, servers), connect(url) as client:
        client.set("name", NAME)
        wait_for(lambda: written(servers) == {server.port for server in servers}, "the name in the files of both")
        client.delete("name")
        store_files.rewrite(client, lambda: None)
        wait_for(lambda: not written(servers), "files without the name")

        client.set("name", NAME)
        wait_for(lambda: len(written(servers)) == 2, "the name in the files of both")
        client.delete("name")
        monkeypatch.setattr(store_files, "SECONDS", 2.0)
        servers[1].hang()
        with pytest.raises(store_files.NotRewritten, match="a replica"):
            store_files.rewrite(client, lambda: None)
        assert written(servers) == {servers[1].port}
        servers[1].go_on()
        monkeypatch.undo()
        store_files.rewrite(client, lambda: None)
        wait_for(lambda: not written(servers), "files without the name")
