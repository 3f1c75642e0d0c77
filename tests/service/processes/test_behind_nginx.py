"""A real nginx with the shipped configuration before two `--only api` and one `--only live`."""

import json
import socket
import ssl
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from email.message import Message
from pathlib import Path

import pytest
from flask import Flask

from core.eventlog.log import NEW
from core.events import ClubFounded, MatchOpened, TokenIssued
from schemas.problems import KINDS
from service.app import create_app
from service.auth.authorization import hash_of
from service.bootstrap import build_dependencies
from service.config import API, LIVE, Settings
from service.processes.supervisor import Supervisor
from service.store.connect import connect
from service.store.log import RedisLog
from service.store.maintenance.store_format import upgrade
from service.store.server.embedded_server import EmbeddedStore
from tests.support.processes.fork_server import forked_children
from tests.support.processes.programs.nginx import Proxy, proxy
from tests.support.proving import prove
from tests.support.store import eventually

pytestmark = [pytest.mark.xdist_group("behind-nginx"), prove]

MATCH, SECRET = "m_aaaaaaaaaa", "s" * 40
EVENTS = f"/v1/matches/{MATCH}/events"
ROLL = json.dumps({"type": "OpeningRolled", "white": 2, "black": 2}).encode()
KNOWN = {"Authorization": f"Bearer st_vasa.phone_{SECRET}", "Content-Type": "application/json"}


@dataclass(frozen=True)
class Hall:
    """The parts behind their proxy, and the log of each."""

    proxy: Proxy
    parts: dict[str, Supervisor]
    folder: Path
    app: Flask

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, Message, bytes]:
        connection = self.proxy.connection()
        connection.request(method, path, body, KNOWN | headers)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()

    def answered(self, rule: str) -> Counter[str]:
        """The number of requests for a rule that each part answered, by its log."""
        return Counter(
            {name: (self.folder / f"{name}.log").read_text().count(f'"rule": "{rule}"') for name in self.parts}
        )


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    folder = tmp_path_factory.mktemp("hall")
    with ExitStack() as held:
        store = held.enter_context(EmbeddedStore(folder / "store", True))
        client = held.enter_context(connect(store.url))
        upgrade(client)  # as `brade serve` does before it starts the service
        log = RedisLog(client)
        founded = [ClubFounded("vasa", "Vasa"), TokenIssued("phone", "scorer", hash_of(SECRET))]
        log.append("c_vasa", founded, by="x", at=0, expected=NEW)
        opened = MatchOpened("vasa", "swedish", {"games": 3}, {"white": "Åsa", "black": "Bo"})
        log.append(MATCH, [opened], by="x", at=0, expected=NEW)
        held.enter_context(forked_children())
        held.enter_context(pytest.MonkeyPatch.context()).setenv("BRADE_LOG_LEVEL", "info")
        every = Settings(port=0, data=folder / "data", store_url=store.url, workers=0, proxies=1, volatile=True)
        parts = {
            name: held.enter_context(_part(replace(every, only=only), folder / f"{name}.log"))
            for name, only in (("api-1", API), ("api-2", API), ("live-1", LIVE))
        }
        ports = {name: part.settings.port for name, part in parts.items()}
        nginx = held.enter_context(proxy(folder, [ports["api-1"], ports["api-2"]], [ports["live-1"]]))
        app = create_app(build_dependencies(every))
        yield Hall(nginx, parts, folder, app)


@contextmanager
def _part(settings: Settings, log: Path) -> Iterator[Supervisor]:
    with log.open("wb") as output, Supervisor(settings, output=output) as part:
        yield part


def test_a_fact_is_recorded_over_https_and_its_viewer_gets_it_at_once(hall: Hall) -> None:
    opened = hall.proxy.connection()
    opened.request("GET", f"/v1/matches/{MATCH}/stream", headers=KNOWN)
    stream = opened.getresponse()
    assert (stream.status, stream.headers["Content-Type"]) == (200, "text/event-stream; charset=utf-8")
    assert stream.readline() == b"retry: 1000\n"

    status, headers, _ = hall.ask("POST", EVENTS, ROLL)
    assert (status, headers["ETag"]) == (202, '"v1"')
    lines = [stream.readline() for _ in range(4)]
    assert b"event: fact\n" in lines
    opened.close()
    assert hall.answered("/v1/matches/<match:match>/stream") == {"api-1": 0, "api-2": 0, "live-1": 1}


def test_requests_are_spread_over_the_servers_of_their_part(hall: Hall) -> None:
    before = hall.answered("/v1/matches/<match:match>")
    assert [hall.ask("GET", f"/v1/matches/{MATCH}")[0] for _ in range(20)] == [200] * 20
    added = hall.answered("/v1/matches/<match:match>") - before
    assert added["live-1"] == 0
    assert min(added["api-1"], added["api-2"]) >= 5


