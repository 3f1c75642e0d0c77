"""`brade backup` and `restore`, as an operator types them, on a real store."""

import gzip
import json

import pytest

from core.errors import Invalid, VersionConflict
from core.eventlog.log import NEW, Head
from core.events import ClubFounded, DiceRolled
from core.timestamps import rfc3339
from service.checkpoint.heads_file import HeadsFile
from service.commands.backup import backup
from service.commands.import_ import import_
from service.commands.restore import restore
from service.commands.verify import verify
from service.store import feed, keys
from service.store.keys import shard_of
from service.store.maintenance import all_streams
from service.store.maintenance.log_extension import extend
from service.store.read_models import states
from service.store.stored_events import entry_id
from tests.support.logs.exported_lines import tamper


@pytest.fixture
def saved(run, evening, tmp_path):
    """A backup of the evening."""
    result = run(backup, tmp_path / "backup.gz")
    assert result.exit_code == 0
    assert "6 logs, 18 events." in result.stdout
    return tmp_path / "backup.gz"


def test_backup_restore_backup_gives_the_same_bytes(run, saved, store, tmp_path):
    before = all_streams.heads(store.client)
    store.client.flushall()
    result = run(restore, saved)
    assert result.exit_code == 0
    assert "6 logs, 18 events restored" in result.stdout
    assert all_streams.heads(store.client) == before
    run(backup, tmp_path / "again.gz")
    assert (tmp_path / "again.gz").read_bytes() == saved.read_bytes()
    assert run(verify).exit_code == 0


def test_a_backup_proves_itself_without_a_store(run, saved, monkeypatch):
    monkeypatch.setenv("BRADE_STORE_URL", "redis://127.0.0.1:1/0")
    assert "6 logs, 18 events. Every event is as it was recorded." in run(verify, saved).stdout


def test_only_its_owner_reads_a_backup(saved):
    assert saved.stat().st_mode & 0o077 == 0


def test_a_second_restore_says_what_is_there_and_changes_nothing(run, saved, store):
    before = all_streams.heads(store.client)
    result = run(restore, saved)
    assert result.exit_code == 0
    assert "6 logs were in the store already and stayed as they are." in result.stdout
    assert "Nothing was changed." in result.stdout
    assert all_streams.heads(store.client) == before


def test_logs_that_went_on_since_the_backup_stay_as_they_are(run, saved, store):
    store.log().append("m_aaaaaaaaaa", [DiceRolled("white", (1, 2))], by="vasa.k", at=1_700_000_002_000)
    result = run(restore, saved)
    assert result.exit_code == 0
    assert store.log().head("m_aaaaaaaaaa").version == 5


def test_an_interrupted_restore_is_finished_by_the_next(run, saved, store):
    store.client.hdel(keys.head(shard_of("t_bbbbbbbbbb")), "t_bbbbbbbbbb", "t_bbbbbbbbbb.10")
    store.client.delete(keys.log("t_bbbbbbbbbb"), keys.log("t_bbbbbbbbbb.10"))
    result = run(restore, saved)
    assert result.exit_code == 0
    assert "4 logs were in the store already" in result.stdout
    assert "2 logs, 7 events restored" in result.stdout
    assert run(verify).exit_code == 0


def test_another_log_of_the_same_name_stops_the_restore_before_it_begins(run, saved, store):
    store.client.flushall()
    store.log().append("c_vasa", [ClubFounded("vasa", "Another Vasa")], by="operator", at=1, expected=NEW)
    result = run(restore, saved)
    assert result.exit_code == 1
    assert "Another log of the same name is in the store: c_vasa" in result.stderr
    assert list(store.log().streams()) == ["c_vasa"]


@pytest.mark.parametrize("kept", [0.1, 0.5, 0.9, 0.99])
def test_a_truncated_backup_is_refused_before_anything_is_written(run, saved, store, tmp_path, kept):
    store.client.flushall()
    data = saved.read_bytes()
    cut = tmp_path / "cut.gz"
    cut.write_bytes(data[: int(len(data) * kept)])
    result = run(restore, cut)
    assert result.exit_code == 1
    assert "cut off" in result.stderr
    assert "Nothing was changed." in result.stderr
    assert list(store.log().streams()) == []


@pytest.mark.parametrize("left", [1, 2, 3, 10, 18])
def test_a_backup_that_was_unpacked_and_cut_between_lines_is_refused_too(run, saved, store, tmp_path, left):
    store.client.flushall()
    lines = gzip.decompress(saved.read_bytes()).splitlines(keepends=True)
    cut = tmp_path / "cut"
    cut.write_bytes(b"".join(lines[:left]))
    result = run(restore, cut)
    assert (result.exit_code, "cut off" in result.stderr) == (1, True), result.stderr
    assert list(store.log().streams()) == []


