"""Check that a running store still keeps facts on the disk: its settings may be changed at any time."""

import time
from contextlib import suppress
from threading import Lock

from redis import Redis
from redis.exceptions import RedisError

from service.store.connect import StoreVolatile, ensure_kept

_LOOK_SECONDS = 1.0


class Durability:
    """The last answer of a store to `ensure_kept`, asked at most once a second. Safe to share between threads."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._lock = Lock()
        self._is_lacking = False
        self._until = float("-inf")

    def is_lacking(self) -> bool:
        """True if the store keeps no append-only file. One that does not answer counts as it was before."""
        with self._lock:
            now = time.monotonic()
            if now < self._until:
                return self._is_lacking
            self._until = now + _LOOK_SECONDS
        # Without the lock: a store that does not answer keeps the one caller waiting who asks it, and no other.
        with suppress(RedisError):
            try:
                ensure_kept(self._client, volatile=False)
                self._is_lacking = False
            except StoreVolatile:
                self._is_lacking = True
        return self._is_lacking
