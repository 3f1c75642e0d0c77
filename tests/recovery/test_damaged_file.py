"""The store's file with an end that cannot be read, or without its manifest: said, and mended with a copy kept."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.commands.doctor import doctor
from service.commands.store import open_store
from service.commands.store import repair as mending
from service.config import Settings
from service.store.connect import connect
from service.store.log import RedisLog
from service.store.server import append_only_file
from service.store.server.append_only_file import Damage, StoreDamaged, damage, repair
from service.store.server.embedded_server import EmbeddedStore
from service.store.server.server_process import StoreNotStarted
from tests.support.processes.service_data import ALONE, MATCH, brade, played, store_of_a_service, the_file
from tests.support.processes.serving import SLOW, launch, linux
from tests.support.proving import prove
from tests.support.store import Store, eventually


def spoil(path: Path, zeros: int = 4096) -> None:
    with path.open("ab") as file:
        file.write(bytes(zeros))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def ends() -> list[int]:
    """The ends of the transactions of `resting` in its file."""
    return [0]


@pytest.fixture
def resting(folder: Path, ends: list[int]) -> Path:
    """The folder of a store that does not run, with three transactions in its file."""
    with EmbeddedStore(folder, durable=True) as server, connect(server.url) as client:
        for value in (b"*1\r\n$4\r\nEXEC\r\n", bytes(500), b"x"):
            client.pipeline(transaction=True).set("a", value).set("b", value).execute()
            ends.append(max((folder / "appendonlydir").glob("*.incr.aof")).stat().st_size)
    return folder


@pytest.fixture
def file(resting: Path) -> Path:
    return max((resting / "appendonlydir").glob("*.incr.aof"))


@prove
@linux
def test_zeros_at_the_end_stop_the_start_with_advice_that_works(data: Path) -> None:
    played(data, 6, 3)
    spoil(the_file(data))
    before = contents(data / "store" / "appendonlydir")
    said, _ = (process := launch(data, 0, **ALONE)).communicate(timeout=SLOW)
    assert (process.returncode, len(said.splitlines())) == (1, 1)
    assert "4,096 bytes at its end are no commands" in said
    assert "brade doctor --repair" in said
    code, said = brade(data, "doctor")
    assert (code, "brade doctor --repair" in said) == (1, True)
    assert contents(data / "store" / "appendonlydir") == before
    code, said = brade(data, "doctor", "--repair", "--yes")
    assert (code, "Nothing is missing of what the checkpoint names, 2 logs." in said) == (0, True), said
    (copy,) = (data / "store").glob("appendonlydir.before-repair-*")
    assert contents(copy) == before
    assert brade(data, "verify")[0] == 0
    with store_of_a_service(data) as (_, said_by_the_start):
        assert said_by_the_start == []


@linux
def test_a_repair_says_by_the_checkpoint_which_facts_are_missing(data: Path) -> None:
    played(data, 6, 3)
    os.truncate(the_file(data), the_file(data).stat().st_size - 700)  # within what was written last
    spoil(the_file(data))
    code, said = brade(data, "doctor", "--repair", "--yes")
    assert (code, f"{MATCH}: versions 7 to 9 missing (3 facts)" in said) == (0, True), said
    code, said = brade(data, "doctor")  # at rest, too
    assert (code, f"{MATCH}: versions 7 to 9 missing (3 facts)" in said) == (1, True), said


@linux
def test_the_doctor_names_what_is_missing_where_the_file_ends_within_a_write_and_leaves_the_file_as_it_is(
    data: Path, monkeypatch
) -> None:
    played(data, 6, 3)
    os.truncate(the_file(data), the_file(data).stat().st_size - 700)
    before = contents(data / "store" / "appendonlydir")
    code, said = brade(data, "doctor")
    assert (code, "half a write" in said, f"{MATCH}: versions 7 to 9 missing (3 facts)" in said) == (1, True, True), (
        said
    )
    assert contents(data / "store" / "appendonlydir") == before
    monkeypatch.setattr(open_store, "free_bytes", lambda folder: 0)
    monkeypatch.setenv("BRADE_DATA", str(data))
    said = CliRunner().invoke(doctor).stdout
    assert "not compared: a copy of the store's files needs" in said
    assert contents(data / "store" / "appendonlydir") == before


@prove
@linux
def test_a_store_without_its_manifest_does_not_begin_with_an_empty_file_in_its_place(data: Path) -> None:
    played(data, 6)
    folder = data / "store" / "appendonlydir"
    (folder / "appendonly.aof.manifest").unlink()
    before = contents(folder)
    said, _ = (process := launch(data, 0, **ALONE)).communicate(timeout=SLOW)
    assert (process.returncode, "brade doctor --repair" in said) == (1, True)
    assert contents(folder) == before
    code, said = brade(data, "doctor", "--repair", "--yes")
    assert (code, "Nothing is missing" in said) == (0, True), said


def test_wherever_a_file_is_cut_what_is_left_is_whole_transactions(resting: Path, file: Path, ends: list[int]) -> None:
    whole = file.read_bytes()
    assert len(whole) == ends[-1]
    for cut in range(len(whole), 0, -1):
        os.truncate(file, cut)
        before = max(end for end in ends if end <= cut)
        assert damage(resting) == (None if cut == before else Damage(file, before, cut, torn=True))
    for cut in (ends[1], ends[1] + 1, ends[2] - 1):
        file.write_bytes(whole[:cut] + bytes(600))
        assert damage(resting) == Damage(file, ends[1], cut + 600)


@pytest.mark.parametrize("hole", [1, 64])
def test_a_hole_with_whole_writes_behind_it_is_named_and_nothing_is_cut(
    resting: Path, file: Path, ends: list[int], hole: int
) -> None:
    whole = bytearray(file.read_bytes())
    whole[ends[1] : ends[1] + hole] = bytes(hole)  # the second transaction of three
    file.write_bytes(whole)
    assert damage(resting) == Damage(file, ends[1], len(whole), after=ends[2])
    with pytest.raises(StoreDamaged, match=rf"to byte {ends[2]:,}, and whole writes follow; no repair can mend it"):
        repair(resting, damage(resting), resting / "copy")
    assert file.read_bytes() == bytes(whole)
    whole[ends[2] :] = bytes(len(whole) - ends[2])  # now it is the end
    file.write_bytes(whole)
    assert damage(resting) == Damage(file, ends[1], len(whole))


def test_without_room_for_a_copy_nothing_is_mended(resting: Path, file: Path, monkeypatch) -> None:
    spoil(file)
    before = contents(resting / "appendonlydir")
    found = damage(resting)
    monkeypatch.setattr(append_only_file, "free_bytes", lambda _: 1 << 20)
    with pytest.raises(StoreNotStarted, match="make room first"):
        repair(resting, found, resting / "copy")
    assert contents(resting / "appendonlydir") == before
    assert not (resting / "copy").exists()


def test_what_is_not_at_the_end_is_not_mended(resting: Path, file: Path) -> None:
    spoil(file)
    file.with_name("appendonly.aof.3.incr.aof").write_bytes(file.read_bytes())
    with file.with_name("appendonly.aof.manifest").open("a") as manifest:
        manifest.write("file appendonly.aof.3.incr.aof seq 3 type i\n")
    with pytest.raises(StoreDamaged, match="what comes after builds on it"):
        repair(resting, damage(resting), resting / "copy")
    file.with_name("appendonly.aof.manifest").unlink()
    with pytest.raises(StoreNotStarted, match="cannot be told"):
        repair(resting, damage(resting), resting / "copy")


@pytest.mark.parametrize(
    ("spoiled", "error"),
    [
        (lambda whole: whole[: len(whole) // 2], "it ends too early"),
        pytest.param(
            lambda whole: whole[:2000] + bytes([whole[2000] ^ 1]) + whole[2001:],
            "its bytes are not those that were written",
            marks=prove,
        ),
        pytest.param(lambda whole: whole[:9] + bytes(len(whole) - 9), "", marks=prove),
    ],
)
def test_a_snapshot_that_is_damaged_is_named_and_what_helps_is_said(data: Path, spoiled, error: str) -> None:
    with EmbeddedStore(data / "store", durable=True) as server, connect(server.url) as client:
        client.set("a", os.urandom(5000))
        client.bgrewriteaof()
        eventually(lambda: not client.info("persistence")["aof_rewrite_in_progress"], 20, "the snapshot")
        client.set("b", "after it")
    (base,) = (data / "store" / "appendonlydir").glob("*.base.rdb")
    base.write_bytes(spoiled(base.read_bytes()))
    before = contents(data / "store" / "appendonlydir")
    with pytest.raises(StoreDamaged, match=rf"{base.name} is damaged: {error}.*no repair can mend it.*brade restore"):
        EmbeddedStore(data / "store", durable=True).start()
    for words in ([], ["--repair", "--yes"]):
        done = CliRunner().invoke(doctor, words, env={"BRADE_DATA": str(data), "COLUMNS": "1000"})
        assert (done.exit_code, f"{base.name} is damaged: {error}" in done.output) == (1, True), done.output
        assert "no repair can mend it" in done.output
    assert contents(data / "store" / "appendonlydir") == before


def test_a_store_that_runs_is_not_mended(store: Store) -> None:
    with pytest.raises(StoreNotStarted, match="stop it first"):
        repair(store.server.folder, append_only_file.Damage(None), store.server.folder / "copy")


def test_an_operator_at_a_terminal_is_asked_once_and_may_refuse(folder: Path, monkeypatch, capsys) -> None:
    settings = Settings(data=folder)
    with EmbeddedStore(folder / "store", durable=True) as server, connect(server.url) as client:
        RedisLog(client)
        client.set("a", "b")
    spoil(max((folder / "store" / "appendonlydir").glob("*.incr.aof")))
    with pytest.raises(StoreDamaged) as met:
        EmbeddedStore(folder / "store", durable=True).start()
    with pytest.raises(StoreDamaged):
        mending.repaired(settings, met.value, asks=False)
    answers = iter([False, True])
    monkeypatch.setattr(mending.click, "confirm", lambda *_, **__: next(answers))
    with pytest.raises(mending.click.exceptions.Exit):
        mending.repaired(settings, met.value, asks=True)
    said = capsys.readouterr()
    assert " ".join((said.out + said.err).split()).count("at its end are no commands") == 1
    assert damage(folder / "store") is not None
    mending.repaired(settings, met.value, asks=True)
    assert damage(folder / "store") is None
