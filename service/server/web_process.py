"""Web processes of granian's: what each of them begins with, and the server that starts them."""

import gc
import multiprocessing
import os
import signal
import sys
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

from flask import Flask

from service import private_files, tracing, version
from service.bootstrap import Dependencies
from service.config import Settings, from_environment
from service.live.hub import Hub
from service.processes import open_files
from service.processes.heartbeat import Heart
from service.processes.parent_watch import end_with
from service.tls.addresses import ENCRYPTED
from service.tls.files import CertificateFiles

if TYPE_CHECKING:
    from granian.constants import Interfaces

_IDLE_MILLISECONDS = 15_000
_HEAD_BUFFER = 64 << 10
_LOADED_SECONDS = 5.0
"""After so long a page that was asked for before is loaded, and its stream has begun."""


def begin() -> tuple[Flask, Dependencies, Hub]:
    """The application of a running service, its dependencies and its hub, in a process of granian's."""
    from service.app import create_app
    from service.bootstrap import build_dependencies, read_secrets
    from service.handlers.forgetting import Forgetter
    from service.store.maintenance.store_format import ensure_ours_if_there

    parent = multiprocessing.parent_process()
    if parent and parent.pid:
        end_with(parent.pid)
    deps = build_dependencies(_settings())
    read_secrets(deps.settings)
    ensure_ours_if_there(deps.client, deps.settings.shards)
    tracing.start("web", version.number(), os.environ)
    hub = Hub(deps.client)
    app = create_app(deps, hub)
    made = app.extensions["brade"].made

    def forget() -> None:
        made.clear()
        hub.say_names_forgotten()
        later = threading.Timer(_LOADED_SECONDS, hub.say_names_forgotten)  # for pages that were loading
        later.daemon = True
        later.start()

    Forgetter(deps, threading.Event(), forget).start()
    seldom_look_for_garbage()
    return app, deps, hub


def serve(
    application: str,
    interface: "Interfaces",
    processes: int,
    connections: int,
    *,
    threads: int | None = None,
    end_seconds: int = 4,
) -> None:
    """Serve an application at the address of the settings until SIGTERM.

    The server has so many processes, each with so many connections, and `threads` where it runs the application itself.
    A process that has not ended after `end_seconds` is killed.
    """
    from granian import Granian
    from granian.constants import HTTPModes, Loops, SSLProtocols
    from granian.http import HTTP1Settings
    from granian.log import LogLevels

    private_files.restrict()
    gc.set_threshold(20_000, 10, 10)  # the processes that are forked load modules, which make next to no garbage
    settings = _settings()
    open_files.raise_limit()
    os.register_at_fork(after_in_child=_end_at_once)
    certificate = CertificateFiles(settings.data).server if settings.encrypted else None
    server = Granian(
        application,
        factory=True,
        address=settings.host,
        port=settings.own_port,
        ssl_cert=certificate,
        ssl_key=certificate,
        ssl_protocol_min=SSLProtocols.tls12,
        interface=interface,
        loop=Loops.asyncio,
        workers=processes,
        blocking_threads=threads,
        # HTTP/2 is for the proxy, which bounds its streams: here a connection has one request at a time, over TLS too.
        http=HTTPModes.http1,
        # A connection that sends no whole head for so long, a new one or one that had an answer, ends.
        http1_settings=HTTP1Settings(header_read_timeout=_IDLE_MILLISECONDS, max_buffer_size=_HEAD_BUFFER),
        backpressure=connections,
        backlog=4096,
        websockets=False,
        workers_kill_timeout=end_seconds,
        # One that dies ends no viewer of the others; where they die again and again, all end and are started again.
        respawn_failed_workers=True,
        # Its one warning here would be a false alarm: of two threads that await the end of a process one sees it late.
        log_level=LogLevels.error,
        process_name=f"brade {application.partition(':')[0]}" if sys.platform == "linux" else None,
    )
    # This process too, which starts the workers: without it one that ends is never replaced.
    server.on_startup(Heart().go_on)
    server.serve()


def _end_at_once() -> None:
    """For a process just forked: until it has handlers of its own, a request to end ends it.

    The handlers of the parent process would only set a flag that is never read here.
    """
    for signals in (signal.SIGTERM, signal.SIGINT):
        signal.signal(signals, signal.SIG_DFL)


def seldom_look_for_garbage() -> None:
    """Leave existing objects out of the search for unreachable cycles, and search the rest less often.

    Among the objects of two thousand viewers a whole search blocks all requests for a tenth of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


def _settings() -> Settings:
    return replace(from_environment(), encrypted=bool(os.environ.get(ENCRYPTED)))
