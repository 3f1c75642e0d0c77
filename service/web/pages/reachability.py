"""Reachability: if phones in the hall can open the address of this service."""

from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from flask import request

from service.web.http.context import deps


def reach() -> dict[str, Any]:
    """Data of `parts/unreachable.html` for the address of this request."""
    settings = deps().settings
    return {
        "unreachable": unreachable(request.host, settings.host), "host": request.host, "port": settings.port,
    }  # fmt: skip


def unreachable(asked: str, bound: str) -> str:
    """Why phones cannot open what is asked for at this address: the service is `bound` to this machine, or `asked` so.

    Behind a proxy the service may well be bound to its machine, and is asked for by a name.
    """
    if not _is_own(urlsplit(f"//{asked}").hostname or ""):
        return ""
    return "bound" if _is_own(bound) else "asked"


def _is_own(host: str) -> bool:
    """True if a host is this machine for itself."""
    try:
        return host == "localhost" or host.endswith(".localhost") or ip_address(host).is_loopback
    except ValueError:
        return False
