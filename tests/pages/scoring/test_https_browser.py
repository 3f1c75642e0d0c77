"""`brade serve --tls`: a client that trusts the hall's own certificate, and a phone that keeps pages because of it."""

import json
import socket
import ssl
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path
from typing import Any

import pytest

from service.config import Settings
from service.processes import certificate_watch
from service.processes.supervisor import Supervisor
from service.tls import files as certificate_files
from service.tls.files import CertificateFiles
from tests.support.pages.browser import PHONE, Browser, needs_chromium
from tests.support.pages.club_evening import ServedTournament, begin, play, words
from tests.support.pages.desk import OPERATOR
from tests.support.pages.fault_proxy import proxy_to
from tests.support.processes.fork_server import forked_children
from tests.support.proving import prove
from tests.support.store import eventually
from tests.support.trusting_browser import trusting

pytestmark = pytest.mark.xdist_group("browser-1")
PASSWORD = "tre koppar kaffe"


@pytest.fixture(scope="module")
def service() -> Iterator[Supervisor]:
    """The service with https, which looks after its certificate often."""
    with tempfile.TemporaryDirectory(prefix="brade-") as data, pytest.MonkeyPatch.context() as patch:
        patch.setattr(certificate_watch, "_LOOK_SECONDS", 0.2)
        settings = Settings(port=0, tls=0, data=Path(data), admin_token=OPERATOR, workers=1)
        with forked_children(), Path(data, "log").open("wb") as log, Supervisor(settings, output=log) as running:
            yield running


@pytest.fixture(scope="module")
def cup(service: Supervisor) -> ServedTournament:
    """A cup in play."""
    return begin(service.url, OPERATOR)


@pytest.fixture(scope="module")
def files(service: Supervisor) -> CertificateFiles:
    """The files of its certificate."""
    return CertificateFiles(service.settings.data)


def ask(
    service: Supervisor,
    path: str,
    context: ssl.SSLContext,
    host: str = "127.0.0.1",
    form: str | None = None,
    **headers: str,
) -> HTTPResponse:
    """An answer over https."""
    connection = HTTPSConnection(host, service.settings.tls, timeout=20.0, context=context)
    method, kind = ("GET", {}) if form is None else ("POST", {"Content-Type": "application/x-www-form-urlencoded"})
    connection.request(method, path, form, {name.replace("_", "-"): value for name, value in (kind | headers).items()})
    return connection.getresponse()


def test_a_client_that_trusts_the_halls_own_certificate_is_served_by_name_and_by_address(
    service: Supervisor, files: CertificateFiles, tmp_path: Path
) -> None:
    for host in ("127.0.0.1", "localhost"):
        answer = ask(service, "/healthz", files.client_context(), host)
        assert (answer.status, answer.read()) == (200, b'{"status":"ok"}\n')
    other = CertificateFiles(tmp_path)
    other.renew("127.0.0.1")
    for context in (ssl.create_default_context(), other.client_context()):
        with pytest.raises(ssl.SSLCertVerificationError):
            ask(service, "/healthz", context)


def test_connections_that_never_finish_the_handshake_keep_out_no_client(
    service: Supervisor, files: CertificateFiles
) -> None:
    with ExitStack() as opened:
        for _ in range(200):
            opened.enter_context(socket.create_connection(("127.0.0.1", service.settings.tls or 0), 5.0))
        assert ask(service, "/healthz", files.client_context()).status == 200


def test_no_browser_is_told_to_keep_to_https_since_the_certificate_may_go(
    service: Supervisor, files: CertificateFiles
) -> None:
    for path in ("/", "/phone", "/v1/games", "/nothing"):
        assert ask(service, path, files.client_context()).getheader("Strict-Transport-Security") is None


def test_this_machine_is_served_over_plain_http_as_ever(service: Supervisor) -> None:
    connection = HTTPConnection("127.0.0.1", service.settings.port, timeout=20.0)
    connection.request("GET", "/v1/games")
    assert connection.getresponse().status == 200


def test_the_file_for_phones_is_the_certificate_without_a_key(service: Supervisor, files: CertificateFiles) -> None:
    answer = ask(service, "/hall.crt", files.client_context())
    assert (answer.status, answer.getheader("Content-Type")) == (200, "application/x-x509-ca-cert")
    assert answer.read() == files.certificate()


@pytest.fixture(scope="module")
def session(service: Supervisor, files: CertificateFiles, cup: ServedTournament) -> str:
    """The cookie of a referee who signed in over https."""
    invited = cup.organiser.ask("POST", "/v1/clubs/vasa/people", {"name": "Åsa", "role": "referee"})
    own = {"Origin": f"https://127.0.0.1:{service.settings.tls}"}
    coming = ask(service, "/sign-in/key", files.client_context(), form=f"key={invited['invitation']}", **own)
    cookie = (coming.getheader("Set-Cookie") or "").partition(";")[0]
    chosen = ask(
        service, "/sign-in/password", files.client_context(), form=f"password={PASSWORD}", Cookie=cookie, **own
    )
    assert chosen.status == 303
    kept = next(each for each in chosen.headers.get_all("Set-Cookie", []) if each.startswith("__Host-brade="))
    assert {"Secure", "HttpOnly", "Path=/"} <= set(kept.split("; "))
    return kept.partition(";")[0]


