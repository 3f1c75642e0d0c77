"""One message to one address: only to the public internet, to the address that was checked, in bounded time."""

import json
import socket
import ssl
import threading
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path

import pytest
from standardwebhooks import Webhook

from service.tls.certificates import Names, make_authority, make_server_certificate, read_authority
from service.webhooks import addresses, sender, signature
from service.webhooks.addresses import NotAllowedAddress, resolve, target
from tests.support.processes.receiver import receiving

INSIDE = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "0.1.2.3",
    "224.0.0.1",
    "239.1.1.1",
    "240.0.0.1",
    "255.255.255.255",
    "192.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "203.0.113.5",
    "::1",
    "::",
    "fe80::1",
    "fc00::1",
    "fd00::1",
    "ff02::1",
    "fec0::1",
    "100::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:0:7f00:1::",
    "::127.0.0.1",
    "2001:db8::1",
    "::ffff:0:127.0.0.1",
    "::ffff:0:8.8.8.8",
    "192.88.99.1",
    "2001:20::1",
    "3fff::1",
    "3fff:fff::1",
    "4000::1",
    "5f00::1",
    "64:ff9b:1::1",
]
OUTSIDE = ["8.8.8.8", "1.1.1.1", "2606:4700::1111", "::ffff:8.8.8.8"]
BODY = b'{"test": 2432232314}'