def test_an_altered_backup_is_refused_and_the_event_named(run, saved, store, tmp_path):
    store.client.flushall()
    text = gzip.decompress(saved.read_bytes())
    changed = tmp_path / "changed.gz"
    changed.write_bytes(gzip.compress(text.replace(b'"dice":[6,1]', b'"dice":[6,6]', 1)))
    result = run(restore, changed)
    assert result.exit_code == 1
    assert "m_aaaaaaaaaa, version 2 (DiceRolled, line 5)" in result.stderr
    assert list(store.log().streams()) == []


def test_a_log_that_was_replaced_as_a_whole_is_not_the_one_that_the_backup_names(run, saved, store, tmp_path):
    lines = gzip.decompress(saved.read_bytes()).splitlines(keepends=True)
    header = json.loads(lines[0])
    header["heads"][0][2] = "0" * 64
    del header["root"]
    forged = tmp_path / "forged"
    forged.write_bytes(json.dumps(header).encode() + b"\n" + b"".join(lines[1:]))
    store.client.flushall()
    result = run(restore, forged)
    assert (result.exit_code, "it is not the event that the first line" in result.stderr) == (1, True)


def test_export_and_backup_are_told_apart(run, saved, tmp_path):
    assert "is a backup: `brade restore`" in run(import_, saved).stderr
    (tmp_path / "none").write_text('{"stream":"m_a"}\n')
    assert "is no backup: `brade import`" in run(restore, tmp_path / "none").stderr
    (tmp_path / "later").write_text('{"brade_backup":2}\n')
    assert "has the format 2" in run(restore, tmp_path / "later").stderr


def test_a_backup_names_a_log_that_was_altered_and_goes_on_with_the_others(run, evening, store, tmp_path):
    tamper(store, "m_aaaaaaaaaa", 2, data=b'["white",[6,6]]')
    result = run(backup, tmp_path / "file")
    assert result.exit_code == 3
    assert "m_aaaaaaaaaa, version 2 (DiceRolled)" in result.stderr
    assert "1 log was left out" in result.stderr
    assert "5 logs" in run(verify, tmp_path / "file").stdout
    assert run(backup, tmp_path / "other", "--without", "m_aaaaaaaaaa").exit_code == 0
    assert (tmp_path / "other").read_bytes() == (tmp_path / "file").read_bytes()


def test_where_every_log_was_altered_no_backup_is_written(run, store, tmp_path):
    store.log().append("c_vasa", [ClubFounded("vasa", "Vasa")], by="operator", at=1, expected=NEW)
    tamper(store, "c_vasa", 0, data=b'["vasa","Another"]')
    result = run(backup, tmp_path / "file")
    assert (result.exit_code, "No backup was written." in result.stderr) == (1, True)
    assert list(tmp_path.iterdir()) == []


def shorten(store, stream, version):
    """Take away what a log has after a version."""
    place = keys.log(stream)
    after = store.client.xrange(place, f"({entry_id(version)}", "+")
    before = store.client.xrange(place, "-", entry_id(version))
    store.client.delete(place)
    for entry, fields in before:
        store.client.xadd(place, fields, id=entry)
    store.client.hset(keys.head(shard_of(stream)), stream, f"{version} {after[0][1][b'prev'].hex()}")


def test_a_log_that_is_only_shorter_gets_its_end_back(run, saved, store):
    before = all_streams.heads(store.client)
    for stream, version in (("m_aaaaaaaaaa", 2), ("t_bbbbbbbbbb", 0)):
        shorten(store, stream, version)
    store.client.hset(keys.held(shard_of("m_aaaaaaaaaa")), "m_aaaaaaaaaa", "4 x")  # as the checkpoint does
    result = run(restore, saved)
    assert (result.exit_code, "2 logs that were shorter got their end back" in result.stdout) == (0, True), (
        result.output
    )
    assert all_streams.heads(store.client) == before
    assert feed.unjudged(store.client, shard_of("m_aaaaaaaaaa"))["m_aaaaaaaaaa"] == before["m_aaaaaaaaaa"].version
    assert run(verify).exit_code == 0


def test_a_shorter_log_that_is_another_one_is_not_extended(run, saved, store):
    shorten(store, "t_bbbbbbbbbb", 0)
    shorten(store, "m_aaaaaaaaaa", 2)
    store.log().append("m_aaaaaaaaaa", [DiceRolled("white", (1, 2))], by="vasa.k", at=1_700_000_002_000)
    before = all_streams.heads(store.client)
    result = run(restore, saved)
    assert (result.exit_code, "is in the store: m_aaaaaaaaaa\nNothing" in result.stderr) == (1, True), result.stderr
    assert all_streams.heads(store.client) == before


