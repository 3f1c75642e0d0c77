"""`brade serve` with https, as a person starts it: what it prints, and what the next start keeps."""

import signal
import ssl
from http.client import HTTPSConnection
from pathlib import Path

import pytest

from service.commands.doctor import findings
from service.config import Settings
from service.processes.listen_address import Address, AddressTaken
from service.processes.supervisor import Supervisor
from service.tls.files import CertificateFiles
from tests.support.processes.serving import free_port, serving
from tests.support.proving import prove


def answered(port: int, context: ssl.SSLContext) -> int:
    connection = HTTPSConnection("127.0.0.1", port, timeout=10.0, context=context)
    connection.request("GET", "/healthz")
    return connection.getresponse().status


@prove  # the suite serves https in one process group only (tests/pages/scoring/test_https_browser.py)
def test_the_next_start_serves_with_the_certificate_that_phones_trust(data: Path) -> None:
    tls, files = free_port(), CertificateFiles(data)
    with serving(data, BRADE_TLS=str(tls), BRADE_WORKERS="0") as one:
        assert answered(tls, files.client_context()) == 200
        said = f"the certificate for phones begins with {files.fingerprint()} (SHA-256)"
        assert said in one.said
        trusted, shown = files.client_context(), files.server.read_bytes()
        assert one.end(signal.SIGTERM)[0] == 0
        assert one.nothing_left()
    with serving(data, BRADE_TLS=str(tls), BRADE_WORKERS="0") as again:
        assert answered(tls, trusted) == 200
        assert files.server.read_bytes() == shown
        again.end(signal.SIGTERM)
    found = [
        (finding.how, finding.sentence.partition(" 20")[0])
        for finding in findings(Settings(data=data))
        if finding.what == "https"
    ]
    assert found == [
        ("good", "the certificate that phones trust is valid until"),
        ("good", "the web server's certificate is valid until"),
    ]


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000"),
        ("0.0.0.0", "http://127.0.0.1:8000"),
        ("::", "http://[::1]:8000"),
        ("192.168.1.17", "https://192.168.1.17:8443"),
        ("fd00::7", "https://[fd00::7]:8443"),
    ],
)
def test_clients_on_this_machine_use_plain_http_where_it_reaches_no_network(host: str, url: str) -> None:
    assert Supervisor(Settings(host=host, port=8000, tls=8443)).url == url


def test_a_taken_port_for_https_is_told_by_its_setting() -> None:
    settings = Settings(host="127.0.0.1", port=1, tls=free_port())
    at = Address.for_hall(settings, settings.host)
    with at.held(), pytest.raises(AddressTaken, match="BRADE_TLS names another port"), at.held():
        pass  # pragma: no cover
