"""The hosts at which this service may be asked: what it listens on, and what its settings name.

A request for another host is answered with 421. So no name that a stranger invents, or points at this machine in a
domain of their own, reaches a page, a link or a cache.
"""

import re
import time
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from service.config import Settings
from service.hall.addresses import all_addresses, is_own, machine_names

LONGEST_HOST = 253
EVERYWHERE = frozenset(("/healthz", "/readyz", "/metrics"))
"""Paths that are asked by programs of the operator, at whatever host they know the service: they hold no address."""
STATIC = "/static/"
"""The files of pages hold none either, and the page that refuses a host needs them."""
_HOST = re.compile(r"(?P<name>[A-Za-z0-9][A-Za-z0-9.-]*|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")
_LOOK_SECONDS = 5.0
"""A machine gets another address while it runs: a host that is not known is looked for again, this often at most."""


def is_known(settings: Settings, host: str) -> bool:
    """True if the service may be asked at the host of a `Host` header, whatever port it names.

    >>> from pathlib import Path
    >>> settings = Settings(data=Path(), addresses=("https://brade.example",))
    >>> [is_known(settings, host) for host in ("localhost:8000", "brade.example", "evil.example", "a" * 300)]
    [True, True, False, False]
    """
    if len(host) > LONGEST_HOST + len(":65535") or not (matched := _HOST.fullmatch(host)):
        return False
    name = matched["name"].strip("[]").lower().removesuffix(".")
    if is_own(name) or name in _named(settings.addresses):
        return True
    if is_own(settings.host):
        return False
    if settings.host not in ("0.0.0.0", "::"):  # noqa: S104 - to be compared with
        return _plain(name) == _plain(settings.host) or name in machine_names()
    return name in machine_names() or _plain(name) in _of_machine(int(time.monotonic() / _LOOK_SECONDS))


@lru_cache(8)
def _named(addresses: tuple[str, ...]) -> frozenset[str]:
    return frozenset(urlsplit(address).hostname or "" for address in addresses)


@lru_cache(1)
def _of_machine(_moment: int) -> frozenset[str]:
    return frozenset(map(_plain, all_addresses()))


def forget_addresses() -> None:
    """Look for the addresses of this machine again before a host is judged by them."""
    _of_machine.cache_clear()


def _plain(address: str) -> str:
    """An address in its usual spelling; a name as it is."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(getattr(found, "ipv4_mapped", None) or found)
