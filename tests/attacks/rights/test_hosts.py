"""Hosts that a stranger invents: no page, link or cache of the service ever says one, and none is served."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from service.config import BadSetting, Settings, from_environment
from service.hall.known_hosts import is_known
from service.server.plain_http import PlainHttp
from service.server.problems import RequestRefused
from tests.support.hosts import machine, opened_at
from tests.support.operations import SeatedTournament, operations_of

HTML = {"Accept": "text/html", "Accept-Language": "en"}
INVENTED = (
    "evil.example",
    "evil.example:8000",
    "localhost.evil.example",
    "localhost@evil.example",
    "brade.example.evil.example",
    "xbrade.example",
    "192.168.7.6",
    "8.8.8.8:80",
    "[2001:db8::1]:8000",
    "127.0.0.1.evil.example",
    "local",
    "a" * 254,
    "a" * 30_000,
    "brade.example/../x",
    "brade.example:80:80",
    "brade.example:x",
    "brade example",
    "brade.example\t",
    "a;script-src *",
    "[::g]",
    "[]",
    "..",
    "",
)


@pytest.mark.parametrize("host", INVENTED)
def test_a_host_that_a_stranger_invents_is_refused(api: Any, monkeypatch: Any, host: str) -> None:
    machine(monkeypatch, ["192.168.7.5"])
    opened_at(api, "https://brade.example")
    for path in ("/", "/phone", "/sign-in", "/v1/games", "/nowhere", "/v1/openapi.json"):
        answer = api.client.get(path, headers={"Host": host, **HTML})
        assert answer.status_code == 421, path
        assert "evil" not in answer.text
        assert "Set-Cookie" not in answer.headers
    assert not is_known(Settings(host="0.0.0.0", addresses=("https://brade.example",)), host)


@pytest.mark.parametrize(
    ("bound", "host"),
    [
        *(
            (bound, host)
            for bound in ("127.0.0.1", "0.0.0.0")
            for host in ("localhost", "LOCALHOST:8000", "[::1]:8000")
        ),
        ("127.0.0.1", "127.0.0.1:8000"),
        ("127.0.0.1", "hall.localhost:8000"),
        ("127.0.0.1", "brade.example"),
        ("127.0.0.1", "Brade.Example."),
        ("127.0.0.1", "brade.example:443"),
        ("0.0.0.0", "192.168.7.5:8000"),
        ("0.0.0.0", "[fd00::7]:8000"),
        ("::", "[FD00:0::7]:8000"),
        ("0.0.0.0", "klubbdator.local:8000"),
        ("0.0.0.0", "klubbdator"),
        ("0.0.0.0", "klubbdator.lan"),
        ("192.168.7.9", "192.168.7.9:8000"),
        ("192.168.7.9", "klubbdator.local"),
    ],
)
def test_what_the_service_listens_on_and_what_the_settings_name_is_known(
    monkeypatch: Any, bound: str, host: str
) -> None:
    machine(monkeypatch, ["192.168.7.5", "fd00::7"])
    assert is_known(Settings(host=bound, addresses=("https://brade.example",)), host)


@pytest.mark.parametrize("host", ["192.168.7.5:8000", "klubbdator.local"])
def test_a_service_for_this_machine_alone_knows_no_address_of_a_network(monkeypatch: Any, host: str) -> None:
    machine(monkeypatch, ["192.168.7.5"])
    assert not is_known(Settings(host="127.0.0.1"), host)


def test_an_address_that_the_machine_gets_while_it_runs_is_known_soon(monkeypatch: Any) -> None:
    open_ = Settings(host="0.0.0.0")
    machine(monkeypatch, ["192.168.7.5"])
    monkeypatch.setattr("service.hall.known_hosts.time.monotonic", lambda: 100.0)
    assert not is_known(open_, "10.0.0.2")
    monkeypatch.setattr("service.hall.known_hosts.all_addresses", lambda: frozenset(("10.0.0.2",)))
    assert not is_known(open_, "10.0.0.2"), "a stranger has the interfaces looked at every few seconds at most"
    monkeypatch.setattr("service.hall.known_hosts.time.monotonic", lambda: 106.0)
    assert is_known(open_, "10.0.0.2")


def test_a_person_at_an_unknown_host_is_told_the_address(api: Any) -> None:
    opened_at(api, "https://brade.example")
    page = api.client.get("/", headers={"Host": "other.example", **HTML})
    assert '<a class="button primary" href="https://brade.example/">https://brade.example/</a>' in page.text
    style = re.search(r'href="(/static/[^"]+css)"', page.text)[1]
    assert api.client.get(style, headers={"Host": "other.example"}).status_code == 200, "it looks like any other page"
    said = api.client.get("/v1/games", headers={"Host": "other.example"}).json
    assert (said["code"], said["detail"]) == (
        "unknown-host",
        "This host is not known here: open https://brade.example/",
    )


def test_no_operation_is_done_for_an_unknown_host(api: Any) -> None:
    seated = SeatedTournament(api)
    before = api.everything_written()
    for operation in operations_of(api.client.application):
        method, path = seated.at(operation)
        headers = {"Host": "evil.example", "Authorization": f"Bearer {api.tokens['organiser']}"}
        answer = api.client.open(path, method=method, headers=headers, json={} if method != "GET" else None)
        assert (answer.status_code, answer.json["code"]) == (421, "unknown-host"), operation
    assert api.everything_written() == before


def test_programs_of_the_operator_ask_for_health_at_any_host(api: Any) -> None:
    for path in ("/healthz", "/readyz", "/metrics"):
        assert api.client.get(path, headers={"Host": "service:8000"}).status_code != 421, path


PUBLIC = (
    "/tournaments/{cup}",
    "/tournaments/{cup}/wall",
    "/tournaments/{cup}/overlay?match={cup}.1",
    "/tournaments/{cup}/standings",
    "/matches/{cup}.1",
    "/v1/tournaments/{cup}/calendar.ics",
    "/v1/tournaments/{cup}/standings.pdf",
)


def test_no_answer_depends_on_the_host_it_is_asked_at(api: Any, monkeypatch: Any) -> None:
    machine(monkeypatch, ["192.168.7.5", "10.0.0.2"])
    cup = api.tournament(4, published=True)
    api.post(f"/v1/tournaments/{cup}/start")
    for addresses in ((), ("https://brade.example",)):
        opened_at(api, *addresses)
        made = api.client.application.extensions
        deps = replace(api.deps, settings=replace(api.deps.settings, host="0.0.0.0"))
        monkeypatch.setitem(made, "brade", made["brade"]._replace(deps=deps))
        for path in PUBLIC:
            hosts = ("127.0.0.1:8000", "x.localhost:1", "192.168.7.5:8000", "10.0.0.2", "klubbdator.local:8000")
            asked = [api.client.get(path.format(cup=cup), headers={"Host": host}) for host in hosts]
            assert {each.status_code for each in asked} == {200}, path
            assert len({each.data for each in asked}) == 1, path


def test_plain_http_sends_no_phone_to_a_host_that_is_not_known(monkeypatch: Any) -> None:
    machine(monkeypatch, ["192.168.7.5"])
    plain = PlainHttp(Settings(host="0.0.0.0", tls=8443), 8443)

    def asked(host: bytes) -> str | None:
        scope = {"type": "http", "method": "GET", "path": "/x", "raw_path": b"/x", "query_string": b""}
        return plain.location({**scope, "client": ("192.168.7.70", 5), "headers": [(b"host", host)]})

    assert asked(b"klubbdator.local:8000") == "https://klubbdator.local:8443/x"
    for host in (b"evil.example", b"", b"192.168.7.6:8000"):
        with pytest.raises(RequestRefused) as refused:
            asked(host)
        assert refused.value.kind == "unknown-host"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ()),
        (",https://,", None),
        ("https://Brade.Example/", ("https://brade.example",)),
        (" http://192.168.1.17:8000 , https://brade.example,", ("http://192.168.1.17:8000", "https://brade.example")),
        ("https://[fd00::7]:8443", ("https://[fd00::7]:8443",)),
        ("brade.example", None),
        ("https://brade.example/path", None),
        ("https://a@brade.example", None),
        ("ftp://brade.example", None),
        ("https://" + "a" * 254, None),
        ("https://brade.example?x", None),
    ],
)
def test_the_addresses_of_the_settings_are_read_strictly(text: str, found: Any, tmp_path: Path) -> None:
    environment = {"BRADE_DATA": str(tmp_path), "BRADE_ADDRESSES": text}
    if found is None:
        with pytest.raises(BadSetting, match="BRADE_ADDRESSES has"):
            from_environment(environment)
    else:
        assert from_environment(environment).addresses == found
