"""Connections to the primary that Sentinel names, asked for each new connection."""

from typing import Any

from redis import Connection, SSLConnection
from redis.exceptions import ConnectionError as StoreUnreachable
from redis.exceptions import ReadOnlyError
from redis.sentinel import Sentinel

_ROLE = (b"master", "master")


class PrimaryConnection(Connection):
    """A connection to the present primary. One to a server that became a replica ends at its first refusal."""

    def __init__(self, *, sentinel: Sentinel, service: str, **options: Any) -> None:
        self._sentinel, self._service = sentinel, service
        super().__init__(**options)

    def connect(self) -> None:
        """See `Connection.connect`. Raises `StoreUnreachable` if no primary is known, or it is none any more."""
        if self.is_connected:
            return
        self.host, self.port = self._sentinel.discover_master(self._service)
        super().connect()
        self.send_command("ROLE", check_health=False)
        if self.read_response()[0] not in _ROLE:
            self.disconnect()
            raise StoreUnreachable(f"{self.host}:{self.port} is not the primary any more")

    def read_response(self, *args: Any, **options: Any) -> Any:
        """See `Connection.read_response`."""
        try:
            return super().read_response(*args, **options)
        except ReadOnlyError:
            self.disconnect()
            raise


class SecurePrimaryConnection(PrimaryConnection, SSLConnection):
    """The same over TLS."""


def sentinels_of(addresses: list[tuple[str, int]], seconds: float, **options: Any) -> Sentinel:
    """The sentinels at these addresses. One that does not answer is passed over."""
    return Sentinel(
        addresses, sentinel_kwargs={**options, "socket_connect_timeout": seconds, "socket_timeout": seconds}
    )
