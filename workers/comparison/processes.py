"""The comparison shared among processes, which end with the one that started them."""

import gc
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait

from redis import Redis

from core.eventlog.log import Log
from service.store.connect import connect
from service.store.log import RedisLog
from service.store.maintenance.store_format import learn_layout
from workers.comparison.compare import Compared, Heads, compare_batch

_NICE = 10
"""The service and its workers go first."""

_store: list[tuple[Redis, Log]] = []
"""The store of this process, where it compares for another."""


def compare_in_processes(
    client: Redis, log: Log, store_url: str, batches: Sequence[Heads], processes: int
) -> Iterator[list[Compared]]:
    """The comparisons of batches of streams, in their order. This process is one of so many.

    Others take a second to start, so this one begins at once, with what none of them has begun. If a process dies, an
    error is raised. A reader who stops ends the processes, each after the batch that it is at.
    """
    pool = ProcessPoolExecutor(processes - 1, get_context("spawn"), _begin, (store_url,))
    try:
        with _interrupts_left_to_us():
            asked = [pool.submit(_compare, batch) for batch in batches]
        own: dict[int, list[Compared]] = {}
        for place, answer in enumerate(asked):
            while place not in own and not answer.done() and (taken := _take_back(asked, place)) is not None:
                own[taken] = compare_batch(client, log, batches[taken])
            yield own.pop(place) if place in own else answer.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _take_back(asked: Sequence[Future[list[Compared]]], first: int) -> int | None:
    """The place of the first that no process has begun, from this one on, which none begins any more then."""
    return next(
        (place for place in range(first, len(asked)) if not asked[place].cancelled() and asked[place].cancel()), None
    )


@contextmanager
def few_collections() -> Iterator[None]:
    """Python looks for circles of values less often: a fold makes very many values and no circle."""
    before = gc.get_threshold()
    gc.set_threshold(*_FEW)
    try:
        yield
    finally:
        gc.set_threshold(*before)


_FEW = (100_000, 20, 20)


def _begin(store_url: str) -> None:
    os.nice(_NICE)
    gc.set_threshold(*_FEW)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    client = connect(store_url)
    learn_layout(client)
    _store.append((client, RedisLog(client)))


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None, "another process started this one"
    wait([parent.sentinel])
    os._exit(1)


def _compare(batch: Heads) -> list[Compared]:
    return compare_batch(*_store[0], batch)


@contextmanager
def _interrupts_left_to_us() -> Iterator[None]:
    """Processes that are started here ignore Ctrl-C, which a terminal sends to all of them at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
