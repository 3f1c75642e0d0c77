"""Addresses to which webhooks may be sent: https, on the public internet.

An organiser chooses the address, and the service sends to it from its own network. So no address of that network, of
this machine, or of a network's management may be reached, whatever a name resolves to.
"""

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from core.messages import say

LONGEST = 500
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#[]@!$&'()*+,;=%")
_TRANSLATED = tuple(map(ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96")))
"""Networks of IPv6 whose addresses contain one of IPv4: NAT64, 6to4, Teredo, and the old form."""

Address = IPv4Address | IPv6Address


class Target(NamedTuple):
    """The parts of an address: scheme, host, port, and path with query as they are sent."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def is_encrypted(self) -> bool:
        """True for https."""
        return self.scheme == "https"

    @property
    def host_header(self) -> str:
        """The value of the header `Host`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.is_encrypted else 80) else f"{host}:{self.port}"


class NotAllowedAddress(Exception):
    """An address is not allowed; the message says why."""


def target(url: str, *, loopback: bool) -> Target:
    """The parts of an address of a webhook. Raises `NotAllowedAddress`.

    A name is not looked up here. With `loopback`, which only the operator chooses, plain http to this machine is
    allowed, too.
    """
    if len(url) > LONGEST:
        raise NotAllowedAddress(say("it is longer than {most} characters", most=LONGEST))
    if not set(url) <= _LETTERS:
        raise NotAllowedAddress(say("it has letters that an address does not have: write them as %XX, a name as xn--…"))
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname
    except ValueError:
        raise NotAllowedAddress(say("it cannot be read")) from None
    if not host or parts.scheme not in ("https", "http"):
        raise NotAllowedAddress(say("it begins with https:// and the name of a host"))
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise NotAllowedAddress(say("it has no name and no password before the host, and no # part"))
    literal = _literal(host)
    if literal is not None:
        _ensure_allowed(literal, loopback=loopback)
    if parts.scheme == "http" and not (loopback and literal is not None and literal.is_loopback):
        raise NotAllowedAddress(say("it begins with https://"))
    return Target(parts.scheme, host, port or (443 if parts.scheme == "https" else 80), _path(parts))


def resolve(host: str, port: int, *, loopback: bool) -> str:
    """The IP address at which a host is reached, looked up once. Raises `NotAllowedAddress`, `OSError`.

    A host with any address that is not allowed is refused, so that an answer with several cannot choose.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [ip_address(str(row[4][0]).partition("%")[0]) for row in found]
    for each in addresses:
        _ensure_allowed(each, loopback=loopback)
    return str(addresses[0])


def _ensure_allowed(address: Address, *, loopback: bool) -> None:
    """Raises `NotAllowedAddress` for an address that is not on the public internet."""
    plain = getattr(address, "ipv4_mapped", None) or address
    if loopback and plain.is_loopback:
        return
    is_translated = isinstance(plain, IPv6Address) and any(plain in network for network in _TRANSLATED)
    if is_translated or plain.is_multicast or getattr(plain, "is_site_local", False) or not plain.is_global:
        raise NotAllowedAddress(say("{address} is no address of the public internet", address=str(address)))


def _literal(host: str) -> Address | None:
    """The IP address that a host is, if it is one."""
    try:
        return ip_address(host)
    except ValueError:
        return None


def _path(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
