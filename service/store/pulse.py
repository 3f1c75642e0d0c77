"""Whether a store's server goes on: whether it answers, and how far it is while it reads what it keeps."""

import time
from collections.abc import Callable
from contextlib import suppress

from redis import Redis
from redis.exceptions import BusyLoadingError, RedisError, ResponseError

from service.store.connect import connect

LOOK_SECONDS = 1.0
SILENT_SECONDS = 10.0
"""How long a server may say nothing that lives and does not wait for its disk."""

_TELL_SECONDS = 5.0


class Pulse:
    """Asks one server process, now and then, whether it answers."""

    def __init__(self, url: str, pid: int) -> None:
        self._client, self._pid = connect(url, seconds=LOOK_SECONDS), pid
        self._silent, self._looked = 0.0, time.monotonic()

    def hangs(self) -> bool:
        """Ask once more: whether it has said nothing for too long, all looks together.

        A server that waits for a slow disk is left alone: it cannot answer, and would not come back sooner.
        """
        answers = self._answers()
        now = time.monotonic()
        # Time in which nobody looked counts little: the machine, or this process, may have stood still.
        passed, self._looked = min(now - self._looked, 3 * LOOK_SECONDS), now
        self._silent = 0.0 if answers or self._waits_for_its_disk() else self._silent + passed
        return self._silent > SILENT_SECONDS

    def close(self) -> None:
        """Ask no more."""
        self._client.close()

    def _answers(self) -> bool:
        try:
            self._client.ping()
        except (BusyLoadingError, ResponseError):
            return True
        except RedisError:
            return False
        return True

    def _waits_for_its_disk(self) -> bool:
        import psutil  # installed where there is a server to start

        with suppress(psutil.Error):
            return bool(psutil.Process(self._pid).status() == psutil.STATUS_DISK_SLEEP)
        return False


class Loading:
    """A server that reads what it keeps, as somebody who waits for it sees it; `tell` is told how far it is."""

    def __init__(self, client: Redis, name: str, tell: Callable[[str], object]) -> None:
        self._client, self._name, self._tell = client, name, tell
        self._read, self._told = -1, time.monotonic()

    def goes_on(self) -> bool:
        """Whether it has read more than when this was asked last."""
        try:
            info = self._client.info("persistence")
        except RedisError:
            return False
        read, total = int(info.get("loading_loaded_bytes", 0)), int(info.get("loading_total_bytes", 0))
        before, self._read = self._read, read
        if read > before and total and time.monotonic() - self._told > _TELL_SECONDS:
            self._told = time.monotonic()
            self._tell(f"{self._name} reads what it keeps: {min(read, total) >> 20:,} of {total >> 20:,} MB")
        return read > before
