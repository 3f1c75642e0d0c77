"""One message to one address: a connection to the address that was checked, in bounded time, with a bounded answer.

The name is looked up once, and the connection is made to that result: a second answer of the DNS has no effect. The
certificate is checked against the name. No redirect is followed, and no proxy of the environment is used.
"""

import socket
import ssl
import threading
from collections.abc import Callable, Mapping, Set
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLate
from http.client import HTTPConnection, HTTPException
from typing import NamedTuple

from core.messages import say
from service.webhooks.addresses import PORTS, NotAllowedAddress, Target, resolve, target

SECONDS = 10.0
"""The time of one try: the look-up, the connection, the request and the head of the answer."""
_LOOK_UP_SECONDS = 4.0
_ANSWER_BYTES = 4096

Resolve = Callable[..., str]


class Outcome(NamedTuple):
    """The outcome of one try: the status of the answer, or the reason why there was none, a message.

    `unreachable`: the address did not answer at all.
    """

    status: int | None
    error: str = ""
    unreachable: bool = False

    @property
    def is_delivered(self) -> bool:
        """True if the receiver took the message."""
        return self.status is not None and 200 <= self.status < 300


def send(
    url: str,
    headers: Mapping[str, str],
    body: bytes,
    *,
    loopback: bool,
    ports: Set[int] = PORTS,
    resolve_host: Resolve = resolve,
    seconds: float = SECONDS,
) -> Outcome:
    """POST a body to an address, once."""
    try:
        goal = target(url, loopback=loopback, ports=ports)
        address = _in_time(lambda: resolve_host(goal.host, goal.port, loopback=loopback), _LOOK_UP_SECONDS)
        status = _post(goal, address, headers, body, seconds)
    except NotAllowedAddress as error:
        return Outcome(None, say("the address is not allowed: {why}", why=error.args[0]), unreachable=True)
    except ssl.SSLCertVerificationError as error:
        why = error.verify_message or "?"
        return Outcome(None, say("the certificate is not valid: {why}", why=why), unreachable=True)
    except (TimeoutError, TooLate):
        return Outcome(None, say("no answer within {seconds} seconds", seconds=int(seconds)), unreachable=True)
    except socket.gaierror:
        return Outcome(None, say("the name of the host is not known"), unreachable=True)
    except HTTPException:
        return Outcome(None, say("the answer is no HTTP"))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        return Outcome(None, say("no connection: {why}", why=why), unreachable=True)
    return Outcome(status, "" if 200 <= status < 300 else _refusal(status))


def _refusal(status: int) -> str:
    if 300 <= status < 400:
        return say("the answer is a redirect ({status}), which is not followed", status=status)
    return say("the answer is {status}", status=status)


def _post(goal: Target, address: str, headers: Mapping[str, str], body: bytes, seconds: float) -> int:
    """The status of the answer. Raises `OSError`, `HTTPException`."""
    connection = _Pinned(goal, address, seconds)
    # The time-out of a socket holds for each read. An answer that comes byte by byte would have no end.
    watch = threading.Timer(seconds, connection.break_off)
    watch.daemon = True
    watch.start()
    try:
        connection.request("POST", goal.path, body, {"Host": goal.host_header, **headers})
        answer = connection.getresponse()
        if connection.is_broken_off:  # its head has no end
            raise TimeoutError
        answer.read(_ANSWER_BYTES)
        return answer.status
    except (OSError, HTTPException, ValueError):
        if connection.is_broken_off:
            raise TimeoutError from None
        raise
    finally:
        watch.cancel()
        connection.close()


class _Pinned(HTTPConnection):
    """A connection to an IP address that was checked, under the name of the host."""

    def __init__(self, goal: Target, address: str, seconds: float) -> None:
        super().__init__(goal.host, goal.port, timeout=seconds)
        self._goal, self._address, self._seconds = goal, address, seconds
        self.is_broken_off = False

    def connect(self) -> None:
        """Connect to the address, and not to what the name means by now."""
        self.sock = socket.create_connection((self._address, self._goal.port), self._seconds)
        if self._goal.is_encrypted:
            encrypted = ssl.create_default_context().wrap_socket(
                self.sock, server_hostname=self._goal.host, do_handshake_on_connect=False
            )
            self.sock = encrypted  # before the handshake, so that it can be broken off
            encrypted.do_handshake()

    def break_off(self) -> None:
        """End the connection, whatever is on its way."""
        self.is_broken_off = True
        if (connected := self.sock) is not None:
            try:
                connected.shutdown(socket.SHUT_RDWR)
            except OSError:
                connected.close()


def _in_time(look_up: Callable[[], str], seconds: float) -> str:
    """The result of a function that waits for the DNS. Raises what it raises, and `TimeoutError`."""
    result: Future[str] = Future()

    def run() -> None:
        try:
            result.set_result(look_up())
        except BaseException as error:  # noqa: BLE001 - raised where it is waited for
            result.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return result.result(seconds)
