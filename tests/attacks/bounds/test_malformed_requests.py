"""Requests that are no HTTP, too long or too large, as they are sent to the real server."""

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.api import OPERATOR
from tests.support.processes.served import Served, served
from tests.support.store import Store

pytestmark = pytest.mark.xdist_group("request-bodies")  # one service for all tests


@pytest.fixture(scope="module")
def service(running_store: Store, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(running_store.url, tmp_path_factory.mktemp("data")) as one:
        yield one


def answered(service: Served, request: bytes) -> tuple[bytes, bytes]:
    """Head and body of the answer to a request, on a connection of its own that is closed then."""
    with socket.create_connection(("127.0.0.1", service.port), timeout=10.0) as connection:
        connection.sendall(request)
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    return head, body


def said(service: Served, request: bytes) -> tuple[int, dict[str, Any]]:
    """The status and the problem that a request is answered with."""
    head, body = answered(service, request)
    assert b"application/problem+json" in head, head
    return int(head.split()[1]), json.loads(body)


POST = b"POST /v1/clubs HTTP/1.1\r\nHost: localhost\r\n"
MAY = f"Authorization: Bearer {OPERATOR}\r\n".encode()


@pytest.mark.parametrize(
    ("request_", "status", "code"),
    [
        (POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400, "bad-request"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n", 400, "bad-request"),
        (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: b\r\n\r\n", 400, "bad-request"),
        (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414, "address-too-long"),
        (b"GET /?why=" + b"a" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414, "address-too-long"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 40_000 + b"\r\n\r\n", 431, "headers-too-large"),
        # Nothing of these bodies is ever sent: the answer does not wait for them.
        (POST + b"Content-Length: 33000000\r\n\r\n", 401, "unauthenticated"),
        (POST + MAY + b"Content-Length: 33000000\r\n\r\n", 413, "too-large"),
        (
            b"POST /v1/games/swedish/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 70000\r\n\r\n",
            413,
            "too-large",
        ),
        (b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 70000\r\n\r\n", 404, "unknown"),
        (b"PUT /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 70000\r\n\r\n", 405, "wrong-method"),
    ],
)
def test_a_request_that_cannot_be_is_a_problem_at_once(
    service: Served, request_: bytes, status: int, code: str
) -> None:
    answer, problem = said(service, request_)
    assert (answer, problem["code"], problem["status"]) == (status, code, status)
    assert service.up()


def test_a_form_holds_little(service: Served) -> None:
    head, body = answered(service, b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 70000\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 413")
    assert b"<h1" in body


def test_http_2_is_not_spoken(service: Served) -> None:
    with socket.create_connection(("127.0.0.1", service.port), timeout=10.0) as connection:
        connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        assert connection.recv(1000) == b""


def test_a_large_body_of_the_operator_is_read_to_its_end(service: Served) -> None:
    body = json.dumps({"slug": "huk", "name": "Huk", "padding": "x" * 200_000}).encode()
    head = (
        POST
        + b"Authorization: Bearer the-operators-own-token\r\nContent-Type: application/json\r\nConnection: close\r\n"
    )
    status, problem = said(service, head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
    assert (status, list(problem["errors"])) == (422, ["padding"])
