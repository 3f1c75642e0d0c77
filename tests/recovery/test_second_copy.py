"""The second copy: everything recorded is in it, whatever becomes of its folder, and it is a backup."""

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.eventlog.log import NEW
from core.events import ClubFounded, MatchOpened
from service.commands.backup import backup
from service.commands.restore import restore
from service.commands.verify import verify
from service.copies.copy_file import NAME
from service.copies.follower import Follower
from service.store import keys
from service.store.connect import connect
from service.store.log import RedisLog
from service.store.maintenance import all_streams, copies
from service.store.maintenance.store_format import upgrade
from service.store.server import running_server
from service.store.server.embedded_server import EmbeddedStore
from tests.support.exported_lines import tamper
from tests.support.paths import ROOT
from tests.support.processes.recovery_evening import ALONE, CLUB, MATCH, asked, brade
from tests.support.processes.serving import SLOW, linux, serving
from tests.support.store import Store, eventually

OTHER = "m_bbbbbbbbbb"
OPENED = MatchOpened("vasa", "swedish", {"games": 3}, {"white": "Åsa", "black": "Örjan"})
NOT_THERE = "nothing is copied: the folder is not there"


def write(store: Store, stream: str, facts: int, name: str = "Vasa") -> None:
    log = store.log()
    if log.head(stream) is None:
        log.append(stream, [OPENED], by="x", at=1, expected=NEW)
    if facts:
        log.append(stream, [ClubFounded("vasa", name)] * facts, by="x", at=1)


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


@pytest.fixture
def follower(store: Store, stick: Path, said: list[str]):
    one = Follower(store.url, stick, said.append)
    yield one
    one.close()


