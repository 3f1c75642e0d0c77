"""The checkpoint outside the store: what it records, and what it notices of a store that holds something else."""

import os
import shutil
import time
from dataclasses import replace
from pathlib import Path

import pytest
from redis import Redis

from core.eventlog.log import NEW
from core.events import ClubFounded, MatchOpened
from service.app import create_app
from service.bootstrap import build_dependencies
from service.checkpoint import heads_file
from service.checkpoint.comparison import report
from service.checkpoint.keeper import CheckpointTaken, Keeper
from service.commands import doctor
from service.commands.doctor import BAD, findings
from service.config import Settings
from service.store import held_streams, keys
from service.store.connect import StoreVolatile, ensure_kept
from service.store.held_streams import StreamHeld
from tests.support.store import Store, eventually
from workers.worker import run_worker

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
    held_streams.give_up(store.client, {MATCH.encode(): recorded[MATCH.encode()]})
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
    held_streams.give_up(store.client, {MATCH.encode(): keeper.missing[MATCH.encode()].recorded})
    keeper.look()
    assert keeper.missing == {}
    assert held_streams.held(store.client) == {}
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


def half_zeros(place: Path) -> None:
    whole = place.read_bytes()
    place.write_bytes(whole[: len(whole) // 2] + bytes(len(whole) - len(whole) // 2))


DAMAGED_HEADS = {
    "its second half zeroed": half_zeros,
    "zeroed": lambda place: place.write_bytes(bytes(place.stat().st_size)),
    "emptied": lambda place: os.truncate(place, 0),
    "removed": lambda place: place.unlink(),
    "without its last lines": lambda place: place.write_bytes(place.read_bytes().splitlines(keepends=True)[0]),
    "the whole folder but the numbers removed": lambda place: [each.unlink() for each in place.parent.glob("[!a]*")],
}


@pytest.fixture
def resting(store, keeper, tmp_path) -> Settings:
    """Settings of a service that ended, with two logs."""
    write(store, OTHER, 1)
    keeper.look()
    write(store, MATCH, 5)
    keeper.look()
    keeper.anchor(anew=True)
    keeper.stop()
    return Settings(data=tmp_path, store_url=store.url)


@pytest.mark.parametrize("spoil", DAMAGED_HEADS.values(), ids=DAMAGED_HEADS)
def test_a_damaged_checkpoint_hides_no_loss_that_the_last_number_names(store, resting, tmp_path, said, spoil) -> None:
    spoil(tmp_path / "checkpoint" / "heads")
    cut(store.client, MATCH, 3)
    sentence = f"{MATCH}: versions 4 to 5 missing (2 facts)"
    found = report(store.client, resting)
    assert ([str(each) for each in found.missing], len(found.damage)) == ([sentence], 1)
    for _ in range(2):  # the first start does not forget it
        keeper = Keeper(store.url, [tmp_path / "checkpoint"], said.append)
        keeper.begin()
        keeper.stop()
        assert [str(each) for each in keeper.missing.values()] == [sentence]
    assert ["is compared with the number of" in line for line in said] == [True, *[False] * (len(said) - 1)]
    held_streams.give_up(store.client, {MATCH.encode(): keeper.missing[MATCH.encode()].recorded})
    found = report(store.client, resting)
    assert (found.missing, found.damage) == ([], [])


def test_a_damaged_checkpoint_without_loss_is_told_by_doctor_the_start_and_readiness(
    store, resting, tmp_path, said
) -> None:
    (tmp_path / "checkpoint" / "heads").unlink()
    (sentence,) = report(store.client, resting).damage
    assert "is empty or gone" in sentence
    (result,) = (each for each in doctor.findings(resting) if each.what == "checkpoint")
    assert (result.how, sentence in result.sentence) == ("bad", True)
    keeper = Keeper(store.url, [tmp_path / "checkpoint"], said.append)
    keeper.begin()
    keeper.stop()
    assert (said, keeper.missing, held_streams.uncompared(store.client)) == ([sentence], {}, [sentence])
    app = create_app(build_dependencies(replace(resting, admin_token="the-operators-own-token")))
    assert sentence in app.test_client().get("/readyz").get_json()["warnings"]
    assert again(store, keeper, [tmp_path / "checkpoint"]) == {}
    assert held_streams.uncompared(store.client) == report(store.client, resting).damage == []


@pytest.mark.parametrize("remains", [["lock"], ["lock", "heads"]])
def test_where_nothing_is_left_to_compare_with_it_is_said_once(store, resting, tmp_path, said, remains) -> None:
    folder = tmp_path / "checkpoint"
    shutil.rmtree(folder)
    folder.mkdir()
    for name in remains:
        (folder / name).touch()
    assert len(report(store.client, resting).damage) == 1
    for _ in range(2):
        keeper = Keeper(store.url, [folder], said.append)
        keeper.begin()
        keeper.stop()
    assert ["nothing tells whether facts are missing" in line for line in said] == [True]


def test_what_was_given_up_is_not_found_again_by_an_older_number(store, keeper, tmp_path) -> None:
    write(store, MATCH, 5)
    keeper.look()
    keeper.anchor(anew=True)
    write(store, MATCH, 2)
    keeper.look()
    forget(store.client, MATCH)
    keeper.look()
    held_streams.give_up(store.client, {MATCH.encode(): keeper.missing[MATCH.encode()].recorded})
    keeper.look()
    found = report(store.client, Settings(data=tmp_path, store_url=store.url))
    assert (found.missing, found.damage) == ([], [])
    assert again(store, keeper, [tmp_path / "checkpoint"]) == {}


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


def test_a_store_without_an_append_only_file_is_refused_unless_it_is_meant(store, keeper, tmp_path) -> None:
    ensure_kept(store.client, volatile=False)
    store.client.config_set("appendonly", "no")
    try:
        with pytest.raises(StoreVolatile, match="BRADE_VOLATILE_STORE"):
            ensure_kept(store.client, volatile=False)
        ensure_kept(store.client, volatile=True)
        settings = Settings(data=tmp_path, store_url=store.url, queue_url=store.url, admin_token="x" * 20)
        with pytest.raises(StoreVolatile):
            run_worker(settings, "pump")
        said = [each for each in findings(settings) if "append-only" in each.sentence and each.what == "store"]
        assert said[0].how == BAD
    finally:
        store.client.config_set("appendonly", "yes")


def test_after_a_look_that_waited_for_the_store_the_next_one_comes_soon(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that stood still for two seconds was compared twenty seconds later."""
    keeper = Keeper(store.url, [tmp_path])
    looks: list[float] = []
    look = keeper.look

    def slow() -> None:
        looks.append(time.monotonic())
        if len(looks) == 2:  # the first one is that of the start
            store.client.blpop(["nothing"], timeout=2)
        look()

    monkeypatch.setattr(keeper, "look", slow)
    keeper.begin()
    keeper.start()
    try:
        eventually(lambda: len(looks) >= 3, 15, "the look after it")
        assert looks[2] - looks[1] > 1.5, "it waited"
    finally:
        keeper.stop()
