"""The certificate's files: made once, renewed by themselves, for this machine's addresses alone."""

import ssl
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from socket import socketpair

import pytest
from cryptography import x509

from service.config import BadSetting
from service.tls import files as certificate_files
from service.tls.certificates import Names, make_authority, make_server_certificate, read_authority
from service.tls.condition import conditions
from service.tls.files import CertificateFiles

NOW = datetime(2026, 11, 23, 18, 0, tzinfo=UTC)
HALL = "192.168.1.17"


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Gives this machine other addresses, and another name."""

    def at(*addresses: str, name: str = "Klubbdator") -> None:
        monkeypatch.setattr(certificate_files, "lan_addresses", lambda: list(addresses))
        monkeypatch.setattr("socket.gethostname", lambda: name)

    at(HALL)
    return at


@pytest.fixture
def files(tmp_path: Path, at: Callable[..., None]) -> CertificateFiles:
    """The files of a data folder, just made."""
    found = CertificateFiles(tmp_path)
    assert found.renew("0.0.0.0", NOW)
    return found


def shown(files: CertificateFiles) -> x509.Certificate:
    """The certificate that the web server shows."""
    return x509.load_pem_x509_certificates(files.server.read_bytes())[0]


def names(files: CertificateFiles) -> set[str]:
    """Every name and address of the certificate that the web server shows."""
    covered = shown(files).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    addresses = covered.get_values_for_type(x509.IPAddress)
    return {*covered.get_values_for_type(x509.DNSName), *(str(address) for address in addresses)}


def meets(server: Path, name: str, context: ssl.SSLContext) -> None:
    """A client that looks for a name meets a server with this file. Raises as the client does."""
    ours, theirs = socketpair()
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(server)

    def serve() -> None:
        try:
            with serving.wrap_socket(theirs, server_side=True) as one:
                one.sendall(b"met")
        except OSError:
            theirs.close()

    other = threading.Thread(target=serve, daemon=True)
    other.start()
    try:
        with context.wrap_socket(ours, server_hostname=name) as one:
            assert one.recv(3) == b"met"
    finally:
        ours.close()
        other.join(10.0)


def test_a_phone_that_trusts_the_authority_opens_every_name_and_address_of_this_machine(
    files: CertificateFiles,
) -> None:
    assert names(files) == {"localhost", "klubbdator", "klubbdator.local", "127.0.0.1", "::1", HALL}
    made = CertificateFiles(files.data)
    made.renew("0.0.0.0")  # by the real clock, since a client has no other
    for name in names(files):
        meets(files.server, name, made.client_context())
    with pytest.raises(ssl.SSLCertVerificationError, match="match"):
        meets(files.server, "192.168.1.18", made.client_context())


def test_the_services_user_alone_reads_the_keys(files: CertificateFiles) -> None:
    modes = [path.stat().st_mode & 0o777 for path in (files.authority, files.server, files.server.parent)]
    assert modes == [0o600, 0o600, 0o700]
    assert b"PRIVATE" not in files.certificate()


def test_phones_accept_what_is_made(files: CertificateFiles) -> None:
    authority = x509.load_der_x509_certificate(files.certificate())
    limits = authority.extensions.get_extension_for_class(x509.BasicConstraints)
    assert (limits.critical, limits.value) == (True, x509.BasicConstraints(ca=True, path_length=0))
    assert authority.not_valid_after_utc - NOW == timedelta(days=3650)
    own = shown(files)
    assert own.not_valid_after_utc - own.not_valid_before_utc <= timedelta(days=397)
    assert own.not_valid_before_utc < NOW - timedelta(hours=12), "a phone's clock may be behind"
    assert files.name() == "brade klubbdator"


@pytest.mark.parametrize("name", ["bank.example", "8.8.8.8", "local.example"])
def test_a_stolen_key_makes_no_certificate_for_other_places(files: CertificateFiles, name: str) -> None:
    authority = read_authority(files.authority.read_text())
    try:
        stolen = Names(frozenset(), frozenset([ip_address(name)]))
    except ValueError:
        stolen = Names(frozenset([name]), frozenset())
    forged = files.data / "forged.pem"
    forged.write_text(make_server_certificate(authority, stolen, datetime.now(UTC)))
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        meets(forged, name, files.client_context())


def test_another_clubs_authority_is_not_trusted(files: CertificateFiles, tmp_path: Path) -> None:
    other = CertificateFiles(tmp_path / "other")
    other.renew("0.0.0.0")
    with pytest.raises(ssl.SSLCertVerificationError):
        meets(files.server, HALL, other.client_context())


def test_nothing_is_made_anew_while_it_fits(files: CertificateFiles) -> None:
    before = files.authority.read_bytes(), files.server.read_bytes()
    assert not files.renew("0.0.0.0", NOW + timedelta(days=300))
    assert (files.authority.read_bytes(), files.server.read_bytes()) == before


@pytest.mark.parametrize("days", [-30, 380, 800])
def test_a_certificate_near_its_end_or_ahead_of_the_clock_is_made_anew_by_the_same_authority(
    files: CertificateFiles, days: int
) -> None:
    trusted, then = files.certificate(), NOW + timedelta(days=days)
    if days < 0:  # made by a clock that was ahead
        authority = read_authority(files.authority.read_text())
        files.server.write_text(make_server_certificate(authority, _here(), NOW + timedelta(days=400)))
        then = NOW
    assert files.renew("0.0.0.0", then)
    assert files.certificate() == trusted
    assert shown(files).not_valid_before_utc <= then < shown(files).not_valid_after_utc
    assert not files.renew("0.0.0.0", then)


def _here() -> Names:
    return Names(frozenset(["localhost"]), frozenset([ip_address("127.0.0.1")]))


def test_another_address_makes_another_certificate_that_phones_trust_already(
    files: CertificateFiles, at: Callable[..., None]
) -> None:
    trusted = files.certificate()
    at("10.0.0.4", name="annas-laptop")
    assert files.renew("0.0.0.0", NOW)
    assert files.certificate() == trusted
    assert "10.0.0.4" in names(files)
    assert "annas-laptop.local" in names(files)
    assert "annas-laptop" not in names(files), "the authority was made for another name"


def test_an_address_that_goes_away_changes_nothing(files: CertificateFiles, at: Callable[..., None]) -> None:
    at()
    assert not files.renew("0.0.0.0", NOW)


@pytest.mark.parametrize(
    "text", ["", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]
)
def test_a_damaged_certificate_of_the_web_server_is_made_anew(files: CertificateFiles, text: str) -> None:
    trusted = files.certificate()
    files.server.write_text(text)
    assert files.renew("0.0.0.0", NOW)
    assert files.certificate() == trusted


def test_a_web_servers_certificate_of_another_authority_is_made_anew(files: CertificateFiles) -> None:
    files.authority.write_text(make_authority("brade", _here(), NOW))
    assert files.renew("0.0.0.0", NOW)


def test_a_damaged_authority_is_named_and_not_replaced(files: CertificateFiles) -> None:
    whole = files.authority.read_text()
    for damaged in ("", whole[:300], whole.replace("BEGIN PRIVATE", "BEGIN PUBLIC"), whole + "ö"):
        files.authority.write_text(damaged, encoding="utf-8")
        with pytest.raises(BadSetting, match=f"{files.authority} cannot be read .*every phone must be told"):
            files.renew("0.0.0.0", NOW)
        assert files.authority.read_text(encoding="utf-8") == damaged


def test_an_authority_that_is_over_is_named(files: CertificateFiles) -> None:
    assert files.renew("0.0.0.0", NOW + timedelta(days=3649))
    assert not files.renew("0.0.0.0", NOW + timedelta(days=3649)), "made once, although it ends soon"
    with pytest.raises(BadSetting, match="ended on 2036-11-20: remove"):
        files.renew("0.0.0.0", NOW + timedelta(days=3651))


def test_an_address_of_which_the_authority_knows_nothing_is_refused_when_it_is_chosen(files: CertificateFiles) -> None:
    with pytest.raises(BadSetting, match=r"is not for 130\.237\.1\.2: choose another address in BRADE_BIND"):
        files.renew("130.237.1.2", NOW)


def test_a_public_address_of_the_first_start_is_covered(tmp_path: Path, at: Callable[..., None]) -> None:
    files = CertificateFiles(tmp_path / "campus")
    files.renew("130.237.1.2", NOW)
    assert "130.237.1.2" in names(files)


def test_a_machine_without_a_clock_makes_nothing(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="the clock of this machine says 1970-01-01"):
        CertificateFiles(tmp_path).renew("0.0.0.0", datetime(1970, 1, 1, tzinfo=UTC))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["", "anna's laptop", "Å", "10", "-x"])
def test_a_machine_with_an_odd_name_is_found_by_its_addresses(
    tmp_path: Path, at: Callable[..., None], name: str
) -> None:
    at(HALL, name=name)
    files = CertificateFiles(tmp_path)
    files.renew("0.0.0.0", NOW)
    assert names(files) == {"localhost", "127.0.0.1", "::1", HALL}
    assert files.name() == "brade hall"


def test_the_condition_of_the_files_is_told_and_what_helps(files: CertificateFiles) -> None:
    def told(days: int) -> list[tuple[str, str]]:
        return list(conditions(files, NOW + timedelta(days=days)))

    assert told(0) == [
        ("good", "the certificate that phones trust is valid until 2036-11-20"),
        ("good", "the web server's certificate is valid until 2027-12-24"),
    ]
    assert told(400)[1] == ("bad", "the web server's certificate ended on 2027-12-24: the next start makes another one")
    assert [how for how, _ in told(3500)] == ["note", "bad"]
    assert told(3700)[0][1].endswith(
        f"remove {files.authority}, and the next start makes another one, which every phone must be told to trust"
    )
    files.authority.chmod(0o640)
    files.server.write_text("nothing")
    assert told(0) == [
        ("bad", f"others can read {files.authority}, which keeps a private key: chmod 600 {files.authority}"),
        ("bad", f"{files.server} cannot be read (no certificate): remove it, and the next start makes another one"),
    ]
    files.server.unlink()
    assert told(0)[1] == ("note", f"{files.server} is not there yet: the next start with https makes it")
