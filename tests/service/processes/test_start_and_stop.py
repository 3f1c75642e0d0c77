"""`brade serve` starts everything, says where it serves, and ends with all that it started."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.config import Settings
from service.processes import parent_watch, supervisor
from service.processes.listen_address import Address, AddressTaken
from service.processes.supervisor import Supervisor
from tests.support.paths import ROOT
from tests.support.processes.fork_server import forked_children
from tests.support.processes.programs.other_program import other_program
from tests.support.processes.serving import SLOW, Serving, free_port, launch, linux, serving, status
from tests.support.proving import prove, some
from tests.support.store import eventually


@linux
def test_sigterm_stops_everything_within_seconds_and_it_says_where_it_served(data: Path) -> None:
    with serving(data) as one:
        assert len(one.seen) >= 6  # web server and its process, two workers, store, queue
        code, said = one.end(signal.SIGTERM)
        assert code == 0
        assert f"brade serves at http://127.0.0.1:{one.port} " in said
        assert str(data / "admin-token") in said
        assert "Traceback" not in said
        assert one.nothing_left()
    written = [data, *data.rglob("*")]
    assert {"admin-token", "server.log", "server.conf", "appendonlydir"} <= {each.name for each in written}
    assert [each for each in written if each.stat().st_mode & 0o077] == []  # whatever the umask of its caller


@linux
@prove  # make test sends the same signal to a service that is still starting, see below
def test_ctrl_c_stops_it_too(data: Path) -> None:
    with serving(data, BRADE_WORKERS="1") as one:
        assert one.end(signal.SIGINT)[0] == 0
        assert one.nothing_left()


@prove
@linux
@pytest.mark.parametrize(
    "word", some(["/store/", "service.server.asgi", "--queue pump", "serves at"], "service.server.asgi")
)
def test_being_asked_to_end_often_is_being_asked_once_however_far_it_has_come(data: Path, word: str) -> None:
    one = Serving(launch(data, port := free_port()), port)
    try:
        eventually(lambda: one.those(word) or word in one.said, SLOW, word)
        one.process.send_signal(signal.SIGINT)
        one.look()

        def ended() -> bool:  # to its very end, when the interpreter clears itself away
            one.process.send_signal(signal.SIGTERM)
            return one.process.poll() is not None

        eventually(ended, SLOW, "the end")
        code, said = one.end(signal.SIGTERM)
        assert code == 0
        assert said.splitlines()[-1] == "brade has stopped"
        assert len(said.splitlines()) in (1, 7), said  # perhaps, where it serves, the token and the first page are
        assert one.nothing_left()
    finally:
        one.kill()


@linux
def test_a_busy_port_is_told_in_one_sentence_with_what_helps(data: Path) -> None:
    with other_program() as port:
        process = launch(data, port)
        said, _ = process.communicate(timeout=SLOW)
    assert process.returncode == 1
    assert "is taken by another program" in said
    assert "BRADE_PORT" in said
    assert len(said.splitlines()) == 1
    assert not (data / "store").exists()


one_service = pytest.mark.xdist_group("second-start")


@pytest.fixture(scope="module")
def without_workers() -> Iterator[Supervisor]:
    """A service whose workers run elsewhere; the tests of this module leave it as it is."""
    with tempfile.TemporaryDirectory(prefix="brade-") as place, forked_children():
        data = Path(place)
        settings = Settings(port=0, data=data, workers=0)
        with (data / "log").open("wb") as log, Supervisor(settings, output=log) as service:
            yield service
        assert status(service.settings.port, "/healthz") is None


@prove
@one_service
def test_no_worker_is_started_where_they_run_elsewhere(without_workers: Supervisor) -> None:
    assert [child.name for child in without_workers.children] == ["the web server"]


@linux
@one_service
def test_a_second_start_is_told_that_brade_runs_there_and_whether_with_the_same_data(
    without_workers: Supervisor, data: Path
) -> None:
    same, port = without_workers.settings.data, without_workers.settings.port
    for folder, known in ((same, f"with the same data ({same})"), (data, f"with other data than {data}")):
        process = launch(folder, port)
        said, _ = process.communicate(timeout=SLOW)
        assert process.returncode == 1
        assert f"brade already runs here: http://127.0.0.1:{port}, {known}. " in said
        assert "another program" not in said
        assert len(said.splitlines()) == 1


@one_service
def test_two_services_cannot_have_the_same_address_or_the_same_data(without_workers: Supervisor, data: Path) -> None:
    same, port = without_workers.settings.data, without_workers.settings.port
    assert without_workers.url == f"http://127.0.0.1:{port}"
    with pytest.raises(AddressTaken, match="BRADE_PORT"):
        Supervisor(Settings(port=port, data=data, workers=0)).start()
    with pytest.raises(Exception, match="another brade already keeps its store"):
        Supervisor(Settings(port=0, data=same, workers=0)).start()
    assert status(port, "/healthz") == 200


@pytest.mark.parametrize(
    ("number", "queues"), [(0, []), (1, ["pump"]), (2, ["pump", "jobs"]), (3, ["pump", "jobs", "jobs"])]
)
def test_the_first_worker_pumps_and_the_others_do_what_takes_time(number: int, queues: list[str]) -> None:
    assert [worker.command[-1] for worker in supervisor._workers(number)] == queues


def test_an_address_of_another_machine_is_told_so() -> None:
    with pytest.raises(AddressTaken, match="no address of this machine"), Address("192.0.2.1", 0).held():
        pass


def test_a_child_whose_parent_is_gone_already_does_not_begin() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "service.processes.parent_watch", "this"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {parent_watch.PARENT: "1"},
    )
    assert (done.returncode, done.stdout) == (1, "")
