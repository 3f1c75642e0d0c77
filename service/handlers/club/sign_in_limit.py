"""Limit of attempts to sign in: of an address, and for a name. Only those that fail are counted."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address, ip_network
from time import monotonic, sleep

from core.names.names import name_key
from service.auth.authorization import TooManyTries, hash_of
from service.bootstrap import Dependencies
from service.store.access import sign_in_rate_limit

PATIENCE_SECONDS, _LOOK_SECONDS = 5, 0.05
"""For how long a try waits while too many of its address are under way, and how often it looks."""


@contextmanager
def limited_attempt(
    deps: Dependencies, address: str, person: Callable[[], tuple[str, str]] = lambda: ("", "")
) -> Iterator[tuple[str, str]]:
    """A try of an address, and for a `person` (club and name), which counts if what is done meanwhile raises.

    The address is asked first, before any work on the name. One that is refused uses up no tries for a name. On a
    network from which the person signed in lately only the address counts: strangers elsewhere cannot keep them out.
    Raises `TooManyTries`.
    """
    taken: list[str] = []
    failed = False
    try:
        _take(deps, _address_key(address), sign_in_rate_limit.MOST, taken)
        club, name = person()
        if club:
            named = attempts_key(club, name)
            if not sign_in_rate_limit.is_known(deps.client, named, network_of(address), deps.steady()):
                _take(deps, named, sign_in_rate_limit.MOST_FOR_NAME, taken)
        failed = True
        yield club, name
        failed = False
    finally:
        for whose in taken:
            sign_in_rate_limit.end(deps.client, whose, deps.steady(), failed=failed)


def _take(deps: Dependencies, whose: str, most: int, taken: list[str]) -> None:
    until = monotonic() + PATIENCE_SECONDS
    while (
        wait := sign_in_rate_limit.take(deps.client, whose, deps.steady(), most)
    ) == sign_in_rate_limit.WAIT and monotonic() < until:
        sleep(_LOOK_SECONDS)
    if wait:
        raise TooManyTries(max(1, wait), sign_in_rate_limit.exhausted(max(1, wait), most))
    taken.append(whose)


def _address_key(address: str) -> str:
    return f"address:{network_of(address)}"


def attempts_key(slug: str, name: str) -> str:
    """The key under which tries for a name are counted."""
    return f"name:{slug}:{hash_of(name_key(name))[:16]}"


def network_of(address: str) -> str:
    """An address as tries are counted: of IPv6 the half that a provider gives to one customer."""
    try:
        ip = ip_address(address)
    except ValueError:
        return "unknown"
    return str(ip) if ip.version == 4 else str(ip_network((ip, 64), strict=False))
