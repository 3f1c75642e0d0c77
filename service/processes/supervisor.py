"""`brade serve`: one process that starts store, queue, web server and workers, and keeps them running.

With `BRADE_STORE_URL` there is nothing to embed; with `BRADE_WORKERS=0` the workers run elsewhere. Otherwise one worker
pumps and the others, if there are any, run slow jobs; a single worker pumps, and slow jobs wait. A process that dies or
hangs is started again (`service.processes.child_process`). All end when this process does, even if it is killed
(`service.processes.parent_watch`).
"""

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import replace
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import IO

from redis.exceptions import BusyLoadingError, RedisError

from core.errors import BradeError
from service.auth import setup_key
from service.backups.background_proof import proved_in_background
from service.bootstrap import ensure_data_folder, make_secrets
from service.checkpoint.checkpointer import keep_checkpoint
from service.config import API, LIVE, MEASUREMENTS, Settings
from service.hall.addresses import is_own
from service.hall.switch import SWITCHED, HallSwitch
from service.private_files import private_folder
from service.processes import open_files
from service.processes.certificate_watch import CertificateWatch
from service.processes.child_process import LOOK_SECONDS, ChildProcess, ProcessMonitor
from service.processes.fork_server import ForkServer
from service.processes.hall_watch import HallWatch, open_sentence
from service.processes.listen_address import ANOTHER, Address, AddressTaken
from service.processes.parent_watch import PARENT
from service.store.archive.places import keep_folder
from service.store.connect import check_server, connect, ensure_kept
from service.store.maintenance import copies
from service.store.maintenance.store_format import upgrade
from service.store.server import running_server
from service.store.server.embedded_server import EmbeddedStore
from service.store.server.health_check import Loading
from service.tls.addresses import ENCRYPTED
from service.tls.files import CertificateFiles

STORE, QUEUE = "store", "queue"
"""The folders of the embedded store and the embedded queue in the data folder."""

_ROOT = str(Path(__file__).parents[2])
_METRICS = "metrics"
_NO_ADDRESSES = (
    "a proxy stands before the service (BRADE_PROXIES), and BRADE_ADDRESSES names no address of it: set it to what"
    " people open, such as https://brade.example, or they are answered with 421"
)
_START_SECONDS = 60.0
_READY_SECONDS = 15.0
_STORE_SECONDS = 10.0
_TELL_SECONDS = 1.0
_TRIES = 3


class NotStarted(BradeError):
    """The service could not be started; the message says why and what helps."""

    code = "not-started"


