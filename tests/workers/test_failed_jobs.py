"""Work that failed: it is named with what it was for, and gone once it is done again or done anew."""

from pathlib import Path

from rq import Queue
from rq.registry import FailedJobRegistry
from rq.serializers import JSONSerializer

from service.jobs import JOBS, Failed, Jobs, connect_queue
from tests.stores import Store, eventually
from tests.workers.playing import T, started
from tests.workers.processes import worker
from workers.workshop import Workshop


def in_the_way(data: Path, name: str) -> Path:
    """A folder where a file is to be written."""
    place = data / "exports" / name
    place.mkdir(parents=True)
    return place


def only(jobs: Jobs) -> Failed:
    (found,) = jobs.failures() or ()
    return found


def test_a_job_that_failed_is_done_again_and_is_no_failure_any_more(store: Store, workshop: Workshop, tmp_path: Path):
    started(workshop, ["anna", "bo"])
    place = in_the_way(tmp_path, f"{T}.standings.csv")
    with worker("jobs", store.url, store.url, tmp_path):
        workshop.jobs.ask("export_standings", T, name="first")
        eventually(workshop.jobs.failures, 15, "the failed job")
        failed = only(workshop.jobs)
        assert (failed.kind, failed.args, failed.stream, failed.tournament) == ("export_standings", (T,), T, T)
        assert failed.said.startswith("IsADirectoryError")
        assert 0 <= workshop.house.clock() - failed.since < 60_000
        place.rmdir()
        assert workshop.jobs.again(failed)
        eventually(place.is_file, 10, "the standings")
        assert workshop.jobs.failures() == []
        assert not workshop.jobs.again(failed), "it did not fail any more"


def test_later_work_of_the_same_kind_settles_an_earlier_failure(store: Store, workshop: Workshop, tmp_path: Path):
    started(workshop, ["anna", "bo"])
    place = in_the_way(tmp_path, f"{T}.standings.csv")
    with worker("jobs", store.url, store.url, tmp_path):
        for name in ("first", "second"):
            workshop.jobs.ask("export_standings", T, name=name)
        workshop.jobs.ask("export_match", "m_nothing000", name="other")
        eventually(lambda: len(workshop.jobs.failures() or ()) == 2, 15, "two kinds of work, each once")
        place.rmdir()
        workshop.jobs.ask("export_standings", T, name="third")
        eventually(lambda: len(workshop.jobs.failures() or ()) == 1, 10, "the standings written")
    other = only(workshop.jobs)
    assert (other.kind, other.tournament) == ("export_match", "")


def test_any_pump_that_ends_well_settles_the_failure_of_another(store: Store, workshop: Workshop, tmp_path: Path):
    with worker("pump", store.url, store.url, tmp_path):
        Queue("pump", connection=connect_queue(store.url), serializer=JSONSerializer).enqueue_call(
            JOBS["pump"].function, args=("no", "such", "arguments", "here"), job_id="pump-broken"
        )
        eventually(workshop.jobs.failures, 15, "the pump that failed")
        assert (only(workshop.jobs).kind, only(workshop.jobs).stream) == ("pump", "")
        workshop.jobs.done("pump", 2)
    assert workshop.jobs.failures() == []


def test_jobs_that_somebody_else_put_into_the_queue_are_nobodys_failures(
    store: Store, workshop: Workshop, tmp_path: Path
):
    started(workshop, ["anna", "bo"])
    queue = connect_queue(store.url)
    Queue("jobs", connection=queue).enqueue_call("os.getcwd", job_id="strange")  # as RQ writes it if it is not told
    with worker("jobs", store.url, store.url, tmp_path):
        registry = FailedJobRegistry("jobs", queue)
        eventually(lambda: registry.get_job_ids(cleanup=False) == ["strange"], 15, "the strange job refused")
        workshop.jobs.ask("export_standings", T, name="ours")
        eventually((tmp_path / "exports" / f"{T}.standings.csv").is_file, 15, "the standings")
        eventually(lambda: workshop.jobs.waiting("jobs") == 0, 15, "an empty queue")
    assert workshop.jobs.failures() == []
    assert registry.get_job_ids(cleanup=False) == ["strange"]


def test_of_a_queue_that_is_away_nothing_is_said(tmp_path: Path):
    jobs = Jobs(connect_queue(f"unix://{tmp_path / 'nobody.sock'}"))
    assert jobs.failures() is None
    assert not jobs.again(Failed("a", "export_match", ("m",), 0, ""))
    jobs.done("export_match", "m")
