"""Work that failed: it is named with what it was for, and gone once it is done again or done anew."""

import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from rq import Queue
from rq.job import Job
from rq.registry import FailedJobRegistry, ScheduledJobRegistry, StartedJobRegistry
from rq.serializers import JSONSerializer

from service import jobs as kinds
from service.commands.doctor import doctor
from service.jobs import JOBS, Failed, Jobs, connect_queue
from tests.support.processes.worker_processes import end, spawn, worker
from tests.support.proving import some
from tests.support.store import Store, eventually
from tests.support.tournament.in_store import T, started
from workers.context import WorkerContext


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every job is tried three times without a pause, unless a test says otherwise."""
    pause(monkeypatch, 0, 0)


def pause(monkeypatch: pytest.MonkeyPatch, *seconds: int) -> None:
    slow = {kind: job._replace(pauses=seconds) if job.pauses else job for kind, job in JOBS.items()}
    monkeypatch.setattr(kinds, "JOBS", slow)


def in_the_way(data: Path, name: str) -> Path:
    """A folder where a file is to be written."""
    place = data / "exports" / name
    place.mkdir(parents=True)
    return place


def only(jobs: Jobs) -> Failed:
    (found,) = jobs.failures() or ()
    return found


def test_a_job_that_failed_is_done_again_and_is_no_failure_any_more(
    store: Store, worker_context: WorkerContext, tmp_path: Path
):
    started(worker_context, ["anna", "bo"])
    place = in_the_way(tmp_path, f"{T}.standings.csv")
    with worker("jobs", store.url, store.queue_url, tmp_path):
        worker_context.jobs.ask("export_standings", T, name="first")
        eventually(worker_context.jobs.failures, 15, "the failed job")
        failed = only(worker_context.jobs)
        assert (failed.kind, failed.args, failed.stream, failed.tournament) == ("export_standings", (T,), T, T)
        assert failed.error.startswith("IsADirectoryError")
        assert 0 <= worker_context.deps.clock() - failed.since < 60_000
        place.rmdir()
        assert worker_context.jobs.again(failed)
        eventually(place.is_file, 10, "the standings")
        assert worker_context.jobs.failures() == []
        assert not worker_context.jobs.again(failed), "it did not fail any more"


def test_later_work_of_the_same_kind_settles_an_earlier_failure(
    store: Store, worker_context: WorkerContext, tmp_path: Path
):
    started(worker_context, ["anna", "bo"])
    place = in_the_way(tmp_path, f"{T}.standings.csv")
    with worker("jobs", store.url, store.queue_url, tmp_path):
        for name in ("first", "second"):
            worker_context.jobs.ask("export_standings", T, name=name)
        worker_context.jobs.ask("export_match", "m_nothing000", name="other")
        eventually(lambda: len(worker_context.jobs.failures() or ()) == 2, 15, "two kinds of work, each once")
        place.rmdir()
        worker_context.jobs.ask("export_standings", T, name="third")
        eventually(lambda: len(worker_context.jobs.failures() or ()) == 1, 10, "the standings written")
    other = only(worker_context.jobs)
    assert (other.kind, other.tournament) == ("export_match", "")
    told = {"BRADE_STORE_URL": store.url, "BRADE_QUEUE_URL": store.queue_url, "BRADE_DATA": str(tmp_path)}
    for said in ("export_match of m_nothing000 is asked for again.\n1 job is", "0 jobs are"):
        result = CliRunner().invoke(doctor, ["--retry"], env=told, catch_exceptions=False)
        assert (result.exit_code, said in result.output) == (0, True), result.output
    assert worker_context.jobs.waiting("jobs") == 1


def test_a_job_that_failed_is_tried_again_after_its_pause_and_not_before(
    store: Store, worker_context: WorkerContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    started(worker_context, ["anna", "bo"])
    place = in_the_way(tmp_path, f"{T}.standings.csv")
    waiting = ScheduledJobRegistry("jobs", worker_context.queue, serializer=JSONSerializer)
    with worker("jobs", store.url, store.queue_url, tmp_path):
        pause(monkeypatch, 2, 1000)
        worker_context.jobs.ask("export_standings", T, name="soon")
        eventually(waiting.get_job_ids, 15, "the pause before the second try")
        assert worker_context.jobs.failures() == []
        place.rmdir()
        worker_context.jobs.retry_due()
        assert waiting.get_job_ids(), "not due yet"
        eventually(place.is_file, 10, "the standings, by the worker's own sweeper")
        eventually(lambda: not Job.exists("export_standings-soon", worker_context.queue), 5, "the job done")
        pause(monkeypatch, 1000)
        worker_context.jobs.ask("export_match", "m_nothing000", name="later")
        eventually(waiting.get_job_ids, 15, "the long pause")
        worker_context.jobs.retry_due()
        assert waiting.get_job_ids() == ["export_match-later"]


KILLED_WHEN_DONE = (
    "import os, signal, sys; from workers.worker import JobWorker, main;"
    "JobWorker.handle_job_success = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL); sys.exit(main())"
)
KILLED_BEFORE = (
    "import os, signal, sys, workers.exports as e; from workers.worker import main;"
    "e.export_standings = lambda *_: os.kill(os.getpid(), signal.SIGKILL); sys.exit(main())"
)


@pytest.mark.parametrize(
    ("program", "listed"), some([(KILLED_WHEN_DONE, 0), (KILLED_BEFORE, 1)], (KILLED_WHEN_DONE, 0))
)
def test_a_job_whose_worker_is_killed_is_a_failure_only_if_it_was_not_done(
    store: Store,
    worker_context: WorkerContext,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    program: str,
    listed: int,
):
    """The worker kills itself with SIGKILL, once after the file is written and before RQ hears of it, once before."""
    started(worker_context, ["anna", "bo"])
    pause(monkeypatch)
    worker_context.jobs.ask("export_standings", T, name="killed")
    process = spawn("jobs", [sys.executable, "-c", program, "--queue", "jobs"], store.url, store.queue_url, tmp_path)
    try:
        assert process.wait(20) == -9
    finally:
        end(process)
    assert (tmp_path / "exports" / f"{T}.standings.csv").is_file() == (not listed)
    begun = StartedJobRegistry("jobs", worker_context.queue, serializer=JSONSerializer)
    assert begun.get_job_ids(cleanup=False) == ["export_standings-killed"]
    begun.cleanup(timestamp=10**12)  # what every worker does some ninety seconds later
    failed = FailedJobRegistry("jobs", worker_context.queue, serializer=JSONSerializer)
    assert failed.get_job_ids(cleanup=False) == ["export_standings-killed"]
    assert len(worker_context.jobs.failures() or ()) == listed
    for failure in worker_context.jobs.failures() or ():
        assert failure.error == "the worker process was killed or hung meanwhile"
        worker_context.jobs.done("export_standings", T, since=datetime.now(UTC))
    assert worker_context.jobs.failures() == []


def test_any_pump_that_ends_well_settles_the_failure_of_another(
    store: Store, worker_context: WorkerContext, tmp_path: Path
):
    with worker("pump", store.url, store.queue_url, tmp_path):
        Queue("pump", connection=connect_queue(store.queue_url), serializer=JSONSerializer).enqueue_call(
            JOBS["pump"].function, args=("no", "such", "arguments", "here"), job_id="pump-broken"
        )
        eventually(worker_context.jobs.failures, 15, "the pump that failed")
        assert (only(worker_context.jobs).kind, only(worker_context.jobs).stream) == ("pump", "")
        worker_context.jobs.done("pump", 2, since=datetime.now(UTC))
    assert worker_context.jobs.failures() == []


def test_jobs_of_other_programs_in_the_queue_are_not_listed_as_failures(
    store: Store, worker_context: WorkerContext, tmp_path: Path
):
    started(worker_context, ["anna", "bo"])
    queue = connect_queue(store.queue_url)
    Queue("jobs", connection=queue).enqueue_call("os.getcwd", job_id="strange")  # as RQ writes it if it is not told
    with worker("jobs", store.url, store.queue_url, tmp_path):
        registry = FailedJobRegistry("jobs", queue)
        eventually(lambda: registry.get_job_ids(cleanup=False) == ["strange"], 15, "the strange job refused")
        worker_context.jobs.ask("export_standings", T, name="ours")
        eventually((tmp_path / "exports" / f"{T}.standings.csv").is_file, 15, "the standings")
        eventually(lambda: worker_context.jobs.waiting("jobs") == 0, 15, "an empty queue")
    assert worker_context.jobs.failures() == []
    assert registry.get_job_ids(cleanup=False) == ["strange"]


def test_of_a_queue_that_is_away_nothing_is_said(tmp_path: Path):
    jobs = Jobs(connect_queue(f"unix://{tmp_path / 'no-server.sock'}"))
    assert jobs.failures() is None
    assert not jobs.again(Failed("a", "export_match", ("m",), 0, ""))
    jobs.done("export_match", "m", since=datetime.now(UTC))
    jobs.retry_due()
