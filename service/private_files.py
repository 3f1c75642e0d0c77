"""Files and folders of the service, readable by its own user alone."""

import os
from contextlib import suppress
from pathlib import Path

UMASK = 0o077


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