def answering(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Let the DNS give these answers, one after the other; the names that were looked up."""
    asked, left = list[str](), list(answers)

    def getaddrinfo(host: str, port: int, **_: object) -> list[tuple[object, ...]]:
        asked.append(host)
        return [(0, 0, 0, "", (each, port)) for each in left.pop(0)]

    monkeypatch.setattr(addresses.socket, "getaddrinfo", getaddrinfo)
    return asked


@pytest.mark.parametrize("address", INSIDE)
def test_no_address_of_a_network_inside_is_allowed_by_name_or_by_number(address, monkeypatch):
    answering(monkeypatch, [address], ["8.8.8.8", address])
    for _ in range(2):
        with pytest.raises(NotAllowedAddress):
            resolve("vasa.example", 443, loopback=False)
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(NotAllowedAddress):
        target(f"https://{host}/", loopback=False)


@pytest.mark.parametrize(
    "host", ["127.1", "0x7f000001", "2130706433", "0177.0.0.1", "0x7f.1", "127.0.0.1.", "10.1", "192.168.257", "0"]
)
def test_an_address_inside_is_refused_when_it_is_written_however_it_is_written(host):
    with pytest.raises(NotAllowedAddress, match="no address of the public internet"):
        target(f"https://{host}/", loopback=False)


@pytest.mark.parametrize("port", [22, 8443, 0, 25])
def test_another_port_than_443_is_for_the_operator_to_allow(port):
    with pytest.raises(NotAllowedAddress, match="operator allows"):
        target(f"https://vasa.example:{port}/", loopback=False)
    assert "no connection" not in sender.send(f"https://vasa.example:{port}/", {}, BODY, loopback=False).error
    assert target(f"https://vasa.example:{port or 443}/", loopback=False, ports={443, port}).port == (port or 443)


@pytest.mark.parametrize("address", OUTSIDE)
def test_an_address_of_the_public_internet_is_allowed(address, monkeypatch):
    answering(monkeypatch, [address])
    assert resolve("vasa.example", 443, loopback=False) == str(ip_address(address))


def test_the_operators_switch_allows_this_machine_and_nothing_else(monkeypatch):
    answering(monkeypatch, ["127.0.0.1"], ["10.0.0.1"])
    assert resolve("localhost", 80, loopback=True) == "127.0.0.1"
    with pytest.raises(NotAllowedAddress):
        resolve("hall", 80, loopback=True)
    with pytest.raises(NotAllowedAddress):
        target("http://vasa.example/", loopback=True)


def test_a_name_is_looked_up_once_and_the_connection_goes_to_that_answer(monkeypatch):
    """A second answer of the DNS would lead inside."""
    asked = answering(monkeypatch, ["8.8.8.8"], ["127.0.0.1"])
    connected = []

    def create_connection(address: tuple[str, int], *_: object) -> socket.socket:
        connected.append(address)
        raise ConnectionRefusedError(111, "refused")

    monkeypatch.setattr(sender.socket, "create_connection", create_connection)
    outcome = sender.send("https://vasa.example/x", {}, BODY, loopback=False)
    assert (outcome.status, outcome.unreachable) == (None, True)
    assert (asked, connected) == (["vasa.example"], [("8.8.8.8", 443)])


@contextmanager
def encrypted(folder: Path, host: str) -> Iterator[int]:
    """A receiver with a certificate for a host; its port. `SSL_CERT_FILE` in the folder names the authority."""
    now = datetime.now(UTC)
    text = make_authority("test", Names(frozenset({host}), frozenset()), now)
    (folder / "server.pem").write_text(
        make_server_certificate(read_authority(text), Names(frozenset({host}), frozenset()), now)
    )
    (folder / "authority.pem").write_text(text[text.index("-----BEGIN CERTIFICATE") :])
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "server.pem")
    with receiving() as receiver:
        receiver.server.socket = context.wrap_socket(receiver.server.socket, server_side=True)
        yield receiver.server.server_port


@pytest.mark.parametrize("host", ["vasa.lan", "other.lan"])
def test_a_certificate_is_checked_against_the_name_and_not_the_address(host, tmp_path, monkeypatch):
    with encrypted(tmp_path, "vasa.lan") as port:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
        outcome = sender.send(
            f"https://{host}:{port}/",
            {},
            BODY,
            loopback=True,
            ports={port},
            resolve_host=lambda *_, **__: "127.0.0.1",
        )
    assert outcome.status == (204 if host == "vasa.lan" else None)
    assert ("certificate" in outcome.error) == (host != "vasa.lan")


@pytest.mark.parametrize(
    ("first", "then"),
    [(b"", b""), (b"HTTP/1.1 200 OK\r\n", b"X-A: b\r\n"), (b"", b"HTTP/1.1 100 Continue\r\n\r\n")],
)
def test_an_answer_without_an_end_is_broken_off(first, then):
    """Each byte comes sooner than a socket gives up."""
    listening = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def serve() -> None:
        client, _ = listening.accept()
        with client:
            client.sendall(first)
            while not over.wait(0.02):
                try:
                    client.sendall(then)
                except OSError:
                    return

    thread = threading.Thread(target=serve)
    thread.start()
    begun = time.monotonic()
    url = f"http://127.0.0.1:{listening.getsockname()[1]}/"
    outcome = sender.send(url, {}, BODY, loopback=True, seconds=0.4)
    assert time.monotonic() - begun < 3.0
    assert (outcome.status, outcome.unreachable) == (None, True)
    over.set()
    thread.join()
    listening.close()


def test_a_look_up_that_takes_too_long_is_not_waited_for(monkeypatch):
    over = threading.Event()
    monkeypatch.setattr(sender, "_LOOK_UP_SECONDS", 0.05)
    outcome = sender.send(
        "https://vasa.example/", {}, BODY, loopback=False, resolve_host=lambda *_, **__: str(over.wait(10))
    )
    over.set()
    assert (outcome.status, outcome.unreachable) == (None, True)


def test_a_signature_is_the_one_that_the_library_of_standard_webhooks_makes():
    key = b"0123456789abcdefghijklmnop"
    at = datetime.now(UTC)
    made = signature.headers(key, "msg_1", int(at.timestamp()), BODY)
    library = Webhook(signature.secret_text(key))
    assert made["webhook-signature"] == library.sign("msg_1", at, BODY.decode())
    assert library.verify(BODY, made) == json.loads(BODY)


def test_a_signature_is_that_of_the_specification():
    """The example that the specification of Standard Webhooks gives to implementations."""
    key = b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    made = signature.headers(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, BODY)
    assert made["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
