"""Connections on which nothing is asked: where they grow many, no address may hold more than its share of them.

The server ends a connection that asks nothing for a while; until then it takes up room that others lack. It tells the
application of requests only, so the sockets themselves are looked at.
"""

import os
import socket
import threading
from collections import defaultdict
from collections.abc import Callable, Mapping, Set
from contextlib import suppress
from pathlib import Path

from service.asgi.client_address import share_of
from service.processes import open_files
from service.processes.lasting_threads import LastingThread

Peer = tuple[str, int]
"""The address and port at the other end of a connection."""

MANY = 1000
"""Open descriptors of a process, up to which nothing is looked at; half of those that it may have, if that is less."""

EACH = 64
"""The idle connections that an address keeps where there are many; a sixteenth of the descriptors, if that is less."""

_LOOK_SECONDS = 1.0
_DESCRIPTORS = Path("/dev/fd")


def close_surplus(port: int, busy: Callable[[], Set[Peer]], seen: Mapping[Peer, int], each: int = EACH) -> list[Peer]:
    """Close idle connections to a port of this process beyond `each` of every address; those that are idle come back.

    A connection with a request, whose peer is `busy`, is not idle. The oldest are closed first, by the number under
    which they were `seen` idle before; those never seen before are spared: their request may be on its way.
    """
    idle: dict[str, list[tuple[Peer, int]]] = defaultdict(list)
    for descriptor in descriptors():
        peer = _peer_of(descriptor, port)
        if peer is not None and peer not in busy():
            idle[share_of(peer[0])].append((peer, descriptor))
    for of_address in idle.values():
        old = sorted((pair for pair in of_address if pair[0] in seen), key=lambda pair: seen[pair[0]])
        for peer, descriptor in old[: max(0, len(of_address) - each)]:
            if peer not in busy():
                _shut(descriptor, peer, port)
    return [peer for of_address in idle.values() for peer, _ in of_address]


class IdleConnections:
    """Looks every second, in a thread of its own, whether the descriptors of this process are many."""

    def __init__(self, port: int, busy: Callable[[], Set[Peer]]) -> None:
        self._port, self._busy = port, busy
        self._seen: dict[Peer, int] = {}
        self._over = threading.Event()
        self._thread = LastingThread("idle connections", self._look, self._over)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._over.set()

    def _look(self) -> None:
        look = 0
        while not self._over.wait(_LOOK_SECONDS):
            look, limit = look + 1, open_files.limit()
            many, each = min(MANY, limit // 2), min(EACH, max(1, limit // 16))
            idle = close_surplus(self._port, self._busy, self._seen, each) if len(descriptors()) > many else []
            self._seen = {peer: self._seen.get(peer, look) for peer in idle}


def descriptors() -> list[int]:
    """The open descriptors of this process. Where it has too many to open the list of them, each number is tried."""
    try:
        return [int(entry.name) for entry in _DESCRIPTORS.iterdir()]
    except OSError as error:
        if not open_files.is_scarcity(error):
            raise
    return [number for number in range(open_files.limit()) if _is_open(number)]


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


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


def _peer_of(descriptor: int, port: int) -> Peer | None:
    """As `_peer`, of what a descriptor is now. It takes no other one, of which there may be none."""
    try:
        borrowed = socket.socket(fileno=descriptor)
    except OSError:
        return None
    try:
        return _peer(borrowed, port)
    finally:
        borrowed.detach()


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


def _shut(descriptor: int, peer: Peer, port: int) -> None:
    """End a connection if it is still behind its descriptor."""
    connection = duplicate(descriptor)
    if connection is None and _peer_of(descriptor, port) == peer:  # none is free for another one
        connection = socket.socket(fileno=descriptor)
        try:
            _end(connection)
        finally:
            connection.detach()
    elif connection is not None:
        with connection:
            if _peer(connection, port) == peer:
                _end(connection)


def _end(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
