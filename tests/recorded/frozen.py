"""Time and chance that are the same in every run: patched where Python itself gives them, not where brade asks."""

import hashlib
import os
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from service.store import steady_clock
from service.web.http import telemetry

START = 1_800_000_000_000
"""The begin of the recording (Unix ms): 15 January 2027, after every log in tests/golden/."""
_CHAPTER, _REQUEST = 7 * 24 * 3600 * 1000, 1000
_GAP = 100.0
"""Monotonic seconds between two requests: what a process remembers for some seconds is forgotten."""
_SLEEP = time.sleep


class Frozen:
    """The time and the random bytes of one request; they depend on its name alone, not on what was asked before it.

    A clock that stands still during a request, and bytes drawn anew for each, keep an answer the same when the code
    asks for the time or for a secret once more or once less than before.
    """

    def __init__(self) -> None:
        self.at = START
        self._ahead = 0.0
        self._seed, self._drawn = "", 0

    def chapter(self, number: int) -> None:
        """Go to the day on which a chapter begins."""
        self.at = START + number * _CHAPTER

    def request(self, name: str) -> None:
        """Go to the time of the next request, with the random bytes that belong to its name."""
        self.at += _REQUEST
        self._ahead += _GAP
        self._seed, self._drawn = name, 0

    def bytes(self, count: int | None = None) -> bytes:
        """The next random bytes of this request."""
        self._drawn += 1
        return hashlib.shake_256(f"{self._seed}\n{self._drawn}".encode()).digest(32 if count is None else count)

    def getrandbits(self, count: int) -> int:
        """The next random bits of this request, as a generator of numbers gives them."""
        return int.from_bytes(self.bytes(count // 8), "big")

    def _sleep(self, seconds: float) -> None:
        """Pass over the seconds at once: nothing happens beside a request for which it could wait."""
        if threading.current_thread() is threading.main_thread():
            self._ahead += seconds
        else:
            _SLEEP(seconds)

    @contextmanager
    def everywhere(self) -> Iterator[None]:
        """Have the whole process take its time and its random bytes from here."""
        monotonic = time.monotonic
        with (
            patch.object(time, "time", lambda: self.at / 1000),
            patch.object(time, "time_ns", lambda: self.at * 1_000_000),
            patch.object(time, "monotonic", lambda: monotonic() + self._ahead),
            patch.object(steady_clock, "since_start", lambda: self.at),
            patch.object(time, "sleep", self._sleep),
            patch.object(os, "urandom", self.bytes),
            patch.object(secrets, "token_bytes", self.bytes),
            patch.object(secrets, "token_hex", lambda count=None: self.bytes(count).hex()),
            patch.object(secrets, "token_urlsafe", lambda count=None: self.bytes(count).hex()),
            patch.object(telemetry, "_NUMBERS", self),
            _utc(),
        ):
            yield


@contextmanager
def _utc() -> Iterator[None]:
    """Pages say times as they are where the service runs: let it run in UTC."""
    with patch.dict(os.environ, {"TZ": "UTC"}):
        time.tzset()
        yield
    time.tzset()
