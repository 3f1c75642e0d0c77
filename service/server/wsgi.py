"""The port of `brade serve --only api`: granian runs the application in threads of its own, without an event loop.

    python -m service.server.wsgi

A request costs less than on the one port ([docs/adr/0001-one-port.md]). There are no live streams, and a proxy bounds
what clients send and how long they take ([docs/server/operating.md]). The application itself keeps the sizes of bodies.
"""

from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask

from service.config import ALONE
from service.processes.heartbeat import Heart
from service.server import web_process
from service.server.header_values import bounded_languages

THREADS = 32
CONNECTIONS = 2048

_END_SECONDS = 5
_LANGUAGES = "HTTP_ACCEPT_LANGUAGE"


class WsgiApp:
    """The WSGI application of one process. The list of languages of a request has a bound, as on the one port."""

    def __init__(self, app: Flask) -> None:
        self._app = app.wsgi_app

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        """Answer one request."""
        if languages := environ.get(_LANGUAGES):
            environ[_LANGUAGES] = bounded_languages(languages.encode("latin-1")).decode("latin-1")
        return self._app(environ, start)


def application() -> WsgiApp:
    """The application of a running service, in a process of granian's."""
    app, _deps, _hub = web_process.begin()
    Heart().go_on()
    return WsgiApp(app)


def main() -> None:
    """Serve at the address of the settings until SIGTERM, in as many processes as the machine has processors."""
    from granian.constants import Interfaces

    web_process.serve(
        "service.server.wsgi:application",
        Interfaces.WSGI,
        ALONE,
        CONNECTIONS,
        threads=THREADS,
        end_seconds=_END_SECONDS,
    )


if __name__ == "__main__":
    main()
