"""Answers that this process keeps by what they are made of, so that the same question costs nothing twice."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

MOST_BYTES = 32 << 20


class KeptAnswers:
    """The answers that were asked for last, of at most so many bytes together. Safe to share between threads.

    A key names everything that an answer follows from, the version of its stream included: nothing in here gets old.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most, self._bytes = most_bytes, 0
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: Hashable) -> bytes | None:
        """The answer of a key, if it is here."""
        with self._lock:
            if key in self._answers:
                self._answers.move_to_end(key)
            return self._answers.get(key)

    def get(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """The answer of a key; if it is not here, it is made and kept. Two threads may make the same one."""
        if (found := self.find(key)) is not None:
            return found
        made = make()
        with self._lock:
            if key not in self._answers and len(made) <= self._most // 4:
                self._answers[key] = made
                self._bytes += len(made)
            while self._bytes > self._most:
                self._bytes -= len(self._answers.popitem(last=False)[1])
        return made
