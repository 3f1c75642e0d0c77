"""Memory of a process that may hold names, emptied after an erasure by whichever process.

Everything that is kept follows from the store, and is made again when it is wanted.
"""

import gc
import logging
import threading
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from redis.exceptions import RedisError

from core.eventlog import hash_chain
from service.bootstrap import Dependencies
from service.handlers.ratings import club_ratings, decided_matches
from service.handlers.series import results, tables
from service.store import stored_events
from service.store.archive import reader
from service.store.maintenance import erasures
from service.store.match_files import log_lines

LOOK_SECONDS = 0.5
_ROOMS = ("core.", "service.exports.", "service.web.api.")
_log = logging.getLogger(__name__)


def forget_names(deps: Dependencies) -> None:
    """Forget all events, folds and answers that this process keeps."""
    for module in (stored_events, hash_chain, reader, log_lines):
        module.forget()
    for remembered in _remembered():
        remembered.cache_clear()
    for kept in (club_ratings, decided_matches, results, tables):
        kept.forget(deps.repository)
    deps.repository.clear()
    deps.answers.clear()


def _remembered() -> list[Any]:
    """The functions of the rules, of exports and of requests that remember their last values, such as names."""
    kind = type(lru_cache(len))
    return [
        object_
        for object_ in gc.get_objects()
        if isinstance(object_, kind) and str(object_.__module__).startswith(_ROOMS)
    ]


class Forgetter(threading.Thread):
    """Forgets names a moment after another process erased one, until `stopping` is set."""

    def __init__(
        self, deps: Dependencies, stopping: threading.Event, and_also: Callable[[], object] = lambda: None
    ) -> None:
        """`and_also` forgets what this process alone keeps."""
        super().__init__(name="forgetter", daemon=True)
        self._deps, self._stopping, self._and_also = deps, stopping, and_also
        self._seen: int | None = None

    def run(self) -> None:
        """See `threading.Thread.run`."""
        while not self._stopping.wait(LOOK_SECONDS):
            self.look()

    def look(self) -> None:
        """Forget, if names were erased since the last look. A store that is away is looked at later."""
        try:
            count = erasures.count(self._deps.client)
        except RedisError as error:
            _log.debug("names are forgotten later: %s", error)
            return
        if self._seen not in (None, count):
            forget_names(self._deps)
            self._and_also()
        self._seen = count
