"""The number of the store's format: written at the first start, and looked at by everything that opens the store."""

import gzip
import json
import time
from dataclasses import replace

import pytest

from core.eventlog.log import NEW
from core.events import ClubFounded, NewerEvent
from service.commands.backup import backup
from service.commands.doctor import doctor
from service.commands.export import export
from service.commands.rebuild import rebuild
from service.commands.restore import restore
from service.commands.verify import verify
from service.config import Settings
from service.processes.listen_address import Address
from service.processes.supervisor import Supervisor
from service.store import keys
from service.store.access import ended_sessions
from service.store.log import RedisLog
from service.store.maintenance import all_streams, store_format
from service.store.maintenance.store_format import FORMAT, StoreNotUpgraded, StoreTooNew, ensure_ours, number, upgrade
from tests.service.commands.conftest import evening as evening
from tests.service.commands.conftest import run as run
from tests.support.processes.fork_server import forked_children
from workers.worker import run_worker

OPERATOR = "the-operators-own-token"


def newer(store):
    store.client.set(keys.FORMAT, FORMAT + 1)


def unnumbered(store):
    store.client.delete(keys.FORMAT)


def settings(store, tmp_path, **more):
    told = Settings(data=tmp_path, store_url=store.url, queue_url=store.url, admin_token=OPERATOR, port=0, workers=0)
    return replace(told, **more)


def test_an_empty_store_is_given_its_number_and_one_of_before_is_the_first(store, evening):
    assert number(store.client) == FORMAT
    unnumbered(store)
    assert number(store.client) == 1
    store.client.flushall()
    assert number(store.client) is None
    upgrade(store.client)
    assert number(store.client) == FORMAT


def test_the_start_of_the_service_upgrades_an_older_store_and_says_so(store, evening, tmp_path):
    unnumbered(store)
    before, said = all_streams.heads(store.client), []
    with (
        forked_children(),
        (tmp_path / "log").open("wb") as log,
        Supervisor(settings(store, tmp_path), said.append, log),
    ):
        assert number(store.client) == FORMAT
    assert len([line for line in said if line.startswith("the store was upgraded from format 1 to 2: it carries")]) == 1
    assert all_streams.heads(store.client) == before


def test_a_step_that_was_interrupted_is_done_again(store, evening, monkeypatch):
    unnumbered(store)
    done = []

    def ends(client):
        done.append(number(client))
        if len(done) == 1:
            raise KeyboardInterrupt
        return "done"

    monkeypatch.setitem(store_format._STEPS, 1, ends)
    with pytest.raises(KeyboardInterrupt):
        upgrade(store.client)
    assert number(store.client) == 1
    upgrade(store.client)
    assert (done, number(store.client)) == ([1, 1], FORMAT)


def test_news_that_earlier_versions_kept_are_deleted(store, evening):
    store.client.set(keys.FORMAT, 3)
    store.client.xadd("{s07}:out", {"kind": "event"})
    upgrade(store.client)
    assert number(store.client) == FORMAT
    assert not store.client.exists("{s07}:out")


def test_idempotency_keys_and_ended_sessions_of_earlier_versions_are_known_and_end_by_no_clock(store, evening):
    client, stream = store.client, "m_aaaaaaaaaa"
    tag, club_tag = keys.tag(keys.shard_of(stream)), keys.tag(keys.shard_of("c_vasa"))
    client.set(keys.FORMAT, 4)
    for count in range(1200):
        client.set(f"{tag}:idem:{stream}:a:key {count}", "4 5 f", px=60_000)
    client.set(f"{club_tag}:ended:vasa:0123abcd", 1, px=5 * 60_000)
    upgrade(client)
    log = RedisLog(client)
    assert all(log.answered(stream, f"a:key {count}", "f") == (4, 5, True) for count in (0, 999, 1199))
    assert ended_sessions.is_ended(client, "vasa", "0123abcd")
    assert list(client.scan_iter("*:idem:*")) == list(client.scan_iter("*:ended:*")) == []
    now = time.time_ns() // 1_000_000
    ((_, until),) = client.zrange(f"{club_tag}:signed-out:vasa", 0, -1, withscores=True)
    assert now + 4 * 60_000 < until <= now + 5 * 60_000
    assert client.ttl(keys.repeats(keys.shard_of(stream))) == -1


def test_the_service_refuses_a_newer_store_and_changes_nothing(store, evening, tmp_path):
    newer(store)
    before = store.client.dbsize()
    service = Supervisor(settings(store, tmp_path))
    with pytest.raises(StoreTooNew, match=f"the store has the format {FORMAT + 1}, and this version of brade knows"):
        service.start()
    assert (number(store.client), store.client.dbsize()) == (FORMAT + 1, before)
    assert not Address(service.settings.host, service.settings.port).answers()


@pytest.mark.parametrize(("other", "error"), [(newer, StoreTooNew), (unnumbered, StoreNotUpgraded)])
def test_a_worker_refuses_a_store_that_is_not_of_its_format(store, evening, tmp_path, other, error):
    other(store)
    with pytest.raises(error, match="the store has the format"):
        run_worker(settings(store, tmp_path), "pump")


@pytest.mark.parametrize(
    ("command", "arguments"),
    [(backup, ["x.gz"]), (verify, []), (export, ["m_aaaaaaaaaa"]), (rebuild, [])],
    ids=lambda each: getattr(each, "name", ""),
)
def test_every_command_refuses_a_newer_store(run, store, evening, tmp_path, monkeypatch, command, arguments):
    monkeypatch.chdir(tmp_path)
    newer(store)
    with pytest.raises(StoreTooNew, match="run the newer version that wrote it, or restore a backup"):
        run(command, *arguments)
    assert not (tmp_path / "x.gz").exists()


def test_doctor_says_what_the_number_is(run, store, evening):
    def said():
        return " ".join(run(doctor).stdout.split())

    assert f"format good the store has the format {FORMAT}" in said()
    unnumbered(store)
    assert "format note the store has the format 1" in said()
    newer(store)
    assert f"format bad the store has the format {FORMAT + 1}" in said()


def test_a_backup_carries_the_number_and_a_newer_one_is_refused(run, store, evening, tmp_path):
    saved = tmp_path / "saved.gz"
    assert run(backup, saved).exit_code == 0
    first, *rest = gzip.decompress(saved.read_bytes()).splitlines(keepends=True)
    words = json.loads(first)
    assert words["store"] == FORMAT
    store.client.flushall()
    for number_, ends in ((FORMAT + 1, 1), (None, 0)):
        told = {**words, "store": number_}
        if number_ is None:
            del told["store"]
        saved.write_bytes(gzip.compress(json.dumps(told).encode() + b"\n" + b"".join(rest)))
        result = run(restore, saved)
        assert result.exit_code == ends
        assert ("restore it with the newer version that wrote it" in result.stderr) == bool(ends)
    assert number(store.client) == FORMAT


def test_restoring_upgrades_an_older_store_and_says_so(run, store, evening, tmp_path):
    run(backup, tmp_path / "saved.gz")
    unnumbered(store)
    assert "upgraded from format 1 to 2" in run(restore, tmp_path / "saved.gz").stderr.replace("\n", " ")
    ensure_ours(store.client)


def test_an_unknown_event_needs_no_newer_number(store):
    store.log().append("c_new", [ClubFounded("new", "New"), NewerEvent("ClubMoved", 1, {})], by="x", at=1, expected=NEW)
    ensure_ours(store.client)
