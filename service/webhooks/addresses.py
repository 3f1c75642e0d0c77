"""Addresses to which webhooks may be sent: https, on the public internet.

An organiser chooses the address, and the service sends to it from its own network. So no address of that network, of
this machine, or of a network's management may be reached, whatever a name resolves to. So that no other service of a
foreign machine is spoken to either, the port is 443, unless the operator allows others.
"""

import re
import socket
from collections.abc import Set
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from core.messages import say

LONGEST = 500
PORTS = frozenset({443})
"""The ports to which webhooks are sent where the operator says nothing else."""
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#[]@!$&'()*+,;=%")
_PUBLIC_IPV6 = IPv6Network("2000::/3")
"""The one network from which public addresses of IPv6 are given out (IANA, IPv6 Global Unicast Address Space)."""
_INSIDE = tuple(map(ip_network, ("2002::/16", "2001::/23", "2001:db8::/32", "3fff::/20", "192.88.99.0/24")))
"""Networks in it, and of IPv4, that are no public ones: 6to4 and its relays, Teredo, documentation and the like."""
_NUMBERS = re.compile(r"(0x[0-9a-f]*|[0-9]+)(\.(0x[0-9a-f]*|[0-9]+)){0,3}", re.IGNORECASE)
"""IPv4 as resolvers also read it: `127.1`, `0x7f000001`, `2130706433`."""

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


def target(url: str, *, loopback: bool, ports: Set[int] = PORTS) -> Target:
    """The parts of an address of a webhook. Raises `NotAllowedAddress`.

    A name is not looked up here. With `loopback`, which only the operator chooses, this machine itself is allowed, too,
    at any port and also by plain http. `ports` are those of other machines, which the operator chooses as well.
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
    is_here = loopback and literal is not None and literal.is_loopback
    if parts.scheme == "http" and not is_here:
        raise NotAllowedAddress(say("it begins with https://"))
    port = (443 if parts.scheme == "https" else 80) if port is None else port
    if port not in ports and not is_here:
        raise NotAllowedAddress(
            say(
                "its port is {port}, and the operator allows {ports}",
                port=port,
                ports=list(map(str, sorted(ports))),
            )
        )
    return Target(parts.scheme, host, port, _path(parts))


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
    is_inside = isinstance(plain, IPv6Address) and plain not in _PUBLIC_IPV6
    is_inside = is_inside or any(plain.version == network.version and plain in network for network in _INSIDE)
    if is_inside or plain.is_multicast or not plain.is_global:
        raise NotAllowedAddress(say("{address} is no address of the public internet", address=str(address)))


def _literal(host: str) -> Address | None:
    """The IP address that a host is, if it is one, however it is written."""
    host = host.removesuffix(".")
    try:
        return ip_address(host)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(host)) if _NUMBERS.fullmatch(host) else None
    except OSError:
        return None


def _path(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
