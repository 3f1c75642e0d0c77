"""Two servers of one service, as on two machines that share the data folder."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from service.config import API, Settings
from service.processes.supervisor import Supervisor
from tests.support.pages.club_evening import begin
from tests.support.processes.fork_server import forked_children
from tests.support.processes.worker_processes import worker
from tests.support.proving import prove
from tests.support.store import Store, eventually

OPERATOR, PASSWORD = "the-operators-own-token", "en kopp kaffe"


@pytest.fixture
def servers(store: Store, data: Path) -> Iterator[list[Supervisor]]:
    """Two servers of requests, and the workers of one of them."""
    settings = Settings(
        port=0, data=data, store_url=store.url, workers=0, proxies=1, volatile=True, only=API, admin_token=OPERATOR
    )
    with ExitStack() as stack:
        stack.enter_context(forked_children())
        for queue in ("pump", "jobs"):
            stack.enter_context(worker(queue, store.url, store.queue_url, data))
        output = stack.enter_context((data / "log").open("wb"))
        yield [stack.enter_context(Supervisor(settings, output=output)) for _ in range(2)]


def asked(server: Supervisor, method: str, path: str, body: str = "", **headers: str) -> tuple[int, Any, bytes]:
    """Status, headers and body of an answer; what is sent is a form."""
    connection = HTTPConnection("127.0.0.1", server.settings.port, timeout=30.0)
    form = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
    connection.request(method, path, body or None, form | headers)
    answer = connection.getresponse()
    return answer.status, answer.headers, answer.read()


def cookies(headers: Any) -> dict[str, str]:
    found = SimpleCookie("; ".join(headers.get_all("Set-Cookie")))
    return {"Cookie": "; ".join(f"{name}={morsel.value}" for name, morsel in found.items())}


def test_a_person_who_signs_in_at_one_server_is_known_to_the_other(servers: list[Supervisor]) -> None:
    one, other = servers
    organiser = begin(one.url, OPERATOR).organiser
    invited = organiser.ask("POST", "/v1/clubs/vasa/people", {"name": "Anna", "role": "referee"})
    status, headers, _ = asked(one, "POST", "/sign-in/key", urlencode({"key": invited["invitation"]}))
    assert status == 303
    status, headers, _ = asked(
        other, "POST", "/sign-in/password", urlencode({"password": PASSWORD}), **cookies(headers)
    )
    assert status == 303
    status, _, body = asked(one, "GET", "/v1/session", Accept="application/json", **cookies(headers))
    assert (status, json.loads(body)["person"]) == (200, "Anna")


@prove
def test_a_file_that_one_server_was_asked_for_is_sent_by_the_other(servers: list[Supervisor]) -> None:
    one, other = servers
    evening = begin(one.url, OPERATOR)
    match = evening.matches[0]
    evening.result(match)
    eventually(
        lambda: evening.wait_for(match)["judged_version"] == evening.wait_for(match)["version"] > 0, 20, "the result"
    )
    path = f"/v1/tournaments/{evening.tournament}/prepared-files"
    prepared = evening.organiser.ask("POST", path, {"name": "matches.zip", "lang": "en"})
    token = {"Authorization": f"Bearer {evening.organiser.token}"}

    def is_sent() -> bool:
        return asked(other, "GET", f"{path}/{prepared['id']}/content", **token)[0] == 200

    eventually(is_sent, 20, "the file")
