"""Access to the service's own state: programs on this machine, and the operator's token."""

from ipaddress import ip_address

from flask import Request, request

from service.auth.authorization import OPERATOR
from service.web.http.authentication import current_principal

_FORWARDED = ("X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip", "Forwarded", "Via")
"""Headers by which proxies say that they hand a request on: it comes from outside, wherever the proxy itself is."""


def is_internal() -> bool:
    """True if this request comes from a program on this machine, or brings the operator's token."""
    return _from_this_machine(request) or _brings_operators_token()


def _from_this_machine(asked: Request) -> bool:
    if any(name in asked.headers for name in _FORWARDED):
        return False
    try:
        address = ip_address(asked.remote_addr or "")
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


def _brings_operators_token() -> bool:
    principal = current_principal()
    return principal is not None and principal.role == OPERATOR
