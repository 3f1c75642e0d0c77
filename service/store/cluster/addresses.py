"""Addresses of a store of several servers: `redis+cluster://…` and `redis+sentinel://…`."""

from typing import Any, NamedTuple
from urllib.parse import unquote

from core.errors import BradeError

CLUSTER, SENTINEL = "cluster", "sentinel"
_SCHEMES = {
    "redis+cluster": (CLUSTER, False),
    "rediss+cluster": (CLUSTER, True),
    "redis+sentinel": (SENTINEL, False),
    "rediss+sentinel": (SENTINEL, True),
}
PREFIXES = tuple(f"{scheme}://" for scheme in _SCHEMES)
_PORTS = {CLUSTER: 6379, SENTINEL: 26379}


class Address(NamedTuple):
    """The host and port of a server."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


class BadAddress(BradeError):
    """The address of a store cannot be read."""

    code = "bad-address"


class StoreAddress(NamedTuple):
    """The servers of a store: some of a cluster's, or sentinels that know the primary of a `service`.

    `user` and `password` are those of the store's servers, and of the sentinels.
    """

    kind: str
    secure: bool
    servers: tuple[Address, ...]
    user: str | None
    password: str | None
    service: str = ""
    database: int = 0

    @property
    def options(self) -> dict[str, Any]:
        """Options of a connection to each server."""
        return {"username": self.user, "password": self.password}


def is_distributed(url: str) -> bool:
    """True for the address of a cluster, and of a store that Sentinel watches."""
    return url.startswith(PREFIXES)


def parse(url: str) -> StoreAddress:
    """The servers of an address. Raises `BadAddress`.

    >>> parse("redis+cluster://:secret@one:7000,two:7001").servers
    (Address(host='one', port=7000), Address(host='two', port=7001))
    >>> parse("redis+sentinel://one,two/brade").service
    'brade'
    """
    scheme, _, rest = url.partition("://")
    if scheme not in _SCHEMES:
        raise BadAddress(f"{scheme}:// is no store's address")
    kind, secure = _SCHEMES[scheme]
    authority, _, path = rest.partition("/")
    credentials, at, hosts = authority.rpartition("@")
    user, _, password = credentials.partition(":")
    service, _, number = path.strip("/").partition("/")
    if kind == CLUSTER and (service or number):
        raise BadAddress("a cluster has no databases: end its address with the servers")
    if kind == SENTINEL and (not service or (number and not number.isdecimal())):
        raise BadAddress("the address of sentinels names what they watch: redis+sentinel://one,two,three/brade")
    servers = tuple(_server(part, _PORTS[kind]) for part in hosts.split(","))
    return StoreAddress(
        kind,
        secure,
        servers,
        unquote(user) or None if at else None,
        unquote(password) or None if at else None,
        service,
        int(number or 0),
    )


def _server(text: str, port: int) -> Address:
    host, colon, number = text.rpartition(":")
    if colon and not number.endswith("]"):
        if not host or not number.isdecimal() or not 0 < int(number) < 65536:
            raise BadAddress(f"{text} is no server's address; it looks like host:6379")
        return Address(host.strip("[]"), int(number))
    if not text:
        raise BadAddress("an address between two commas is empty")
    return Address(text.strip("[]"), port)
