"""The address that a request comes from, and the share of the service that is counted for it."""

from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

UNKNOWN = "unknown"
"""The share of every request whose address cannot be told."""


def client_address(scope: Mapping[str, Any], proxies: int) -> str:
    """The address of an ASGI request, as far as this many proxies before the service are believed.

    With proxies it is the entry of `X-Forwarded-For` that the outermost of them wrote, as the application reads it; a
    header that is shorter than that tells nothing, and the address of the connection counts.
    """
    client = scope.get("client")
    if proxies:
        values = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
        entries = [entry.strip() for entry in ",".join(values).split(",") if entry.strip()]
        if len(entries) >= proxies:
            return entries[-proxies]
    return client[0] if client else UNKNOWN


@lru_cache(4096)
def share_of(address: str) -> str:
    """The key of shares: an IPv4 address, or of IPv6 the half that a provider gives to one customer."""
    host, _, port = address.rpartition(":")  # some proxies write the port, too
    if port.isdigit() and ("]" in host or "." in host):
        address = host
    try:
        ip = ip_address(address.strip("[]"))
    except ValueError:
        return UNKNOWN
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or ip_network((ip, 64), strict=False))
    return str(ip)
