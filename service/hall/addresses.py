"""The addresses of this machine in its local networks, found without sending anything."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Address, ip_address

_VIRTUAL = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "tun", "utun", "tap", "wg", "tailscale", "zt")
"""Prefixes of the names of interfaces that lead to no phones."""
_ELSEWHERE = ("192.0.2.1", 9)
"""An address of no machine. A datagram socket looks up the way there when it is told of it, and sends nothing."""


def lan_addresses() -> list[str]:
    """The IPv4 addresses at which other devices may reach this machine, the one of the way out first."""
    first = _way_out()
    found = dict.fromkeys(_interfaces())
    return sorted(found, key=lambda each: (each != first, not ip_address(each).is_private))


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
    try:
        import psutil  # installed where there is a server to start
    except ImportError:
        return
    running = {name for name, state in psutil.net_if_stats().items() if state.isup}
    for name, addresses in psutil.net_if_addrs().items():
        if name not in running or name.startswith(_VIRTUAL):
            continue
        for each in addresses:
            if each.family == socket.AF_INET and _is_reachable(IPv4Address(each.address)):
                yield each.address


def _is_reachable(address: IPv4Address) -> bool:
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)
