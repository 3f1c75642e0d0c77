"""Calls in threads come back to the loop: each to who asked, whatever came of it."""

import asyncio
import threading
from typing import Any

import pytest

from service.threads import Threads
from tests.stores import eventually


def run(scene: Any) -> None:
    asyncio.run(asyncio.wait_for(scene, 20.0))


def test_each_call_gets_its_own_answer_however_many_there_are() -> None:
    async def scene() -> None:
        threads = Threads(4)
        answers = await asyncio.gather(*[threads.call(pow, number, 2) for number in range(2000)])
        assert answers == [number**2 for number in range(2000)]
        threads.close()

    run(scene())


@pytest.mark.parametrize(
    ("raised", "seen"), [(KeyError, KeyError), (StopIteration, RuntimeError), (SystemExit, SystemExit)]
)
def test_what_a_call_raises_is_raised_where_it_is_awaited(
    raised: type[BaseException], seen: type[BaseException]
) -> None:
    def fail() -> None:
        raise raised

    async def scene() -> None:
        threads = Threads(1)
        with pytest.raises(seen):
            await threads.call(fail)
        assert await threads.call(abs, -1) == 1
        threads.close()

    run(scene())


def test_nobody_minds_an_answer_that_nobody_waits_for_any_more() -> None:
    async def scene() -> None:
        threads, go = Threads(1), threading.Event()
        given_up = threads.call(go.wait, 10.0)
        given_up.cancel()
        go.set()
        assert await threads.call(abs, -1) == 1
        threads.close()

    run(scene())


def test_closing_ends_the_threads_after_what_was_asked_for() -> None:
    names: list[str] = []
    before = set(threading.enumerate())

    async def scene() -> None:
        threads = Threads(3)
        last = threads.call(lambda: names.append(threading.current_thread().name))
        threads.close()
        await last

    run(scene())
    assert names
    eventually(lambda: set(threading.enumerate()) <= before, what="the end of the threads")
