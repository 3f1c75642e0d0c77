"""Connections on which nothing is asked: where they grow many, no address may hold more than its share of them.

The server ends a connection that asks nothing for a while; until then it takes up room that others lack. It tells the
application of requests only, so the sockets themselves are looked at.
"""

import os
import socket
import threading
from collections import defaultdict
from collections.abc import Callable, Set
from pathlib import Path

from service.server.client_address import share_of

Peer = tuple[str, int]
"""The address and port at the other end of a connection."""

MANY = 1000
"""Open descriptors of a process, up to which nothing is looked at."""

EACH = 64
"""The idle connections that an address keeps where there are many."""

_LOOK_SECONDS = 1.0
_DESCRIPTORS = Path("/dev/fd")


def close_surplus(port: int, busy: Set[Peer], each: int = EACH) -> int:
    """Close the idle connections to a port of this process beyond `each` of every address, and say how many there were.

    A connection with a request in `busy` is not idle.
    """
    idle: dict[str, list[socket.socket]] = defaultdict(list)
    kept = []
    try:
        for descriptor in descriptors():
            connection = duplicate(descriptor)
            if connection is None:
                continue
            kept.append(connection)
            peer = _peer(connection, port)
            if peer is not None and peer not in busy:
                idle[share_of(peer[0])].append(connection)
        surplus = [connection for each_address in idle.values() for connection in each_address[each:]]
        for connection in surplus:
            _shut(connection)
        return len(surplus)
    finally:
        for connection in kept:
            connection.close()


class IdleConnections:
    """Looks every second, in a thread of its own, whether the descriptors of this process are many."""

    def __init__(self, port: int, busy: Callable[[], Set[Peer]]) -> None:
        self._port, self._busy = port, busy
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, name="idle connections", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._over.set()

    def _look(self) -> None:
        while not self._over.wait(_LOOK_SECONDS):
            if len(descriptors()) > MANY:
                close_surplus(self._port, self._busy())


def descriptors() -> list[int]:
    """The open descriptors of this process."""
    return [int(entry.name) for entry in _DESCRIPTORS.iterdir()]


def duplicate(descriptor: int) -> socket.socket | None:
    """The socket of a descriptor, under another one: what the first becomes meanwhile does not matter then."""
    try:
        other = os.dup(descriptor)
    except OSError:
        return None
    try:
        return socket.socket(fileno=other)
    except OSError:
        os.close(other)
        return None


def _peer(connection: socket.socket, port: int) -> Peer | None:
    """The other end of a connection to this port; `None` for every other socket."""
    if connection.family not in (socket.AF_INET, socket.AF_INET6):
        return None
    try:
        if connection.getsockname()[1] != port:
            return None
        address: tuple[str, int] = connection.getpeername()[:2]
    except OSError:
        return None
    return address


def _shut(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return
