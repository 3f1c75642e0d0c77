"""The address at which phones in the hall open this service."""

from urllib.parse import urlsplit

from flask import request

from service.hall.addresses import is_own, lan_addresses
from service.processes.listen_address import Address
from service.web.http.context import deps


def hall_addresses() -> list[str]:
    """The addresses of the service, each with a slash at its end, the best one first; none if phones reach it nowhere.

    A reader who came by an address of the network, or by a name, has found one that works. Behind a proxy there may be
    no other one.
    """
    settings = deps().settings
    if not is_asked_here():
        return [request.host_url]
    if is_own(settings.host) or settings.proxies:
        return []
    known = lan_addresses() if Address.is_everywhere(settings.host) else [settings.host]
    return [f"{Address(each, settings.port).url}/" for each in known]


def is_asked_here() -> bool:
    """True if the reader sits at this machine, as far as the address of this request tells."""
    return is_own(urlsplit(f"//{request.host}").hostname or "")


def invitation_link(invitation: str) -> str:
    """The address of an invitation; browsers do not send the part behind #."""
    return f"{_base()}sign-in#{invitation}"


def table_link(link: str) -> str:
    """The address that a link to a table is opened at."""
    return f"{_base()}t/#{link}"


def _base() -> str:
    return next(iter(hall_addresses()), request.host_url)
