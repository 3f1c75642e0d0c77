"""Reads of the store for viewers, in threads, so that the event loop never blocks.

Shared channels and the history of single viewers have threads of their own, so that channels do not wait for histories.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import TypeVar, TypeVarTuple
from weakref import WeakValueDictionary

_THREADS = 2
_READINGS_EACH = 2
Result = TypeVar("Result")
Given = TypeVarTuple("Given")


class Reading:
    """Threads that read the store for the viewers of one event loop.

    A history is read page by page, and each holder of seats has at most two pages under way: the others wait in the
    loop, in turn. So a holder with hundreds of viewers takes from the others no more than one with two.
    """

    def __init__(self) -> None:
        self._news = ThreadPoolExecutor(_THREADS, thread_name_prefix="news")
        self._histories = ThreadPoolExecutor(_THREADS, thread_name_prefix="history")
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def turns(self, holder: str) -> asyncio.Semaphore:
        """The turns that the viewers of a holder share."""
        turns = self._turns.get(holder)
        if turns is None:
            turns = self._turns[holder] = asyncio.Semaphore(_READINGS_EACH)
        return turns

    async def news(self, read: Callable[[*Given], Result], *given: *Given) -> Result:
        """The result of a blocking function for a shared channel."""
        return await _read_in(self._news, read, *given)

    async def history(self, turns: asyncio.Semaphore, read: Callable[[*Given], Result], *given: *Given) -> Result:
        """The result of a blocking function for one viewer, in turn."""
        async with turns:
            return await _read_in(self._histories, read, *given)

    def close(self) -> None:
        """Read nothing more."""
        for threads in (self._news, self._histories):
            threads.shutdown(wait=False, cancel_futures=True)


async def _read_in(threads: Executor, read: Callable[[*Given], Result], *given: *Given) -> Result:
    return await asyncio.get_running_loop().run_in_executor(threads, read, *given)
