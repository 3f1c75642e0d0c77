"""A way to a service, which a test closes and opens again: what a browser meets while the service is away."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread


class _Server(ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False


class FaultProxy:
    """Hands every byte on to a service. While it is closed, connections are refused, and those that were open ended."""

    def __init__(self, service: str) -> None:
        host, _, port = service.removeprefix("http://").rpartition(":")
        self._service = (host, int(port))
        self._ends: set[socket.socket] = set()
        self._server: _Server | None = None
        self.port = 0

    @property
    def address(self) -> str:
        """The address of the service for a browser."""
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> None:
        """Let connections through, at the same port as before."""
        self._server = _Server(("127.0.0.1", self.port), self._handler())
        self.port = self._server.server_address[1]
        Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        """Let no connection through."""
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None
        for end in list(self._ends):
            _end(end)

    def _handler(self) -> type[BaseRequestHandler]:
        through = self._through

        class Handler(BaseRequestHandler):
            def handle(self) -> None:
                through(self.request)

        return Handler

    def _through(self, browser: socket.socket) -> None:
        with socket.create_connection(self._service) as service:
            self._ends |= {browser, service}
            back = Thread(target=_carry, args=(service, browser), daemon=True)
            back.start()
            _carry(browser, service)
            back.join()
            self._ends -= {browser, service}


def _carry(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(1 << 16):
            target.sendall(data)
    _end(source)
    _end(target)


def _end(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)


@contextmanager
def proxy_to(service: str) -> Iterator[FaultProxy]:
    """An open proxy to a service."""
    proxy = FaultProxy(service)
    proxy.open()
    try:
        yield proxy
    finally:
        proxy.close()
