"""Open files of a process, connections among them: the limit of the system, and errors where there are too few."""

import errno
import resource

from core.messages import say

WANTED = 16_384
"""Files that a process may have open, if the system lets it."""
NEEDED = 1024
"""Files with which a hall of some hundred phones is served; below that the service warns."""
TOO_MUCH_OPEN = say(
    "The service has too many files and connections open just now: nothing is known to be written. "
    "Repeat with the same Idempotency-Key."
)
_SCARCE = frozenset((errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM))


def raise_limit(wanted: int = WANTED) -> None:
    """Let this process and its children have so many files open, as far as the system lets them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def limit() -> int:
    """The number of files that this process may have open."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return WANTED if soft == resource.RLIM_INFINITY else soft


def limit_warning() -> str | None:
    """The sentence about a limit that is too low for a hall, if it is."""
    soft = limit()
    if soft >= NEEDED:
        return None
    return say(
        "a process may have {soft} files and connections open, and a hall needs {needed}: raise the limit (ulimit -n)",
        soft=soft,
        needed=NEEDED,
    )


def is_scarcity(error: BaseException) -> bool:
    """True if something could not be opened now, since the process or the system has too much open."""
    return isinstance(error, OSError) and error.errno in _SCARCE
