"""Events that a disk changed: found by the proof that goes on beside the service, at a bounded cost, and shown."""

import threading
import time
from pathlib import Path

import pytest

from service.app import create_app
from service.backups import background_proof
from service.backups.background_proof import BackgroundProof
from service.bootstrap import build_dependencies
from service.config import Settings
from service.store import altered_log, held_streams, keys
from service.store.maintenance import all_streams
from tests.support.logs.exported_lines import tamper
from tests.support.logs.shortened_logs import MATCH, OTHER, write
from tests.support.processes.service_data import ALONE, TOKEN, asked, brade, played, the_file
from tests.support.processes.service_data import MATCH as PLAYED
from tests.support.processes.serving import SLOW, linux, serving
from tests.support.store import eventually

SENTENCE = f"{MATCH}: version 3 is not as it was recorded"


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def proof(store, said: list[str]) -> BackgroundProof:
    return BackgroundProof(store.url, said.append)


def spoiled(store) -> list[tuple[bytes, dict[bytes, bytes]]]:
    """The entries of two logs before the third event of one is changed."""
    write(store, MATCH, 8)
    write(store, OTHER, 8)
    before = store.client.xrange(keys.log(MATCH))
    tamper(store, MATCH, 3, data=b'["vasa","Vbsa"]')
    return before


@linux
def test_a_byte_that_changed_on_the_disk_is_named_by_the_service_that_runs_on_it(data: Path) -> None:
    played(data, 6, 3)
    file, facts = the_file(data), b'["vasa","Vasa"]'
    whole = file.read_bytes()
    place = whole.index(facts, whole.index(facts, whole.index(PLAYED.encode())) + 1)
    file.write_bytes(whole[:place] + facts.replace(b"Vasa", b"Vbsa") + whole[place + len(facts) :])
    with serving(data, **ALONE) as one:
        eventually(lambda: asked(one.port, "GET", "/readyz")[1]["altered"], SLOW, "the finding")
        status, ready = asked(one.port, "GET", "/readyz")
        ((stream, sentence),) = ready["altered"].items()
        assert (status, stream) == (503, PLAYED)
        assert sentence.startswith(f"{PLAYED}: version ")
        assert sentence.endswith(" is not as it was recorded")
        assert f"brade: {sentence}: `brade verify` says more" in one.said
        code, said = brade(data, "doctor", port=one.port)
        assert (code, sentence in said) == (1, True), said


def test_a_log_is_named_once_and_no_longer_when_it_is_as_it_was(store, proof, said, tmp_path) -> None:
    before = spoiled(store)
    for _ in range(2):
        proof.round()
        assert (said, altered_log.noted(store.client)) == (
            [f"{SENTENCE}: `brade verify` says more"],
            {MATCH: SENTENCE},
        )
    settings = Settings(data=tmp_path, store_url=store.url, admin_token=TOKEN)
    app = create_app(build_dependencies(settings)).test_client()
    ready = app.get("/readyz", headers={"Accept-Language": "sv"})
    assert (ready.status_code, ready.json["altered"]) == (
        503,
        {MATCH: f"{MATCH}: version 3 är inte som den skrevs ned"},
    )
    store.client.delete(keys.log(MATCH))
    for entry, fields in before:
        store.client.xadd(keys.log(MATCH), fields, id=entry)
    proof._look()
    assert altered_log.noted(store.client) == {}
    assert app.get("/readyz").json["altered"] == {}


def test_a_log_that_is_gone_is_forgotten_and_one_that_lacks_facts_is_named_by_its_hold_alone(
    store, proof, said
) -> None:
    spoiled(store)
    held_streams.hold(store.client, {MATCH.encode(): b"9 aa"})
    proof.round()
    assert (said, altered_log.noted(store.client)) == ([], {})
    altered_log.note(store.client, "m_gone", "x")
    proof.round()
    assert altered_log.noted(store.client) == {}


def test_logs_that_are_written_meanwhile_are_whole(store, proof, said, monkeypatch) -> None:
    write(store, MATCH, 500)
    stale = all_streams.heads(store.client)
    monkeypatch.setattr(background_proof, "_EVENTS", 50)
    monkeypatch.setattr(background_proof, "_AT_ONCE_SECONDS", 0.0)
    monkeypatch.setattr(proof, "_wait", lambda _: write(store, MATCH, 1))
    proof._worked = time.thread_time()
    proof._prove(MATCH, stale[MATCH])
    assert (said, altered_log.noted(store.client)) == ([], {})
    assert store.log().head(MATCH).version > 500


def test_the_pauses_are_ninety_nine_times_the_work(store, proof, monkeypatch) -> None:
    write(store, MATCH, 3000)
    pauses: list[float] = []
    monkeypatch.setattr(proof, "_wait", pauses.append)
    began = proof._worked = time.thread_time()
    proof._prove(MATCH, store.log().head(MATCH))
    worked = time.thread_time() - began
    unpaused = (background_proof.PART - 1) * (background_proof._AT_ONCE_SECONDS + 0.5 * worked)
    assert (background_proof.PART - 1) * worked - unpaused <= sum(pauses) <= (background_proof.PART - 1) * worked
    assert background_proof.PART == 100
    assert (background_proof.ROUND_SECONDS, background_proof.LOOK_SECONDS) == (600, 30)


def test_a_proof_ends_with_the_service_in_the_middle_of_a_log(store, said, monkeypatch) -> None:
    write(store, MATCH, 3000)
    waits = threading.Event()
    proof = BackgroundProof(store.url, said.append)
    wait = proof._stopping.wait
    monkeypatch.setattr(proof._stopping, "wait", lambda seconds: waits.set() or wait(seconds))
    proof.start()
    assert waits.wait(SLOW)
    proof.stop()
    assert not proof._thread.is_alive()


def test_a_store_whose_logs_are_whole_is_not_written_to(store, proof) -> None:
    write(store, MATCH, 30)
    before = store.client.info("persistence")["aof_current_size"]
    proof.round()
    assert store.client.info("persistence")["aof_current_size"] == before
