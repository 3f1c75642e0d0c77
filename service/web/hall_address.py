"""The address at which phones in the hall open this service."""

from urllib.parse import urlsplit

from flask import request

from core.messages import say
from service.hall.addresses import is_own, lan_addresses
from service.hall.known_hosts import EVERYWHERE, STATIC, is_known
from service.processes.listen_address import Address
from service.store import observed_reads
from service.tls.addresses import PHONE_PAGE, encrypted_origin
from service.web.http.context import deps
from service.web.http.problems import Rejected


def hall_addresses() -> list[str]:
    """The addresses of the service, each with a slash at its end, the best one first; none if phones reach it nowhere.

    They follow from the settings and from this machine alone, never from the request: a page, a link and a QR code say
    the same to all readers.
    """
    return observed_reads.followed(_hall_addresses)


def _hall_addresses() -> list[str]:
    settings = deps().settings
    if settings.addresses:
        return [f"{address}/" for address in settings.addresses if not is_own(urlsplit(address).hostname or "")]
    if is_own(settings.host) or settings.proxies:
        return []
    known = lan_addresses() if Address.is_everywhere(settings.host) else [settings.host]
    return [f"{Address.for_hall(settings, each).url}/" for each in known]


def own_origin() -> str:
    """The origin of the service at the host of this request: of https if there is."""
    tls = deps().settings.tls
    return (tls and not request.is_secure and encrypted_origin(request.host, tls)) or request.host_url.rstrip("/")


def phone_page() -> str:
    """The address at which a phone learns to trust https; "" where there is no need of it, or no phone comes there."""
    settings, found = deps().settings, next(iter(hall_addresses()), "")
    if settings.tls is None or not found:
        return ""
    return f"{Address(urlsplit(found).hostname or '', settings.port).url}{PHONE_PAGE}"


def is_asked_here() -> bool:
    """True if the reader sits at this machine, as far as the address of this request tells."""
    return is_own(urlsplit(f"//{request.host}").hostname or "")


def invitation_link(invitation: str) -> str:
    """The address of an invitation; browsers do not send the part behind #."""
    return f"{shared_base()}sign-in#{invitation}"


def table_link(link: str) -> str:
    """The address that a link to a table is opened at."""
    return f"{shared_base()}t/#{link}"


def shared_base() -> str:
    """The address of the service in links that people send to each other, with a slash at its end.

    If phones reach the service nowhere, it is that of this machine.
    """
    settings = deps().settings
    here = settings.addresses[0] if settings.addresses else Address("127.0.0.1", settings.port).url
    return next(iter(hall_addresses()), f"{here}/")


def refuse_unknown_host() -> None:
    """Let a request pass for a host that this service knows. Raises `Rejected`."""
    if request.path in EVERYWHERE or request.path.startswith(STATIC):
        return
    if not is_known(deps().settings, request.headers.get("Host", "")):
        raise Rejected("unknown-host", say("This host is not known here: open {address}", address=shared_base()))
