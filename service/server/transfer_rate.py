"""The least rate at which a request must arrive and its answer be taken."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TypeVar

Result = TypeVar("Result")


@dataclass
class Pace:
    """The time to wait for the other end: longer with every byte that went over the line.

    `grace` are the seconds that are allowed without any, `rate` the bytes of each further second, `longest` the seconds
    after which it is over in any case. What is done between two steps does not count. Belongs to one event loop.
    """

    grace: float
    rate: int
    longest: float
    moved: int = 0
    waited: float = 0.0
    _step: asyncio.Timeout | None = None

    async def within(self, step: Awaitable[Result]) -> Result:
        """The result of the next step. Raises `TimeoutError` if it takes longer than is left."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        left = min(self.grace + self.moved / self.rate, self.longest) - self.waited
        try:
            async with asyncio.timeout_at(began + left) as self._step:
                return await step
        finally:
            self._step = None
            self.waited += loop.time() - began

    def end(self) -> None:
        """Let the step that is waited for, or else the next one, be too late."""
        self.longest = 0.0
        if self._step is not None and not self._step.expired():
            self._step.reschedule(0.0)
