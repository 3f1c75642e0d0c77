import json
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import ExitStack
from importlib import import_module
from inspect import signature
from pathlib import Path

import pytest
from rq import Queue
from rq.job import Callback, Job
from rq.registry import FailedJobRegistry
from rq.serializers import JSONSerializer

from core.events import MatchOpened, OpeningRolled, RulingMade
from service.config import BadSetting, Settings
from service.jobs import JOBS, QUEUES, Jobs, connect_queue, job_id
from service.processes.worker_check import check, is_alive
from service.store import keys, leases
from service.store.server.embedded_server import EmbeddedStore
from tests.support.judging import open_match, pump_all, record, unjudged
from tests.support.paths import ROOT
from tests.support.processes.worker_processes import end, worker
from tests.support.proving import prove
from tests.support.store import Store, eventually
from tests.support.tournament.in_store import T, started, won
from workers.context import WorkerContext, open_context
from workers.worker import ALLOWED, JobWorker

M = "m_aaaaaaaaaa"
OPENED = MatchOpened("huk", "swedish", {"games": 3}, {"white": "Åsa", "black": "Nils"})


def failures(store: Store, queue: str) -> dict[str, str]:
    """The failed jobs of a queue by function, each with the end of what it says."""
    registry = FailedJobRegistry(queue, connection=store.client, serializer=JSONSerializer)
    jobs = Job.fetch_many(registry.get_job_ids(cleanup=False), store.client, serializer=JSONSerializer)
    results = {job.func_name: job.latest_result() for job in jobs if job}
    return {name: result.exc_string.strip().splitlines()[-1] for name, result in results.items() if result}


@pytest.mark.parametrize("kind", JOBS)
def test_every_job_that_is_asked_for_by_name_is_a_function_that_takes_the_worker_context_first(kind: str):
    module, _, name = JOBS[kind].function.rpartition(".")
    function = getattr(import_module(module), name)
    assert next(iter(signature(function).parameters)) == "worker_context"
    assert JOBS[kind].queue in QUEUES
    assert JOBS[kind].function in ALLOWED


def test_the_names_of_jobs_are_written_in_one_place_only():
    root = ROOT
    for path in (*root.glob("service/**/*.py"), *root.glob("workers/**/*.py")):
        if path.name != "jobs.py":
            text = path.read_text()
            assert ".enqueue" not in text, f"{path} asks for a job past service/jobs.py"


def test_ids_of_jobs_say_what_they_are_for():
    assert job_id("export_match", "t_abc.1:17") == "export_match-t_abc-1-17"


def test_a_queue_that_is_away_is_not_the_askers_trouble(tmp_path: Path):
    jobs = Jobs(connect_queue(f"unix://{tmp_path / 'no-server.sock'}"))
    assert jobs.ask("pump", 1, name="1") is False
    assert jobs.waiting("pump") is None


def test_workers_judge_what_is_recorded_and_write_its_files(
    store: Store, worker_context: WorkerContext, tmp_path: Path
):
    with worker("pump", store.url, store.queue_url, tmp_path), worker("jobs", store.url, store.queue_url, tmp_path):
        started(worker_context, ["anna", "bo"])
        eventually(lambda: worker_context.deps.log.head(f"{T}.1"), 15, "the match opened")
        record(worker_context, f"{T}.1", won("white"))
        exports = tmp_path / "exports"
        eventually((exports / f"{T}.1.ndjson").exists, 10, "the match exported")
        eventually((exports / f"{T}.standings.csv").exists, 10, "the standings exported")
        eventually(lambda: not unjudged(worker_context), 5, "all judged")
    assert failures(store, "pump") == {}
    assert failures(store, "jobs") == {}


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_pumping_worker_that_is_asked_to_stop_gives_its_leases_up_within_a_second(
    store: Store, tmp_path: Path, how: signal.Signals
):
    with worker("pump", store.url, store.queue_url, tmp_path) as process:
        eventually(lambda: all(leases.owned(store.client)), 15, "the pump")
        process.send_signal(how)
        eventually(lambda: not any(leases.owned(store.client)), 1.0, "the leases given up")
        assert process.wait(10) == 0


def test_an_idle_worker_stops_when_it_is_asked_to(store: Store, tmp_path: Path):
    with worker("jobs", store.url, store.queue_url, tmp_path) as process:
        eventually(lambda: store.client.smembers("rq:workers:jobs"), 15, "the worker")
        assert end(process, signal.SIGTERM) == 0


