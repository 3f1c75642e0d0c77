"""The machine of a test: its addresses, its name, and the addresses that the settings name."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from service.hall import addresses, known_hosts
from tests.support.api import Api


def machine(patch: pytest.MonkeyPatch, own: Iterable[str], name: str = "klubbdator") -> None:
    """Let this machine have these addresses in its networks, and that name."""
    found = list(own)
    patch.setattr("service.web.hall_address.lan_addresses", lambda: found)
    patch.setattr(known_hosts, "all_addresses", lambda: frozenset(found))
    patch.setattr(addresses.socket, "gethostname", lambda: name)
    known_hosts.forget_addresses()


def opened_at(api: Api, *known: str) -> None:
    """Let the settings name the addresses at which people open the service."""
    made = api.client.application.extensions
    api.deps = replace(api.deps, settings=replace(api.deps.settings, addresses=known))
    made["brade"] = made["brade"]._replace(deps=api.deps)
