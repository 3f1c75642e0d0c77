"""A program that is not brade, at an address that brade wants."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer


class _Quiet(BaseHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def other_program() -> Iterator[int]:
    """The port of a web server that refuses every request."""
    with HTTPServer(("127.0.0.1", 0), _Quiet) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()