@pytest.fixture
def run(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("BRADE_STORE_URL", store.url)
    monkeypatch.setenv("BRADE_DATA", str(tmp_path))

    def invoke(command, *words: object):
        return CliRunner().invoke(command, list(map(str, words)), catch_exceptions=False)

    return invoke


def told(store: Store, stick: Path) -> str:
    """How the copy is, as everybody is told who asks the store."""
    return copies.troubles(store.client)[str(stick)]


def is_whole(run, store: Store, stick: Path) -> bool:
    """Whether the copy proves itself and holds what the store holds."""
    heads = {stream.encode(): b"%d %b" % (head.version, head.hash.encode())
             for stream, head in all_streams.heads(store.client).items()}  # fmt: skip
    proved = run(verify, stick)
    lines = (stick / NAME).read_bytes().splitlines()
    return proved.exit_code == 0 and len(lines) >= 1 + sum(int(each.split()[0]) + 1 for each in heads.values())


def test_what_is_recorded_is_in_the_copy_which_is_a_backup(run, store, follower, stick, said, tmp_path) -> None:
    for facts in (3, 2):
        write(store, MATCH, facts)
        write(store, OTHER, facts)
        follower.look()
        assert is_whole(run, store, stick)
    assert (said, told(store, stick)) == ([f"the copy in {stick} is up to date"], "")
    assert (stick / NAME).stat().st_mode & 0o077 == 0
    run(backup, tmp_path / "before.gz")
    store.client.flushall()
    result = run(restore, stick)
    assert "2 logs, 12 events restored" in result.stdout, result.output
    run(backup, tmp_path / "after.gz")
    assert (tmp_path / "after.gz").read_bytes() == (tmp_path / "before.gz").read_bytes()


def test_nothing_is_written_where_nothing_changed(store, follower, stick) -> None:
    write(store, MATCH, 1)
    follower.look()
    before, writes = (stick / NAME).stat(), store.client.info("persistence")["aof_current_size"]
    for _ in range(3):
        follower.look()
    after = (stick / NAME).stat()
    assert (after.st_mtime_ns, after.st_size) == (before.st_mtime_ns, before.st_size)
    assert store.client.info("persistence")["aof_current_size"] == writes


def test_a_stick_that_was_pulled_out_is_said_and_goes_on_where_it_stopped_when_it_is_back(
    run, store, follower, stick, said, tmp_path
) -> None:
    write(store, MATCH, 3)
    follower.look()
    before = (stick / NAME).read_bytes()
    stick.rename(tmp_path / "pocket")
    follower.look()
    assert told(store, stick) == NOT_THERE
    write(store, MATCH, 3)
    follower.look()
    assert not stick.exists()
    (tmp_path / "pocket").rename(stick)
    follower.look()
    assert said == [
        f"the copy in {stick} is up to date", f"the copy in {stick}: {NOT_THERE}", f"the copy in {stick} is up to date"
    ]  # fmt: skip
    assert (stick / NAME).read_bytes().startswith(before)
    assert is_whole(run, store, stick)


def test_a_copy_whose_file_was_removed_under_it_is_begun_anew(run, store, follower, stick) -> None:
    write(store, MATCH, 3)
    follower.look()
    (stick / NAME).unlink()
    write(store, MATCH, 1)
    follower.look()
    assert told(store, stick) == "nothing is copied: the copy that was there is gone"
    follower.look()
    assert is_whole(run, store, stick)


@pytest.mark.parametrize("tail", [b"", b"\0" * 4096, b'{"stream":"m_a', b'{"stream":"m_a"}\n'])
@pytest.mark.parametrize("cut", [0, 5, 400])
def test_an_end_that_a_power_cut_tore_is_passed_over_by_a_restore_and_copied_again(
    run, store, follower, stick, said, tail, cut
) -> None:
    write(store, MATCH, 5)
    follower.look()
    follower.close()
    file = stick / NAME
    os.truncate(file, file.stat().st_size - cut)
    with file.open("ab") as torn:
        torn.write(tail)
    store_before, text = all_streams.heads(store.client), store.client
    is_torn = bool(tail) or cut > 0
    proved = run(verify, stick)
    assert (proved.exit_code, "half written" in proved.stdout) == (0, is_torn), proved.output
    again = Follower(store.url, stick, said.append)
    again.look()
    again.close()
    assert ("the end of the copy was torn" in said[-2]) == is_torn
    assert is_whole(run, store, stick)
    assert list(stick.iterdir()) == [file]
    text.flushall()
    assert run(restore, stick).exit_code == 0
    assert all_streams.heads(store.client) == store_before


def test_a_copy_that_is_damaged_before_its_end_is_kept_and_copied_again_from_there(
    run, store, follower, stick, said
) -> None:
    write(store, OTHER, 3)
    follower.look()
    write(store, MATCH, 3)
    follower.look()
    follower.close()
    file = stick / NAME
    lines = file.read_bytes().splitlines(keepends=True)
    damaged = [*lines[:3], b"\0" * (len(lines[3]) - 1) + b"\n", *lines[4:]]
    file.write_bytes(b"".join(damaged))
    proved = run(verify, stick)
    assert proved.exit_code == 1
    assert "line 4: no event" in proved.stdout
    heads = all_streams.heads(store.client)
    store.client.flushall()
    refused = run(restore, stick)
    assert (refused.exit_code, "Nothing was changed." in refused.stderr) == (1, True)
    assert all_streams.heads(store.client) == {}
    others = run(restore, stick, "--despite-damage")
    assert (others.exit_code, OTHER in others.stderr) == (3, True), others.output
    assert all_streams.heads(store.client) == {MATCH: heads[MATCH]}
    store.client.flushall()
    write(store, OTHER, 3)
    write(store, MATCH, 3)
    again = Follower(store.url, stick, said.append)
    again.look()
    again.close()
    assert any("line 4 of the copy is damaged" in line for line in said)
    assert is_whole(run, store, stick)
    kept = next(each for each in stick.iterdir() if "damaged" in each.name)
    assert kept.read_bytes() == b"".join(damaged[3:])


def test_a_copy_of_another_store_and_a_file_of_another_program_are_left_as_they_are(
    store, follower, stick, said
) -> None:
    write(store, MATCH, 3)
    follower.look()
    follower.close()
    before = (stick / NAME).read_bytes()
    store.client.flushall()  # and so it is another store
    write(store, MATCH, 5, "Another")
    other = Follower(store.url, stick, said.append)
    for _ in range(2):
        other.look()
        assert (
            told(store, stick) == "nothing is copied: the copy that is there is of another store: take another folder"
        )
    assert (stick / NAME).read_bytes() == before
    (stick / NAME).write_text("my shopping list\n")
    other.look()
    assert "is no copy of brade's" in told(store, stick)
    assert (stick / NAME).read_text() == "my shopping list\n"
    (stick / NAME).unlink()
    other.look()
    assert told(store, stick) == ""
    other.close()


def test_a_store_that_was_restored_from_its_copy_goes_on_with_it(run, store, follower, stick, said) -> None:
    write(store, MATCH, 3)
    follower.look()
    follower.close()
    before = (stick / NAME).read_bytes()
    store.client.flushall()
    run(restore, stick)
    write(store, MATCH, 2)
    again = Follower(store.url, stick, said.append)
    again.look()
    again.close()
    assert (stick / NAME).read_bytes().startswith(before)
    assert is_whole(run, store, stick)


def test_two_processes_never_write_one_copy(store, follower, stick, said) -> None:
    follower.look()
    other = Follower(store.url, stick, said.append)
    other.look()
    assert "another process writes" in said[-1]
    other.close()


def test_a_log_that_is_not_as_it_was_written_is_named_and_the_others_go_on(store, run, follower, stick, said) -> None:
    for each in (MATCH, OTHER):
        write(store, each, 3)
    tamper(store, MATCH, 2, data=b'["vasa","Altered"]')
    follower.look()
    assert told(store, stick).startswith(f"not everything is copied, 1 of 2 logs are not: {MATCH}: version 2 is not as")
    write(store, OTHER, 2)
    follower.look()
    assert "2 logs, 8 events" in run(verify, stick).stdout


def test_a_log_that_got_shorter_is_named_and_the_copy_brings_its_end_back(store, run, follower, stick) -> None:
    write(store, MATCH, 3)
    follower.look()
    before, head = (stick / NAME).read_bytes(), store.log().head(MATCH)
    place, shard = keys.log(MATCH), keys.shard_of(MATCH)
    entries = store.client.xrange(place)
    store.client.delete(place, keys.feed(shard))
    for entry, fields in entries[:2]:
        store.client.xadd(place, fields, id=entry)
    store.client.hset(keys.head(shard), MATCH, f"1 {entries[2][1][b'prev'].hex()}")
    follower.look()
    assert "the copy goes up to version 3, the store to 1" in told(store, stick)
    result = run(restore, stick)
    assert "1 log that was shorter got its end back, 2 events." in result.stdout, result.output
    follower.look()
    assert (told(store, stick), store.log().head(MATCH)) == ("", head)
    assert (stick / NAME).read_bytes() == before


def test_a_full_stick_is_said_and_goes_on_when_there_is_room(store, run, follower, stick) -> None:
    write(store, MATCH, 3)
    follower.look()
    whole = (stick / NAME).read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) + 300, hard))  # as a full disk: in the middle
    try:
        write(store, MATCH, 30)
        for _ in range(2):
            follower.look()
            assert "too large" in told(store, stick)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (stick / NAME).read_bytes() == whole
    follower.look()
    assert told(store, stick) == ""
    assert is_whole(run, store, stick)


