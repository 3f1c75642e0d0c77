"""A log that is shorter than its head says: whatever looks names it, nothing writes to it, and it can be put right."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis

from core.eventlog.log import Head
from service.app import create_app
from service.bootstrap import build_dependencies
from service.checkpoint.checkpointer import Checkpointer
from service.checkpoint.comparison import report
from service.config import Settings
from service.processes.supervisor import STORE
from service.store import held_streams, keys
from service.store.connect import connect
from service.store.held_streams import StreamHeld
from service.store.log import RedisLog
from service.store.server import running_server
from service.store.server.embedded_server import EmbeddedStore
from tests.support.logs.shortened_logs import MATCH, OTHER, again, write
from tests.support.processes.service_data import TOKEN, brade, store_of_a_service

SENTENCE = f"{MATCH}: versions 3\N{EN DASH}5 are missing from the log (3 facts)"


def lose(client, *versions: int, stream: str = MATCH) -> None:
    """Have a store lack events of a log, as a file that lost them would."""
    client.xdel(keys.log(stream), *(f"{version}-0" if version else "0-1" for version in versions))


@pytest.fixture
def evening(data: Path, tmp_path: Path) -> Path:
    """A data folder whose store lacks three events in the middle of a log; a backup from before is beside it."""
    with store_of_a_service(data) as (client, _):
        write_in(client, MATCH, 8)
        write_in(client, OTHER, 2)
    assert brade(data, "backup", str(tmp_path / "before.gz"))[0] == 0
    with store_of_a_service(data) as (client, _):
        write_in(client, MATCH, 2)
    with connect_at_rest(data) as client:
        lose(client, 3, 4, 5)
    return data


def write_in(client, stream: str, facts: int) -> None:
    class Here:
        def log(self) -> RedisLog:
            return RedisLog(client)

    write(Here(), stream, facts)


@contextmanager
def connect_at_rest(data: Path) -> Iterator[Redis]:
    with EmbeddedStore(data / STORE, durable=True) as server, connect(server.url) as client:
        yield client


def test_a_gap_is_named_by_the_start_readyz_doctor_and_verify_and_nothing_is_written_behind_it(evening: Path) -> None:
    for words in (["doctor"], ["verify"]):
        code, said = brade(evening, *words)
        assert (code, SENTENCE in said) == (1, True), said
    for _ in range(2):
        with store_of_a_service(evening) as (client, said_by_the_start):
            assert said_by_the_start == [f"acknowledged facts are missing from the store: {SENTENCE}"]
            with pytest.raises(StreamHeld):
                write_in(client, MATCH, 1)
            write_in(client, OTHER, 1)
            settings = Settings(data=evening, store_url=running_server.address(evening / "store"), admin_token=TOKEN)
            ready = create_app(build_dependencies(settings)).test_client().get("/readyz")
            assert (ready.status_code, ready.json["facts_missing"]) == (503, {MATCH: SENTENCE})
            code, said = brade(evening, "doctor")
            assert (code, SENTENCE in said) == (1, True), said


def test_a_gap_is_found_without_any_checkpoint(store, checkpointer, tmp_path, said) -> None:
    write(store, MATCH, 8)
    lose(store.client, 3, 4, 5)
    assert again(store, checkpointer, [tmp_path / "elsewhere"]) == {MATCH: SENTENCE}
    (found,) = report(store.client, Settings(data=tmp_path / "nowhere", store_url=store.url)).missing
    assert str(found) == SENTENCE


@pytest.mark.parametrize(
    ("lost", "versions", "facts"),
    [
        ([4], "4", "1 fact"),
        ([0], "0", "1 fact"),
        ([8], "8", "1 fact"),
        ([0, 1, 2, 5, 6, 8], "0\N{EN DASH}2, 5\N{EN DASH}6, 8", "6 facts"),
        ([1, 3, 5, 7], "1, 3, 5 …", "4 facts"),
    ],
)
def test_wherever_events_are_missing_their_versions_are_named(
    store, checkpointer, tmp_path, lost, versions, facts
) -> None:
    write(store, MATCH, 8)
    checkpointer.look()
    lose(store.client, *lost)
    sentence = f"{MATCH}: versions {versions} are missing from the log ({facts})"
    assert again(store, checkpointer, [tmp_path / "checkpoint"]) == {MATCH: sentence}


def test_a_log_that_lost_events_while_the_service_runs_is_held_with_its_next_change(store, checkpointer, said) -> None:
    write(store, MATCH, 8)
    checkpointer.look()
    lose(store.client, 3, 4, 5)
    write(store, MATCH, 1)
    checkpointer.look()
    assert said == [f"acknowledged facts are missing from the store: {SENTENCE}"]
    with pytest.raises(StreamHeld):
        write(store, MATCH, 1)
    checkpointer.look()
    assert list(held_streams.held(store.client)) == [MATCH.encode()]


def test_a_log_that_is_written_and_one_that_is_archived_have_no_gaps(store, checkpointer, tmp_path) -> None:
    write(store, MATCH, 3)
    write(store, OTHER, 3)
    store.client.delete(keys.log(OTHER))
    store.client.set(keys.log(OTHER), "3 t_x.gz 0 10 aa")
    assert report(store.client, Settings(data=tmp_path, store_url=store.url)).missing == []


def test_a_backup_makes_the_log_whole_with_what_the_store_has_of_it(evening: Path, tmp_path: Path) -> None:
    code, said = brade(evening, "restore", str(tmp_path / "before.gz"))
    assert (code, "1 log that lacked events is whole again." in said) == (0, True), said
    code, said = brade(evening, "verify")
    assert (code, "2 logs, 14 events" in said) == (0, True), said
    with store_of_a_service(evening) as (client, said_by_the_start):
        assert said_by_the_start == []
        write_in(client, MATCH, 1)


def test_a_backup_that_lacks_the_same_events_is_said_and_changes_nothing(evening: Path, tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.mkdir()
    with store_of_a_service(old) as (client, _):
        write_in(client, MATCH, 1)
    assert brade(old, "backup", str(tmp_path / "old.gz"))[0] == 0
    said = brade(evening, "restore", str(tmp_path / "old.gz"))[1]
    assert f"{MATCH} still lacks events" in said, said
    assert SENTENCE in brade(evening, "doctor")[1]


@pytest.mark.parametrize("first", [3, 0])
def test_a_gap_that_is_given_up_ends_the_log_before_it_and_keeps_what_followed(evening: Path, first: int) -> None:
    with connect_at_rest(evening) as client:
        lose(client, *range(first, 6))
    with store_of_a_service(evening):
        code, said = brade(evening, "doctor", "--accept-loss", "--yes")
        assert (code, "end it first. Nothing was changed." in said) == (1, True), said
    code, said = brade(evening, "doctor", "--accept-loss", "--yes")
    assert (code, "Given up: 1 log goes on" in said) == (0, True), said
    lines = (evening / "given-up" / f"{MATCH}-from-{first}.ndjson").read_text().splitlines()
    assert [json.loads(line)["version"] for line in lines] == [6, 7, 8, 9, 10]
    assert brade(evening, "verify")[0] == 0
    with store_of_a_service(evening) as (client, said_by_the_start):
        assert said_by_the_start == []
        assert (RedisLog(client).head(MATCH) or Head(-1, "")).version == first - 1
        write_in(client, MATCH, 2)
    assert brade(evening, "doctor")[1].count("missing") == 0
    assert brade(evening, "verify")[0] == 0


def test_lengths_are_asked_once_and_then_of_changed_logs_alone(store, checkpointer, tmp_path) -> None:
    def asked() -> int:
        return store.client.info("commandstats").get("cmdstat_xlen", {}).get("calls", 0)

    for number in range(20):
        write(store, f"m_{number:010}", 1)
    checkpointer.look()
    checkpointer.stop()
    before = asked()
    other = Checkpointer(store.url, [tmp_path / "checkpoint"])
    other.begin()
    assert asked() == before + 20
    other.look()
    write(store, "m_0000000007", 1)
    other.look()
    assert asked() == before + 21
    other.stop()


def test_a_checkpointer_that_was_not_told_of_the_gap_records_nothing_of_it(store, checkpointer, tmp_path) -> None:
    write(store, MATCH, 8)
    checkpointer.look()
    before = (tmp_path / "checkpoint" / "heads").read_bytes()
    lose(store.client, 3, 4, 5)
    checkpointer.stop()
    other = Checkpointer(store.url, [tmp_path / "checkpoint"])
    other.begin()
    other.look()
    other.stop()
    assert (tmp_path / "checkpoint" / "heads").read_bytes() == before