def test_a_job_may_call_nothing_but_what_is_on_the_list(store: Store, tmp_path: Path):
    queue = Queue("jobs", connection=store.client, serializer=JSONSerializer)
    target = tmp_path / "touched"
    target.touch()
    queue.enqueue("os.remove", str(target), job_id="elsewhere")
    queue.enqueue("workers.worker.spawn", job_id="ours-but-no-job")
    back = Callback("os.remove")
    queue.enqueue("workers.exports.export_match", M, job_id="called-back", on_failure=back, on_success=back)
    method = Job.create("format", args=["{0}"], connection=store.client, serializer=JSONSerializer, id="method")
    method._instance = "text"
    queue.enqueue_job(method)
    with worker("jobs", store.url, store.queue_url, tmp_path):
        eventually(lambda: len(failures(store, "jobs")) == 4, 15, "four refusals")
    assert target.exists()
    said = failures(store, "jobs")
    assert said["os.remove"].endswith("JobRefused: 'os.remove' is no job of brade")
    assert all("JobRefused" in reason for reason in said.values()), said


def test_a_stream_that_cannot_be_judged_is_a_failed_job_with_its_reason(
    store: Store, worker_context: WorkerContext, tmp_path: Path
):
    from tests.workers.test_pump import unknown_event

    open_match(worker_context, M, OPENED)
    unknown_event(worker_context, M)
    with worker("pump", store.url, store.queue_url, tmp_path), worker("jobs", store.url, store.queue_url, tmp_path):
        eventually(lambda: failures(store, "jobs"), 15, "the failed job")
    assert "(CubeTurned, schema 1)" in failures(store, "jobs")[JOBS["explain_failure"].function]
    assert (tmp_path / "jobs.log").read_text() == ""


def test_a_job_that_fails_is_one_line_of_the_log_and_its_traceback_is_kept_with_it(store: Store, tmp_path: Path):
    Jobs(connect_queue(store.queue_url)).ask("back_up_club", "vasa", 1, name="vasa")
    (tmp_path / "exports").write_text("no folder")
    with worker("jobs", store.url, store.queue_url, tmp_path):
        eventually(lambda: failures(store, "jobs"), 15, "the failed job")
    said = [json.loads(line) for line in (tmp_path / "jobs.log").read_text().splitlines()]
    assert [each["event"].partition(": ")[0] for each in said] == ["back_up_club-vasa failed"]
    assert "FileExistsError" in said[0]["event"]
    assert "Traceback" not in (tmp_path / "jobs.log").read_text()


def test_workers_come_back_when_the_queues_server_was_started_anew(
    store: Store, worker_context: WorkerContext, tmp_path: Path, folder: Path
):
    """The one that was idle registers again, or ends for its supervisor to start it anew (RQ ends a worker that was
    just about to look around); the one that pumped goes on until it must tell the queue."""
    with (
        EmbeddedStore(folder, durable=False) as server,  # with room for a socket in its path: the address stays
        worker("pump", store.url, server.url, tmp_path / "pump"),
        worker("jobs", store.url, server.url, tmp_path / "jobs") as idle,
    ):
        eventually(lambda: all(leases.owned(store.client)), 15, "the pump")
        queue = connect_queue(server.url)
        eventually(lambda: queue.smembers("rq:workers:jobs"), 15, "the idle worker")
        server.stop()
        open_match(worker_context, M, OPENED)
        record(worker_context, M, OpeningRolled(2, 5))
        eventually(lambda: not unjudged(worker_context), 5, "judged without a queue")
        server.start()
        again = connect_queue(server.url)
        eventually(lambda: again.smembers("rq:workers:jobs") or idle.poll() == 1, 30, "the idle worker again")


def test_a_job_that_the_queue_has_forgotten_meanwhile_ends_without_a_word(store: Store, tmp_path: Path):
    with (
        EmbeddedStore(tmp_path / "queue", durable=False) as server,
        worker("pump", store.url, server.url, tmp_path / "pump") as process,
    ):
        eventually(lambda: all(leases.owned(store.client)), 15, "the pump")
        connect_queue(server.url).flushall()
        assert end(process, signal.SIGTERM) == 0
    assert (tmp_path / "pump" / "pump.log").read_text() == ""


