"""The addresses and names of this machine in its local networks, found without sending anything."""

import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Address, ip_address

_VIRTUAL = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "tun", "utun", "tap", "wg", "tailscale", "zt")
"""Prefixes of the names of interfaces that lead to no phones."""
LOCAL_DOMAINS = ("local", "home.arpa", "internal", "lan")
"""The domains in which local networks name their machines."""
_HOST = re.compile(r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*")
_ELSEWHERE = ("192.0.2.1", 9)
"""An address of no machine. A datagram socket looks up the way there when it is told of it, and sends nothing."""


def lan_addresses() -> list[str]:
    """The IPv4 addresses at which other devices may reach this machine, the one of the way out first."""
    first = _way_out()
    found = dict.fromkeys(_interfaces())
    return sorted(found, key=lambda each: (each != first, not ip_address(each).is_private))


def all_addresses() -> frozenset[str]:
    """Every address of this machine, of virtual networks and of IPv6 too, without zones."""
    return frozenset(filter(None, (_way_out(), *(text.partition("%")[0] for _, text in _every_address()))))


def machine_name() -> str:
    """The name of this machine, in small letters; "" if it has none that can stand in an address."""
    name = socket.gethostname().lower()
    return name if _HOST.fullmatch(name) and not name.replace(".", "").isdigit() else ""


def machine_names() -> frozenset[str]:
    """The names by which a local network may know this machine."""
    if not (name := machine_name()):
        return frozenset()
    first = name.partition(".")[0]
    return frozenset((name, first, *(f"{first}.{domain}" for domain in LOCAL_DOMAINS)))


def is_own(host: str) -> bool:
    """True if a host is this machine for itself.

    >>> is_own("127.0.0.1"), is_own("hall.localhost"), is_own("192.168.1.17"), is_own("brade.example")
    (True, True, False, False)
    """
    try:
        return host == "localhost" or host.endswith(".localhost") or ip_address(host).is_loopback
    except ValueError:
        return False


def _way_out() -> str:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_ELSEWHERE)
        return str(probe.getsockname()[0])
    return ""


def _interfaces() -> Iterator[str]:
    for name, text in _every_address():
        if not name.startswith(_VIRTUAL) and "." in text and _is_reachable(IPv4Address(text)):
            yield text


def _every_address() -> Iterator[tuple[str, str]]:
    """The addresses of interfaces that are up, each with the name of its interface."""
    try:
        import psutil  # installed where there is a server to start
    except ImportError:
        return
    running = {name for name, state in psutil.net_if_stats().items() if state.isup}
    for name, addresses in psutil.net_if_addrs().items():
        for address in addresses if name in running else ():
            if address.family in (socket.AF_INET, socket.AF_INET6):
                yield name, address.address


def _is_reachable(address: IPv4Address) -> bool:
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)
