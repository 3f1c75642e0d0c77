"""Jobs that another user of the machine would put into the queue: they do not get there, and do nothing if they do."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import AuthenticationError
from rq.job import Job
from rq.serializers import JSONSerializer

from service.jobs import JOBS
from service.store.connect import connect
from service.store.server.embedded_server import EmbeddedStore
from workers.context import WorkerContext
from workers.worker import AllowedJob, JobRefused

NOBODY = 65534
ROOT = os.geteuid() == 0
HOSTILE: tuple[Any, ...] = (
    "../../x",
    "../x",
    "..",
    ".",
    "",
    ".hidden",
    "a/b",
    "/etc/passwd",
    "a..b",
    "a\0b",
    "a\nb",
    "a b",
    "å",
    "x" * 200,
    ["t_aaaaaaaaaa"],
    {"a": 1},
    None,
    1.5,
    True,
)


def tree(folder: Path) -> set[str]:
    """Every file and folder below one, without what the store itself writes."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.mark.parametrize("kind", [kind for kind in JOBS if kind != "pump"])
def test_no_job_writes_at_a_place_that_its_words_name(worker_context: WorkerContext, tmp_path: Path, kind: str) -> None:
    AllowedJob.worker_context = worker_context
    client, function = worker_context.queue, JOBS[kind].function
    before = tree(tmp_path.parent)
    for number, value in enumerate(HOSTILE):
        for args in ([value], [value, 10**15], ["t_aaaaaaaaaa", value]):
            made = Job.create(function, args=args, connection=client, serializer=JSONSerializer, id=f"{kind}-{number}")
            made.save()
            job = AllowedJob.fetch(made.id, connection=client, serializer=JSONSerializer)
            with pytest.raises(JobRefused):
                job.perform()
    named = Job.create(function, kwargs={"slug": "../x"}, connection=client, serializer=JSONSerializer, id="named")
    named.save()
    with pytest.raises(JobRefused):
        AllowedJob.fetch("named", connection=client, serializer=JSONSerializer).perform()
    assert tree(tmp_path.parent) == before


@pytest.mark.parametrize(
    "word", ["t_aaaaaaaaaa.12", "m_aaaaaaaaaa", "standings.csv", "vasa-stockholm", "c_vasa", "w_x"]
)
def test_words_of_our_own_jobs_pass(worker_context: WorkerContext, word: str) -> None:
    AllowedJob.worker_context = worker_context
    job = AllowedJob.create("workers.exports.keep_sheet", args=[word], connection=worker_context.queue)
    job._ensure_plain()


@pytest.fixture
def embedded(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[EmbeddedStore]:
    """A queue of its own; where the path is too long for a socket it listens on a port."""
    folder = tmp_path / ("q" * 120 if request.param == "a port" else "q")
    with EmbeddedStore(folder, durable=False, name="the queue") as server:
        yield server


@pytest.mark.parametrize("embedded", ["a socket"], indirect=True)
def test_another_user_of_the_machine_reaches_no_socket_of_the_queue(embedded: EmbeddedStore) -> None:
    path = Path(embedded.url.removeprefix("unix://"))
    assert path.is_socket()
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0
    if not ROOT:
        pytest.skip("only root can try it as another user")
    child = os.fork()
    if child == 0:
        code = 9
        try:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            with socket.socket(socket.AF_UNIX) as line:
                line.connect(str(path))
        except PermissionError:
            code = 7
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


@pytest.mark.parametrize("embedded", ["a port"], indirect=True)
def test_another_user_of_the_machine_needs_the_password_of_a_queue_that_listens_on_a_port(
    embedded: EmbeddedStore,
) -> None:
    with connect(embedded.url) as ours:
        assert ours.ping()
        port = ours.connection_pool.connection_kwargs["port"]
    with Redis(port=port) as stranger, pytest.raises(AuthenticationError):
        stranger.rpush("rq:queue:jobs", "x")
    assert (embedded.folder / "server.conf").is_file()
    assert embedded.folder.stat().st_mode & 0o077 == 0, "the password stands in a file there"