def test_a_worker_is_listed_again_at_a_queue_that_lost_everything_while_a_job_ran(store: Store):
    queue = connect_queue(store.queue_url)
    busy = JobWorker(["pump"], connection=queue, serializer=JSONSerializer)
    busy.register_birth()
    assert is_alive(queue)
    queue.flushall()
    busy.set_state("idle")  # at the end of a job
    assert not is_alive(queue)
    busy.heartbeat()
    assert is_alive(queue)


def test_a_check_of_a_worker_fails_where_none_is_and_not_because_the_queue_is_away(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("BRADE_QUEUE_URL", store.queue_url)
    assert check() == 1
    monkeypatch.setenv("BRADE_QUEUE_URL", f"unix://{tmp_path / 'no-server.sock'}")
    assert check() == 0


def test_a_check_of_a_worker_loads_neither_rules_nor_logs_for_it_runs_twice_a_minute_on_a_busy_machine():
    code = "import sys, service.cli, service.processes.worker_check; print(*sys.modules)"
    loaded = set(
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    )
    assert {"rq", "service.jobs"} <= loaded
    assert not loaded & {"core.match", "core.tournament", "service.repository", "workers"}


def test_a_worker_that_finds_no_queue_ends_for_its_supervisor_to_start_it_again(store: Store, tmp_path: Path):
    with worker("jobs", store.url, f"unix://{tmp_path / 'no-server.sock'}", tmp_path) as process:
        assert process.wait(15) == 1


def test_a_pump_killed_with_its_worker_is_followed_by_one_in_another_worker(
    store: Store, worker_context: WorkerContext, tmp_path: Path
):
    with worker("pump", store.url, store.queue_url, tmp_path / "one") as one:
        eventually(lambda: all(leases.owned(store.client)), 15, "the pump")
        with worker("pump", store.url, store.queue_url, tmp_path / "two"):
            eventually(lambda: len(store.client.smembers("rq:workers:pump")) == 2, 15, "the second worker")
            open_match(worker_context, M, OPENED)
            eventually(lambda: not unjudged(worker_context), 5, "judged by the first")
            end(one)
            record(worker_context, M, OpeningRolled(2, 5))
            eventually(lambda: not unjudged(worker_context), 5, "judged by the second")
    pump_all(worker_context)


def test_two_workers_that_pump_share_the_shards_and_either_goes_on_alone(
    worker_context: WorkerContext, store: Store, tmp_path: Path
):
    def parts() -> list[int]:
        owned = leases.owned(store.client)
        tokens = [store.client.get(keys.lease(shard)) for shard in keys.all_shards()]
        return sorted(Counter(token for token, lives in zip(tokens, owned, strict=True) if lives).values())

    with (
        worker("pump", store.url, store.queue_url, tmp_path / "1") as one,
        worker("pump", store.url, store.queue_url, tmp_path / "2"),
    ):
        eventually(lambda: parts() == [8, 8], 20, "the sharing")
        end(one)
        eventually(lambda: parts() == [16], 20, "the taking over")
        open_match(worker_context, M, OPENED)
        eventually(lambda: not unjudged(worker_context), 5, "the judging")


@prove
def test_pumps_judge_while_the_queue_is_away_for_a_hundred_seconds_and_after_it(
    worker_context: WorkerContext, store: Store, tmp_path: Path, folder: Path
):
    """Both workers end once the queue is back, for their supervisor to start them again."""
    open_match(worker_context, M, OPENED)
    with ExitStack() as stack:
        queue = stack.enter_context(EmbeddedStore(folder, durable=False))
        url = queue.url
        pumps = [stack.enter_context(worker("pump", store.url, url, tmp_path / name)) for name in ("1", "2")]
        eventually(lambda: all(leases.owned(store.client)), 20, "the first pump")
        queue.stop()
        began = time.monotonic()
        while time.monotonic() - began < 100:
            record(worker_context, M, RulingMade("note", "the queue is away"))
            eventually(lambda: not unjudged(worker_context), 5, f"the judging after {time.monotonic() - began:.0f} s")
            time.sleep(2)
        assert [pump.poll() for pump in pumps] == [None, None]
        queue.start()
        eventually(lambda: [pump.poll() for pump in pumps] == [1, 1], 20, "the end of both")
        again = stack.enter_context(worker("pump", store.url, url, tmp_path / "3"))
        eventually(lambda: all(leases.owned(store.client)), 20, "the pump of a new worker")
        assert again.poll() is None


def test_a_worker_without_the_address_of_a_store_says_what_it_needs():
    with pytest.raises(BadSetting, match="BRADE_STORE_URL"):
        open_context(Settings())
