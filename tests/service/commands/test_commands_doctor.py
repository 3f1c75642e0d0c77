"""`brade doctor`: it looks, says what is wrong, and changes nothing."""

import re
import socket
from dataclasses import replace
from pathlib import Path

import pytest
from rq import Queue
from rq.serializers import JSONSerializer

from core.eventlog.log import NEW
from core.events import ClubFounded
from service import version
from service.commands.doctor import doctor, findings
from service.commands.fault_report import fault_report, nameless
from service.config import Settings
from service.jobs import Jobs, connect_queue, job_id
from service.processes.supervisor import Supervisor
from service.store import leases
from service.store.read_models import failed_streams
from service.store.server.embedded_server import EmbeddedStore
from tests.support.processes.worker_processes import end_pauses, worker
from tests.support.proving import prove
from tests.support.store import eventually


def seen(settings):
    return {finding.what: (finding.how, finding.sentence) for finding in findings(settings)}


@pytest.fixture
def settings(folder):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return Settings(data=folder, port=probe.getsockname()[1])


def test_before_the_first_start_nothing_is_wrong_and_nothing_is_made(settings):
    found = seen(settings)
    assert "bad" not in {how for how, _ in found.values()}
    assert found["store"] == ("note", "there is none yet: `brade serve` makes it")
    assert not settings.data.exists()


def test_a_store_without_workers_is_bad(settings):
    with EmbeddedStore(settings.data / "store", True):
        found = seen(settings)
    assert found["store"][0] == "good"
    assert found["workers"] == ("bad", "no worker judges 16 shards of 16: is a worker running?")


def test_work_that_failed_is_named_with_what_it_said(store, settings):
    at = replace(settings, store_url=store.url, queue_url=store.url)
    assert "jobs" not in seen(at)
    Jobs(connect_queue(store.url)).ask("export_match", "m_nothing000", name="x")
    job = Queue("jobs", connection=store.client, serializer=JSONSerializer).fetch_job(job_id("export_match", "x"))
    with worker("jobs", store.url, store.url, settings.data):

        def failed_for_good():
            end_pauses(store.url)
            return job.get_status() == "failed"

        eventually(failed_for_good, 20, "the job tried as often as it may be")
    how, said = seen(at)["jobs"]
    assert (how, said.partition(":")[0]) == ("note", "export_match of m_nothing000 failed")
    assert said.endswith("`brade doctor --retry` has it done again")


def test_a_queue_that_does_not_answer_is_bad(store, settings):
    at = replace(settings, store_url=store.url, queue_url=f"unix://{settings.data / 'no-server.sock'}")
    assert seen(at)["queue"] == ("bad", "it does not answer: no file is written until it does")


def test_a_log_that_could_not_be_judged_is_named_with_its_reason(store, settings):
    store.log().append("c_vasa", [ClubFounded("vasa", "Vasa")], by="x", at=1, expected=NEW)
    failed_streams.note(store.client, "c_vasa", "UnknownEvent: a later version wrote it", at=1)
    pump = leases.Leases(store.client, "somebody")
    pump.hold()
    found = seen(Settings(store_url=store.url, data=settings.data, port=settings.port))
    assert found["failed"] == ("bad", "c_vasa could not be judged: UnknownEvent: a later version wrote it")
    pump.release()
    assert found["workers"][0] == "good"
    assert found["judging"] == ("note", "1 log waits to be judged")


def test_a_token_that_others_can_read_is_bad(settings):
    settings.data.mkdir(parents=True)
    token = settings.data / "admin-token"
    token.write_text("a-secret-of-some-length")
    token.chmod(0o644)
    how, sentence = seen(settings)["operator"]
    assert (how, f"chmod 600 {token}" in sentence, "a-secret" in sentence) == ("bad", True, False)


def test_a_taken_port_is_noted(settings):
    with socket.socket() as taken:
        taken.bind((settings.host, settings.port))
        taken.listen()
        assert seen(settings)["port"][0] == "note"


@prove
def test_a_service_that_runs_on_the_folder_is_said_to_run(settings):
    with Supervisor(Settings(data=settings.data, port=0, workers=0)) as service:
        found = seen(service.settings)
        assert found["service"] == ("good", f"it runs on this folder, and brade answers at {service.url}")
        assert "port" not in found
        elsewhere = seen(Settings(data=settings.data.with_name("other"), port=service.settings.port))
        assert elsewhere["port"] == (
            "note",
            f"{service.settings.bind} is taken by a brade that keeps its data elsewhere",
        )
        assert seen(settings)["service"][0] == "note"
    assert "service" not in seen(settings)


def test_a_file_in_the_place_of_the_folder_is_bad(settings):
    settings.data.parent.joinpath("file").touch()
    assert seen(Settings(data=settings.data.parent / "file", port=settings.port))["data"][0] == "bad"


def test_it_ends_with_one_if_anything_is_bad(run, store, monkeypatch):
    assert run(doctor).exit_code == 1  # no worker judges
    pump = leases.Leases(store.client, "somebody")
    pump.hold()
    assert run(doctor).exit_code == 0
    pump.release()
    monkeypatch.setenv("BRADE_STORE_URL", "redis://127.0.0.1:1/0")
    result = run(doctor)
    assert (result.exit_code, "it does not answer" in result.stdout) == (1, True)


def test_what_is_sent_with_a_report_of_a_fault_names_no_folder_no_address_and_no_secret(folder):
    settings = Settings(
        data=folder / "Åsas klubb",
        host="192.168.7.44",
        port=4711,
        store_url="redis://klubben:secret@store.example:6379/0",
        copies=(folder / "Nils sticka",),
    )
    told = "\n".join(fault_report(settings, findings(settings)))
    assert f"brade {version.whole()}" in told
    assert "a server of its own" in told
    assert re.findall("Åsa|Nils|klubb|192|4711|secret|example", told) == []
    assert "DATA/" in told


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("others can read /srv/Åsas klubb/key: chmod 600", "others can read PATH: chmod 600"),
        ("https://klubb.example:8000/x answers", "ADDRESS answers"),
        ("10.0.0.7:8000 and [fe80::1%eth0]:8000 are taken", "ADDRESS and ADDRESS are taken"),
        ("12 of 16 shards, 3/4 done", "12 of 16 shards, 3/4 done"),
    ],
)
def test_a_sentence_keeps_what_happened_and_loses_where(sentence, told):
    assert nameless(sentence, Settings(data=Path("/home/asa/data"))) == told
