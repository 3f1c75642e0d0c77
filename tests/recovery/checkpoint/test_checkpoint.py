"""The checkpoint outside the store: what it records, and what it notices."""

import shutil
import time
from pathlib import Path

import pytest

from core.eventlog.log import NEW
from service.checkpoint import heads_file
from service.checkpoint.checkpointer import Checkpointer, CheckpointTaken
from service.checkpoint.comparison import report
from service.commands.doctor import findings
from service.commands.store.check_result import BAD
from service.config import Settings
from service.store import held_streams, keys
from service.store.connect import StoreVolatile, ensure_kept
from service.store.held_streams import StreamHeld
from tests.support.logs.shortened_logs import FACT, MATCH, OPENED, OTHER, again, cut, forget, write
from tests.support.store import Store, eventually
from workers.worker import run_worker


def test_heads_are_recorded_as_they_change_and_a_log_that_goes_on_is_as_before(
    store, checkpointer, tmp_path, said
) -> None:
    for facts in (2, 3):
        write(store, MATCH, facts)
        checkpointer.look()
        head = store.client.hget(keys.head(keys.shard_of(MATCH)), MATCH)
        assert heads_file.read(tmp_path / "checkpoint") == ({MATCH.encode(): head}, facts - 1, 0)
    assert again(store, checkpointer, [tmp_path / "checkpoint"]) == {}
    assert said == []


def test_nothing_is_written_where_nothing_changed(store, checkpointer, tmp_path) -> None:
    write(store, MATCH, 1)
    checkpointer.look()
    before, writes = (tmp_path / "checkpoint" / "heads").stat(), store.client.info("persistence")["aof_current_size"]
    for _ in range(3):
        checkpointer.look()
    after = (tmp_path / "checkpoint" / "heads").stat()
    assert (after.st_ino, after.st_mtime_ns, after.st_size) == (before.st_ino, before.st_mtime_ns, before.st_size)
    assert store.client.info("persistence")["aof_current_size"] == writes


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda store: cut(store.client, MATCH, 3), "versions 4 to 5 missing (2 facts)"),
        (lambda store: forget(store.client, MATCH), "the whole log is missing, versions 0 to 5 (6 facts)"),
        (
            lambda store: (forget(store.client, MATCH), write(store, MATCH, 5, "Another")),
            "version 5 is not what was recorded there",
        ),
        (
            lambda store: (cut(store.client, MATCH, 3), write(store, MATCH, 7, "Another")),
            "version 5 is not what was recorded there",
        ),
    ],
    ids=["a tail", "a whole log", "as long, another", "longer, another"],
)
def test_what_is_missing_is_named_and_nothing_is_written_until_a_person_gives_it_up(
    store, checkpointer, tmp_path, said, damage, sentence
) -> None:
    write(store, MATCH, 5)
    write(store, OTHER, 1)
    checkpointer.look()
    recorded = heads_file.read(tmp_path / "checkpoint").heads
    damage(store)
    checkpointer.look()
    assert said == [f"acknowledged facts are missing from the store: {MATCH}: {sentence}"]
    assert heads_file.read(tmp_path / "checkpoint").heads == recorded
    for expected in (NEW, 3):
        with pytest.raises(StreamHeld, match=MATCH):
            store.log().append(MATCH, [FACT], by="x", at=1, expected=expected)
    write(store, OTHER, 1)  # others go on
    checkpointer.look()
    settings = Settings(data=tmp_path, store_url=store.url)
    assert [str(each) for each in report(store.client, settings).missing] == [f"{MATCH}: {sentence}"]
    assert again(store, checkpointer, [tmp_path / "checkpoint"]) == {MATCH: f"{MATCH}: {sentence}"}
    held_streams.give_up(store.client, {MATCH.encode(): recorded[MATCH.encode()]})
    assert report(store.client, settings).missing == []
    assert again(store, checkpointer, [tmp_path / "checkpoint"]) == {}
    write(store, MATCH, 1, "And on")


def test_a_running_service_lets_go_of_what_is_given_up_or_brought_back(store, checkpointer, tmp_path) -> None:
    write(store, MATCH, 2)
    write(store, OTHER, 2)
    checkpointer.look()
    events = list(store.log().read(OTHER))
    forget(store.client, MATCH)
    forget(store.client, OTHER)
    checkpointer.look()
    assert {each.stream for each in checkpointer.missing.values()} == {MATCH, OTHER}
    store.log().restore(OTHER, events)
    held_streams.give_up(store.client, {MATCH.encode(): checkpointer.missing[MATCH.encode()].recorded})
    checkpointer.look()
    assert checkpointer.missing == {}
    assert held_streams.held(store.client) == {}
    assert heads_file.read(tmp_path / "checkpoint").heads.keys() == {OTHER.encode()}


def test_a_store_emptied_while_the_service_runs_holds_its_logs_again_at_the_next_look(store, checkpointer) -> None:
    write(store, MATCH, 2)
    checkpointer.look()
    store.client.flushall()
    for _ in range(2):
        checkpointer.look()
    with pytest.raises(StreamHeld):
        store.log().append(MATCH, [OPENED], by="x", at=1, expected=NEW)
    with pytest.raises(StreamHeld):
        store.log().open_each([(MATCH, OPENED)], by="x", at=1)


def test_a_further_place_that_was_away_is_compared_when_it_is_there_again(store, checkpointer, tmp_path, said) -> None:
    own, stick = tmp_path / "checkpoint", tmp_path / "stick"
    stick.mkdir()
    checkpointer.stop()
    checkpointer = Checkpointer(store.url, [own, stick], said.append)
    checkpointer.begin()
    write(store, MATCH, 4)
    checkpointer.look()
    assert heads_file.read(stick) == heads_file.read(own)
    away = stick.rename(tmp_path / "pocket")
    write(store, MATCH, 1)
    checkpointer.look()
    checkpointer.look()
    assert ["cannot be written" in line for line in said] == [True]
    checkpointer.stop()
    cut(store.client, MATCH, 2)  # and the attacker wrote the checkpoint beside it anew
    shutil.rmtree(own)
    checkpointer = Checkpointer(store.url, [own, stick], said.append)
    checkpointer.begin()
    assert checkpointer.missing == {}
    away.rename(stick)
    checkpointer.look()
    assert [str(each) for each in checkpointer.missing.values()] == [f"{MATCH}: versions 3 to 4 missing (2 facts)"]
    assert heads_file.read(stick).heads == heads_file.read(own).heads
    checkpointer.stop()


def test_a_file_that_grew_is_written_anew_with_the_same_heads(store, checkpointer, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(heads_file, "_LINES_BEYOND", 3)
    for _ in range(8):
        write(store, MATCH, 1)
        checkpointer.look()
    heads, lines, _ = heads_file.read(tmp_path / "checkpoint")
    assert lines < 8
    assert heads[MATCH.encode()].startswith(b"8 ")


def test_one_process_keeps_a_checkpoint(store, checkpointer, tmp_path) -> None:
    other = Checkpointer(store.url, [tmp_path / "checkpoint"])
    with pytest.raises(CheckpointTaken):
        other.begin()
    other.stop()


def test_a_store_without_an_append_only_file_is_refused_unless_it_is_meant(store, checkpointer, tmp_path) -> None:
    ensure_kept(store.client, volatile=False)
    store.client.config_set("appendonly", "no")
    try:
        with pytest.raises(StoreVolatile, match="BRADE_VOLATILE_STORE"):
            ensure_kept(store.client, volatile=False)
        ensure_kept(store.client, volatile=True)
        settings = Settings(data=tmp_path, store_url=store.url, queue_url=store.url, admin_token="x" * 20)
        with pytest.raises(StoreVolatile):
            run_worker(settings, "pump")
        said = [
            finding for finding in findings(settings) if "append-only" in finding.sentence and finding.what == "store"
        ]
        assert said[0].how == BAD
    finally:
        store.client.config_set("appendonly", "yes")


def test_after_a_look_that_waited_for_the_store_the_next_one_comes_soon(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that stood still for two seconds was compared twenty seconds later."""
    checkpointer = Checkpointer(store.url, [tmp_path])
    looks: list[float] = []
    look = checkpointer.look

    def slow() -> None:
        looks.append(time.monotonic())
        if len(looks) == 2:  # the first one is that of the start
            store.client.blpop(["nothing"], timeout=2)
        look()

    monkeypatch.setattr(checkpointer, "look", slow)
    checkpointer.begin()
    checkpointer.start()
    try:
        eventually(lambda: len(looks) >= 3, 15, "the look after it")
        assert looks[2] - looks[1] > 1.5, "it waited"
    finally:
        checkpointer.stop()
