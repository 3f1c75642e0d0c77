"""`brade serve`: one process that starts store, queue, web server and workers, and keeps them running.

With `BRADE_STORE_URL` there is nothing to embed; with `BRADE_WORKERS=0` the workers run elsewhere. Otherwise one worker
pumps and the others, if there are any, do what takes time; a single worker pumps, and slow jobs wait. Whoever dies is
started again. All end when this process does, even if it is killed (`service.child`).
"""

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from types import TracebackType
from typing import IO

from core.errors import BradeError
from service.bootstrap import kept_admin_token
from service.child import PARENT
from service.config import Settings
from service.store.embedded import EmbeddedStore

STORE, QUEUE = "store", "queue"
"""The folders of the embedded store and the embedded queue in the data folder."""

_LOOK_SECONDS = 0.1
_FIRST_PAUSE, _LONGEST_PAUSE, _STEADY = 0.1, 5.0, 30.0
_STOP_SECONDS = 8.0
_START_SECONDS = 60.0


class NotStarted(BradeError):
    """The service could not be started; the message says why and what helps."""

    code = "not-started"


@dataclass
class Child:
    """One process to keep running: its name for people, its module and arguments."""

    name: str
    command: tuple[str, ...]
    process: "subprocess.Popen[bytes] | None" = None
    started: float = 0.0
    pause: float = _FIRST_PAUSE
    due: float = 0.0


class Processes:
    """The service with all that it needs, as a context manager; `say` is told in a line what happens.

    `output` is a file for the logs of web server and workers; without one they go where this process's do.
    """

    def __init__(
        self, settings: Settings, say: Callable[[str], object] = lambda _: None, output: IO[bytes] | None = None
    ) -> None:
        self.settings = settings
        self._output = output
        self.children: list[Child] = []
        self._say = say
        self._stores = ExitStack()
        self._stopping = threading.Event()
        self._keeper: threading.Thread | None = None

    @property
    def url(self) -> str:
        """Where the service is."""
        host = self.settings.host
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
        return f"http://{host}:{self.settings.port}"

    def start(self) -> "Processes":
        """Start everything and return when it answers. Raises `NotStarted`, `StoreNotStarted`."""
        _ensure_free(self.settings)
        try:
            kept_admin_token(self.settings.data)
            environment = self._environment()
            self.children = [Child("the web server", ("service.front",)), *_workers(self.settings.workers)]
            # One thread starts them all and outlives them: on Linux a child ends with the thread that started it.
            self._keeper = threading.Thread(target=self._keep, args=(environment,), name="processes", daemon=True)
            self._keeper.start()
            self._await_answer()
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self) -> None:
        """Stop the web server and the workers, then the store; seconds at most."""
        self._stopping.set()
        if self._keeper:
            self._keeper.join()
        self._stores.close()

    def __enter__(self) -> "Processes":
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def _environment(self) -> dict[str, str]:
        """What the children are told: the addresses of the store and the queue, started here if need be."""
        settings = self.settings
        told = {
            "BRADE_BIND": settings.bind, "BRADE_DATA": str(settings.data), "BRADE_WORKERS": str(settings.workers),
            PARENT: str(os.getpid()),
        }  # fmt: skip
        if settings.admin_token:
            told["BRADE_ADMIN_TOKEN"] = settings.admin_token
        if settings.store_url:
            told["BRADE_STORE_URL"] = settings.store_url
        else:
            folder = settings.data / STORE
            told["BRADE_STORE_URL"] = self._stores.enter_context(EmbeddedStore(folder, durable=True)).url
            told["BRADE_EMBEDDED"] = str(folder)
        told["BRADE_QUEUE_URL"] = settings.queue_url or self._queue()
        return {**os.environ, **told}

    def _queue(self) -> str:
        return self._stores.enter_context(EmbeddedStore(self.settings.data / QUEUE, durable=False)).url

    # ── keeping them running ─────────────────────────────────────────────────────────────────────────────────────────
    def _keep(self, environment: Mapping[str, str]) -> None:
        while not self._stopping.is_set():
            for child in self.children:
                self._look_after(child, environment)
            self._stopping.wait(_LOOK_SECONDS)
        self._end()

    def _look_after(self, child: Child, environment: Mapping[str, str]) -> None:
        now = time.monotonic()
        if child.process and (code := child.process.poll()) is not None:
            lived = now - child.started
            child.pause = _FIRST_PAUSE if lived > _STEADY else min(2 * child.pause, _LONGEST_PAUSE)
            child.process, child.due = None, now + child.pause
            self._say(f"{child.name} ended ({_how(code)}) and is started again")
        if child.process is None and now >= child.due:
            command = [sys.executable, "-m", "service.child", *child.command]
            # A Ctrl-C in the terminal is for this process, which ends the others in order.
            child.process = subprocess.Popen(  # noqa: S603  our own modules
                command, env=dict(environment), start_new_session=True, stdout=self._output, stderr=self._output
            )
            child.started = now

    def _end(self) -> None:
        running = [child.process for child in self.children if child.process]
        for process in running:
            process.terminate()
        deadline = time.monotonic() + _STOP_SECONDS
        for process in running:
            with suppress(subprocess.TimeoutExpired):
                process.wait(max(0.0, deadline - time.monotonic()))
            if process.poll() is None:
                process.kill()
                process.wait()

    def _await_answer(self) -> None:
        deadline = time.monotonic() + _START_SECONDS
        address = (self.url.removeprefix("http://").rpartition(":")[0].strip("[]"), self.settings.port)
        while time.monotonic() < deadline:
            with suppress(OSError), socket.create_connection(address, timeout=1.0):
                return
            time.sleep(_LOOK_SECONDS / 2)
        raise NotStarted(f"the web server did not answer at {self.settings.bind} within {_START_SECONDS:.0f} seconds")


def _workers(number: int) -> list[Child]:
    queues = ["pump", *["jobs"] * (number - 1)][:number]
    return [Child(f"the worker for {queue}", ("workers.process", "--queue", queue)) for queue in queues]


def _ensure_free(settings: Settings) -> None:
    """Raises `NotStarted` if somebody else listens at our address, or if it is none of this machine's."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            reason = f"{settings.bind} is taken or not an address of this machine ({error.strerror})"
            raise NotStarted(f"{reason}: BRADE_BIND names another one, such as 127.0.0.1:8080") from None


def _how(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"
