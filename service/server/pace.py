"""The least rate at which a request must arrive and its answer be taken."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import TypeVar

Result = TypeVar("Result")


@dataclass
class Pace:
    """A deadline that moves on with the bytes that went over the line.

    `grace` are the seconds that are allowed without any, `rate` the bytes of each further second, `longest` the seconds
    after which it is over in any case. Belongs to the event loop in which it was made.
    """

    grace: float
    rate: int
    longest: float
    moved: int = 0
    began: float = field(default_factory=lambda: asyncio.get_running_loop().time())
    _step: asyncio.Timeout | None = None

    async def within(self, step: Awaitable[Result]) -> Result:
        """What the next step gives. Raises `TimeoutError` if it takes longer than is left."""
        deadline = self.began + min(self.grace + self.moved / self.rate, self.longest)
        async with asyncio.timeout_at(deadline) as self._step:
            return await step

    def end(self) -> None:
        """Let the step that is waited for, or else the next one, be too late."""
        self.longest = 0.0
        if self._step is not None and not self._step.expired():
            self._step.reschedule(self.began)
