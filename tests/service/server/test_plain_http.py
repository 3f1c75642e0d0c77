"""Plain http beside https: other machines are sent to https, and what they send is refused unread."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from service.server.asgi import AsgiApp
from tests.service.server.test_bridge import Visit
from tests.support.api import Api

PHONE, HERE = ("192.168.1.50", "40000"), ("127.0.0.1", "40000")
TLS = 8443


@pytest.fixture
def ask(api: Api) -> Any:
    """Sends a request from an address to a service with https; the answer."""
    named = ("http://192.168.1.17:8000", "http://klubbdator.local:8000", "http://[fd00::7]:8000")
    settings = replace(api.deps.settings, tls=TLS, host="0.0.0.0", addresses=named)
    application = api.client.application
    made = application.extensions["brade"]
    application.extensions["brade"] = made._replace(deps=replace(api.deps, settings=settings))

    def ask(path: str, client: tuple[str, str] = PHONE, encrypted: bool = False, **sent: Any) -> Visit:
        async def whole() -> Visit:
            deps = replace(api.deps, settings=replace(settings, encrypted=encrypted))
            visit = Visit(path, **{"host": "192.168.1.17:8000", **sent})
            visit.scope["client"] = client
            front = AsgiApp(application, deps, threads=2)
            try:
                return await visit.to(front)
            finally:
                front.stop()

        return asyncio.run(whole())

    return ask


@pytest.mark.parametrize(
    ("path", "host", "location"),
    [
        ("/", "192.168.1.17:8000", "/phone"),
        ("/?lang=sv", "192.168.1.17:8000", "/phone"),
        ("/sign-in?next=%2Fdesk", "192.168.1.17:8000", "https://192.168.1.17:8443/sign-in?next=%2Fdesk"),
        ("/t/", "klubbdator.local:8000", "https://klubbdator.local:8443/t/"),
        ("/v1/games", "[fd00::7]:8000", "https://[fd00::7]:8443/v1/games"),
        ("//evil.example/", "192.168.1.17:8000", "https://192.168.1.17:8443//evil.example/"),
        ("/phone/", "192.168.1.17", "https://192.168.1.17:8443/phone/"),
        ("/healthz/x", "192.168.1.17", "https://192.168.1.17:8443/healthz/x"),
    ],
)
def test_a_phone_is_sent_to_https(ask: Any, path: str, host: str, location: str) -> None:
    for method in ("GET", "HEAD"):
        answer = ask(path, host=host, method=method)
        assert (answer.status, answer.headers["location"], answer.text) == (307, location, "")
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "host", ["", "a b", "evil.example", "evil.example/@192.168.1.17", "user@evil.example", "x" * 300]
)
def test_a_phone_that_asks_for_an_unknown_host_is_sent_nowhere(ask: Any, host: str) -> None:
    answer = ask("/desk", host=host)
    assert answer.status == 421
    assert "location" not in answer.headers
    assert '"code":"unknown-host"' in answer.text


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "ANYTHING"])
@pytest.mark.parametrize("path", ["/phone", "/sign-in", "/v1/session", "/"])
def test_what_a_phone_sends_over_plain_http_is_refused_unread(ask: Any, method: str, path: str) -> None:
    answer = ask(path, method=method, body=[b"password=", b"secret"])
    assert (answer.status, answer.headers["connection"]) == (403, "close")
    assert '"code":"https-required"' in answer.text
    assert answer.body == [b"password=", b"secret"]


@pytest.mark.parametrize("path", ["/healthz", "/static/0/shared/brade.css"])
def test_what_a_phone_needs_before_it_trusts_https_is_answered(ask: Any, path: str) -> None:
    assert ask(path).status == 200


@pytest.mark.parametrize("client", [HERE, ("::1", "40000"), ("::ffff:127.0.0.1", "40000"), ("127.0.1.1", "40000")])
def test_this_machine_is_served_as_ever(ask: Any, client: tuple[str, str]) -> None:
    assert ask("/v1/games", client).status == 200


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "localhost"])
def test_no_header_makes_another_machine_this_one(ask: Any, address: str) -> None:
    forged = {"x_forwarded_for": address, "forwarded": f"for={address}", "x_real_ip": address}
    assert ask("/v1/games", host="127.0.0.1:8000", **forged).status == 307


@pytest.mark.parametrize("client", ["", "unix", "10.0.0.1", "2001:db8::1"])
def test_an_address_that_is_none_is_another_machine(ask: Any, client: str) -> None:
    assert ask("/v1/games", (client, "1")).status == 307


def test_over_https_everything_is_served(ask: Any) -> None:
    assert ask("/v1/games", encrypted=True).status == 200


def test_the_bounds_of_a_request_come_first(ask: Any) -> None:
    assert ask(f"/{'a' * 9000}").status == 414
    assert ask("/desk", cookie="a" * 40_000).status == 431
