"""Plain http beside https: this machine is served as ever, others get the page by which a phone comes to trust https.

Whatever else they ask for is at the same path of https. What they send is refused, since it came unprotected.
"""

from ipaddress import ip_address

from core.messages import say
from service.asgi.types import Message, Send
from service.config import Settings
from service.hall.known_hosts import is_known
from service.server.header_values import values
from service.server.problems import RequestRefused
from service.tls.addresses import CERTIFICATE, PHONE_PAGE, encrypted_origin

_SERVED = (PHONE_PAGE, CERTIFICATE, "/healthz", "/readyz")
_STATIC = "/static/"


class PlainHttp:
    """The rule of plain http where https is served at a port."""

    def __init__(self, settings: Settings, tls: int) -> None:
        self._settings, self._tls = settings, tls

    def location(self, scope: Message) -> str | None:
        """The address at which a request is answered; `None` if that is here. Raises `RequestRefused`."""
        path = scope["path"]
        if _is_loopback(scope["client"][0]):
            return None
        if scope["method"] not in ("GET", "HEAD"):
            raise RequestRefused(
                "https-required", say("This is plain http: send it to the address of https."), close=True
            )
        if path in _SERVED or path.startswith(_STATIC):
            return None
        host = b"".join(values(scope, b"host")).decode("latin-1")
        if not is_known(self._settings, host):
            raise RequestRefused("unknown-host", say("This host is not known here."), close=True)
        origin = encrypted_origin(host, self._tls)
        if path == "/" or origin is None:
            return PHONE_PAGE
        query = scope["query_string"]
        return f"{origin}{scope['raw_path'].decode('latin-1')}{'?' if query else ''}{query.decode('latin-1')}"


async def send_redirect(send: Send, location: str) -> None:
    """Send a client to another address, for this time; the connection ends, since no body is read."""
    headers = [
        (b"location", location.encode("latin-1")),
        (b"content-length", b"0"),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 307, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def _is_loopback(host: str) -> bool:
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback
