"""The checkpoint outside the store: what it records, and what it notices of a store that holds something else."""

import os
import shutil
from pathlib import Path

import pytest
from redis import Redis

from core.events import ClubFounded, MatchOpened
from core.log import NEW
from service.checkpoint import heads_file
from service.checkpoint.comparison import report
from service.checkpoint.keeper import CheckpointTaken, Keeper
from service.config import Settings
from service.store import held, keys
from service.store.connect import StoreVolatile, ensure_kept
from service.store.held import StreamHeld
from tests.stores import Store

MATCH, OTHER = "m_aaaaaaaaaa", "m_bbbbbbbbbb"
OPENED = MatchOpened("vasa", "swedish", {"games": 3}, {"white": "Åsa", "black": "Örjan"})
FACT = ClubFounded("vasa", "Vasa")  # what a fact says is nothing to the log


def write(store: Store, stream: str, facts: int, name: str = "Vasa") -> None:
    log = store.log()
    if log.head(stream) is None:
        log.append(stream, [OPENED], by="x", at=1, expected=NEW)
    for _ in range(facts):
        log.append(stream, [ClubFounded("vasa", name)], by="x", at=1)


def cut(client: Redis, stream: str, version: int) -> None:
    """Take away what was written after a version, as a shorter file would."""
    place, shard = keys.log(stream), keys.shard_of(stream)
    before, after = client.xrange(place, "-", f"{version}-0"), client.xrange(place, f"({version}-0", "+")
    client.delete(place)
    for entry, fields in before:
        client.xadd(place, fields, id=entry)
    client.hset(keys.head(shard), stream, f"{version} {after[0][1][b'prev'].hex()}")
    # A store that holds less is one that started anew, and its feed ends earlier.
    client.delete(keys.feed(shard))


def forget(client: Redis, stream: str) -> None:
    client.hdel(keys.head(keys.shard_of(stream)), stream)
    client.delete(keys.log(stream), keys.feed(keys.shard_of(stream)))


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def keeper(store: Store, tmp_path: Path, said: list[str]):
    one = Keeper(store.url, [tmp_path / "checkpoint"], said.append)
    one.begin()
    yield one
    one.stop()


def again(store: Store, keeper: Keeper, folders: list[Path]) -> dict[str, str]:
    """What a service that starts now finds missing."""
    keeper.stop()
    other = Keeper(store.url, folders)
    other.begin()
    other.stop()
    return {each.stream: str(each) for each in other.missing.values()}


def test_heads_are_recorded_as_they_change_and_a_log_that_goes_on_is_as_it_was(store, keeper, tmp_path, said) -> None:
    for facts in (2, 3):
        write(store, MATCH, facts)
        keeper.look()
        head = store.client.hget(keys.head(keys.shard_of(MATCH)), MATCH)
        assert heads_file.read(tmp_path / "checkpoint") == ({MATCH.encode(): head}, facts - 1, 0)
    assert again(store, keeper, [tmp_path / "checkpoint"]) == {}
    assert said == []


def test_nothing_is_written_where_nothing_changed(store, keeper, tmp_path) -> None:
    write(store, MATCH, 1)
    keeper.look()
    before, writes = (tmp_path / "checkpoint" / "heads").stat(), store.client.info("persistence")["aof_current_size"]
    for _ in range(3):
        keeper.look()
    after = (tmp_path / "checkpoint" / "heads").stat()
    assert (after.st_ino, after.st_mtime_ns, after.st_size) == (before.st_ino, before.st_mtime_ns, before.st_size)
    assert store.client.info("persistence")["aof_current_size"] == writes


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda store: cut(store.client, MATCH, 3), "versions 4 to 5 missing (2 facts)"),
        (lambda store: forget(store.client, MATCH), "the whole log is missing, versions 0 to 5 (6 facts)"),
        (lambda store: (forget(store.client, MATCH), write(store, MATCH, 5, "Another")),
         "version 5 is not what was recorded there"),
        (lambda store: (cut(store.client, MATCH, 3), write(store, MATCH, 7, "Another")),
         "version 5 is not what was recorded there"),
    ],
    ids=["a tail", "a whole log", "as long, another", "longer, another"],
)  # fmt: skip
def test_what_is_missing_is_named_and_nothing_is_written_until_a_person_gives_it_up(
    store, keeper, tmp_path, said, damage, sentence
) -> None:
    write(store, MATCH, 5)
    write(store, OTHER, 1)
    keeper.look()
    recorded = heads_file.read(tmp_path / "checkpoint").heads
    damage(store)
    keeper.look()
    assert said == [f"acknowledged facts are missing from the store: {MATCH}: {sentence}"]
    assert heads_file.read(tmp_path / "checkpoint").heads == recorded
    for expected in (NEW, 3):
        with pytest.raises(StreamHeld, match=MATCH):
            store.log().append(MATCH, [FACT], by="x", at=1, expected=expected)
    write(store, OTHER, 1)  # others go on
    keeper.look()
    settings = Settings(data=tmp_path, store_url=store.url)
    assert [str(each) for each in report(store.client, settings).missing] == [f"{MATCH}: {sentence}"]
    assert again(store, keeper, [tmp_path / "checkpoint"]) == {MATCH: f"{MATCH}: {sentence}"}
    held.give_up(store.client, {MATCH.encode(): recorded[MATCH.encode()]})
    assert report(store.client, settings).missing == []
    assert again(store, keeper, [tmp_path / "checkpoint"]) == {}
    write(store, MATCH, 1, "And on")


