"""A limit on expensive reads: a few are computed at once, a few more wait for their turn, all others are refused.

The limit holds for one process. Writes and ordinary reads never pass here, and so they always find a thread.
"""

import threading
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import request

from service.kept_answers import KeptAnswers
from service.server.client_address import share_of
from service.web.problems import Rejected
from service.web.visitor import address

PLACES, WAITING, WAITING_EACH, WAIT_SECONDS = 2, 16, 8, 5.0
_RETRY_SECONDS = 3
Given = ParamSpec("Given")
Found = TypeVar("Found")


class Gate:
    """Lets `places` through at once; `waiting` more wait for some seconds, of which `each` may be of one address."""

    def __init__(
        self, places: int = PLACES, waiting: int = WAITING, each: int = WAITING_EACH, seconds: float = WAIT_SECONDS
    ) -> None:
        self._places, self._most_waiting, self._each, self._seconds = places, waiting, each, seconds
        self._changed = threading.Condition()
        self.inside = 0
        self.waiting: Counter[str] = Counter()

    @contextmanager
    def place(self, address: str) -> Iterator[None]:
        """One of the places, for a request from an address. Raises `Rejected` (`busy`) if there is none in time."""
        with self._changed:
            if self.inside >= self._places:
                self._wait(share_of(address))
            self.inside += 1
        try:
            yield
        finally:
            with self._changed:
                self.inside -= 1
                self._changed.notify()

    def _wait(self, share: str) -> None:
        if self.waiting.total() >= self._most_waiting or self.waiting[share] >= self._each:
            raise _busy()
        self.waiting[share] += 1
        try:
            if not self._changed.wait_for(lambda: self.inside < self._places, self._seconds):
                raise _busy()
        finally:
            self.waiting[share] -= 1
            if not self.waiting[share]:
                del self.waiting[share]


def _busy() -> Rejected:
    detail = "Several long answers are being computed just now. Nothing was looked at: ask again in a moment."
    return Rejected("busy", detail, {"Retry-After": str(_RETRY_SECONDS)})


GATE = Gate()


def kept(answers: KeptAnswers, key: Hashable, make: Callable[[], bytes]) -> bytes:
    """An answer that is kept, at once; one that is not is made in a place of the gate, once for all who wait for it."""
    found = answers.find(key)
    if found is None:
        with GATE.place(address(request)):
            found = answers.get(key, make)
    return found


def heavy(view: Callable[Given, Found]) -> Callable[Given, Found]:
    """Let a view through the gate of this process. Below `@operation`, the caller's rights have been checked before."""

    @wraps(view)
    def through(*args: Given.args, **kwargs: Given.kwargs) -> Found:
        with GATE.place(address(request)):
            return view(*args, **kwargs)

    return through
