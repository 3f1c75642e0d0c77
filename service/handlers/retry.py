"""Writers who meet at one stream: how long each tries again, and what it says if others were faster all that time."""

import random
import time

from core.errors import BradeError
from core.messages import say

SECONDS = 2.5
"""Retry time of a writer, however often other writers were faster."""
_FIRST, _LONGEST = 0.002, 0.05


class Contention(BradeError):
    """Others wrote to a thing all the time. Nothing was written; the same may be sent again."""

    code = "busy"

    def __init__(self, thing: str) -> None:
        super().__init__(
            say("{thing} was being changed by others all the time, and nothing was written: send it again", thing=thing)
        )


class Backoff:
    """A writer's patience with others who change the same thing, named in words."""

    def __init__(self, thing: str) -> None:
        self._thing, self._pause, self._end = thing, _FIRST, time.monotonic() + SECONDS

    def pause(self) -> None:
        """Let the others go first, a little longer every time. Raises `Contention` once it has taken too long."""
        if time.monotonic() >= self._end:
            raise Contention(self._thing)
        time.sleep(random.uniform(0, self._pause))  # noqa: S311 - only uneven: who met would meet again
        self._pause = min(2 * self._pause, _LONGEST)
