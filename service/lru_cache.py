"""The values that this process used last, within a bound."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


def _one(_value: object) -> int:
    return 1


class LruCache(Generic[Key, Value]):
    """The most recently used values, of at most `most` together. Safe to share between threads.

    `size` is what a value takes up of that, one at least. Without it each takes up one. The newest value stays,
    whatever its size.
    """

    def __init__(self, most: int, size: Callable[[Value], int] = _one) -> None:
        self._most, self._size, self._total = most, size, 0
        self._values: OrderedDict[Key, tuple[Value, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key) -> Value | None:
        """The value of a key, `None` where it is not kept."""
        with self._lock:
            found = self._values.get(key)
            if found is None:
                return None
            self._values.move_to_end(key)
            return found[0]

    def put(self, key: Key, value: Value) -> None:
        """Keep a value, and drop those that were not used for longest until there is room for it."""
        size = max(1, self._size(value))
        with self._lock:
            self._drop(key)
            self._values[key] = value, size
            self._total += size
            while self._total > self._most and len(self._values) > 1:
                self._drop(next(iter(self._values)))

    def drop(self, key: Key) -> None:
        """Drop the value of a key, if it is kept."""
        with self._lock:
            self._drop(key)

    def drop_where(self, is_gone: Callable[[Key], bool]) -> None:
        """Drop the values of all keys of which this is true."""
        with self._lock:
            for key in [value for value in self._values if is_gone(value)]:
                self._drop(key)

    def clear(self) -> None:
        """Drop all values."""
        with self._lock:
            self._values.clear()
            self._total = 0

    def _drop(self, key: Key) -> None:
        found = self._values.pop(key, None)
        if found is not None:
            self._total -= found[1]
