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

from core.messages import say
from service.answer_cache import KeptAnswers
from service.asgi.client_address import share_of
from service.web.http.authentication import address, current_principal
from service.web.http.problems import Rejected

PLACES, WAITING, WAITING_EACH, WAIT_SECONDS = 2, 16, 8, 5.0
_RETRY_SECONDS = 3
Given = ParamSpec("Given")
Found = TypeVar("Found")


class Gate:
    """Lets `places` through at once; `waiting` more wait for some seconds, of which `each` may be of one holder."""

    def __init__(
        self, places: int = PLACES, waiting: int = WAITING, each: int = WAITING_EACH, seconds: float = WAIT_SECONDS
    ) -> None:
        self._places, self._most_waiting, self._each, self._seconds = places, waiting, each, seconds
        self._changed = threading.Condition()
        self.inside = 0
        self.waiting: Counter[str] = Counter()

    @contextmanager
    def place(self, holder: str) -> Iterator[None]:
        """One of the places, for a holder such as an address. Raises `Rejected` (`busy`) if there is none in time."""
        with self._changed:
            if self.inside >= self._places:
                self._wait(holder)
            self.inside += 1
        try:
            yield
        finally:
            with self._changed:
                self.inside -= 1
                self._changed.notify()

    def _wait(self, holder: str) -> None:
        if self.waiting.total() >= self._most_waiting or self.waiting[holder] >= self._each:
            raise _busy()
        self.waiting[holder] += 1
        try:
            if not self._changed.wait_for(lambda: self.inside < self._places, self._seconds):
                raise _busy()
        finally:
            self.waiting[holder] -= 1
            if not self.waiting[holder]:
                del self.waiting[holder]


def _busy() -> Rejected:
    detail = say("Several long answers are being computed just now. Nothing was looked at: ask again in a moment.")
    return Rejected("busy", detail, {"Retry-After": str(_RETRY_SECONDS)})


STRANGERS, PEOPLE = Gate(), Gate()
"""People with rights have places of their own: however much strangers read, a referee finds one."""


@contextmanager
def place() -> Iterator[None]:
    """A place for this request: of strangers by address, of people by person, token or link. Raises `Rejected`."""
    caller = current_principal()
    gate, holder = (STRANGERS, share_of(address(request))) if caller is None else (PEOPLE, caller.holder)
    with gate.place(holder):
        yield


def cached(answers: KeptAnswers, key: Hashable, make: Callable[[], bytes]) -> bytes:
    """An answer by its key: a kept one at once, else made in a place, once for all who ask for it."""

    def made() -> bytes:
        with place():
            return make()

    return answers.get(key, made)


def heavy(view: Callable[Given, Found]) -> Callable[Given, Found]:
    """Compute a view in a place. Below `@operation`, the caller's rights have been checked before."""

    @wraps(view)
    def through(*args: Given.args, **kwargs: Given.kwargs) -> Found:
        with place():
            return view(*args, **kwargs)

    return through
