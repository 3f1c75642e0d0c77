"""Pulse of a store's server: if it answers, and its progress while it loads its file."""

import time
from collections.abc import Callable
from contextlib import suppress

from redis import Redis
from redis.exceptions import BusyLoadingError, RedisError, ResponseError

from core.messages import say
from service.store.connect import connect

LOOK_SECONDS = 1.0
SILENT_SECONDS = 10.0
"""The time that a live server which does not wait for its disk may stay silent."""

_TELL_SECONDS = 5.0


class Pulse:
    """Asks one server process, now and then, whether it answers; `loading` is told while it reads what it keeps."""

    def __init__(self, url: str, pid: int, loading: "Loading | None" = None) -> None:
        self._client, self._pid, self._loading = connect(url, seconds=LOOK_SECONDS), pid, loading
        self._silent, self._looked = 0.0, time.monotonic()

    def hangs(self) -> bool:
        """Ask once more: whether it has said nothing for too long, all looks together.

        A server that waits for a slow disk is left alone: it cannot answer, and would not come back sooner.
        """
        answers = self._answers()
        now = time.monotonic()
        # Time without a check counts little: the machine, or this process, may have stood still.
        passed, self._looked = min(now - self._looked, 3 * LOOK_SECONDS), now
        self._silent = 0.0 if answers or self._waits_for_its_disk() else self._silent + passed
        return self._silent > SILENT_SECONDS

    def close(self) -> None:
        """Ask no more."""
        self._client.close()

    def _answers(self) -> bool:
        try:
            self._client.ping()
        except BusyLoadingError:
            if self._loading:
                self._loading.goes_on(self._client)
            return True
        except ResponseError:
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
    """A server that reads what it keeps, as its starter sees it; `say` is told every few seconds how far it is."""

    def __init__(self, name: str, say: Callable[[str], object]) -> None:
        self._name, self._say = name, say
        self._read, self._told = -1, time.monotonic()

    def goes_on(self, client: Redis) -> bool:
        """True if it has read more than at the last call."""
        try:
            read, total = _loaded(client)
        except RedisError:
            return False
        before, self._read = self._read, read
        if read > before and total and time.monotonic() - self._told > _TELL_SECONDS:
            self._told = time.monotonic()
            self._say(f"{self._name} {_progress(read, total)}")
        return read > before


def loading(client: Redis) -> str:
    """The progress of a server that loads its file, in words. Raises `RedisError` where it does not answer."""
    return _progress(*_loaded(client))


def _loaded(client: Redis) -> tuple[int, int]:
    """The bytes that a server has read of what it keeps, and all of them."""
    info = client.info("persistence")
    read, total = int(info.get("loading_loaded_bytes", 0)), int(info.get("loading_total_bytes", 0))
    return min(read, total), total


def _progress(read: int, total: int) -> str:
    return say("reads what it keeps: {read} of {total} MB", read=f"{read >> 20:,}", total=f"{total >> 20:,}")
