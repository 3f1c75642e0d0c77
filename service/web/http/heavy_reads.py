"""A limit on expensive reads: a few are computed at once, a few more wait for their turn, all others are refused.

The limit holds for one process. Writes and ordinary reads never pass here, and so they always find a thread.
"""

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

from service.kept_answers import KeptAnswers
from service.web.problems import Rejected

PLACES, WAITING, WAIT_SECONDS = 2, 6, 2.0
_RETRY_SECONDS = 2
Given = ParamSpec("Given")
Found = TypeVar("Found")


class Gate:
    """Lets `places` through at once; `waiting` more wait for at most so many seconds."""

    def __init__(self, places: int = PLACES, waiting: int = WAITING, seconds: float = WAIT_SECONDS) -> None:
        self._places, self._most_waiting, self._seconds = places, waiting, seconds
        self._changed = threading.Condition()
        self.inside = self.waiting = 0

    @contextmanager
    def place(self) -> Iterator[None]:
        """One of the places. Raises `Rejected` (`busy`) if there is none in time."""
        with self._changed:
            if self.inside >= self._places:
                self._wait()
            self.inside += 1
        try:
            yield
        finally:
            with self._changed:
                self.inside -= 1
                self._changed.notify()

    def _wait(self) -> None:
        if self.waiting >= self._most_waiting:
            raise _busy()
        self.waiting += 1
        try:
            if not self._changed.wait_for(lambda: self.inside < self._places, self._seconds):
                raise _busy()
        finally:
            self.waiting -= 1


def _busy() -> Rejected:
    detail = "Several long answers are being computed just now. Nothing was looked at: ask again in a moment."
    return Rejected("busy", detail, {"Retry-After": str(_RETRY_SECONDS)})


GATE = Gate()


def kept(answers: KeptAnswers, key: Hashable, make: Callable[[], bytes]) -> bytes:
    """An answer that is kept, at once; one that is not is made in a place of the gate, once for all who wait for it."""
    found = answers.find(key)
    if found is None:
        with GATE.place():
            found = answers.get(key, make)
    return found


def heavy(view: Callable[Given, Found]) -> Callable[Given, Found]:
    """Let a view through the gate of this process. Below `@operation`, the caller's rights have been checked before."""

    @wraps(view)
    def through(*args: Given.args, **kwargs: Given.kwargs) -> Found:
        with GATE.place():
            return view(*args, **kwargs)

    return through
