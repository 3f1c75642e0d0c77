"""The process from which the others are forked: the code that they share is loaded once, and is in memory once.

    python -m service.processes.fork_server 7 [--several]

Linux alone. Elsewhere a process that is forked and becomes no other program is not safe, and each loads its own.

An order is one message with the files for standard output and standard error. The answer is the id of the new process.
The end of each is told unasked. It ends with the process that started it, and all that it forked end with it.
"""

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Any, NoReturn

from service.config import MEASUREMENTS, Settings
from service.processes.heartbeat import BEAT_SECONDS, Heart
from service.processes.parent_watch import end_with

IS_USED = sys.platform == "linux"

ROLES = ("service.server.asgi", "service.server.wsgi", "workers.worker", "service.processes.copy_process")
"""The modules of which a process can be forked. Each has a `main`, which reads its command line."""

LOADED = (*ROLES, "granian._loops", "service.app", "service.processes.supervisor", "workers.pump", "workers.sweeper")
"""These modules and those that they load when they run: all are there before the first fork."""

_MODULE = "service.processes.fork_server"
_ROOT = str(Path(__file__).parents[2])
_ORDER_BYTES = 1 << 20
_ANSWER_SECONDS = 60.0
_LOOK_SECONDS = 0.005
_FIRST_OWN = 3
_KILLED = -int(signal.SIGKILL)
_ASKED_TO_END = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class ForkedProcess:
    """A process that the fork server started, with the interface of `subprocess.Popen`."""

    def __init__(self, server: "ForkServer", pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._server = server

    def poll(self) -> int | None:
        """See `Popen.poll`."""
        if self.returncode is None:
            self.returncode = self._server.exit_code(self.pid)
        return self.returncode

    def send_signal(self, how: int) -> None:
        """See `Popen.send_signal`."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, how)

    def terminate(self) -> None:
        """See `Popen.terminate`."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """See `Popen.kill`."""
        self.send_signal(signal.SIGKILL)

    def wait(self, timeout: float = _ANSWER_SECONDS) -> int:
        """See `Popen.wait`."""
        deadline = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
            time.sleep(_LOOK_SECONDS)
        return code


class ForkServer:
    """The fork server as its client sees it; any thread may use it. One that ended is started again at the next need.

    `several`: what the web processes count is added up, for which they count in files.
    """

    def __init__(self, *, several: bool = False) -> None:
        self._several = several
        self._lock = threading.Lock()
        self._place: socket.socket | None = None
        self._ended: dict[int, int] = {}
        self._running: set[int] = set()
        self._process: subprocess.Popen[bytes] | None = None
        self.pid: int | None = None

    def begin(self) -> "ForkServer":
        """Load the code into this process and fork the server from it, so that both have it in memory once.

        For a process that has no other threads yet.
        """
        load(several=self._several)
        ours, theirs = _pair()
        held = signal.pthread_sigmask(signal.SIG_BLOCK, _ASKED_TO_END)
        try:
            if (pid := os.fork()) == 0:
                _serve_forever(theirs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, held)
        theirs.close()
        self._place, self.pid = ours, pid
        return self

    def start(self, command: Sequence[str], environment: Mapping[str, str], output: IO[bytes] | None) -> ForkedProcess:
        """A process that runs the `main` of one of the `ROLES` with arguments; it leads a session of its own."""
        order = {"command": list(command), "environment": dict(environment)}
        files = [output.fileno()] * 2 if output else [1, 2]
        with self._lock:
            place = self._place or self._spawn()
            try:
                socket.send_fds(place, [json.dumps(order).encode()], files)
                while not isinstance(pid := self._read(place), int):
                    pass
            except OSError:  # it ended, or does not answer
                self._forget()
                raise
            if not pid:
                raise BlockingIOError("the system starts no further process")
            self._running.add(pid)
            self._ended.pop(pid, None)  # of an earlier process with this number
        return ForkedProcess(self, pid)

    def exit_code(self, pid: int) -> int | None:
        """The exit code of a process that it started; `None` while that runs."""
        with self._lock:
            place = self._place
            try:
                while pid in self._running and place and _has_message(place):
                    self._read(place)
            except OSError:
                self._forget()
            return self._ended.get(pid)

    def close(self) -> None:
        """End the server, and all that still runs of what it started."""
        with self._lock:
            self._forget()

    def _read(self, place: socket.socket) -> int | None:
        """The next message: the id of a process that was started, or `None` if it tells of an end. Raises `OSError`."""
        message = place.recv(_ORDER_BYTES)
        if not message:
            raise ConnectionResetError("the process that starts the others has ended")
        values: dict[str, int] = json.loads(message)
        if "ended" in values:
            self._ended[values["ended"]] = values["code"]
            self._running.discard(values["ended"])
            return None
        return values["started"]

    def _spawn(self) -> socket.socket:
        ours, theirs = _pair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603  our own module
                [sys.executable, "-P", "-m", _MODULE, str(theirs.fileno()), *(["--several"] * self._several)],
                env={
                    **os.environ,
                    "PYTHONPATH": os.pathsep.join(filter(None, (_ROOT, os.environ.get("PYTHONPATH")))),
                },
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        self._place, self.pid = ours, self._process.pid
        return ours

    def _forget(self) -> None:
        """Count the server as ended, and what it started, too: that ends with it."""
        if self._place is None or self.pid is None:
            return
        self._place.close()
        self._place = None
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        if self._process:
            self._process.wait()
        else:
            with suppress(ChildProcessError):
                os.waitpid(self.pid, 0)
        self._process = self.pid = None
        self._ended |= dict.fromkeys(self._running, _KILLED)
        self._running.clear()


def begun(settings: Settings) -> ForkServer | None:
    """The fork server of a service; `None` where there is none.

    It shares what it has loaded with this process, unless that has other threads, which a fork would tear apart.
    """
    if not IS_USED:
        return None
    server = ForkServer(several=settings.several)
    return server if threading.active_count() > 1 else server.begin()


def load(*, several: bool = False) -> None:
    """Load what the forked processes run, and leave it out of every later search for garbage.

    What is loaded stays. To search it over and over costs a fifth of a start, and writes to memory that is shared.
    """
    gc.disable()
    if several:
        os.environ.setdefault(MEASUREMENTS, "")  # the library chooses when it is loaded if it counts in files
    with _without("rich"), _without("opentelemetry"):
        import_module("structlog")  # which would load rich for a log that people read
        import_module("redis")  # which would load OpenTelemetry for measurements of its own
    for each in LOADED:
        import_module(each)
    import_module("service.web.pages.base").areas()
    import_module("service.app").prepare()
    if not os.environ.get(MEASUREMENTS):
        os.environ.pop(MEASUREMENTS, None)
    gc.enable()
    gc.set_threshold(20_000, 10, 10)
    gc.freeze()


@contextmanager
def _without(package: str) -> Iterator[None]:
    """In the block the package counts as not installed, if it is not there already."""
    if package in sys.modules:
        yield
        return
    sys.modules[package] = None  # type: ignore[assignment]  # as importlib says
    try:
        yield
    finally:
        del sys.modules[package]


def _pair() -> tuple[socket.socket, socket.socket]:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for connection in (ours, theirs):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _ORDER_BYTES)
    ours.settimeout(_ANSWER_SECONDS)
    return ours, theirs


def _has_message(place: socket.socket) -> bool:
    look = select.poll()
    look.register(place, select.POLLIN)
    return bool(look.poll(0))


# ── the server ───────────────────────────────────────────────────────────────────────────────────────────────────────
class _Server:
    """The server itself, with one thread. `place` is the socket at which its client gives orders."""

    def __init__(self, place: socket.socket) -> None:
        self._place = place
        self._waking, self._woken = os.pipe()
        self._running: set[int] = set()
        self._heart: Heart | None = None

    def serve(self) -> NoReturn:
        """Carry out orders until the client closes the socket or ends; then end all that was forked."""
        for asked in _ASKED_TO_END:  # the supervisor hears of it, and ends all in order
            signal.signal(asked, signal.SIG_IGN)
        for descriptor in (self._waking, self._woken):
            os.set_blocking(descriptor, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._woken, warn_on_full_buffer=False)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        _name(_MODULE)
        while True:
            watched: list[socket.socket | int] = [self._place, self._waking]
            ready, _, _ = select.select(watched, (), (), BEAT_SECONDS)
            if self._waking in ready:
                os.read(self._waking, _ORDER_BYTES)
            self._tell_of_ended()
            if self._place in ready and not self._carry_out():
                break
            if self._heart:
                self._heart.beat()
        for pid in self._running:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
        os._exit(0)

    def _tell_of_ended(self) -> None:
        while self._running:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            self._running.discard(pid)
            self._tell(ended=pid, code=os.waitstatus_to_exitcode(status))

    def _carry_out(self) -> bool:
        """Carry out the order that has come; false if there comes none any more."""
        message, files, _, _ = socket.recv_fds(self._place, _ORDER_BYTES, 2)
        if not message:
            return False
        order, server = json.loads(message), os.getpid()
        # A process that is asked to end before it has handlers of its own would take the ones of this process.
        signal.pthread_sigmask(signal.SIG_BLOCK, _ASKED_TO_END)
        try:
            pid = os.fork()
        except OSError:
            pid = -1
        if pid == 0:
            self._place.detach()
            _run(order, files, server)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        for descriptor in files:
            os.close(descriptor)
        if pid > 0:
            self._running.add(pid)
        self._tell(started=max(pid, 0))
        self._heart = self._heart or Heart(order["environment"])
        return True

    def _tell(self, **values: int) -> None:
        with suppress(OSError):  # the client has ended; the next message is none, and says so
            self._place.send(json.dumps(values).encode())


def _serve_forever(place: socket.socket) -> NoReturn:
    """Be the server, in a process that was forked for it."""
    try:
        os.setsid()
        descriptor = os.dup2(place.detach(), _FIRST_OWN)
        os.closerange(_FIRST_OWN + 1, os.sysconf("SC_OPEN_MAX"))
        _Server(socket.socket(fileno=descriptor)).serve()
    except BaseException:  # noqa: BLE001 - nothing of the caller's may run twice
        traceback.print_exc()
    finally:
        os._exit(1)


def _run(order: Mapping[str, Any], files: Sequence[int], server: int) -> NoReturn:
    """Be what is ordered, in a process that was forked for it."""
    code: object = 1
    try:
        os.setsid()
        signal.set_wakeup_fd(-1)
        for asked in (*_ASKED_TO_END, signal.SIGCHLD):
            signal.signal(asked, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        end_with(server)
        with Path(os.devnull).open("rb") as nothing:
            os.dup2(nothing.fileno(), 0)
        for target, source in zip((1, 2), files, strict=True):
            os.dup2(source, target)
        os.closerange(_FIRST_OWN, os.sysconf("SC_OPEN_MAX"))  # the server's own
        os.environ.clear()
        os.environ.update(order["environment"])
        time.tzset()
        module, *arguments = order["command"]
        sys.argv[:] = [module, *arguments]
        _name(" ".join(order["command"]))
        if module not in ROLES:
            raise SystemExit(f"{module} is no process of brade")
        code = import_module(module).main()
    except SystemExit as end:
        code = end.code
        if isinstance(code, str):
            print(code, file=sys.stderr)  # noqa: T201  as the interpreter does
    except BaseException:  # noqa: BLE001 - told as the interpreter does
        traceback.print_exc()
    else:
        code = code or 0
    finally:
        _end(1 if isinstance(code, str) else int(code or 0))  # type: ignore[call-overload]


def _end(code: int) -> NoReturn:
    """End this process as an interpreter does, and free none of the many objects that were loaded before the fork."""
    with suppress(BaseException):
        threading._shutdown()  # type: ignore[attr-defined]  # waits for threads that are no daemons
    with suppress(BaseException):
        atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def _name(words: str) -> None:
    """Show these words as the command of this process."""
    from setproctitle import setproctitle

    setproctitle(f"brade {words}")


def main() -> None:
    """Serve at the socket that the command line names by its number."""
    load(several="--several" in sys.argv)
    os.set_inheritable(place := int(sys.argv[1]), False)
    _Server(socket.socket(fileno=place)).serve()


if __name__ == "__main__":
    main()
