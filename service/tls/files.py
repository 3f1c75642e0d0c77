"""The certificate's files in the data folder, made and renewed at the start and while the service runs.

`authority.pem` is what phones trust: it is made once, and its key never leaves this folder, not even for a backup.
`server.pem` is the web server's key and certificate: it is made anew when it nears its end, or when this machine has
other names or addresses. Phones notice nothing of that.
"""

import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from service.config import BadSetting
from service.hall.addresses import lan_addresses, machine_name
from service.private_files import alone_in, private_folder, remove_drafts, write_durably

if TYPE_CHECKING:
    from service.tls.certificates import Authority, Names

FOLDER = "tls"
AUTHORITY, SERVER = "authority.pem", "server.pem"
_BEGIN = "-----BEGIN CERTIFICATE-----"
_NO_CLOCK = 2026
_EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - to be compared with


class CertificateFiles(NamedTuple):
    """The files of a data folder."""

    data: Path

    @property
    def authority(self) -> Path:
        """The file of the authority."""
        return self.data / FOLDER / AUTHORITY

    @property
    def server(self) -> Path:
        """The file of the web server: its key, its certificate, and the authority's certificate."""
        return self.data / FOLDER / SERVER

    def renew(self, host: str, now: datetime | None = None) -> bool:
        """Make what is not there or does not fit any more for serving at `host`; true if the web server's file changed.

        Raises `BadSetting` for an authority that is damaged, over, or cannot speak for an address that was chosen.
        """
        from service.tls.certificates import allowed, is_current, make_authority, make_server_certificate

        now = now or datetime.now(UTC)
        if now.year < _NO_CLOCK:
            raise BadSetting(f"the clock of this machine says {now:%Y-%m-%d}: set it, or phones refuse its certificate")
        names = names_of_machine(host)
        with alone_in(private_folder(self.data / FOLDER)):
            for path in (self.authority, self.server):
                remove_drafts(path)
            if not self.authority.exists():
                write_durably(self.authority, make_authority(f"brade {machine_name() or 'hall'}", names, now))
            authority = self._authority(now)
            covered = allowed(authority, names)
            if host not in _EVERYWHERE and ip_address(host) not in covered.addresses:
                raise BadSetting(
                    f"the certificate that phones trust is not for {host}: choose another address in BRADE_BIND, or"
                    f" {self._remedy()}"
                )
            if is_current(_text(self.server), authority, covered, now):
                return False
            write_durably(self.server, make_server_certificate(authority, covered, now))
            return True

    def _authority(self, now: datetime) -> "Authority":
        from service.tls.certificates import read_authority

        try:
            authority = read_authority(self.authority.read_text(encoding="ascii"))
        except (OSError, ValueError) as error:
            raise BadSetting(f"{self.authority} cannot be read ({error}): {self._remedy()}") from None
        if not authority.certificate.not_valid_before_utc <= now < authority.certificate.not_valid_after_utc:
            end = authority.certificate.not_valid_after_utc
            raise BadSetting(f"the certificate that phones trust ended on {end:%Y-%m-%d}: {self._remedy()}")
        return authority

    def _remedy(self) -> str:
        return f"remove {self.authority}, and the next start makes another one, which every phone must be told to trust"

    def certificate(self) -> bytes:
        """The certificate of the authority that phones trust, without its key, as phones take it (DER).

        Raises `OSError`, `ValueError`.
        """
        _before, begin, end = self.server.read_text(encoding="ascii").rpartition(_BEGIN)
        return ssl.PEM_cert_to_DER_cert(begin + end)

    def fingerprint(self) -> str:
        """The start of the certificate's SHA-256, as phones show it. Raises as `certificate`."""
        return ":".join(f"{each:02X}" for each in sha256(self.certificate()).digest()[:8])

    def name(self) -> str:
        """The name under which phones show the certificate. Raises as `certificate`."""
        subject: Any = self.client_context().get_ca_certs()[0]["subject"]
        return str(subject[0][0][1])

    def client_context(self) -> ssl.SSLContext:
        """For a client on this machine that trusts this authority alone. Raises as `certificate`."""
        return ssl.create_default_context(cadata=self.certificate())


def names_of_machine(host: str) -> "Names":
    """The names and addresses at which this machine is found, with the host that it serves at."""
    from service.tls.certificates import Names

    addresses = ["127.0.0.1", "::1", *lan_addresses(), *([] if host in _EVERYWHERE else [host])]
    return Names(frozenset(_hosts()), frozenset(ip_address(address) for address in addresses))


def _hosts() -> Iterator[str]:
    yield "localhost"
    if name := machine_name():
        yield name
        yield f"{name.partition('.')[0]}.local"


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return ""
