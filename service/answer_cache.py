"""Answers that this process keeps by what they are made of, so that the same question costs nothing twice."""

import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future

from service.lru_cache import LruCache
from service.repository import hidden_here

MOST_BYTES = 32 << 20


class KeptAnswers:
    """The answers that were asked for last, of at most so many bytes together. Safe to share between threads.

    A key names everything that an answer follows from, the version of its stream included: nothing in here gets old.
    Names that were hidden from the reader before are added to it.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most, self._answers = most_bytes, LruCache[Hashable, bytes](most_bytes, len)
        self._making: dict[Hashable, Future[bytes | None]] = {}
        self._lock = threading.Lock()

    def kept(self, key: Hashable) -> bytes | None:
        """The answer of a key, if it is here."""
        key = key, hidden_here()
        with self._lock:
            return self._answers.get(key)

    def get(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """The answer of a key; if it is not here, one thread makes it, and the others that ask for it wait.

        Where making fails, its error is for the thread that made it; the next one that waits makes it itself.
        """
        key = key, hidden_here()
        while True:
            with self._lock:
                if (kept := self._answers.get(key)) is not None:
                    return kept
                making = self._making.get(key)
                if making is None:
                    mine = self._making[key] = Future[bytes | None]()
                    break
            if (made := making.result()) is not None:
                return made
        answer = None
        try:
            answer = make()
            return answer
        finally:
            with self._lock:
                del self._making[key]
                if answer is not None and len(answer) <= self._most // 4:
                    self._answers.put(key, answer)
            mine.set_result(answer)

    def clear(self) -> None:
        """Forget all answers: a log has other events now under the versions that they were made of."""
        self._answers.clear()
