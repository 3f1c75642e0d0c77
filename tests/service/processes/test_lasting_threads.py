"""Threads that last: the work of one that fails is begun again, and what fails now can be asked for."""

import errno
import os
import threading
from collections.abc import Iterator

import pytest

from service.bootstrap import SecretUnavailable, read_secret
from service.config import BadSetting
from service.processes import lasting_threads, open_files
from service.processes.lasting_threads import LastingThread, failing
from service.server import idle_connections
from service.server.idle_connections import descriptors
from tests.support.store import eventually


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lasting_threads, "_PAUSE_SECONDS", 0.01)


@pytest.fixture
def over() -> Iterator[threading.Event]:
    """Set at the end of the test, so that no thread stays."""
    over = threading.Event()
    yield over
    over.set()


@pytest.mark.parametrize("error", [OSError(errno.EMFILE, "Too many open files"), ValueError("odd"), SystemExit("gone")])
def test_work_that_fails_is_begun_again_and_is_told_until_it_has_worked_for_a_while(monkeypatch, over, error):
    begun = []

    def work() -> None:
        begun.append(1)
        if len(begun) < 3:
            raise error
        over.wait(20)

    thread = LastingThread("of the test", work, over)
    thread.start()
    eventually(lambda: len(begun) == 3, 5, "it begins again")
    assert failing() == {"of the test": str(error)}
    monkeypatch.setattr(lasting_threads, "_TOLD_SECONDS", 0)
    assert (failing(), thread.is_alive()) == ({}, True)


def test_work_that_ends_by_itself_is_begun_again(over):
    begun = []
    LastingThread("of the test", lambda: begun.append(1), over).start()
    eventually(lambda: len(begun) > 2, 5, "it begins again")
    assert failing() == {"of the test": "it ended"}
    over.set()
    assert failing() == {}


def test_readiness_tells_of_a_thread_that_fails(api, over):
    def work() -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    LastingThread("idle connections", work, over).start()
    eventually(lambda: failing(), 5, "it fails")
    report = api.get("/readyz", None)
    assert (report.status_code, report.json["threads"].keys()) == (503, {"idle connections"})
    over.set()
    assert api.get("/readyz", None).json["threads"] == {}


def test_a_secret_that_cannot_be_opened_now_is_not_called_damaged(tmp_path, monkeypatch):
    path = tmp_path / "idempotency-key"
    path.write_text("k" * 43)

    def too_many(*_):
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    with monkeypatch.context() as scarce:
        scarce.setattr(type(path), "read_bytes", too_many)
        with pytest.raises(SecretUnavailable, match=r"cannot be opened now \(Too many open files\). Leave it as it is"):
            read_secret(path)
    assert read_secret(path) == "k" * 43
    path.write_text("")
    with pytest.raises(BadSetting, match="damaged: remove it") as damaged:
        read_secret(path)
    assert not isinstance(damaged.value, SecretUnavailable)


def test_a_request_that_finds_too_much_open_is_told_to_come_back(api, monkeypatch):
    def too_many(*_, **__):
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(type(api.deps.repository), "club", too_many)
    answer = api.get("/v1/clubs/vasa/people", role="organiser")
    assert (answer.status_code, answer.json["code"], answer.headers["Retry-After"]) == (503, "busy", "1")


def test_descriptors_are_known_where_none_is_free_to_list_them(monkeypatch):
    listed = set(descriptors())
    monkeypatch.setattr(open_files, "limit", lambda: max(listed) + 10)
    monkeypatch.setattr(idle_connections, "_DESCRIPTORS", Scarce())
    tried = set(descriptors())
    assert {0, 1, 2} <= tried <= listed
    assert len(listed - tried) <= 1, "the list itself was open while it was read"


class Scarce:
    """A folder that cannot be opened."""

    def iterdir(self) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
