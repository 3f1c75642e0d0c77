"""`brade serve` on a store that holds less than it acknowledged: it says what is missing, and overwrites nothing."""

import os
import signal
from pathlib import Path

import pytest

from core.eventlog.log import NEW
from core.events import ClubFounded
from service.app import create_app
from service.bootstrap import build_dependencies
from service.checkpoint import heads_file
from service.config import Settings
from service.store.connect import connect
from service.store.leases import Leases
from service.store.log import RedisLog
from service.store.server import running_server
from service.store.server.embedded_server import EmbeddedStore
from service.store.server.free_space import file_bytes
from tests.support.processes.service_data import (
    ALONE,
    CLUB,
    MATCH,
    OPENED,
    TOKEN,
    asked,
    brade,
    played,
    store_of_a_service,
    the_file,
)
from tests.support.processes.serving import SLOW, launch, linux, serving
from tests.support.proving import prove
from tests.support.store import eventually

pytestmark = linux


@prove
def test_facts_cut_from_the_file_are_named_and_not_overwritten_until_a_person_gives_them_up(data: Path) -> None:
    whole, _ = played(data, 6, 3)
    base = file_bytes(data / "store") - the_file(data).stat().st_size
    os.truncate(the_file(data), whole - base)
    sentence = f"{MATCH}: versions 7 to 9 missing (3 facts)"
    recorded = heads_file.read(data / "checkpoint").heads
    with serving(data, **ALONE) as one:
        assert sentence in one.said
        status, ready = asked(one.port, "GET", "/readyz")
        assert (status, ready["facts_missing"]) == (503, {MATCH: sentence})
        with (
            connect(running_server.address(data / "store") or "") as client,
            pytest.raises(Exception, match="brade doctor"),
        ):
            RedisLog(client).append(MATCH, [OPENED], by="x", at=1)
        assert sentence in brade(data, "doctor")[1]
        code, said = brade(data, "verify")
        assert (code, sentence in said) == (1, True)
        assert heads_file.read(data / "checkpoint").heads == recorded
        code, said = brade(data, "doctor", "--accept-loss", "--yes")
        assert (code, "Given up: 1 log goes on" in said) == (0, True), said
        assert asked(one.port, "GET", "/readyz")[1]["facts_missing"] == {}
        with connect(running_server.address(data / "store") or "") as client:
            RedisLog(client).append(MATCH, [OPENED], by="x", at=1)
        assert brade(data, "verify")[0] == 0
        assert one.end(signal.SIGTERM)[0] == 0
    with store_of_a_service(data) as (_, said_by_the_start):
        assert said_by_the_start == []


def test_a_store_that_is_empty_is_never_ready_though_it_was_not(data: Path) -> None:
    played(data, 2)
    (data / "store" / "appendonlydir").rename(data / "store" / "elsewhere")
    with store_of_a_service(data) as (store, said_by_the_start):
        assert any("the whole log is missing, versions 0 to 2 (3 facts)" in line for line in said_by_the_start)
        settings = Settings(data=data, store_url=running_server.address(data / "store"), admin_token=TOKEN)
        app = create_app(build_dependencies(settings)).test_client()
        pump = Leases(store, "a pump")
        pump.hold()
        ready = app.get("/readyz")
        assert (ready.status_code, ready.json["workers"]) == (503, "ok")
        assert ready.json["facts_missing"].keys() == {MATCH, CLUB}
        club, headers = {"slug": "vasa", "name": "Another"}, {"Authorization": f"Bearer {TOKEN}"}
        problem = app.post("/v1/clubs", json=club, headers=headers)
        assert (problem.status_code, problem.json["code"]) == (503, "facts-missing")
        pump.release()


@prove
def test_a_server_without_a_file_is_refused_in_one_sentence_unless_it_is_meant(data: Path) -> None:
    with EmbeddedStore(data / "memory", durable=False) as store:
        process = launch(data, 0, BRADE_STORE_URL=store.url, **ALONE)
        said, _ = process.communicate(timeout=SLOW)
        assert (process.returncode, len(said.splitlines())) == (1, 1)
        assert "BRADE_VOLATILE_STORE=1" in said
        with serving(
            data, BRADE_STORE_URL=store.url, BRADE_VOLATILE_STORE="1", **{**ALONE, "BRADE_WORKERS": "1"}
        ) as one:
            eventually(lambda: one.ready, SLOW, "readiness")
            with connect(store.url) as client:
                RedisLog(client).append(CLUB, [ClubFounded("vasa", "Vasa")], by="x", at=1, expected=NEW)
                eventually(lambda: heads_file.read(data / "checkpoint").heads, SLOW, "the checkpoint")
            os.kill(store.pid or 0, signal.SIGKILL)  # and it is started again, empty
            eventually(lambda: "the whole log is missing" in one.said, SLOW, "the notice")
            assert not one.ready
