"""Calls in threads, answered in an event loop: what `run_in_executor` does, at half its price.

A request goes there and back once, so the hops are most of what the bridge costs. Answers that come close together
wake the loop once.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")
_Job = tuple["asyncio.Future[Any]", Callable[..., Any], tuple[Any, ...]]


class Threads:
    """So many threads, for the one event loop from which they are called first."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._done: deque[tuple[asyncio.Future[Any], Any, BaseException | None]] = deque()
        self._woken = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def call(self, function: Callable[..., T], *args: Any) -> "asyncio.Future[T]":
        """What the function returns or raises, once a thread has called it. Calls are taken up in order."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            for number in range(self._count):
                threading.Thread(target=self._work, name=f"web {number + 1}", daemon=True).start()
        future = self._loop.create_future()
        self._jobs.put((future, function, args))
        return future

    def close(self) -> None:
        """End the threads when they have done what was asked for before."""
        for _ in range(self._count):
            self._jobs.put(None)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            future, function, args = job
            try:
                result, error = function(*args), None
            except BaseException as raised:  # noqa: BLE001 - it is raised where the answer is awaited
                result, error = None, raised
                if isinstance(raised, StopIteration):  # which no future takes
                    error = RuntimeError("a call ended like an iterator")
            self._done.append((future, result, error))
            del job, future, function, args, result, error  # held no longer than needed, until the next call
            # Looked at after the append: a loop that is awake will still come to it.
            if not self._woken:
                self._woken = True
                self._wake()

    def _wake(self) -> None:
        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(self._answer)
        except RuntimeError:
            return  # the loop has ended; nobody waits any more

    def _answer(self) -> None:
        self._woken = False  # before looking: what is appended from now on wakes us again
        while self._done:
            future, result, error = self._done.popleft()
            if future.cancelled():
                continue
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(result)