def test_a_long_end_comes_back_page_by_page(store):
    log = store.log()
    log.append("c_vasa", [ClubFounded("vasa", "Vasa")], by="operator", at=1, expected=NEW)
    log.append("c_vasa", [ClubFounded("vasa", str(number)) for number in range(1200)], by="operator", at=1)
    events, head = list(log.read("c_vasa")), log.head("c_vasa")
    shorten(store, "c_vasa", 1)
    assert extend(store.client, "c_vasa", store.log().head("c_vasa"), events[2:]) == head
    assert (store.log().head("c_vasa"), list(store.log().read("c_vasa"))) == (head, events)
    with pytest.raises(VersionConflict):
        extend(store.client, "c_vasa", Head(0, events[1].prev_hash), events[1:])
    with pytest.raises(Invalid):
        extend(store.client, "c_vasa", head, events[5:])


def test_a_restore_until_a_moment_ends_each_log_before_its_first_later_event(run, saved, store):
    recorded = {stream: list(store.log().read(stream)) for stream in store.log().streams()}
    times = sorted({event.at for events in recorded.values() for event in events})
    assert len(times) > 1
    for at in (times[0], times[0] + 1, times[-1]):
        store.client.flushall()
        result = run(restore, saved, "--until", rfc3339(at))
        assert result.exit_code == 0, result.output
        kept = {stream: [event for event in events if event.at <= at] for stream, events in recorded.items()}
        back = {stream: list(store.log().read(stream)) for stream in store.log().streams()}
        assert back == {stream: events for stream, events in kept.items() if events}
        assert run(verify).exit_code == 0
    result = run(restore, saved, "--until", rfc3339(times[0]))
    assert "restore into an empty data folder" in result.stdout
    store.client.flushall()
    assert "Nothing was changed." in run(restore, saved, "--until", rfc3339(times[0] - 1)).stdout


def test_a_time_that_is_none_is_refused_and_nothing_is_written(run, saved, store):
    store.client.flushall()
    for wrong in ("yesterday", "25:10", "2026-11-22"):
        result = run(restore, saved, "--until", wrong)
        assert (result.exit_code, "is no time: write 21:40" in result.stderr) == (1, True), result.stderr
    assert list(store.log().streams()) == []


def test_what_was_restored_waits_to_be_judged(run, saved, store):
    store.client.flushall()
    run(restore, saved)
    for stream in store.log().streams():
        assert stream in feed.unjudged(store.client, shard_of(stream))
        assert states.load(store.client, stream) is None


def test_a_backup_is_written_over_another_only_when_that_is_asked_for(run, saved, store):
    before = saved.read_bytes()
    store.client.flushall()
    result = run(backup, saved)
    assert (result.exit_code, "--force" in result.stderr) == (1, True)
    assert saved.read_bytes() == before
    assert run(backup, saved, "--force").exit_code == 0
    assert saved.read_bytes() != before


def test_an_empty_store_can_be_saved_and_restored(run, store, tmp_path):
    assert run(backup, tmp_path / "file").exit_code == 0
    assert run(restore, tmp_path / "file").exit_code == 0


def test_facts_that_the_checkpoint_names_and_the_store_lacks_are_named_beside_what_is_saved(
    run, evening, tmp_path, monkeypatch
):
    monkeypatch.setenv("BRADE_DATA", str(tmp_path / "data"))
    (tmp_path / "data" / "checkpoint").mkdir(parents=True)
    head = bytes(32).hex().encode()
    recorded = {b"m_aaaaaaaaaa": b"6 " + head, b"m_cccccccccc": b"1 " + head}
    HeadsFile(tmp_path / "data" / "checkpoint").write(recorded)
    result = run(backup, tmp_path / "backup.gz")
    assert result.exit_code == 3
    assert "6 logs, 18 events." in result.stdout
    assert "m_aaaaaaaaaa: versions 5 to 6 missing (2 facts)" in result.stderr
    assert "m_cccccccccc: the whole log is missing" in result.stderr
    assert "keep those from before" in result.stderr
    assert run(verify, tmp_path / "backup.gz").exit_code == 0
    less = run(backup, "--without", "m_aaaaaaaaaa", tmp_path / "less.gz")
    assert (less.exit_code, "m_aaaaaaaaaa" in less.stderr) == (3, False)