def test_a_folder_that_may_not_be_written_is_said(store, stick, said) -> None:
    (stick / NAME).mkdir()
    one = Follower(store.url, stick, said.append)
    one.look()
    assert told(store, stick) == "nothing is copied: Is a directory"
    one.close()


def test_the_process_that_copies_is_missed_when_it_ended(store, follower, stick) -> None:
    follower.look()
    assert copies.troubles(store.client, ["/elsewhere", str(stick)]) == {
        str(stick): "", "/elsewhere": "it was not looked at yet",
    }  # fmt: skip
    follower.close(forget=False)
    assert told(store, stick) == "no process copies there now"
    copies.forget_ended(store.client)
    assert copies.troubles(store.client) == {}


@linux
def test_a_service_copies_within_a_second_through_kills_and_a_stick_that_is_pulled_out(data: Path) -> None:
    stick = data / "stick"
    stick.mkdir()
    with serving(data, **ALONE, BRADE_COPY_TO=str(stick)) as one:
        eventually(lambda: (stick / NAME).exists(), SLOW, "the copy")
        with connect(running_server.address(data / "store") or "") as client:
            log = RedisLog(client)
            log.append(CLUB, [ClubFounded("vasa", "Vasa")], by="x", at=1, expected=NEW)
            log.append(MATCH, [OPENED], by="x", at=1, expected=NEW)
            for _ in range(3):
                log.append(MATCH, [ClubFounded("vasa", "Vasa")] * 40, by="x", at=1)
                eventually(lambda: one.those("copies.process"), SLOW, "the process")
                (killed,) = one.those("copies.process")
                os.kill(killed, signal.SIGKILL)
                eventually(lambda killed=killed: {*one.those("copies.process")} - {killed}, SLOW, "another process")
            version = log.head(MATCH).version
            eventually(lambda: f'"version":{version},'.encode() in (stick / NAME).read_bytes(), SLOW, "the last event")
            stick.rename(data / "pocket")
            eventually(
                lambda: asked(one.port, "GET", "/readyz")[1]["copies"] == {str(stick): NOT_THERE}, SLOW, "the notice"
            )
            assert f"brade: the copy in {stick}: {NOT_THERE}" in one.said
            assert f"{stick}: {NOT_THERE}" in brade(data, "doctor", port=one.port)[1]
            log.append(MATCH, [ClubFounded("vasa", "Vasa")] * 40, by="x", at=1)
            before = (data / "pocket" / NAME).read_bytes()
            (data / "pocket").rename(stick)
            eventually(
                lambda: asked(one.port, "GET", "/readyz")[1]["copies"] == {str(stick): "ok"}, SLOW, "the copy again"
            )
            assert (stick / NAME).read_bytes().startswith(before)
            log.append(MATCH, [ClubFounded("vasa", "Vasa")], by="x", at=1)  # in its last moment
        assert one.end(signal.SIGTERM)[0] == 0
    proved = brade(data, "verify", str(stick))
    assert (proved[0], "2 logs, 163 events" in proved[1]) == (0, True), proved
    again = brade(data / "again", "restore", str(stick))
    assert (again[0], "2 logs, 163 events restored" in again[1]) == (0, True), again


@linux
def test_a_command_beside_the_service_copies_until_ctrl_c(data: Path) -> None:
    stick = data / "stick"
    stick.mkdir()
    code, said = brade(data, "backup", "--follow", str(stick))
    assert (code, "No service runs" in said) == (1, True), said
    with EmbeddedStore(data / "store", durable=True) as server, connect(server.url) as client:
        upgrade(client)
        write(Store(server, client), MATCH, 3)
        told = os.environ | {"BRADE_DATA": str(data)}
        command = [sys.executable, "-m", "service.cli", "backup", "--follow", str(stick)]
        process = subprocess.Popen(command, cwd=ROOT, env=told)
        try:
            eventually(
                lambda: (stick / NAME).exists() and b'"version":3,' in (stick / NAME).read_bytes(), SLOW, "a copy"
            )
            write(Store(server, client), MATCH, 1)
            eventually(lambda: b'"version":4,' in (stick / NAME).read_bytes(), SLOW, "the next")
            process.send_signal(signal.SIGINT)
            assert process.wait(SLOW) == 0
        finally:
            process.kill()
        assert copies.troubles(client) == {}
