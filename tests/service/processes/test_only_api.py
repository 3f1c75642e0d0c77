"""`brade serve --only …`: requests alone, or live streams alone, behind a proxy."""

import json
from collections.abc import Iterator
from contextlib import suppress
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.eventlog.log import NEW
from core.events import ClubFounded, MatchOpened, OpeningRolled, TokenIssued
from service import cli
from service.auth.authorization import hash_of
from service.config import API, LIVE, BadSetting, Settings
from service.processes.supervisor import Supervisor
from tests.support.processes.fork_server import forked_children
from tests.support.processes.serving import SLOW, serving, status
from tests.support.proving import prove
from tests.support.store import Store

MATCH, SECRET = "m_aaaaaaaaaa", "s" * 40
ROLL = {"type": "OpeningRolled", "white": 2, "black": 5}


@pytest.fixture
def part(request: pytest.FixtureRequest) -> str:
    """The part that is served, if not the requests."""
    return str(getattr(request, "param", API))


@pytest.fixture
def port(store: Store, data: Path, part: str) -> Iterator[int]:
    """The port of a service that serves one part alone, with a match in its store."""
    log = store.log()
    founded = [ClubFounded("vasa", "Vasa"), TokenIssued("phone", "scorer", hash_of(SECRET))]
    log.append("c_vasa", founded, by="x", at=0, expected=NEW)
    opened = MatchOpened("vasa", "swedish", {"games": 3}, {"white": "Åsa", "black": "Bo"})
    log.append(MATCH, [opened], by="x", at=0, expected=NEW)
    settings = Settings(port=0, data=data, store_url=store.url, workers=0, proxies=1, volatile=True, only=part)
    with forked_children(), (data / "log").open("wb") as output, Supervisor(settings, output=output) as service:
        assert [child.name for child in service.children] == ["the web server"]
        yield service.settings.port


def ask(port: int, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, Message, bytes]:
    connection = HTTPConnection("127.0.0.1", port, timeout=SLOW)
    known = {"Authorization": f"Bearer st_vasa.phone_{SECRET}", "Content-Type": "application/json", **headers}
    with suppress(BrokenPipeError):  # a large body is refused while it is still sent
        connection.request(method, path, body, known)
    answer = connection.getresponse()
    return answer.status, answer.headers, answer.read()


def test_requests_are_answered_and_a_stream_says_who_serves_it(port: int) -> None:
    events = f"/v1/matches/{MATCH}/events"
    status, headers, _ = ask(port, "POST", events, json.dumps(ROLL).encode())
    assert (status, headers["ETag"]) == (202, '"v1"')
    chunked = iter([json.dumps(ROLL).encode()])
    assert ask(port, "POST", events, chunked)[0] == 202  # type: ignore[arg-type]

    status, headers, body = ask(port, "GET", f"/v1/matches/{MATCH}/stream", **{"Accept-Language": "sv," * 5000})
    assert (status, headers["Content-Type"], headers["Content-Language"]) == (421, "application/problem+json", "sv")
    assert json.loads(body)["code"] == "not-here"
    assert "X-Brade-Stream" not in headers

    status, _, body = ask(port, "POST", events, b" " * 1_000_001)
    assert (status, json.loads(body)["code"]) == (413, "too-large")
    assert ask(port, "GET", "/healthz")[0] == 200


@pytest.mark.parametrize("part", [LIVE], indirect=True)
def test_streams_are_sent_and_a_request_says_who_serves_it(port: int, store: Store) -> None:
    opened_stream = HTTPConnection("127.0.0.1", port, timeout=SLOW)
    known = {"Authorization": f"Bearer st_vasa.phone_{SECRET}"}
    opened_stream.request("GET", f"/v1/matches/{MATCH}/stream", headers=known)
    stream = opened_stream.getresponse()
    assert (stream.status, stream.readline()) == (200, b"retry: 1000\n")
    store.log().append(MATCH, [OpeningRolled(2, 5)], by="x", at=0)
    lines = [stream.readline() for _ in range(4)]
    assert b"event: fact\n" in lines
    opened_stream.close()

    for method, path in (
        ("GET", f"/v1/matches/{MATCH}"),
        ("POST", f"/v1/matches/{MATCH}/events"),
        ("GET", "/"),
        ("GET", "/v1/clubs/vasa/news"),
    ):
        status, headers, body = ask(port, method, path, b"{}", **{"Accept-Language": "sv"})
        assert (status, headers["Content-Type"], headers["Content-Language"]) == (421, "application/problem+json", "sv")
        assert json.loads(body)["code"] == "not-here"
    assert ask(port, "GET", "/healthz")[0] == 200


@pytest.mark.parametrize("part", [API, LIVE])
def test_a_part_names_no_addresses_of_the_hall_and_the_one_with_pages_alone_has_the_key_of_the_first_page(
    store: Store, data: Path, part: str
) -> None:
    settings = Settings(
        host="0.0.0.0",
        port=0,
        data=data,
        store_url=store.url,
        workers=0,
        proxies=1,
        volatile=True,
        only=part,
    )
    with forked_children(), (data / "log").open("wb") as output, Supervisor(settings, output=output) as service:
        assert service.hall_sentence == ""
        assert bool(service.setup_key) == (part == API)


@prove
@pytest.mark.parametrize("part", [API, LIVE])
def test_the_command_serves_a_part(store: Store, data: Path, part: str) -> None:
    settings = {"BRADE_ONLY": part, "BRADE_STORE_URL": store.url, "BRADE_PROXIES": "1", "BRADE_VOLATILE_STORE": "1"}
    with serving(data, **settings) as one:
        assert status(one.port, "/healthz") == 200


@pytest.mark.parametrize(
    ("missing", "named"),
    [
        ({"proxies": 0}, "BRADE_PROXIES"),
        ({"store_url": None}, "BRADE_STORE_URL"),
        ({"proxies": 0, "tls": 8443}, "BRADE_TLS and BRADE_ONLY exclude each other"),
    ],
)
def test_a_part_of_the_service_needs_a_proxy_and_a_store(missing: dict[str, object], named: str) -> None:
    complete: dict[str, object] = {"only": API, "proxies": 1, "store_url": "redis://127.0.0.1:1/0"}
    assert Settings(**complete).only == API  # type: ignore[arg-type]
    with pytest.raises(BadSetting, match=named):
        Settings(**complete | missing)  # type: ignore[arg-type]


def test_a_part_that_there_is_not_is_a_wrong_question() -> None:
    assert CliRunner().invoke(cli.main, ["serve", "--only", "pump"]).exit_code == 2
    done = CliRunner().invoke(cli.main, ["serve"], env={"BRADE_ONLY": "pump"})
    assert (done.exit_code, "BRADE_ONLY is 'pump'; it is api or live" in done.output) == (2, True)
