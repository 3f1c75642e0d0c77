"""The address to serve at: whether it is free, and that it stays ours."""

import errno
import json
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from typing import Any, NamedTuple

from core.errors import BradeError
from service.config import Settings

ANOTHER = "BRADE_PORT names another port, such as 8080 (BRADE_BIND where that is set)"
_ANOTHER_PORT = "BRADE_TLS names another port, such as 8444"
_READY_SECONDS = 5.0
_ANSWER_SECONDS = 2.0


class AddressTaken(BradeError):
    """This address cannot be served now; the message says what helps."""

    code = "address-taken"


class Address(NamedTuple):
    """A host and a port; port 0 is any that is free."""

    host: str
    port: int
    scheme: str = "http"

    @property
    def url(self) -> str:
        """The address for clients on this machine.

        >>> Address("0.0.0.0", 8000).url, Address("::", 80).url
        ('http://127.0.0.1:8000', 'http://[::1]:80')
        >>> Address("192.168.1.17", 8443, "https").url
        'https://192.168.1.17:8443'
        """
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104
        return f"{self.scheme}://{f'[{host}]' if ':' in host else host}:{self.port}"

    @staticmethod
    def is_everywhere(host: str) -> bool:
        """True if a host means all addresses of this machine."""
        return host in ("0.0.0.0", "::")  # noqa: S104

    def answers(self) -> bool:
        """True if brade serves there."""
        connection = HTTPConnection(self.url.removeprefix("http://"), timeout=_ANSWER_SECONDS)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().read().strip() == b'{"status":"ok"}'
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def ready(self) -> dict[str, Any]:
        """The answer of brade there to programs on this machine; empty if it does not answer."""
        connection = HTTPConnection(self.url.removeprefix("http://"), timeout=_READY_SECONDS)
        try:
            connection.request("GET", "/readyz")
            answer = json.loads(connection.getresponse().read())
            return answer if isinstance(answer, dict) else {}
        except (OSError, HTTPException, ValueError):
            return {}
        finally:
            connection.close()

    @contextmanager
    def held(self, *, looks: bool = True) -> Iterator[int]:
        """Keep the address for the processes that we start, also while none of them listens; the port.

        Raises `AddressTaken`. Where the system cannot share an address in this way, it is only looked at. Without
        `looks` a process of ours may serve at a part of it.
        """
        port = self._look() if looks else self.port
        with socket.socket(self._family) as place:
            if sys.platform == "linux":
                # Bound and not listening: it gets no connection, and no other process can bind without sharing.
                place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
                try:
                    place.bind((self.host, port))
                except OSError as error:
                    raise AddressTaken(self._remedy(error)) from None
            yield port

    @classmethod
    def all_of(cls, settings: Settings) -> list["Address"]:
        """The addresses that a service serves at: plain http first, then https if there is."""
        encrypted = [] if settings.tls is None else [cls(settings.host, settings.tls, "https")]
        return [cls(settings.host, settings.port), *encrypted]

    @classmethod
    def for_hall(cls, settings: Settings, host: str) -> "Address":
        """The address at which the service is opened from other machines at a host of this one: https if there is."""
        return cls(host, settings.port) if settings.tls is None else cls(host, settings.tls, "https")

    @property
    def _family(self) -> socket.AddressFamily:
        return socket.AF_INET6 if ":" in self.host else socket.AF_INET

    def _look(self) -> int:
        with socket.socket(self._family) as probe:
            # Connections that just ended do not count; listening sockets do.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((self.host, self.port))
            except OSError as error:
                raise AddressTaken(self._remedy(error)) from None
            return int(probe.getsockname()[1])

    def _remedy(self, error: OSError) -> str:
        place, another = f"{self.host}:{self.port}", _ANOTHER_PORT if self.scheme == "https" else ANOTHER
        if error.errno == errno.EADDRINUSE:
            return f"{place} is taken by another program: stop it, or choose: {another}"
        if error.errno == errno.EACCES:
            return f"{place} is not for ordinary users: {another}"
        return f"{place} is no address of this machine ({error.strerror or error}): {another}"