def test_a_running_service_lets_go_of_what_is_given_up_or_brought_back(store, keeper, tmp_path) -> None:
    write(store, MATCH, 2)
    write(store, OTHER, 2)
    keeper.look()
    events = list(store.log().read(OTHER))
    forget(store.client, MATCH)
    forget(store.client, OTHER)
    keeper.look()
    assert {each.stream for each in keeper.missing.values()} == {MATCH, OTHER}
    store.log().restore(OTHER, events)
    held.give_up(store.client, {MATCH.encode(): keeper.missing[MATCH.encode()].recorded})
    keeper.look()
    assert keeper.missing == {}
    assert held.held(store.client) == {}
    assert heads_file.read(tmp_path / "checkpoint").heads.keys() == {OTHER.encode()}


def test_a_store_that_is_emptied_while_the_service_runs_holds_its_logs_again_at_the_next_look(store, keeper) -> None:
    write(store, MATCH, 2)
    keeper.look()
    store.client.flushall()
    for _ in range(2):
        keeper.look()
    with pytest.raises(StreamHeld):
        store.log().append(MATCH, [OPENED], by="x", at=1, expected=NEW)
    with pytest.raises(StreamHeld):
        store.log().open_each([(MATCH, OPENED)], by="x", at=1)


def test_a_torn_line_of_the_checkpoint_is_left_out_and_the_rest_counts(store, keeper, tmp_path) -> None:
    write(store, MATCH, 2)
    keeper.look()
    write(store, OTHER, 2)
    keeper.look()
    place = tmp_path / "checkpoint" / "heads"
    os.truncate(place, place.stat().st_size - 5)
    with place.open("ab") as file:
        file.write(bytes(4096))
    keeper.stop()
    heads, lines, damaged = heads_file.read(tmp_path / "checkpoint")
    assert (heads.keys(), lines, damaged) == ({MATCH.encode()}, 2, 1)
    assert again(store, keeper, [tmp_path / "checkpoint"]) == {}
    assert heads_file.read(tmp_path / "checkpoint").damaged == 0
    assert (tmp_path / "checkpoint" / "heads.damaged").exists()


def test_a_further_place_that_was_away_is_compared_when_it_is_there_again(store, keeper, tmp_path, said) -> None:
    own, stick = tmp_path / "checkpoint", tmp_path / "stick"
    stick.mkdir()
    keeper.stop()
    keeper = Keeper(store.url, [own, stick], said.append)
    keeper.begin()
    write(store, MATCH, 4)
    keeper.look()
    assert heads_file.read(stick) == heads_file.read(own)
    away = stick.rename(tmp_path / "pocket")
    write(store, MATCH, 1)
    keeper.look()
    keeper.look()
    assert ["cannot be written" in line for line in said] == [True]
    keeper.stop()
    cut(store.client, MATCH, 2)  # and whoever did that wrote the checkpoint beside it anew
    shutil.rmtree(own)
    keeper = Keeper(store.url, [own, stick], said.append)
    keeper.begin()
    assert keeper.missing == {}
    away.rename(stick)
    keeper.look()
    assert [str(each) for each in keeper.missing.values()] == [f"{MATCH}: versions 3 to 4 missing (2 facts)"]
    assert heads_file.read(stick).heads == heads_file.read(own).heads
    keeper.stop()


def test_a_file_that_grew_is_written_anew_with_the_same_heads(store, keeper, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(heads_file, "_LINES_BEYOND", 3)
    for _ in range(8):
        write(store, MATCH, 1)
        keeper.look()
    heads, lines, _ = heads_file.read(tmp_path / "checkpoint")
    assert lines < 8
    assert heads[MATCH.encode()].startswith(b"8 ")


def test_one_process_keeps_a_checkpoint(store, keeper, tmp_path) -> None:
    other = Keeper(store.url, [tmp_path / "checkpoint"])
    with pytest.raises(CheckpointTaken):
        other.begin()
    other.stop()


def test_a_store_without_an_append_only_file_is_refused_unless_it_is_meant(store, keeper) -> None:
    ensure_kept(store.client, volatile=False)
    store.client.config_set("appendonly", "no")
    try:
        with pytest.raises(StoreVolatile, match="BRADE_VOLATILE_STORE"):
            ensure_kept(store.client, volatile=False)
        ensure_kept(store.client, volatile=True)
    finally:
        store.client.config_set("appendonly", "yes")
