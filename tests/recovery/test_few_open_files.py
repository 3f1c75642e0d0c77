"""A service that may have few files open refuses what it cannot do now, keeps what it acknowledged, and goes on."""

import json
import socket
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import psutil
import pytest

from service.processes import open_files
from tests.support.api import OPERATOR
from tests.support.processes.serving import SLOW, Serving, linux, serving
from tests.support.proving import prove, some
from tests.support.store import eventually

pytestmark = linux
ROLL = {"type": "OpeningRolled", "white": 3, "black": 3}


def ask(one: Serving, method: str, path: str, body: Any = None, token: str = OPERATOR, **headers: str) -> Any:
    connection = HTTPConnection("127.0.0.1", one.port, timeout=SLOW)
    sent = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", **headers}
    try:
        connection.request(method, path, None if body is None else json.dumps(body), sent)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read()), answer.headers
    finally:
        connection.close()


def ready(one: Serving) -> Any:
    return ask(one, "GET", "/readyz")[1]


@pytest.mark.parametrize("files", some([64, 100], 64))
def test_recording_is_answered_with_503_and_what_was_acknowledged_is_there_once(data: Path, files: int) -> None:
    with serving(data, files=files, BRADE_ADMIN_TOKEN=OPERATOR) as one, ExitStack() as idle:
        token = ask(one, "POST", "/v1/clubs", {"slug": "vasa", "name": "Vasa"})[1]["token"]
        words = {"club": "vasa", "game": "swedish", "length": {"games": 3}, "players": {"white": "Åsa", "black": "Bo"}}
        match = f"/v1/matches/{ask(one, 'POST', '/v1/matches', words, token)[1]['id']}"
        assert f"a process may have {files} files" in one.said
        assert f"a process may have {files} files" in ready(one)["warnings"][0]
        for _ in range(files):
            idle.enter_context(socket.create_connection(("127.0.0.1", one.port), timeout=SLOW))

        def record(number: int) -> tuple[int, str | None]:
            try:
                status, _, headers = ask(
                    one, "POST", f"{match}/events", ROLL, token, **{"Idempotency-Key": f"k{number}", "Prefer": "wait=0"}
                )
            except OSError:  # its connection was idle for too long among too many
                return 0, "1"
            return status, headers["Retry-After"]

        with ThreadPoolExecutor(24) as pool:
            answers = list(pool.map(record, range(120)))
        statuses = Counter(status for status, _ in answers)
        assert statuses.keys() <= {201, 202, 503, 0}, statuses
        assert statuses[503] or files > 64, "the test asks for more than 64 files allow; 100 may be enough"
        assert all(pause for status, pause in answers if status == 503)
        idle.close()
        eventually(lambda: ready(one)["status"] == "ready", SLOW, "ready again")
        assert ready(one)["threads"] == {}
        repeated = [record(number)[0] for number in range(120)]
        assert set(repeated) <= {201, 202}
        assert ask(one, "GET", match, None, token)[1]["version"] == 120
        assert "remove it" not in one.said


@prove
def test_connections_of_one_address_that_ask_nothing_keep_no_one_out(data: Path) -> None:
    with serving(data, files=100, BRADE_ADMIN_TOKEN=OPERATOR) as one, ExitStack() as idle:
        for _ in range(200):
            idle.enter_context(socket.create_connection(("127.0.0.1", one.port), timeout=SLOW))
        assert ask(one, "POST", "/v1/clubs", {"slug": "vasa", "name": "Vasa"})[0] == 201


@prove
def test_the_limit_is_raised_at_the_start_for_every_process_where_the_system_lets_it(data: Path) -> None:
    with serving(data, BRADE_ADMIN_TOKEN=OPERATOR) as one:
        hard = psutil.Process().rlimit(psutil.RLIMIT_NOFILE)[1]
        wanted = open_files.WANTED if hard == -1 else min(hard, open_files.WANTED)
        limits = {each.rlimit(psutil.RLIMIT_NOFILE)[0] for each in one.look()}
        assert min(limits) >= wanted
