"""What is read of the store for those who watch: in threads of its own, so that the event loop waits for nothing."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar, TypeVarTuple

Result = TypeVar("Result")
Given = TypeVarTuple("Given")


async def read_in(threads: Executor, read: Callable[[*Given], Result], *given: *Given) -> Result:
    """What a function that blocks gives back."""
    return await asyncio.get_running_loop().run_in_executor(threads, read, *given)