def test_every_address_reaches_the_part_that_answers_it(hall: Hall) -> None:
    values = {"club": "vasa", "match": MATCH, "tournament": "t_aaaaaaaaaa", "kind": "malformed", "game": "swedish"}
    seen = Counter()
    for rule in hall.app.url_map.iter_rules():
        path = "".join(part if not is_name else values.get(part, "1") for is_name, part in _parts(rule.rule))
        for accept in ("*/*", "text/event-stream"):
            if "GET" in (rule.methods or ()) and not path.startswith("/metrics"):
                status = _status(hall, path, accept)
                seen[status] += 1
                assert status != 421, (path, accept)
    assert seen[200] > 20
    for path in (f"/v1/matches/{MATCH}/%73tream", f"/v1/matches/{MATCH}/x/../stream?after=0", "/v1//matches/stream"):
        assert _status(hall, path, "*/*") != 421, path


def _parts(rule: str) -> Iterator[tuple[bool, str]]:
    while rule:
        text, opened, rest = rule.partition("<")
        yield False, text
        name, _, rule = rest.partition(">")
        if opened:
            yield True, name.rpartition(":")[2]


def _status(hall: Hall, path: str, accept: str) -> int:
    connection = hall.proxy.connection()
    connection.request("GET", path, headers=KNOWN | {"Accept": accept})
    status = connection.getresponse().status
    connection.close()  # of a stream, too
    return status


@pytest.mark.parametrize(
    ("path", "headers", "body", "status", "code"),
    [
        ("/", {"X-One": "a" * 9000}, None, 431, "headers-too-large"),
        ("/", {f"X-{number}": "a" * 4000 for number in range(10)}, None, 431, "headers-too-large"),
        (EVENTS, {"Content-Length": str(17 << 20)}, b"{}", 413, "too-large"),
        ("/metrics", {}, None, 404, "unknown"),
    ],
)
def test_what_is_too_large_or_not_for_clients_ends_at_the_proxy(
    hall: Hall, path: str, headers: dict[str, str], body: bytes | None, status: int, code: str
) -> None:
    found, answered, text = hall.ask("POST" if body else "GET", path, body, **headers)
    assert (found, answered["Content-Type"]) == (status, "application/problem+json")
    problem = json.loads(text)
    kind = KINDS[code]
    assert (problem["code"], problem["status"], problem["title"]) == (code, kind.status, kind.title)


def test_large_bodies_of_one_address_are_bounded(hall: Hall) -> None:
    head = f"POST {EVENTS} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n".encode()
    refused: dict[ssl.SSLSocket, bytes] = {}
    with ExitStack() as held:
        senders = [held.enter_context(_dial(hall)) for _ in range(10)]
        for sender in senders:
            sender.sendall(head + b"[")
            sender.setblocking(False)

        def two_are_answered() -> bool:  # nginx reads the ten in any order
            for sender in senders:
                with suppress(ssl.SSLWantReadError):
                    refused.setdefault(sender, sender.recv(1000))
            return len(refused) >= 2

        eventually(two_are_answered)
    assert len(refused) == 2
    for answer in refused.values():
        assert answer.startswith(b"HTTP/1.1 429 ")
        assert b"Retry-After: 2\r\n" in answer


def _dial(hall: Hall) -> ssl.SSLSocket:
    return hall.proxy.tls.wrap_socket(
        socket.create_connection(("127.0.0.1", hall.proxy.port)), server_hostname="127.0.0.1"
    )


def test_a_header_with_an_underscore_poses_as_no_other(hall: Hall) -> None:
    versions = [hall.ask("POST", EVENTS, ROLL, Idempotency_Key="k")[1]["ETag"] for _ in range(2)]
    assert versions[0] != versions[1]
    versions = [hall.ask("POST", EVENTS, ROLL, **{"Idempotency-Key": "k"})[1]["ETag"] for _ in range(2)]
    assert versions[0] == versions[1]


def test_a_client_cannot_say_from_where_it_comes_and_the_service_knows_that_the_line_is_safe(hall: Hall) -> None:
    form = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
    wrong = b"club=vasa&name=Anna&password=wrong"
    found = [hall.ask("POST", "/sign-in", wrong, **form, **{"X-Forwarded-For": f"192.0.2.{n}"})[0] for n in range(6)]
    assert found == [401] * 5 + [429]
    assert "; Secure" in str(hall.ask("GET", "/sign-in?lang=sv")[1]["Set-Cookie"])


def test_browsers_are_offered_http_2(hall: Hall) -> None:
    tls = hall.proxy.tls
    tls.set_alpn_protocols(["h2", "http/1.1"])
    with tls.wrap_socket(socket.create_connection(("127.0.0.1", hall.proxy.port)), server_hostname="127.0.0.1") as line:
        assert line.selected_alpn_protocol() == "h2"
    tls.set_alpn_protocols(["http/1.1"])


def test_a_server_that_is_gone_is_left_alone_and_without_any_the_proxy_says_when_to_come_back(hall: Hall) -> None:
    hall.parts["api-1"].stop()
    assert [hall.ask("GET", f"/v1/matches/{MATCH}")[0] for _ in range(10)] == [200] * 10
    hall.parts["api-2"].stop()
    status, headers, body = hall.ask("GET", f"/v1/matches/{MATCH}")
    assert (status, headers["Retry-After"], json.loads(body)["code"]) == (503, "2", "busy")