class Supervisor:
    """The service with all that it needs, as a context manager; `say` is told in a line what happens.

    `output` is a file for the logs of web server and workers; without one they go where this process's do. With port 0
    in the settings a free one is taken, which `url` tells. Where the store has no club, `setup_key` opens the page that
    founds the first one. Web server and workers are forked by `forks`, if it is given.
    """

    def __init__(
        self,
        settings: Settings,
        say: Callable[[str], object] = lambda _: None,
        output: IO[bytes] | None = None,
        forks: ForkServer | None = None,
    ) -> None:
        self._forks = forks
        self.settings = settings
        self._output = output
        self.children: list[ChildProcess] = []
        self._say = say
        self._held = ExitStack()
        self._stopping = threading.Event()
        self._monitor: ProcessMonitor | None = None
        self._watches: list[threading.Thread] = []
        self._switch = None if settings.bind_chosen or settings.only else HallSwitch(settings.data)
        self.setup_key: str | None = None

    @property
    def url(self) -> str:
        """The address of the service, for clients on this machine; https only where it is served to others alone."""
        host = self.settings.host
        if is_own(host) or Address.is_everywhere(host):
            return Address(host, self.settings.port).url
        return Address.for_hall(self.settings, host).url

    @property
    def hall_sentence(self) -> str:
        """The addresses for the hall; "" while this machine alone is served, and for a part behind a proxy."""
        return "" if self.settings.only else open_sentence(self.settings)

    def start(self) -> "Supervisor":
        """Start everything and return when it answers.

        Raises `NotStarted`, `AddressTaken`, `BadSetting`, `StoreNotStarted`, `StoreTooOld`, `StoreTooNew`,
        `StoreVolatile`, each a sentence with what helps.
        """
        open_files.raise_limit()
        if too_few := open_files.limit_warning():
            self._say(too_few)
        try:
            if self._switch:
                self.settings = replace(self.settings, host=self._switch.host())
            place = self._held.enter_context(ExitStack())
            self.settings = replace(self.settings, port=self._port(place))
            if self.settings.tls is not None:
                encrypted = Address.for_hall(self.settings, self.settings.host)
                self.settings = replace(self.settings, tls=place.enter_context(encrypted.held()))
            if self.settings.proxies and not self.settings.addresses:
                self._say(_NO_ADDRESSES)
            ensure_data_folder(self.settings.data)
            make_secrets(self.settings)
            if self.settings.tls is not None:
                CertificateFiles(self.settings.data).renew(self.settings.host)
            environment = self._environment()
            webs = _webs(self.settings)
            self.children = [*webs, *_workers(self.settings.workers), *_copies(self.settings.copies)]
            self._monitor = ProcessMonitor(
                self.children, environment, self._stopping, self._say, self._output, self._forks
            )
            self._monitor.start()
            for web, address in zip(webs, Address.all_of(self.settings), strict=True):
                self._await_answer(web, address)
            self._await_ready()
            self._watch(webs, place)
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self) -> None:
        """Stop the web server and the workers, then the store; seconds at most."""
        self._stopping.set()
        for watch in self._watches:
            watch.join()
        if self._monitor:
            self._monitor.join()
        self._held.close()

    def __enter__(self) -> "Supervisor":
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def _watch(self, webs: list[ChildProcess], place: ExitStack) -> None:
        """Follow what changes while it serves: the switch to the hall, the machine's addresses."""
        settings, ending, say = self.settings, self._stopping, self._say
        if self._switch:
            self._watches.append(HallWatch(self._switch, settings, webs, place, ending, say))
        if settings.tls is not None:
            files = CertificateFiles(settings.data)
            self._watches.append(CertificateWatch(files, settings.host, webs[-1], ending, say))
        for watch in self._watches:
            watch.start()

    def _port(self, place: ExitStack) -> int:
        """The port that is ours from now on. Raises `AddressTaken`, which tells a brade that serves there already."""
        address = Address(self.settings.host, self.settings.port)
        try:
            return place.enter_context(address.held())
        except AddressTaken:
            if not address.answers():
                raise
        sentence, data = f"brade already runs here: {address.url}", self.settings.data
        if self.settings.store_url is None:
            same = running_server.address(data / STORE) is not None
            sentence += f", with the same data ({data})" if same else f", with other data than {data}"
        raise AddressTaken(f"{sentence}. To run another one beside it, {ANOTHER}, and BRADE_DATA another folder")

    def _environment(self) -> dict[str, str]:
        """Settings of the children: the addresses of the store and the queue, started here if need be."""
        settings = self.settings
        environment = {
            "BRADE_BIND": settings.bind,
            "BRADE_PORT": "",
            "BRADE_DATA": str(settings.data),
            "BRADE_WORKERS": str(settings.workers),
            "BRADE_PROXIES": str(settings.proxies),
            "BRADE_ADDRESSES": ",".join(settings.addresses),
            PARENT: str(os.getpid()),
            # Found where we were found, whatever lies in the folder in which the command was given.
            "PYTHONPATH": os.pathsep.join(filter(None, (_ROOT, os.environ.get("PYTHONPATH")))),
        }
        environment[SWITCHED] = "1" if self._switch else ""
        environment["BRADE_TLS"] = str(settings.tls or "")
        environment[ENCRYPTED] = ""
        environment["BRADE_ONLY"] = settings.only
        environment["BRADE_COPIES"] = str(settings.replicas)
        environment["BRADE_COPIES_LOST"] = "refuse" if settings.replicas_strict else "go-on"
        if settings.admin_token:
            environment["BRADE_ADMIN_TOKEN"] = settings.admin_token
        if settings.store_url:
            self._look_at(settings.store_url)
            environment["BRADE_STORE_URL"] = settings.store_url
        else:
            folder = settings.data / STORE
            environment["BRADE_STORE_URL"] = self._held.enter_context(EmbeddedStore(folder, True, say=self._say)).url
            environment["BRADE_EMBEDDED"] = str(folder)
        if settings.copies:
            environment["BRADE_COPY_TO"] = os.pathsep.join(map(str, settings.copies))
        with connect(environment["BRADE_STORE_URL"]) as client:
            upgrade(client, self._say, settings.shards)
            keep_folder(client, settings.data)
            if settings.only != LIVE:  # the first page is none of its addresses
                self.setup_key = setup_key.prepare(client, settings.data)
            copies.forget_ended(client)
        kept = self._held.enter_context(keep_checkpoint(environment["BRADE_STORE_URL"], settings, self._say))
        if kept:  # else another process proves them
            self._held.enter_context(proved_in_background(environment["BRADE_STORE_URL"], self._say))
        environment |= kept
        environment["BRADE_QUEUE_URL"] = settings.queue_url or settings.store_url or self._queue()
        if settings.only:  # several parts share a data folder, and each has measurements of its own
            environment[MEASUREMENTS] = self._held.enter_context(TemporaryDirectory(prefix="brade-"))
        elif settings.several:
            shutil.rmtree(settings.data / _METRICS, ignore_errors=True)
            private_folder(settings.data / _METRICS)
            environment[MEASUREMENTS] = str(settings.data / _METRICS)
        return {**os.environ, **environment}

    def _queue(self) -> str:
        return self._held.enter_context(EmbeddedStore(self.settings.data / QUEUE, False, "the queue")).url

    def _look_at(self, url: str) -> None:
        """Wait for an external store, and say what may lose facts there. One that reads its file may take its time."""
        began, notified, place = time.monotonic(), False, url.rpartition("@")[2]
        loading = Loading(f"the store at {place} (BRADE_STORE_URL)", self._say)
        with connect(url) as client:
            while True:
                try:
                    warnings = check_server(client)
                    ensure_kept(client, volatile=self.settings.volatile)
                    break
                except RedisError as error:
                    reads = isinstance(error, BusyLoadingError)
                    if reads and loading.goes_on(client):
                        began = time.monotonic()
                    waited = time.monotonic() - began
                    if waited > _TELL_SECONDS and not notified:
                        notified = True
                        self._say(f"waiting for the store at {place} (BRADE_STORE_URL): {error}")
                    if waited > (_START_SECONDS if reads else _STORE_SECONDS):
                        raise NotStarted(f"the store at {place} (BRADE_STORE_URL) does not answer: {error}") from None
                    time.sleep(LOOK_SECONDS)
        for warning in warnings:
            self._say(warning)

    # ── until it serves ──────────────────────────────────────────────────────────────────────────────────────────────
    def _await_answer(self, web: ChildProcess, address: Address) -> None:
        deadline = time.monotonic() + _START_SECONDS
        while self._asked(address, "/healthz", 1.0) is None:
            if web.starts > _TRIES:
                raise NotStarted(f"{web.name} was started {_TRIES} times and did not answer; the words above tell why")
            if time.monotonic() > deadline:
                raise NotStarted(f"{web.name} did not answer at {address.url} within {_START_SECONDS:.0f} seconds")
            time.sleep(LOOK_SECONDS)

    def _await_ready(self) -> None:
        """Wait a little for the workers too; a service without them takes facts, and judges them later."""
        if not self.settings.workers:
            return
        deadline, address = time.monotonic() + _READY_SECONDS, Address(self.settings.host, self.settings.port)
        while self._asked(address, "/readyz", 5.0) != 200:
            if time.monotonic() > deadline:
                self._say(f"it serves, but not everything is ready: {address.url}/readyz tells what")
                return
            time.sleep(LOOK_SECONDS)

    def _asked(self, address: Address, path: str, seconds: float) -> int | None:
        """The status with which the service answers; `None` while it does not, or another certificate is shown."""
        place = address.url.partition("://")[2]
        if address.scheme == "https":
            trusting = CertificateFiles(self.settings.data).client_context()
            connection: HTTPConnection = HTTPSConnection(place, timeout=seconds, context=trusting)
        else:
            connection = HTTPConnection(place, timeout=seconds)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        except (OSError, HTTPException):
            return None
        finally:
            connection.close()


def _webs(settings: Settings) -> list[ChildProcess]:
    """The web servers: of plain http, and of https if there is; of requests alone, if only these are served."""
    if settings.only == API:
        return [ChildProcess("the web server", ("service.server.wsgi",))]
    plain = ChildProcess("the web server", ("service.server.asgi",))
    if settings.tls is None:
        return [plain]
    return [plain, ChildProcess("the web server of https", ("service.server.asgi",), settings={ENCRYPTED: "1"})]


def _workers(number: int) -> list[ChildProcess]:
    queues = ["pump", *["jobs"] * (number - 1)][:number]
    return [ChildProcess(f"the worker for {queue}", ("workers.worker", "--queue", queue)) for queue in queues]


def _copies(folders: Iterable[Path]) -> list[ChildProcess]:
    """A process for each copy: a folder that keeps one waiting keeps no other. It copies what the others wrote last."""
    return [
        ChildProcess(f"the copy to {folder}", ("service.processes.copy_process", str(folder)), last=True)
        for folder in folders
    ]
