"""Seats of viewers: strangers who take all that they get keep neither a referee out, nor others than themselves."""

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.events import DiceRolled
from service.bootstrap import Dependencies, build_dependencies
from service.config import Settings
from service.server.dead_peers import UNANSWERED_SECONDS, end_dead_connections
from service.store.server.embedded_server import EmbeddedStore
from tests.service.live.test_live_rights import Club
from tests.support.api import OPERATOR
from tests.support.processes.served import Served, served
from tests.support.store import eventually

pytestmark = pytest.mark.xdist_group("viewer-seats")  # one service for all tests

EIGHT = """
from functools import partial
from service.server import asgi
asgi.VIEWERS, asgi.PROCESSES = 8, 1
asgi.AsgiApp = partial(asgi.AsgiApp, heartbeat=0.2)
asgi.main()
"""
"""A service with 8 open seats, 2 that are kept, and 2 for each address, person, token or link."""

CONNECTIONS = Path("/proc/net/tcp")
_ESTABLISHED, _KEEPALIVE_TIMER = "01", "02"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Dependencies]]:
    data, run = tmp_path_factory.mktemp("seats"), ("-c", EIGHT)
    with EmbeddedStore(data / "store", True) as store, served(store.url, data, run, BRADE_PROXIES="1") as service:
        yield service, build_dependencies(Settings(data=data, store_url=store.url, admin_token=OPERATOR))


# ── viewers that are gone without a word ─────────────────────────────────────────────────────────────────────────────
@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the system has no such option")
def test_connections_that_a_listening_socket_accepts_end_without_an_answering_peer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        asyncio.run(end_dead_connections())
        with socket.create_connection(listener.getsockname()), listener.accept()[0] as accepted:
            options = [accepted.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)]
            options += [
                accepted.getsockopt(socket.IPPROTO_TCP, each) for each in (socket.TCP_KEEPIDLE, socket.TCP_USER_TIMEOUT)
            ]
            assert options == [1, UNANSWERED_SECONDS, UNANSWERED_SECONDS * 1000]


@pytest.mark.skipif(not CONNECTIONS.exists(), reason="the system does not tell its connections here")
def test_the_service_has_dead_connections_ended(small: tuple[Served, Dependencies]) -> None:
    service, _ = small
    connections = list[socket.socket]()

    def has_timer() -> bool:  # the first connections may be older than the options
        connections.append(socket.create_connection(("127.0.0.1", service.port)))
        return _timer(service.port, connections[-1].getsockname()[1]) == _KEEPALIVE_TIMER

    eventually(has_timer)
    for connection in connections:
        connection.close()


def _timer(local: int, remote: int) -> str:
    """The kind of timer of a connection between two ports."""
    for line in CONNECTIONS.read_text().splitlines()[1:]:
        words = line.split()
        if (words[1][-4:], words[2][-4:], words[3]) == (f"{local:04X}", f"{remote:04X}", _ESTABLISHED):
            return words[5][:2]
    return ""


# ── viewers that take nothing ────────────────────────────────────────────────────────────────────────────────────────
def test_a_viewer_that_takes_nothing_is_dropped_and_its_seat_is_free(small: tuple[Served, Dependencies]) -> None:
    service, deps = small
    club = Club(service, deps)
    match = club.match.rpartition("/")[2]
    for _ in range(20):  # more than the buffers of a connection hold
        deps.log.append(match, [DiceRolled("white", (6, 2))] * 50, by="x" * 20_000, at=0)
    token = club.issued()[1]
    stuck = [_never_reading(service.port, f"{club.match}/stream", token) for _ in range(2)]
    try:
        refused(club, club.match, token)
        seated = []

        def has_a_seat() -> bool:
            answer = club.send("GET", f"{club.match}/stream?after=1000", **token)
            seated.extend([answer] if answer.status == 200 else [])
            return answer.status == 200

        for _ in stuck:  # both are dropped: one that was not would take all that comes now
            eventually(has_a_seat, 30.0, "a seat")
        for one in stuck:
            assert _rest(one) < 20 * 50 * 20_000
    finally:
        for one in stuck:
            one.close()


def _never_reading(port: int, path: str, headers: dict[str, str]) -> socket.socket:
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(10.0)
    connection.connect(("127.0.0.1", port))
    lines = [
        f"GET {path} HTTP/1.1",
        "Host: localhost",
        *(f"{name}: {value}" for name, value in headers.items()),
        "",
        "",
    ]
    connection.sendall("\r\n".join(lines).encode())
    assert connection.recv(12) == b"HTTP/1.1 200"
    return connection


def _rest(connection: socket.socket) -> int:
    """The bytes that came until the connection was closed at the other end; it must have been."""
    count, deadline = 0, time.monotonic() + 30
    try:
        while some := connection.recv(1 << 16):
            count += len(some)
            assert time.monotonic() < deadline, "the connection is open"
    except ConnectionError:
        pass
    return count


# ── viewers that take every seat ─────────────────────────────────────────────────────────────────────────────────────
def at(number: int, rights: dict[str, str] | None = None) -> dict[str, str]:
    """A request from an address of its own, as the proxy says."""
    return {"X-Forwarded-For": f"10.0.0.{number}", **(rights or {})}


def refused(club: Club, path: str, headers: dict[str, str]) -> Any:
    """The problem that a viewer too many is answered."""
    answer = club.send("GET", f"{path}/stream", **headers)
    problem = json.loads(answer.read())
    assert (answer.status, problem["code"]) == (503, "too-many-viewers")
    assert 5 <= int(answer.getheader("Retry-After") or 0) <= 20
    assert answer.getheader("Retry-After") in problem["detail"]
    assert f"Until then {path}/events has the events" in problem["detail"]
    return problem


def test_strangers_who_take_every_seat_that_they_get_keep_no_referee_and_no_other_club_out(
    small: tuple[Served, Dependencies],
) -> None:
    club, other = Club(*small), Club(*small)
    referee, scorer = club.member("Anna", "referee")[1], club.member("Bo", "scorer")[1]
    screen = club.issued()[1]
    strangers = [club.watch(club.tournament, at(1)) for _ in range(2)]
    assert "this address" in refused(club, club.tournament, at(1))["detail"]
    strangers += [club.watch(club.tournament, at(2 + number // 2)) for number in range(6)]
    refused(club, club.tournament, at(9))

    # Those of another club have a part, and the club's own people all that is kept, and more.
    began = time.monotonic()
    guest = other.watch(other.tournament, at(9))
    assert strangers[-1].is_over_since(began)
    people = [club.watch(club.tournament, at(1, each)) for each in (scorer, screen, screen)]
    assert "this person" in refused(club, club.tournament, at(20, screen))["detail"]
    people.append(club.watch(club.match, at(1, referee)))
    eventually(lambda: [stranger.goes_on for stranger in strangers] == [True] * 5 + [False] * 3)
    assert guest.goes_on
    assert all(person.goes_on for person in people)
    refused(club, club.tournament, at(8))

    # Not even people with rights, wherever they are, keep a referee out.
    more = [club.issued()[1] for _ in range(3)]
    people += [club.watch(club.tournament, at(30 + number, more[number // 2])) for number in range(6)]
    eventually(lambda: not any(stranger.goes_on for stranger in (*strangers, guest)))
    mine = other.watch(other.tournament, at(40, other.member("Åsa", "referee")[1]))
    eventually(lambda: not people[-1].goes_on)
    assert mine.goes_on
    assert people[3].goes_on
