"""The room on the disk of an embedded store: whether there is enough, and for how long there will be."""

import shutil
import time
from collections import deque
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from core.messages import say
from service.store import observed_reads

_MEGABYTE = 1 << 20
LEAST_FREE = 200 * _MEGABYTE
WARN_SECONDS = 3600
"""So long before the disk is full it is said."""

_LOOK_SECONDS = 1.0
_KEPT_SECONDS = 10.0
_OVER_SECONDS = 600.0
_LATELY_SECONDS = 120.0
_LEAST_SECONDS = 60.0


class Room(NamedTuple):
    """The bytes that may still be written before nothing new is taken, and the seconds until then, if it is soon.

    `bytes` is negative where nothing new is taken now.
    """

    bytes: int
    seconds: int | None = None

    @property
    def is_full(self) -> bool:
        """True if no new event is accepted."""
        return self.bytes < 0

    @property
    def minutes(self) -> int | None:
        """The minutes until it is full, at least one, if that is soon."""
        return None if self.seconds is None else max(1, self.seconds // 60)


class FreeSpace:
    """Free space of an embedded store's disk: writes are refused while reads still work.

    A store that fills its disk stops altogether. Its file is rewritten from time to time beside itself. So the reserve
    is twice the file, at least 200 MB. Measured at most once a second.

    The speed is measured over the last ten minutes, for all writers to the disk. In a process that was asked less
    often, it is measured since the last time before. A large file that was written once counts for two minutes. Safe to
    share between threads.
    """

    def __init__(self, folder: Path, least: int = LEAST_FREE) -> None:
        self._folder, self._least = folder, least
        self._lock = Lock()
        self._seen: deque[tuple[float, int]] = deque()
        self._room = Room(0)
        self._until = float("-inf")

    def room(self) -> Room:
        """The free space of the store."""
        observed_reads.end("the disk")
        now = time.monotonic()
        with self._lock:
            if now >= self._until:
                self._room = self._measure(now)
                self._until = now + _LOOK_SECONDS
            return self._room

    def lacking(self) -> str | None:
        """A sentence when new facts should be refused, else `None`."""
        room = self.room()
        if not room.is_full:
            return None
        free, wanted = self._looked()
        return say(
            "the disk of {folder} has {free} MB left and the store wants {wanted} MB: nothing new is taken until there"
            " is room",
            folder=str(self._folder),
            free=free // _MEGABYTE,
            wanted=wanted // _MEGABYTE,
        )

    def warning(self) -> str | None:
        """A sentence when new facts are refused, or will be within an hour if it goes on like this; else `None`."""
        room = self.room()
        if room.minutes is None:
            return self.lacking()
        return say(
            "the disk of {folder} will be full in about {minutes} min if it goes on like this: {left} MB more, and"
            " nothing new is taken until there is room",
            folder=str(self._folder),
            minutes=room.minutes,
            left=room.bytes // _MEGABYTE,
        )

    def _measure(self, now: float) -> Room:
        free, wanted = self._looked()
        spare = free - wanted
        if not self._seen or now - self._seen[-1][0] >= _KEPT_SECONDS:
            self._seen.append((now, spare))
        while len(self._seen) > 1 and now - self._seen[1][0] >= _OVER_SECONDS:
            self._seen.popleft()
        if spare < 0 or not (rate := self._rate(now, spare)):
            return Room(spare)
        seconds = int(spare / rate)
        return Room(spare, seconds if seconds < WARN_SECONDS else None)

    def _rate(self, now: float, spare: int) -> float:
        """The bytes a second by which it shrinks: the lower of the last ten minutes and the last two."""
        rates = []
        for over in (_OVER_SECONDS, _LATELY_SECONDS):
            since, before = next((each for each in reversed(self._seen) if now - each[0] >= over), self._seen[0])
            if now - since < _LEAST_SECONDS:
                return 0.0
            rates.append(max(0, before - spare) / (now - since))
        return min(rates)

    def _looked(self) -> tuple[int, int]:
        """The bytes that are free, and those that have to be. What a rewrite of the file takes is free again soon."""
        free = free_bytes(self._folder) + _bytes(self._folder, "temp-rewriteaof-*.aof")
        return free, max(self._least, 2 * file_bytes(self._folder))


def free_bytes(folder: Path) -> int:
    """The free bytes of a folder's disk for an ordinary user, without the reserve."""
    return shutil.disk_usage(folder).free


def file_bytes(folder: Path) -> int:
    """The bytes of an embedded store's append-only file, all its parts together."""
    return _bytes(folder / "appendonlydir", "*")


def _bytes(folder: Path, pattern: str) -> int:
    total = 0
    for part in folder.glob(pattern):
        try:
            total += part.stat().st_size
        except FileNotFoundError:
            continue  # the server just finished rewriting it
    return total
