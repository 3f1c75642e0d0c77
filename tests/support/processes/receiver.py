"""A receiver of webhooks on this machine: it keeps what it was sent, and answers as a test says."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook


@dataclass
class Sent:
    """A message that was received."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    def verified(self, secret: str) -> Any:
        """The content, once the library that others use has verified it."""
        return Webhook(secret).verify(self.body, dict(self.headers))


@dataclass
class Receiver:
    """`answers` are the statuses of the next answers; after them it takes everything."""

    server: ThreadingHTTPServer
    sent: list[Sent] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    location: str = ""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/news?of=vasa"


@contextmanager
def receiving() -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.sent.append(Sent(self.path, headers, body))
            self.send_response(receiver.answers.pop(0) if receiver.answers else 204)
            if receiver.location:
                self.send_header("Location", receiver.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Nothing is logged."""

    receiver = Receiver(ThreadingHTTPServer(("127.0.0.1", 0), Handler))
    thread = threading.Thread(target=receiver.server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.server.shutdown()
        receiver.server.server_close()
        thread.join()
