"""Making of certificates: the authority of a data folder, and the web server's certificate.

An authority can speak for private addresses, names of local networks and this machine alone (name constraints), so that
a phone that trusts it risks nothing with other sites, even if its key is stolen. Keys are P-256, which every phone
reads. All texts are PEM: a private key, then certificates.
"""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import NamedTuple

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from service.hall.addresses import LOCAL_DOMAINS

AUTHORITY_DAYS = 3650
SERVER_DAYS = 396
"""iPhones refuse a web server's certificate that is valid for more than 825 days, and of public authorities 398."""

LEAST_DAYS = 30
"""The days that a certificate of the web server is still valid when it is replaced."""

_EARLIER = timedelta(days=1)  # a phone's clock may be behind
_NAMES = ("localhost", *LOCAL_DOMAINS)
_NETWORKS = (
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "100.64.0.0/10",
    "169.254.0.0/16",
    "127.0.0.0/8",
    "::1/128",
    "fc00::/7",
    "fe80::/10",
)
_CERTIFICATE = re.compile(r"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL)
_NO_USE = dict.fromkeys(
    (
        "digital_signature",
        "content_commitment",
        "key_encipherment",
        "data_encipherment",
        "key_agreement",
        "key_cert_sign",
        "crl_sign",
        "encipher_only",
        "decipher_only",
    ),
    False,
)


class Names(NamedTuple):
    """Names and addresses by which phones and this machine open the service."""

    hosts: frozenset[str]
    addresses: frozenset[IPv4Address | IPv6Address]


class Authority(NamedTuple):
    """An authority: its private key and its certificate."""

    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate


def make_authority(label: str, names: Names, now: datetime) -> str:
    """A new authority for private networks and for these names; `label` is what phones show of it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, label)])
    hosts = sorted({*_NAMES, *(host for host in names.hosts if not _is_below(host, _NAMES))})
    private = [ip_network(network) for network in _NETWORKS]
    others = sorted(str(address) for address in names.addresses if not _is_within(address, private))
    permitted = [
        *(x509.DNSName(host) for host in hosts),
        *(x509.IPAddress(each) for each in (*private, *(ip_network(other) for other in others))),
    ]
    certificate = (
        _builder(subject, subject, key, now, now + timedelta(days=AUTHORITY_DAYS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.KeyUsage(**{**_NO_USE, "key_cert_sign": True}), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .sign(key, SHA256())
    )
    return _pem(key, certificate)


def read_authority(text: str) -> Authority:
    """An authority as it was made. Raises `ValueError` for a damaged one."""
    key, certificates = load_pem_private_key(text.encode(), None), _certificates(text)
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not certificates:
        raise ValueError("no authority")
    if key.public_key() != certificates[0].public_key():
        raise ValueError("the key of another authority")
    return Authority(key, certificates[0])


def make_server_certificate(authority: Authority, names: Names, now: datetime) -> str:
    """A new key and certificate for the web server, followed by the authority's certificate."""
    key = ec.generate_private_key(ec.SECP256R1())
    issuer = authority.certificate.subject
    end = min(now + timedelta(days=SERVER_DAYS), authority.certificate.not_valid_after_utc)
    san = [
        *(x509.DNSName(host) for host in sorted(names.hosts)),
        *(x509.IPAddress(address) for address in sorted(names.addresses, key=lambda each: (each.version, int(each)))),
    ]
    certificate = (
        _builder(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "brade")]), issuer, key, now, end)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.KeyUsage(**{**_NO_USE, "digital_signature": True}), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(san), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()), critical=False)
        .sign(authority.key, SHA256())
    )
    return _pem(key, certificate, authority.certificate)


def is_current(text: str, authority: Authority, names: Names, now: datetime) -> bool:
    """True if a web server's certificate is this authority's, whole, valid for a while and for all these names."""
    try:
        key, certificates = load_pem_private_key(text.encode(), None), _certificates(text)
        certificate = certificates[0]
        certificate.verify_directly_issued_by(authority.certificate)
        covered = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, IndexError, TypeError, InvalidSignature, x509.ExtensionNotFound):
        return False
    if certificates[1:] != [authority.certificate] or key.public_key() != certificate.public_key():
        return False
    until = min(now + timedelta(days=LEAST_DAYS), authority.certificate.not_valid_after_utc)
    if not certificate.not_valid_before_utc <= now or certificate.not_valid_after_utc < until:
        return False
    hosts = set(covered.get_values_for_type(x509.DNSName))
    return names.hosts <= hosts and names.addresses <= set(covered.get_values_for_type(x509.IPAddress))


def allowed(authority: Authority, names: Names) -> Names:
    """The names and addresses for which an authority can speak."""
    limits = authority.certificate.extensions.get_extension_for_class(x509.NameConstraints).value
    permitted = limits.permitted_subtrees or []
    hosts = [each.value for each in permitted if isinstance(each, x509.DNSName)]
    networks = [each.value for each in permitted if isinstance(each, x509.IPAddress)]
    return Names(
        frozenset(host for host in names.hosts if _is_below(host, hosts)),
        frozenset(address for address in names.addresses if _is_within(address, networks)),
    )


def end_of(text: str) -> datetime:
    """The moment at which the first certificate of a text ends. Raises `ValueError` where there is none."""
    certificates = _certificates(text)
    if not certificates:
        raise ValueError("no certificate")
    return certificates[0].not_valid_after_utc


def _certificates(text: str) -> list[x509.Certificate]:
    return [x509.load_pem_x509_certificate(each.encode()) for each in _CERTIFICATE.findall(text)]


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, now: datetime, end: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _EARLIER)
        .not_valid_after(end)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _pem(key: ec.EllipticCurvePrivateKey, *certificates: x509.Certificate) -> str:
    parts = [key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())]
    parts += [certificate.public_bytes(Encoding.PEM) for certificate in certificates]
    return b"".join(parts).decode()


def _is_below(host: str, names: Iterable[str]) -> bool:
    return any(host == name or host.endswith(f".{name}") for name in names)


def _is_within(address: IPv4Address | IPv6Address, networks: Iterable[object]) -> bool:
    return any(isinstance(network, IPv4Network | IPv6Network) and address in network for network in networks)
