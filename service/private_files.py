"""Files and folders of the service, readable by its own user alone."""

import fcntl
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

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


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """A lock on a folder, for one thread of one process at a time."""
    place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(place, fcntl.LOCK_EX)
        yield
    finally:
        os.close(place)


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
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Have the names of a folder's files on the disk."""
    place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
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
