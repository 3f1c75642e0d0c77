"""The list of the store's files (`appendonly.aof.manifest`), cut or lacking a file: refused, shown, and made again."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from service.store.server import manifest
from service.store.server.embedded_server import EmbeddedStore
from tests.support.processes.service_data import ALONE, MATCH, brade, played, played_through_a_killed_rewrite
from tests.support.processes.serving import SLOW, launch, linux
from tests.support.proving import prove

Spoil = Callable[[list[str]], str]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def the_list(data: Path) -> Path:
    return data / "store" / manifest.FOLDER / manifest.NAME


def spoil(data: Path, spoiled: Spoil) -> None:
    the_list(data).write_text(spoiled(the_list(data).read_text().splitlines(keepends=True)))


SPOILED: dict[str, tuple[Spoil, str]] = {
    "cut at the end of its first line": (lambda lines: lines[0], r"does not name appendonly\.aof\.1\.incr\.aof \("),
    "cut in its second line": (lambda lines: lines[0] + lines[1][:30], "cannot be read from line 2 on"),
    "without the end of its last line": (lambda lines: "".join(lines)[:-1], "cannot be read from line 2 on"),
    "without its first line": (lambda lines: lines[1], r"does not name appendonly\.aof\.1\.base\.rdb \("),
    "with a line twice": (lambda lines: "".join(lines) + lines[1], "cannot be read from line 3 on"),
    "empty": (lambda lines: "", "is gone or empty, and the files are there"),
}


@linux
@pytest.mark.parametrize(
    "how", ["cut at the end of its first line", *(pytest.param(how, marks=prove) for how in list(SPOILED)[1:])]
)
def test_a_damaged_list_stops_the_start_and_is_made_again_after_what_it_holds_was_shown(data: Path, how: str) -> None:
    played(data, 6, 3)
    whole = contents(the_list(data).parent)
    spoiled, sentence = SPOILED[how]
    spoil(data, spoiled)
    before = contents(the_list(data).parent)
    said, _ = (process := launch(data, 0, **ALONE)).communicate(timeout=SLOW)
    assert (process.returncode, len(said.splitlines())) == (1, 1), said
    assert re.search(sentence, said), said
    assert "`brade doctor --repair` keeps a copy" in said
    for words in (["doctor"], ["verify"]):
        code, said = brade(data, *words)
        assert (code, bool(re.search(sentence, said))) == (1, True), said
    assert contents(the_list(data).parent) == before
    code, said = brade(data, "doctor", "--repair", "--yes")
    assert code == 0, said
    shown, _, mended = said.partition("Mended: the list is made again")
    assert "With the files appendonly.aof.1.base.rdb, appendonly.aof.1.incr.aof the store holds:" in shown
    assert "2 logs with 11 events." in shown
    assert "Nothing is missing of what the checkpoint names" in mended
    (copy,) = (data / "store").glob("appendonlydir.before-repair-*")
    assert contents(copy) == before
    assert the_list(data).read_bytes() == whole[manifest.NAME]
    assert brade(data, "verify")[0] == 0
    assert brade(data, "doctor", "--repair", "--yes")[1].startswith("The store's file is whole.")


@linux
def test_a_repair_that_is_not_wanted_changes_nothing(data: Path, monkeypatch) -> None:
    played(data, 6)
    spoil(data, lambda lines: lines[0])
    before = contents(the_list(data).parent)
    monkeypatch.setattr("service.commands.store.repair.click.confirm", lambda *_, **__: False)
    code, said = brade(data, "doctor", "--repair")
    assert (code, "2 logs with 8 events." in said, "Nothing was changed." in said) == (1, True, True), said
    assert contents(the_list(data).parent) == before
    assert not list((data / "store").glob("appendonlydir.before-repair-*"))


@linux
def test_what_is_missing_with_the_files_that_are_there_is_shown_before_they_are_taken(data: Path) -> None:
    older, last = played_through_a_killed_rewrite(data)
    last.unlink()
    spoil(data, lambda lines: lines[0])
    said = brade(data, "doctor", "--repair", "--yes")[1]
    assert f"{MATCH}: versions 41 to 43 missing (3 facts)" in said.partition("Mended")[0], said
    assert older.exists()


@linux
def test_files_of_which_it_cannot_be_told_whether_they_counted_are_left_alone(data: Path) -> None:
    older, last = played_through_a_killed_rewrite(data)
    last.rename(last.with_name("appendonly.aof.4.incr.aof"))
    spoil(data, lambda lines: lines[0])
    before = contents(older.parent)
    code, said = brade(data, "doctor", "--repair", "--yes")
    assert (code, "it cannot be told which of" in said, "appendonly.aof.4.incr.aof counted" in said) == (
        1,
        True,
        True,
    ), said
    assert contents(older.parent) == before


def test_what_a_killed_rewrite_may_leave_is_no_finding(folder: Path) -> None:
    with EmbeddedStore(folder, durable=True):
        pass
    place = folder / manifest.FOLDER
    (place / "appendonly.aof.2.incr.aof").touch()  # made, and not listed yet
    assert manifest.fault(folder) == ""
    listed = (place / manifest.NAME).read_text()
    (place / manifest.NAME).write_text(f"{listed}file appendonly.aof.2.incr.aof seq 2 type i\n")
    (place / "appendonly.aof.2.base.rdb").write_bytes(b"REDIS0011")  # renamed, and not listed yet
    assert manifest.fault(folder) == ""
    (place / manifest.NAME).write_text(
        "file appendonly.aof.2.base.rdb seq 2 type b\nfile appendonly.aof.2.incr.aof seq 2 type i\n"
    )  # listed, and what came before it not removed yet
    assert manifest.fault(folder) == ""
    (place / "appendonly.aof.3.incr.aof").write_bytes(b"*1\r\n")
    assert "does not name appendonly.aof.3.incr.aof (4 bytes)" in manifest.fault(folder)
    (place / manifest.NAME).write_text(listed)
    assert "appendonly.aof.2.base.rdb (9 bytes), appendonly.aof.3.incr.aof (4 bytes)" in manifest.fault(folder)
