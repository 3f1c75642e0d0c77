"""Files and folders of the service, readable by its own user alone."""

import fcntl
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

UMASK = 0o077
_DRAFT = re.compile(r"\.[0-9a-f]{16}")


def restrict() -> None:
    """Let whatever this process and its children write from now on be readable by their user alone."""
    os.umask(UMASK)


def private_folder(path: Path) -> Path:
    """A folder for the service's user alone, made at the first need; one that others could read is closed to them."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.stat().st_mode & UMASK:
        with suppress(PermissionError):  # another user's, who let this one write there
            path.chmod(0o700)
    return path


# ── locks, which end with the process that holds them ────────────────────────────────────────────────────────────────
@contextmanager
def alone_in(folder: Path, name: str = "") -> Iterator[Path]:
    """A lock on a folder, or on what is called so in it, for one thread of one process at a time; it is waited for.

    Gives the path that is locked: the folder, or a file beside what is called so.
    """
    path = folder / f".{name}.lock" if name else folder
    file = os.open(path, (os.O_WRONLY | os.O_CREAT if name else os.O_RDONLY | os.O_DIRECTORY) | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield path
    finally:
        os.close(file)


def try_lock(path: Path) -> BinaryIO | None:
    """Lock a file, made where there is none, until `unlock` or the end of the process; `None` where another has it."""
    file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600), "r+b")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file


def unlock(file: BinaryIO) -> None:
    """End a lock, also that of a child process that is just being started and has a copy."""
    fcntl.flock(file, fcntl.LOCK_UN)
    file.close()


def lock_open_file(file: int) -> bool:
    """Lock an open file until it is closed; false where another process has it. A file system may know no locks."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


# ── what is there after a power cut ──────────────────────────────────────────────────────────────────────────────────
def append_durably(path: Path, lines: bytes) -> None:
    """Add whole lines to a file, made where there is none; none of them are added if that fails. Raises `OSError`."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    before = os.fstat(file).st_size
    try:
        with os.fdopen(file, "wb", closefd=False) as writing:
            writing.write(lines)
        os.fsync(file)
    except OSError:
        os.ftruncate(file, before)  # half a line would spoil the next one
        raise
    finally:
        os.close(file)
    if not before:
        sync(path.parent)


def write_durably(path: Path, text: str) -> None:
    """Write a file that after a power cut is there with all of its text, or not at all."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.rename(path)
    finally:
        draft.unlink(missing_ok=True)
    sync(path.parent)


def sync(path: Path) -> None:
    """Have the content of a file, or the names of a folder's files, on the disk."""
    place = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(place)
    finally:
        os.close(place)


def remove_drafts(path: Path) -> None:
    """Remove what `write_durably` left of a file when its process was killed.

    For a process that is `alone_in` its folder.
    """
    for draft in path.parent.glob(f"{path.name}.*"):
        if _DRAFT.fullmatch(draft.name.removeprefix(path.name)):
            draft.unlink(missing_ok=True)