def test_a_session_over_https_writes_from_its_own_pages_alone(
    service: Supervisor, files: CertificateFiles, session: str
) -> None:
    port = service.settings.tls
    for origin in ("https://evil.example", f"https://localhost:{port}", f"http://127.0.0.1:{service.settings.port}"):
        answer = ask(service, "/sign-out", files.client_context(), form="", Cookie=session, Origin=origin)
        assert answer.status == 403, origin
    assert ask(service, "/account", files.client_context(), Cookie=session).status == 200


def test_a_stream_brings_what_is_written_over_https(
    service: Supervisor, files: CertificateFiles, cup: ServedTournament
) -> None:
    match = cup.matches[7]
    with closing(ask(service, f"/v1/matches/{match}/stream", files.client_context())) as stream:
        assert stream.status == 200
        facts = play(8, 2)
        connection = HTTPSConnection("127.0.0.1", service.settings.tls, timeout=20.0, context=files.client_context())
        headers = {
            "Authorization": f"Bearer {cup.scorer.token}",
            "Content-Type": "application/json",
            "Prefer": "wait=5",
        }
        connection.request("POST", f"/v1/matches/{match}/events", json.dumps([words(fact) for fact in facts]), headers)
        assert connection.getresponse().status == 201
        seen: list[str] = []
        while seen.count("event: fact") < len(facts):
            seen.append(stream.readline().decode().strip())
        assert any("OpeningRolled" in each for each in seen)


@needs_chromium
def test_a_phone_that_trusts_the_certificate_keeps_the_scorers_page_and_opens_it_without_the_service(
    chromium: Any, service: Supervisor, files: CertificateFiles, cup: ServedTournament, session: str
) -> None:
    expect = pytest.importorskip("playwright.sync_api").expect
    with proxy_to(f"http://127.0.0.1:{service.settings.tls}") as proxy, trusting(chromium, files) as phone:
        address = f"https://127.0.0.1:{proxy.port}"
        score = f"{address}/matches/{cup.matches[0]}/score"
        context = phone.new_context(viewport=PHONE, locale="sv-SE")
        name, _, value = session.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": address, "secure": True}])
        page = context.new_page()
        page.goto(score)
        assert page.evaluate("isSecureContext")
        expect(page.locator("#offline")).to_have_attribute("data-state", "ready", timeout=30_000)
        expect(page.locator("#phone-help")).to_be_hidden()
        eventually(lambda: page.evaluate("caches.match(location.pathname).then(Boolean)"), 30.0, "the kept page")
        title = page.title()
        page.close()
        proxy.close()
        page = context.new_page()
        page.goto(score)
        assert page.title() == title


@prove
@needs_chromium
def test_a_phone_is_told_whether_it_is_ready(
    chromium: Any, service: Supervisor, files: CertificateFiles, cup: ServedTournament
) -> None:
    expect = pytest.importorskip("playwright.sync_api").expect
    address = f"http://127.0.0.1:{service.settings.port}/phone"
    with trusting(chromium, files) as phone, Browser(phone).page(address, PHONE) as page:
        expect(page.get_by_role("heading", name="Telefonen är redo.")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    browser = Browser(chromium)
    token = {"Authorization": f"Bearer {cup.scorer.token}"}
    score = f"https://127.0.0.1:{service.settings.tls}/matches/{cup.matches[1]}/score"
    with Browser(chromium).page(score, PHONE, ignore_https_errors=True, extra_http_headers=token) as page:
        expect(page.get_by_role("link", name="Gör telefonen redo")).to_be_visible(timeout=30_000)
    with browser.page(address, PHONE, user_agent="Mozilla/5.0 (Linux; Android 14)") as page:
        page.wait_for_load_state("networkidle")
        expect(page.locator("#ready")).to_be_hidden()
        expect(page.get_by_text("Välj CA-certifikat")).to_be_visible()
        assert not browser.violations(page)
    assert [complaint for complaint in browser.complaints if "ERR_CERT_AUTHORITY_INVALID" not in complaint] == []


@prove
def test_a_machine_that_moves_to_another_network_shows_phones_a_certificate_that_they_trust_already(
    service: Supervisor, files: CertificateFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusted, (plain, encrypted) = files.certificate(), service.children[:2]
    starts = plain.starts, encrypted.starts
    monkeypatch.setattr(certificate_files, "lan_addresses", lambda: ["192.168.77.5"])

    def covers() -> bool:
        try:
            with shown(service, files) as one:
                return "192.168.77.5" in str(one.getpeercert())
        except OSError:
            return False

    eventually(covers, 40.0, "a certificate for the other address")
    assert files.certificate() == trusted
    assert (plain.starts, encrypted.starts) == (starts[0], starts[1] + 1)


def shown(service: Supervisor, files: CertificateFiles) -> ssl.SSLSocket:
    """A connection to https, on which its certificate is seen."""
    place = ("127.0.0.1", service.settings.tls or 0)
    return files.client_context().wrap_socket(socket.create_connection(place, 5.0), server_hostname=place[0])
