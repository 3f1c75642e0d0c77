"""The power goes: a store keeps what it acknowledged, and only because each fact is synced before it is."""

import os
import signal
import threading
from pathlib import Path

import pytest

from core.eventlog.log import NEW, UnknownStream
from core.events import DiceRolled, MatchOpened
from service.store.connect import STORE_AWAY, connect
from service.store.log import RedisLog
from service.store.server import server_process
from service.store.server.embedded_server import EmbeddedStore
from tests.support.processes.power_cuts import PowerCuts
from tests.support.store import eventually

MATCH = "m_aaaaaaaaaa"
OPENED = MatchOpened("huk", "swedish", {"games": 3}, {})
CUTS = 6


def acknowledged_and_kept(folder: Path, cuts: int) -> tuple[int, int]:
    """The facts acknowledged while the power was cut so often, and those of them in the log."""
    said: dict[str, int] = {}
    enough = threading.Event()

    def write(url: str, writer: int) -> None:
        with connect(url) as client:
            log, number = RedisLog(client), 0
            while not enough.is_set():
                key = f"{writer} {number}"
                try:
                    log.append(MATCH, [DiceRolled(key, (1,))], by="x", at=0, key=key)
                except (*STORE_AWAY, UnknownStream):  # a log that was lost is unknown
                    enough.wait(0.01)
                    continue
                said[key] = number
                number += 1

    with EmbeddedStore(folder, durable=True) as store, connect(store.url) as client:
        RedisLog(client).append(MATCH, [OPENED], by="x", at=0, expected=NEW)
        writers = [threading.Thread(target=write, args=(store.url, each)) for each in range(3)]
        for each in writers:
            each.start()
        for _ in range(cuts):
            so_far = len(said)
            eventually(lambda so_far=so_far: len(said) > so_far + 30, 20, "facts")
            pid = store.pid
            os.kill(pid or 0, signal.SIGKILL)
            if cuts > 1:
                eventually(lambda pid=pid: store.pid not in (None, pid), 20, "another server")
        enough.set()
        for each in writers:
            each.join(20)
        eventually(lambda: _answers(client), 20, "the store again")
        log = RedisLog(client)
        there = log.read(MATCH) if log.head(MATCH) else ()
        kept = {each.event.by for each in there if isinstance(each.event, DiceRolled)}
    return len(said), len(said.keys() & kept)


def _answers(client: object) -> bool:
    try:
        return bool(client.ping())
    except STORE_AWAY:
        return False


def test_what_was_acknowledged_is_there_after_the_power_was_cut(folder: Path, power_cuts: PowerCuts | None) -> None:
    if power_cuts is None:
        pytest.skip("what was synced cannot be known here")
    acknowledged, kept = acknowledged_and_kept(folder, CUTS)
    assert kept == acknowledged > CUTS * 30


def test_a_store_that_does_not_sync_loses_what_it_acknowledged(
    folder: Path, power_cuts: PowerCuts | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without this the test above would prove nothing."""
    if power_cuts is None:
        pytest.skip("what was synced cannot be known here")
    settings = server_process.settings

    def careless(*what: object, **how: object) -> str:
        return settings(*what, **how).replace("appendfsync always", "appendfsync no")

    monkeypatch.setattr(server_process, "settings", careless)
    acknowledged, kept = acknowledged_and_kept(folder, 1)
    assert power_cuts.lost
    assert kept < acknowledged
