"""Work that failed: it is named with what it was for, and gone once it is done again or done anew."""

from pathlib import Path

from service.jobs import JOBS, Failed, Jobs, connect_queue
from tests.stores import Store, eventually
from tests.workers.playing import T, started
from tests.workers.processes import worker
from workers.process import KINDS
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


def test_any_pump_that_ends_well_settles_the_failure_of_another(workshop: Workshop):
    assert Failed("a", "pump", (1,), 0, "").work == Failed("b", "pump", (2,), 0, "").work
    assert Failed("a", "pump", (1,), 0, "").stream == ""


def test_of_a_queue_that_is_away_nothing_is_said(tmp_path: Path):
    jobs = Jobs(connect_queue(f"unix://{tmp_path / 'nobody.sock'}"))
    assert jobs.failures() is None
    assert not jobs.again(Failed("a", "export_match", ("m",), 0, ""))
    jobs.done("export_match", "m")


def test_every_function_of_a_job_has_a_kind():
    assert {KINDS[job.function] for job in JOBS.values()} == set(JOBS)
