"""A limit on expensive reads: a few are computed at once, a few more wait for their turn, all others are refused.

The limit holds for one process. Writes and ordinary reads never pass here, and so they always find a thread. A place
goes to the address that has the fewest. The last free one is for an address that had none of late: however often two
addresses ask, they leave one place to others.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from operator import itemgetter
from typing import ParamSpec, TypeVar

from flask import request

from core.messages import say
from service.answer_cache import KeptAnswers
from service.asgi.client_address import share_of
from service.web.http.authentication import address, current_principal
from service.web.http.problems import Rejected

PLACES, WAITING, WAITING_EACH, WAIT_SECONDS = 3, 16, 8, 5.0
_RETRY_SECONDS = 3
RECENT_SECONDS = 10.0
"""The time in which a holder that had a place does not have the last free one."""
Given = ParamSpec("Given")
Found = TypeVar("Found")


@dataclass(eq=False)
class _Waiting:
    """A read that waits for a place: who asks for it, what for, and what became of it."""

    holder: str
    key: Hashable = None
    granted: str | None = None
    refused: bool = False


class Gate:
    """Lets `places` through at once, of which each holder has all but two at most, and one at least.

    The last free one of several is for a holder that had none in the last `recent` seconds, by `clock`.
    `waiting` more wait for some seconds, of which `each` may be of one holder. Where they are full, a holder with fewer
    takes the turn of the last one of the holder that has the most.
    """

    def __init__(
        self,
        places: int = PLACES,
        waiting: int = WAITING,
        each: int = WAITING_EACH,
        seconds: float = WAIT_SECONDS,
        recent: float = RECENT_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._places, self._most_waiting, self._each, self._seconds = places, waiting, each, seconds
        self._most = max(1, places - 2)
        self._changed = threading.Condition()
        self._inside: Counter[str] = Counter()
        self._queue: list[_Waiting] = []
        self._sharing: dict[Hashable, Counter[str]] = {}
        self._recent, self._clock = recent, clock
        self._served: dict[str, float] = {}

    @property
    def inside(self) -> int:
        """The number of places that are taken."""
        return self._inside.total()

    @property
    def waiting(self) -> Counter[str]:
        """The reads that wait, by their holders."""
        return Counter(each.holder for each in self._queue)

    @contextmanager
    def place(self, holder: str, key: Hashable = None) -> Iterator[None]:
        """One of the places, for a holder such as an address. Raises `Rejected` (`busy`) if there is none in time.

        What is made for a `key` has the turn of any holder who is `sharing` in it.
        """
        with self._changed:
            counted = self._entered(_Waiting(holder, key))
        try:
            yield
        finally:
            with self._changed:
                _one_less(self._inside, counted)
                self._give()

    @contextmanager
    def sharing(self, key: Hashable, holder: str) -> Iterator[None]:
        """Share in what is made once for all who ask for it: it waits no longer than this holder would."""
        with self._changed:
            self._sharing.setdefault(key, Counter())[holder] += 1
            self._give()
        try:
            yield
        finally:
            with self._changed:
                _one_less(self._sharing[key], holder)
                if not self._sharing[key]:
                    del self._sharing[key]

    def _entered(self, read: _Waiting) -> str:
        """Wait until a read has a place; the holder whose place it is."""
        self._queue.append(read)
        self._give()
        if read.granted is None:
            self._ensure_room(read)
            self._wait(read)
        if read.granted is None:
            if not read.refused:
                self._queue.remove(read)
            raise _busy()
        return read.granted

    def _wait(self, read: _Waiting) -> None:
        """Wait until a read has a place or is refused, or its time is over.

        A place may come by time alone: the last free one, once the time is over in which its holder had one of late.
        """
        until = time.monotonic() + self._seconds
        while read.granted is None and not read.refused and (left := until - time.monotonic()) > 0:
            now = self._clock()
            ends = [after for at in self._served.values() if (after := at + self._recent - now) > 0]
            self._changed.wait(min([left, *ends]))
            self._give()

    def _ensure_room(self, read: _Waiting) -> None:
        """Let a read wait that has just been put at the end of those that wait. Raises `Rejected`."""
        waiting = self.waiting
        most, count = waiting.most_common(1)[0]
        if waiting[read.holder] > self._each or (
            len(self._queue) > self._most_waiting and count <= max(waiting[read.holder], 1)
        ):
            self._queue.remove(read)
            raise _busy()
        if len(self._queue) > self._most_waiting:
            last = next(each for each in reversed(self._queue) if each.holder == most)
            self._queue.remove(last)
            last.refused = True
            self._changed.notify_all()

    def _give(self) -> None:
        """Give free places to those who wait: to the holder that has the fewest, the first of them."""
        while self._queue and self.inside < self._places:
            is_last = self._places > 1 and self._places - self.inside == 1
            served = self._served_of_late()
            turns = [
                (self._inside[each], each, read)
                for read in self._queue
                for each in sorted(self._holders(read))
                if self._inside[each] < self._most and not (is_last and each in served)
            ]
            if not turns:
                break
            _, holder, read = min(turns, key=itemgetter(0))
            self._queue.remove(read)
            self._inside[holder] += 1
            self._served[holder] = self._clock()
            read.granted = holder
            self._changed.notify_all()

    def _served_of_late(self) -> dict[str, float]:
        """The holders that had a place of late, and have not been forgotten."""
        since = self._clock() - self._recent
        self._served = {holder: at for holder, at in self._served.items() if at > since or holder in self._inside}
        return self._served

    def _holders(self, read: _Waiting) -> set[str]:
        return {read.holder, *(() if read.key is None else self._sharing.get(read.key, ()))}


def _one_less(counts: Counter[str], name: str) -> None:
    counts[name] -= 1
    if not counts[name]:
        del counts[name]


def _busy() -> Rejected:
    detail = say("Several long answers are being computed just now. Nothing was looked at: ask again in a moment.")
    return Rejected("busy", detail, {"Retry-After": str(_RETRY_SECONDS)})


STRANGERS, PEOPLE = Gate(), Gate()
"""People with rights have places of their own: however much strangers read, a referee finds one."""


@contextmanager
def place() -> Iterator[None]:
    """A place for this request: of strangers by address, of people by person, token or link. Raises `Rejected`."""
    gate, holder = _mine()
    with gate.place(holder):
        yield


def cached(answers: KeptAnswers, key: Hashable, make: Callable[[], bytes]) -> bytes:
    """An answer by its key: a kept one at once, else made in a place, once for all who ask for it."""
    if (found := answers.kept(key)) is not None:
        return found
    gate, holder = _mine()

    def made() -> bytes:
        with gate.place(holder, key):
            return make()

    with gate.sharing(key, holder):
        return answers.get(key, made)


def _mine() -> tuple[Gate, str]:
    """The gate of this request, and who holds a place there."""
    caller = current_principal()
    return (STRANGERS, share_of(address(request))) if caller is None else (PEOPLE, caller.holder)


def heavy(view: Callable[Given, Found]) -> Callable[Given, Found]:
    """Compute a view in a place. Below `@operation`, the caller's rights have been checked before."""

    @wraps(view)
    def through(*args: Given.args, **kwargs: Given.kwargs) -> Found:
        with place():
            return view(*args, **kwargs)

    return through
