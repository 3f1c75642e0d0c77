"""The process that copies, beside a service and by itself."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from core.eventlog.log import NEW
from core.events import ClubFounded
from service.copies import follower as follower_module
from service.copies.copy_file import NAME
from service.store.connect import connect
from service.store.log import RedisLog
from service.store.maintenance import copies
from service.store.maintenance.store_format import upgrade
from service.store.server import running_server
from service.store.server.embedded_server import EmbeddedStore
from tests.support.logs.copies import NOT_THERE, OPENED, copy_state, write
from tests.support.paths import ROOT
from tests.support.processes.service_data import ALONE, CLUB, MATCH, asked, brade
from tests.support.processes.serving import SLOW, linux, serving
from tests.support.proving import prove
from tests.support.store import Store, eventually


def test_the_process_that_copies_is_missed_when_it_ended(store, follower, stick) -> None:
    follower.look()
    assert copies.troubles(store.client, ["/elsewhere", str(stick)]) == {
        str(stick): "",
        "/elsewhere": "it was not looked at yet",
    }
    follower.close(forget=False)
    assert copy_state(store, stick) == "no process copies there now"
    copies.forget_ended(store.client)
    assert copies.troubles(store.client) == {}


def test_a_folder_that_does_not_answer_is_said_and_copied_to_when_it_does(
    store, follower, stick, said, monkeypatch
) -> None:
    monkeypatch.setattr(follower_module, "HANGING_SECONDS", 0.5)
    monkeypatch.setattr(follower_module, "LOOK_SECONDS", 0.05)
    answers, synced = threading.Event(), os.fsync
    monkeypatch.setattr("service.copies.copy_file.os.fsync", lambda file: (answers.wait(SLOW), synced(file)))
    write(store, MATCH, 3)
    stopping = threading.Event()
    thread = threading.Thread(target=follower.run, args=(stopping,))
    thread.start()
    try:
        eventually(lambda: said, SLOW, "a sentence")
        assert said == [f"the copy in {stick}: nothing is copied: the folder does not answer"]
        answers.set()
        eventually(lambda: copy_state(store, stick) == "", SLOW, "the copy")
    finally:
        answers.set()
        stopping.set()
        thread.join(SLOW)


def test_own_work_and_a_slow_store_are_no_fault_of_the_folder(store, follower, stick, said, monkeypatch) -> None:
    monkeypatch.setattr(follower_module, "HANGING_SECONDS", 0.5)
    monkeypatch.setattr(follower_module, "LOOK_SECONDS", 0.05)
    read = follower._log.read
    looks = 0

    def slowly(*words, **named):
        nonlocal looks
        looks += 1
        time.sleep(1.0)  # as a store under load, or a log that is long
        return read(*words, **named)

    monkeypatch.setattr(follower._log, "read", slowly)
    write(store, MATCH, 3)
    stopping = threading.Event()
    thread = threading.Thread(target=follower.run, args=(stopping,))
    thread.start()
    try:
        eventually(lambda: looks, SLOW, "a look")
        eventually(lambda: said, SLOW, "the copy")  # and the pause after it, thrice as long
        write(store, MATCH, 3)
        eventually(lambda: looks == 2, SLOW, "another look")
    finally:
        stopping.set()
        thread.join(SLOW)
    assert said == [f"the copy in {stick} is up to date"]


@linux
@prove
@pytest.mark.parametrize("kills", [1, 3])
def test_a_service_copies_within_a_second_through_kills_and_a_stick_that_is_pulled_out(data: Path, kills: int) -> None:
    stick = data / "stick"
    stick.mkdir()
    with serving(data, **ALONE, BRADE_COPY_TO=str(stick)) as one:
        eventually(lambda: (stick / NAME).exists(), SLOW, "the copy")
        with connect(running_server.address(data / "store") or "") as client:
            log = RedisLog(client)
            log.append(CLUB, [ClubFounded("vasa", "Vasa")], by="x", at=1, expected=NEW)
            log.append(MATCH, [OPENED], by="x", at=1, expected=NEW)
            for _ in range(kills):
                log.append(MATCH, [ClubFounded("vasa", "Vasa")] * 40, by="x", at=1)
                eventually(lambda: one.those("copy_process"), SLOW, "the process")
                (killed,) = one.those("copy_process")
                os.kill(killed, signal.SIGKILL)
                eventually(lambda killed=killed: {*one.those("copy_process")} - {killed}, SLOW, "another process")
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
    assert (proved[0], f"2 logs, {43 + 40 * kills} events" in proved[1]) == (0, True), proved
    again = brade(data / "again", "restore", str(stick))
    assert (again[0], f"2 logs, {43 + 40 * kills} events restored" in again[1]) == (0, True), again


@prove
@linux
def test_a_command_beside_the_service_copies_until_ctrl_c(data: Path) -> None:
    stick = data / "stick"
    stick.mkdir()
    code, said = brade(data, "backup", "--follow", str(stick))
    assert (code, "No service runs" in said) == (1, True), said
    with EmbeddedStore(data / "store", durable=True) as server, connect(server.url) as client:
        upgrade(client)
        write(Store(server, client), MATCH, 3)
        copy_state = os.environ | {"BRADE_DATA": str(data)}
        command = [sys.executable, "-m", "service.cli", "backup", "--follow", str(stick)]
        process = subprocess.Popen(command, cwd=ROOT, env=copy_state)
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


def test_the_time_after_which_a_folder_is_said_not_to_answer_is_the_documented_one() -> None:
    assert follower_module.HANGING_SECONDS == 10.0
