"""Connections whose other end is gone without a word, or takes nothing: the system ends them."""

import asyncio
import logging
import socket
from itertools import count

from service.server.idle_connections import descriptors, duplicate

UNANSWERED_SECONDS = 60
"""The time that sent bytes may stay without an answer: four signs of life of a stream."""

SEND_BUFFER = 256 << 10
"""Bytes of answers that the system buffers for a connection that does not take them; by default megabytes of each."""

_LOOKS, _LOOK_SECONDS, _LATER_SECONDS = 40, 0.05, 1.0
_log = logging.getLogger(__name__)


async def end_dead_connections() -> None:
    """Have the system end connections that this process accepts, where the other end is dead or stuck.

    Without it a viewer whose phone left the network keeps a seat for a quarter of an hour. The server takes no such
    options, so they are set on its listening socket as soon as it has one: connections inherit them.
    """
    for look in count(1):
        try:
            if _set_up():
                return
        except OSError as error:  # too many files are open: a moment later there may be fewer
            if look == 1:
                _log.warning("connections whose other end is gone are not ended yet: %s", error)
        await asyncio.sleep(_LOOK_SECONDS if look < _LOOKS else _LATER_SECONDS)


def _set_up() -> bool:
    """True if this process listens on any socket, with these options now."""
    found = False
    for descriptor in descriptors():
        listener = duplicate(descriptor)
        if listener is not None:
            with listener:
                if _listens(listener):
                    _set_options(listener)
                    found = True
    return found


def _listens(one: socket.socket) -> bool:
    return (
        one.family in (socket.AF_INET, socket.AF_INET6)
        and one.type == socket.SOCK_STREAM
        and bool(one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))
    )


def _set_options(listener: socket.socket) -> None:
    """Set those of the options that the system has."""
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    for option, value in (
        ("TCP_KEEPIDLE", UNANSWERED_SECONDS),
        ("TCP_KEEPINTVL", UNANSWERED_SECONDS // 4),
        ("TCP_KEEPCNT", 4),
        ("TCP_USER_TIMEOUT", UNANSWERED_SECONDS * 1000),
    ):
        if hasattr(socket, option):
            listener.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
